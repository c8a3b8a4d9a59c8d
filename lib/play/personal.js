/**
 * The personal views of a room: each player alone sees theirs. A view is computed only when it may have changed, and sent
 * when it has. The work is spread over ticks, because thousands of views would make one tick too long.
 */

/** @import { ViewMessage } from '../bus/contract.js' */

import { View } from './view.js';

/** A player is sent their view at most this often, as with notices. */
const EVERY_MS = 250;
/** All players are served within this many ticks: 6 ticks at 30 Hz take 200 ms. */
const SPREAD_TICKS = 6;
const LEAST_PER_TICK = 20;
/** Views that are alike are one text, as nearly all are before a reveal. So many different ones are remembered for that. */
const MOST_ALIKE = 64;

/**
 * @param {object} options
 * @param {ReadonlySet<string>} options.connected the ids of the players who are there
 * @param {(playerId: string) => string | null} options.view as JSON text; '' for nothing; null: it is too large, and the last one
 *   stays
 * @param {() => unknown} options.key the value that all views depend on; `undefined`: not known
 * @param {(playerId: string) => boolean} options.isPending true: the player must not see it yet
 * @param {number} options.epoch
 * @param {number} [options.seq] of the last view that was sent in this room: one number for all players, so that it rises for
 *   each of them even if they were forgotten in between
 * @param {(playerId: string, message: ViewMessage) => void} options.send
 */
export function createPersonal({ connected, view, key, isPending, epoch, seq = 0, send }) {
  /** The views as they were last sent, by player. @type {Map<string, View>} */
  const sent = new Map();
  /** The players whose view may have changed. @type {Set<string>} */
  const dirty = new Set();
  let lastKey = /** @type {unknown} */ ({});
  let keyAtMs = -Infinity;
  const texts = createTexts();

  /** @param {string} id @param {number} nowMs @returns {boolean} false: the player has this view already */
  function renew(id, nowMs) {
    const made = view(id);
    if (made === null) return false;
    const text = texts.same(made);
    let last = sent.get(id);
    if (!last) {
      if (text === '') return false;
      sent.set(id, (last = new View()));
    }
    if (!last.renew(text, seq + 1, nowMs)) return false;
    seq += 1;
    return true;
  }

  /** @param {string} id @returns {ViewMessage | null} null: the player has never seen anything */
  function latest(id) {
    return sent.get(id)?.message(epoch) ?? null;
  }

  /** Marks all views when their key has changed. Without a key any view may have changed. @param {number} nowMs */
  function checkKey(nowMs) {
    if (nowMs - keyAtMs < EVERY_MS) return;
    keyAtMs = nowMs;
    const nextKey = key();
    if (nextKey !== lastKey) texts.clear();
    if (nextKey === undefined || nextKey !== lastKey) for (const id of connected) dirty.add(id);
    lastKey = nextKey;
  }

  return {
    /** Sends changed views to a part of the players. Called at every tick. @param {number} nowMs */
    tick(nowMs) {
      checkKey(nowMs);
      let left = Math.max(LEAST_PER_TICK, Math.ceil(connected.size / SPREAD_TICKS));
      for (const id of dirty) {
        if (isPending(id) || nowMs - (sent.get(id)?.changedAtMs ?? -Infinity) < EVERY_MS) continue;
        dirty.delete(id);
        if (renew(id, nowMs)) send(id, /** @type {ViewMessage} */ (latest(id)));
        if (--left === 0) return;
      }
    },
    /** Notes that the view of a player may have changed. @param {string} id */
    touch: (id) => void dirty.add(id),
    /** Returns the view for a player who comes, or who lost a message. @param {string} id @param {number} nowMs */
    of(id, nowMs) {
      if (isPending(id)) dirty.add(id);
      else renew(id, nowMs);
      return latest(id);
    },
    /** @param {string} id */
    forget(id) {
      sent.delete(id);
      dirty.delete(id);
    },
  };
}

/**
 * Gives texts that are alike as one. V8 leaves a new JSON text in pieces of twice its size until it is looked up somewhere,
 * so ten thousand views of their own would take 5 MB.
 */
function createTexts() {
  /** @type {Map<string, string>} */
  const known = new Map();
  return {
    /** @param {string} text @returns {string} */
    same(text) {
      const found = known.get(text);
      if (found !== undefined) return found;
      if (known.size >= MOST_ALIKE) known.clear();
      known.set(text, text);
      return text;
    },
    clear: () => known.clear(),
  };
}
