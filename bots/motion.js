/** The motion sensor of a phone that nobody carries: it reports the tilt that it is given. */

/** @import { Motion } from '../lib/contract/pages.js' */
/** @import { Page } from './browser.js' */

/** @typedef {{ x: number, y: number }} Tilt -1 to 1 */

/** @param {{ state: Motion['state'], page: Page }} options */
export function createMotion({ state, page }) {
  /** Listeners of the mounted game. @type {((tilt: Tilt) => void)[]} */
  let listeners = [];
  const tilt = { x: 0, y: 0 };

  return {
    /** Makes the sensor of a new game, and forgets the listeners of the last one. @returns {Motion} */
    host() {
      listeners = [];
      return { state, tilt, ask: async () => state, onTilt: (listener) => void listeners.push(listener) };
    },
    /** @param {Tilt} next */
    feed(next) {
      if (state !== 'on' || listeners.length === 0) return;
      Object.assign(tilt, next);
      for (const listener of listeners) notify(listener);
    },
  };

  /** @param {(tilt: Tilt) => void} listener */
  function notify(listener) {
    try {
      page.run(() => listener(tilt));
    } catch (error) {
      page.onFault(error);
    }
  }
}
