/**
 * The notice of a play: all phones see the same view of the game, which is sent when it has changed. Each join changes
 * the counts in it, and a rush of joins would send it to everybody at every chance: where nothing but a count has changed
 * it goes out more rarely, so that a join costs the same however many are there.
 */

/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { Context } from '../contract/types.js' */

import { View } from './view.js';

/** People do not see a count of a whole hall move faster than this. */
const COUNTS_EVERY_MS = 1000;
/**
 * In a larger hall the counts go out so rarely that they take this many writes a second, some 1 % of a core. The screen
 * shows at once how many have joined.
 */
const COUNTS_PER_S = 2000;

/**
 * @param {object} options
 * @param {(players?: Context['players']) => string | null} options.view as JSON text; '' for nothing; null: it is too large, and the
 *   last one stays; `players`: as if so many were there
 * @param {() => Context['players']} options.players that are there
 * @param {number} options.epoch
 * @param {number} [options.seq] of the last view that was sent in this room
 * @param {(message: ViewMessage) => void} options.send
 */
export function createNotice({ view, players, epoch, seq = 0, send }) {
  const sent = new View();
  let computedAtMs = -Infinity;
  /** The players of the last notice. @type {Context['players']} */
  let counted = { count: 0, byTeam: {} };

  /** @param {number} nowMs @returns {boolean} nothing else has changed, and it is too early for that */
  function isOnlyCounts(nowMs) {
    if (sent.text === '') return false;
    const everyMs = Math.max(COUNTS_EVERY_MS, (counted.count / COUNTS_PER_S) * 1000);
    return nowMs - sent.changedAtMs < everyMs && view(counted) === sent.text;
  }

  return {
    /** Sends the notice if it has changed. Called at every tick. @param {number} nowMs @param {number} everyMs the view is computed at most this often */
    tick(nowMs, everyMs) {
      if (nowMs - computedAtMs < everyMs) return;
      computedAtMs = nowMs;
      if (isOnlyCounts(nowMs)) return;
      const text = view();
      if (!text || !sent.renew(text, seq + 1, nowMs)) return;
      counted = players();
      seq += 1;
      send(sent.message(epoch));
    },
  };
}
