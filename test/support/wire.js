/** A bare Socket.IO server whose connections are watched, for tests of what is under the namespaces. */

/** @import { TestContext } from 'node:test' */

import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { watchConnections } from '../../lib/wire/connections.js';
import { useLeanClients } from '../../lib/wire/lean.js';
import { parser } from '../../lib/wire/parser.js';
import { createMeter } from '../../lib/wire/meter.js';
import { listen } from './process.js';

/**
 * @param {TestContext} t
 * @param {{ stuckMs?: number, now?: () => number, packets?: { perS: number, burst: number } }} [options]
 * @param {Partial<import('socket.io').ServerOptions>} [engine]
 */
export async function serveSockets(t, options = {}, engine = {}) {
  const http = createServer();
  const io = new Server({ parser, ...engine });
  useLeanClients(io);
  io.attach(http);
  const meter = createMeter();
  const connections = watchConnections({ io, meter, ...options });
  const { url } = await listen(t, http, async () => {
    connections.stop();
    meter.stop();
    connections.cutAll();
    await io.close();
  });
  return { io, meter, connections, url };
}
