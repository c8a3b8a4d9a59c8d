/** A phone of a test that behaves as the page does: it comes back, and submits again what was not answered. */

import { setTimeout as delay } from 'node:timers/promises';
import { next, openSocket } from './server.js';

/** As the page's outbox: see public/phone/outbox.js. */
const PASSING = new Set(['not-saved', 'rate-exceeded', 'address-busy', 'draining', 'internal']);

/**
 * @param {import('node:test').TestContext} t @param {string} url @param {string} name
 * @param {{ room?: string }} [options]
 */
export async function openPhone(t, url, name, { room } = {}) {
  const auth = { name, room, token: /** @type {string | undefined} */ (undefined) };
  let socket = connect(url);
  let drops = 0;
  const seen = { personal: /** @type {any} */ (null), replaced: false, kicked: false };
  const { player, ...welcome } = await next(socket, 'welcome');
  auth.token = player.token;

  /** @param {string} at */
  function connect(at) {
    const opened = openSocket(
      t,
      `${at}/players`,
      {},
      { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 },
    );
    opened.auth = (/** @type {(auth: object) => void} */ give) => give(auth);
    // Socket.IO does not try again by itself when a server has refused.
    opened.on('connect_error', () => {
      if (!opened.active) setTimeout(() => opened.connect(), 100);
    });
    opened.on('disconnect', () => (drops += 1));
    opened.on('personal', (message) => (seen.personal = message));
    opened.on('replaced', () => (seen.replaced = true));
    opened.on('kicked', () => (seen.kicked = true));
    return opened;
  }

  return {
    player,
    welcome,
    seen,
    get socket() {
      return socket;
    },
    get drops() {
      return drops;
    },
    get token() {
      return auth.token;
    },
    /** Comes back at another process. @param {string} at its url */
    async move(at) {
      socket.disconnect();
      socket = connect(at);
      return next(socket, 'welcome', () => true);
    },
    /**
     * Submits until it is answered for good.
     * @param {string} kind @param {object} value @param {string} id
     * @returns {Promise<any>}
     */
    async submit(kind, value, id) {
      for (;;) {
        const answer = await socket
          .timeout(1500)
          .emitWithAck('submit', kind, value, id)
          .catch(() => null);
        if (answer && (answer.ok || !PASSING.has(answer.code))) return answer;
        // Refused more often than that, it would be sent away.
        await delay(500 + Math.random() * 1000);
      }
    },
  };
}
