/** The connection of a page: one Socket.IO socket with the project's rules for coming back. */

import { io } from '../../vendor/socket.io-client.js';

/**
 * Makes a socket that tries WebSocket first, and polling only where WebSockets fail. It reconnects by itself: first
 * after about half a second, at most every 8 s, with full jitter, so that 2,000 phones do not return in the same moment.
 * @param {string} namespace one of NAMESPACE in wire.js; outside a browser, with the server's address before it
 * @param {() => Record<string, unknown>} auth called at every attempt, so that a new token is used
 * @param {Parameters<typeof io>[1]} [more] outside a browser: options of its WebSockets
 * @returns {import('socket.io-client').Socket} not yet connected: add listeners, then `connect()`
 */
export function createLink(namespace, auth, more = {}) {
  return io(namespace, {
    auth: (give) => give(auth()),
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000,
    randomizationFactor: 1,
    timeout: 8000,
    ...more,
  });
}

/**
 * Tells whether everything handed to the socket has left this machine's buffers, so that a new input will not queue
 * behind old ones.
 * @param {import('socket.io-client').Socket} socket
 */
export function isDrained(socket) {
  const engine = socket.io.engine;
  if (!socket.connected || !engine || engine.writeBuffer.length > 0) return false;
  const transport = /** @type {{ writable: boolean, ws?: WebSocket }} */ (
    /** @type {unknown} */ (engine.transport)
  );
  return transport.writable && (transport.ws?.bufferedAmount ?? 0) === 0;
}
