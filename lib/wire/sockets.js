/** Socket.IO: how it is set up, and which pages may connect. */

import { Server } from 'socket.io';
import { createRequestCheck } from '../door/origin.js';
import { FastServer } from './fast-socket.js';
import { LeanAdapter } from './lean-adapter.js';

/** A dead phone is seen within 20 s; nobody holds a half-open connection for long. */
const ENGINE = Object.freeze({
  maxHttpBufferSize: 8192,
  connectTimeout: 5000,
  pingInterval: 10_000,
  pingTimeout: 10_000,
  perMessageDeflate: false,
  httpCompression: false,
  allowEIO3: false,
  serveClient: false,
  wsEngine: FastServer,
  adapter: LeanAdapter,
});
/**
 * A Socket.IO server that is not attached to an HTTP server yet.
 * @param {object} options
 * @param {'http' | 'https'} options.protocol
 * @param {readonly string[]} options.allowed origins beside the server's own
 * @param {import('../log.js').Log} options.log
 */
export function createSockets({ protocol, allowed, log }) {
  return new Server({ ...ENGINE, allowRequest: createRequestCheck({ protocol, allowed, log }) });
}
