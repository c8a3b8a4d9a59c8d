/** The notice of a room: all its phones see the same view of the game, which is sent when it has changed. */

/** @import { ViewMessage } from '../bus/contract.js' */

import { View } from './view.js';

/**
 * @param {object} options
 * @param {() => string} options.view as JSON text, '' for nothing
 * @param {() => number} options.epoch
 * @param {(message: ViewMessage) => void} options.send
 */
export function createNotice({ view, epoch, send }) {
  let sent = new View();
  let seq = 0;
  let computedAtMs = -Infinity;

  return {
    /** @returns {ViewMessage | null} the last notice, for phones that come later */
    latest: () => (sent.text === '' ? null : sent.message(epoch())),
    /** Returns the last notice, for panels. */
    get json() {
      return sent.json;
    },
    /** Sends the notice if it has changed. Called at every tick. @param {number} nowMs @param {number} everyMs the view is computed at most this often */
    tick(nowMs, everyMs) {
      if (nowMs - computedAtMs < everyMs) return;
      computedAtMs = nowMs;
      const text = view();
      if (text === '' || !sent.renew(text, seq + 1, nowMs)) return;
      seq += 1;
      send(sent.message(epoch()));
    },
    /** Forgets the notice when another game begins. */
    clear() {
      sent = new View();
    },
  };
}
