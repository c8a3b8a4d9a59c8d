/** Socket.IO: how it is set up, and which pages may connect. */

import { Server } from 'socket.io';
import { createRequestCheck } from '../door/origin.js';
import { fastServerWith } from './fast-socket.js';
import { useLeanClients } from './lean.js';
import { parser } from './parser.js';

/** A dead phone is seen within 20 s; nobody holds a half-open connection for long. */
const ENGINE = Object.freeze({
  maxHttpBufferSize: 8192,
  pingInterval: 10_000,
  pingTimeout: 10_000,
  perMessageDeflate: false,
  httpCompression: false,
  allowEIO3: false,
  serveClient: false,
  parser,
});

const NO_HANDSHAKE = Object.freeze({});

/**
 * A Socket.IO server that is not attached to an HTTP server yet.
 * @param {object} options
 * @param {import('../door/proxies.js').Proxies} options.proxies
 * @param {readonly string[]} options.allowed origins beside the server's own
 * @param {import('../log.js').Log} options.log
 * @param {import('./goodbyes.js').Goodbyes | null} options.goodbyes
 * @param {import('./parts.js').Parts} options.parts
 * @param {import('socket.io').ServerOptions['adapter']} [options.adapter] for several processes, see cluster-adapter.js
 */
export function createSockets({ proxies, allowed, log, goodbyes, parts, adapter }) {
  const wsEngine = fastServerWith({ goodbyes, parts });
  const allowRequest = createRequestCheck({ protocolOf: proxies.protocolOf, allowed, log });
  const io = new Server({ ...ENGINE, wsEngine, allowRequest, ...(adapter && { adapter }) });
  if (parts.lean) useLeanClients(io);
  // Socket.IO has this one by itself. A connection that had joined it would be somebody, and stay for ever.
  io.use((_socket, next) => next(new Error('Invalid namespace')));
  return io;
}

/**
 * Forgets the handshake of a phone that has joined, some 10 KB. Nobody may ask for it any more; an adapter that asks all processes
 * for their sockets takes it apart, so that there is one.
 * @param {import('socket.io').Socket} socket
 */
export function forgetHandshake(socket) {
  Object.assign(socket, { handshake: NO_HANDSHAKE });
}
