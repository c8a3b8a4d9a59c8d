/**
 * A server that does as little as it can, so that the generator is what is measured: it takes the upgrade, and floods on
 * demand. It is a process of its own that limit.js asks.
 */

/** @import { AddressInfo } from 'node:net' */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '../harness/child.js';
import { OPCODE, encodeFrame } from './frames.js';
import { acceptOf } from './handshake.js';

/** A goodbye begins with this byte. */
const CLOSE = 0x80 | OPCODE.close;
const GOODBYE = encodeFrame(Uint8Array.of(1000 >> 8, 1000 & 255), { opcode: OPCODE.close, mask: null });
/** @type {Set<import('node:stream').Duplex>} */
const open = new Set();

const server = createServer({ noDelay: true }).on('upgrade', (request, socket) => {
  open.add(socket);
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${acceptOf(String(request.headers['sec-websocket-key']))}\r\n\r\n`,
  );
  socket.on('data', (bytes) => {
    if (bytes[0] === CLOSE) socket.end(GOODBYE);
  });
  socket.on('error', () => {});
  socket.on('close', () => open.delete(socket));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
await once(server, 'listening');
serve({ port: () => /** @type {AddressInfo} */ (server.address()).port, flood });

/**
 * Floods all connections in turn, a frame each, as often as they take it: each packet is a read of its own.
 * @param {any} wanted `{ forMs, bytes, everyMs }`
 */
async function flood({ forMs, bytes, everyMs }) {
  const frame = encodeFrame('x'.repeat(bytes), { mask: null });
  const untilMs = performance.now() + forMs;
  while (performance.now() <= untilMs) {
    for (const socket of open) if (socket.writableLength === 0) socket.write(frame);
    await wait(everyMs);
  }
}
