/** One more connection of a phone, which only makes load; see `PhoneHost.openExtra`. Loaded when a game wants one. */

import { createLink } from './link.js';
import { CLIENT_EVENT, NAMESPACE } from './wire.js';

/** A message that is not answered within this time counts as an error. */
const ANSWER_MS = 5000;

/**
 * @param {() => Record<string, unknown>} auth
 * @param {AbortSignal} signal ends it
 * @param {string} [namespace] outside a browser behind the server's address
 * @param {Parameters<typeof createLink>[2]} [more] options of its WebSockets
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
