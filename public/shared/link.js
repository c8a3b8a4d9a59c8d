/** The connection of a page: one Socket.IO socket with the project's rules for coming back. */

import { io } from '../../vendor/socket.io-client.js';

/**
 * Makes a link that comes back by itself: after about half a second, at most every 8 s, with full jitter, so that 2,000
 * phones do not return in the same moment. It polls only where WebSockets fail.
 * @param {string} namespace one of NAMESPACE in wire.js; outside a browser behind the server's address
 * @param {() => Record<string, unknown>} auth called at every attempt, for the newest token
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

/** Says whether a new input would queue behind nothing in this machine. @param {import('socket.io-client').Socket} socket */
export function isDrained(socket) {
  const engine = socket.io.engine;
  if (!socket.connected || !engine || engine.writeBuffer.length > 0) return false;
  const transport = /** @type {{ writable: boolean, ws?: WebSocket }} */ (
    /** @type {unknown} */ (engine.transport)
  );
  return transport.writable && (transport.ws?.bufferedAmount ?? 0) === 0;
}
