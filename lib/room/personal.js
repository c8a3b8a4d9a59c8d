/**
 * What each player of a room sees for himself: computed only when it may have changed, spread over ticks, sent
 * when it did. 2,000 views of some µs each within a quarter of a second, instead of 2,000 at every tick.
 */

/** @import { Personal } from '../contract/wire.js' */

/** A player is told at most so often, as with notices. */
const EVERY_MS = 250;
/** All players are looked at within this many ticks: 6 at 30 Hz are 200 ms. */
const SPREAD_TICKS = 6;
const LEAST_PER_TICK = 20;

/**
 * @param {object} options
 * @param {Iterable<{ id: string }> & { size: number }} options.connected
 * @param {(playerId: string) => string} options.view as JSON text, '' for nothing
 * @param {() => unknown} options.key what all views depend on; `undefined`: unknown
 * @param {(playerId: string) => boolean} options.isPending he must not be told yet
 * @param {() => number} options.epoch
 * @param {(playerId: string, personal: Personal) => void} options.tell
 */
export function createPersonal({ connected, view, key, isPending, epoch, tell }) {
  /** @type {Map<string, { text: string, seq: number, atMs: number }>} */
  const told = new Map();
  /** Whose view may have changed. @type {Set<string>} */
  const dirty = new Set();
  let lastKey = /** @type {unknown} */ ({});
  let lookedAtMs = -Infinity;
  let seq = 0;

  /** @param {string} id @param {number} nowMs @returns {boolean} false: it is as he knows it */
  function renew(id, nowMs) {
    const text = view(id);
    const last = told.get(id);
    if (text === (last?.text ?? '')) return false;
    told.set(id, { text, seq: ++seq, atMs: nowMs });
    return true;
  }

  /** @param {string} id @returns {Personal | null} */
  function message(id) {
    const last = told.get(id);
    return last ? { epoch: epoch(), seq: last.seq, personal: JSON.parse(last.text || 'null') } : null;
  }

  return {
    /** At every tick. @param {number} nowMs */
    tick(nowMs) {
      if (nowMs - lookedAtMs >= EVERY_MS) {
        lookedAtMs = nowMs;
        const nextKey = key();
        if (nextKey === undefined || nextKey !== lastKey) for (const { id } of connected) dirty.add(id);
        lastKey = nextKey;
      }
      let left = Math.max(LEAST_PER_TICK, Math.ceil(connected.size / SPREAD_TICKS));
      for (const id of dirty) {
        if (isPending(id) || nowMs - (told.get(id)?.atMs ?? -Infinity) < EVERY_MS) continue;
        dirty.delete(id);
        if (renew(id, nowMs)) tell(id, /** @type {Personal} */ (message(id)));
        if (--left === 0) return;
      }
    },
    /** His view may have changed. @param {string} id */
    touch: (id) => void dirty.add(id),
    /** He came, or lost something on the way: all of it, now. @param {string} id @param {number} nowMs */
    of(id, nowMs) {
      if (isPending(id)) dirty.add(id);
      else renew(id, nowMs);
      return message(id);
    },
    /** @param {string} id */
    forget(id) {
      told.delete(id);
      dirty.delete(id);
    },
    /** Another game. */
    clear() {
      told.clear();
      dirty.clear();
      lastKey = {};
    },
  };
}
