/** The connection of a page: one Socket.IO socket with the project's rules for coming back. */

import { io } from '../../vendor/socket.io-client.js';
import { CLIENT_EVENT, NAMESPACE } from './wire.js';

/** A message of an extra connection that is not answered within this time is an error. */
const ANSWER_MS = 5000;

/**
 * Makes a socket that tries WebSocket first, and polling only where WebSockets fail. It reconnects by itself: first
 * after about half a second, at most every 8 s, with full jitter, so that 2,000 phones do not return in the same moment.
 * @param {string} namespace one of NAMESPACE in wire.js; outside a browser, with the server's address before it
 * @param {() => Record<string, unknown>} auth asked at every attempt, so that a new token is used
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

/**
 * Listens to refusals. The server gives `{ code, message, retryAfterMs? }`; Socket.IO does not try again after a
 * refusal, so this does, when there is a time to wait.
 * @param {import('socket.io-client').Socket} socket
 * @param {(refusal: { code: string, message: string, retryAfterMs?: number }) => void} listener
 */
export function onRefused(socket, listener) {
  socket.on('connect_error', (error) => {
    const refusal = /** @type {{ data?: { code: string, message: string, retryAfterMs?: number } }} */ (error)
      .data;
    if (!refusal) return;
    listener(refusal);
    if (refusal.retryAfterMs === undefined) return;
    const jitterMs = refusal.retryAfterMs * (0.75 + Math.random() * 0.5);
    setTimeout(() => socket.connected || socket.connect(), jitterMs);
  });
}

/**
 * Opens a connection of a phone that only makes load; see `PhoneHost.openExtra`.
 * @param {() => Record<string, unknown>} auth
 * @param {AbortSignal} signal ends it
 * @param {string} [namespace] outside a browser, with the server's address before it
 * @param {Parameters<typeof io>[1]} [more] as for createLink
 * @returns {import('../../lib/contract/pages.js').Extra}
 */
export function createExtra(auth, signal, namespace = NAMESPACE.players, more = {}) {
  const socket = createLink(namespace, auth, { forceNew: true, ...more });
  signal.addEventListener('abort', () => socket.disconnect());
  socket.connect();
  return {
    get connected() {
      return socket.connected;
    },
    async send(message) {
      const fromMs = performance.now();
      const answer = await socket.timeout(ANSWER_MS).emitWithAck(CLIENT_EVENT.input, message);
      if (!answer.ok) throw new Error(answer.message);
      return performance.now() - fromMs;
    },
    close: () => socket.disconnect(),
  };
}
