/** What all phones of a room see of its game: the same for each of them, sent when it has changed. */

/** @import { Notice } from '../contract/wire.js' */

/**
 * @param {object} options
 * @param {() => string} options.view as JSON text, '' for nothing
 * @param {() => number} options.epoch
 * @param {(notice: Notice) => void} options.tell
 */
export function createNotice({ view, epoch, tell }) {
  /** As it was told. */
  let text = '';
  let seq = 0;
  let lookedAtMs = -Infinity;

  /** @returns {Notice | null} the last one, for those who come later */
  function latest() {
    return text === '' ? null : { epoch: epoch(), seq, notice: JSON.parse(text) };
  }

  return {
    latest,
    /** At every tick. @param {number} nowMs @param {number} everyMs it is looked at, at most */
    tick(nowMs, everyMs) {
      if (nowMs - lookedAtMs < everyMs) return;
      lookedAtMs = nowMs;
      const next = view();
      if (next === '' || next === text) return;
      text = next;
      seq += 1;
      tell(/** @type {Notice} */ (latest()));
    },
    /** Another game. */
    clear() {
      text = '';
    },
  };
}
