/**
 * The backdrop of a room: what its screens show that changes slowly. It is computed while a screen is there, at most four
 * times a second, and published when it has changed; each edge keeps the last one for screens that come.
 */

/** @import { ViewMessage } from '../bus/contract.js' */

import { View } from './view.js';

/** To make text of 256 KB takes a millisecond, so a game may not ask for it at each tick. */
const EVERY_MS = 250;

/**
 * @param {object} options
 * @param {() => string | null} options.view as JSON text; '' for nothing; null: it is too large, and the last one stays
 * @param {number} options.epoch
 * @param {number} [options.seq] of the last view that was sent in this room
 * @param {(message: ViewMessage) => void} options.send
 */
export function createBackdrop({ view, epoch, seq = 0, send }) {
  const sent = new View();
  let computedAtMs = -Infinity;

  /** @param {number} nowMs @returns {boolean} there is another one */
  function renew(nowMs) {
    computedAtMs = nowMs;
    const text = view();
    if (!text || !sent.renew(text, seq + 1, nowMs)) return false;
    seq += 1;
    return true;
  }

  return {
    /** Called at each tick that shows a frame, before it is sent. @param {number} nowMs */
    tick(nowMs) {
      if (nowMs - computedAtMs >= EVERY_MS && renew(nowMs)) send(sent.message(epoch));
    },
    /** An edge that had no screen has one, so what it keeps may be old. @param {number} nowMs */
    refresh(nowMs) {
      renew(nowMs);
      if (sent.text !== '') send(sent.message(epoch));
    },
  };
}
