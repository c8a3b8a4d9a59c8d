/** The end of a phone's connection: the WebSocket below all layers, and how it is left. */

/** @import { Socket } from 'socket.io-client' */
/** @import { Wheel } from './wheel.js' */

/** After this time a phone leaves a server that does not answer its goodbye. */
const GOODBYE_MS = 1000;

/** @param {Socket} socket @returns {import('ws').WebSocket | undefined} below all layers */
export function webSocketOf(socket) {
  return /** @type {any} */ (socket.io.engine?.transport)?.ws;
}

/**
 * Ends the connection once everything that was sent is delivered.
 * @param {Socket} socket @param {Wheel} wheel
 * @returns {Promise<void>}
 */
export function goodbye(socket, wheel) {
  const ws = webSocketOf(socket);
  socket.disconnect();
  if (!ws || ws.readyState === ws.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = wheel.setTimer(() => ws.terminate(), GOODBYE_MS);
    ws.once('close', () => {
      wheel.clearTimer(timer);
      resolve();
    });
  });
}
