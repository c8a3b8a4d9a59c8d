/** One more connection of a phone, which only makes load; see `PhoneHost.openExtra`. Loaded when a game wants one. */

import { createLink } from './link.js';
import { CLIENT_EVENT, NAMESPACE } from './wire.js';

/** A message that is not answered within this time counts as an error. */
const ANSWER_MS = 5000;

/**
 * @param {object} options
 * @param {() => Record<string, unknown>} options.auth
 * @param {AbortSignal} options.signal ends it
 * @param {() => number} options.hz what it may send now, messages per second; 0: none
 * @param {string} [options.namespace] outside a browser behind the server's address
 * @param {Parameters<typeof createLink>[2]} [options.link] options of its WebSocket
 * @returns {import('../../lib/contract/pages.js').Extra}
 */
export function createExtra({ auth, signal, hz, namespace = NAMESPACE.players, link = {} }) {
  const socket = createLink(namespace, auth, { forceNew: true, ...link });
  const maySend = createPace(hz);
  signal.addEventListener('abort', () => socket.disconnect());
  socket.connect();
  return {
    get connected() {
      return socket.connected;
    },
    async send(message) {
      const fromMs = performance.now();
      if (!maySend(fromMs)) return null;
      const answer = await socket.timeout(ANSWER_MS).emitWithAck(CLIENT_EVENT.input, message);
      if (!answer.ok) throw new Error(answer.message);
      return performance.now() - fromMs;
    },
    close: () => socket.disconnect(),
  };
}

/**
 * Keeps to a rate that may change at any time. A message may come up to one interval early, because timers are not
 * exact; over any longer time the rate holds.
 * @param {() => number} hz
 * @returns {(nowMs: number) => boolean} true: it may be sent, and counts
 */
export function createPace(hz) {
  let dueMs = -Infinity;
  return (nowMs) => {
    const perS = hz();
    if (perS <= 0) return false;
    const everyMs = 1000 / perS;
    // The time is due by an older rate: a slow one must not hold back what a faster one allows.
    dueMs = Math.min(dueMs, nowMs + 2 * everyMs);
    if (nowMs < dueMs - everyMs) return false;
    dueMs = Math.max(nowMs, dueMs) + everyMs;
    return true;
  };
}
