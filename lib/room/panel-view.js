/** What a game tells its panel, for the status that every open panel gets four times a second. */

import { View } from './view.js';

/** All panels of a room are served in the same turn: the view is computed for the first of them. */
const EVERY_MS = 100;

/**
 * @param {object} options
 * @param {() => string} options.view as JSON text, '' for nothing
 */
export function createPanelView({ view }) {
  const last = new View();
  let computedAtMs = -Infinity;

  return {
    /** @param {number} nowMs @returns {import('../contract/types.js').Json} */
    json(nowMs) {
      if (nowMs - computedAtMs >= EVERY_MS) {
        computedAtMs = nowMs;
        last.renew(view(), 0, nowMs);
      }
      return last.json;
    },
    /** Another game begins. */
    clear() {
      computedAtMs = -Infinity;
    },
  };
}
