/** The refusal of a connection by the server, and the next try. */

/**
 * Tries again after a refusal that says when. A refusal carries `{ code, message, retryAfterMs? }`; Socket.IO does not
 * try again after one.
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
