/**
 * What each player of a room sees alone: computed only when it may have changed, spread over ticks, sent when it did.
 * 2,000 views of some µs each take a quarter of a second, instead of being computed at every tick.
 */

/** @import { ViewMessage } from '../bus/contract.js' */

import { View } from './view.js';

/** A player is sent their view at most this often, as with notices. */
const EVERY_MS = 250;
/** All players are served within this many ticks: 6 at 30 Hz are 200 ms. */
const SPREAD_TICKS = 6;
const LEAST_PER_TICK = 20;

/**
 * @param {object} options
 * @param {Iterable<{ id: string }> & { size: number }} options.connected
 * @param {(playerId: string) => string} options.view as JSON text, '' for nothing
 * @param {() => unknown} options.key what all views depend on; `undefined`: not known
 * @param {(playerId: string) => boolean} options.isPending true: the player must not see it yet
 * @param {() => number} options.epoch
 * @param {(playerId: string, message: ViewMessage) => void} options.send
 */
export function createPersonal({ connected, view, key, isPending, epoch, send }) {
  /** As they were sent, by player. @type {Map<string, View>} */
  const sent = new Map();
  /** The players whose view may have changed. @type {Set<string>} */
  const dirty = new Set();
  let lastKey = /** @type {unknown} */ ({});
  let keyAtMs = -Infinity;
  /** Of all players, so that it goes up for each of them even when they were forgotten meanwhile. */
  let seq = 0;

  /** @param {string} id @param {number} nowMs @returns {boolean} false: the player has this view already */
  function renew(id, nowMs) {
    const text = view(id);
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
    return sent.get(id)?.message(epoch()) ?? null;
  }

  /** Without a key any view may have changed. @param {number} nowMs */
  function checkKey(nowMs) {
    if (nowMs - keyAtMs < EVERY_MS) return;
    keyAtMs = nowMs;
    const nextKey = key();
    if (nextKey === undefined || nextKey !== lastKey) for (const { id } of connected) dirty.add(id);
    lastKey = nextKey;
  }

  return {
    /** Sends views that have changed, to a part of the players. Called at every tick. @param {number} nowMs */
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
    /** Their view may have changed. @param {string} id */
    touch: (id) => void dirty.add(id),
    /** The view of a player who comes, or who lost something on the way. @param {string} id @param {number} nowMs */
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
    /** Another game begins. */
    clear() {
      sent.clear();
      dirty.clear();
      lastKey = {};
    },
  };
}
