/** The motion sensor of a phone that nobody carries: it reports what it is fed. */

/** @import { Motion } from '../lib/contract/pages.js' */
/** @import { Page } from './browser.js' */

/** @typedef {{ x: number, y: number }} Tilt -1 to 1 */

/** @param {{ state: Motion['state'], page: Page }} options */
export function createMotion({ state, page }) {
  /** Those of the mounted game. @type {((tilt: Tilt) => void)[]} */
  let listeners = [];
  const tilt = { x: 0, y: 0 };

  return {
    /** A new game, so the listeners of the last one are gone. @returns {Motion} */
    host() {
      listeners = [];
      return { state, tilt, ask: async () => state, onTilt: (listener) => void listeners.push(listener) };
    },
    /** @param {Tilt} next */
    feed(next) {
      if (state !== 'on' || listeners.length === 0) return;
      Object.assign(tilt, next);
      for (const listener of listeners) hear(listener);
    },
  };

  /** @param {(tilt: Tilt) => void} listener */
  function hear(listener) {
    try {
      page.run(() => listener(tilt));
    } catch (error) {
      page.onFault(error);
    }
  }
}
