/**
 * Starts and ends reveal.js on a page with Trusted Types and a policy against inline styles.
 *
 * It is made for a page of its own, so three things are kept from it. It empties elements by `innerHTML = ''` and makes
 * its arrow buttons by a string of markup: the policy below answers both with the empty string, whatever comes, so nothing
 * is ever parsed as HTML, and other strings are refused as before. It starts a timer that nothing ends: that is found and
 * ended here. And parts that write styles or markup (auto-animate, overview, notes, slide numbers, print and scroll
 * view) are not used.
 */

import Reveal from '../../../vendor/reveal.js';

/** @typedef {'none' | 'fade' | 'slide' | 'convex' | 'concave' | 'zoom'} Transition */

/** All slides are laid out at this height, and scaled to the screen. */
export const SLIDE_HEIGHT = 900;
/** A slide is as wide as the area above the dock, within these: a margin for reactions stays, and narrow screens have bars. */
const [LEAST, MOST] = [1600, 1800];

/** @param {number} width @param {number} height of the area, px @returns {number} of a slide at its own size */
export const slideWidth = (width, height) =>
  Math.round(Math.min(MOST, Math.max(LEAST, (SLIDE_HEIGHT * width) / Math.max(1, height))));

const CONFIG = Object.freeze({
  ...{ embedded: true, margin: 0, minScale: 0.05, maxScale: 10, center: false, display: 'flex' },
  // The stage decides which slide is on: nothing that is pressed or touched here moves them.
  ...{ keyboard: false, touch: false, mouseWheel: false, overview: false, jumpToSlide: false, help: false },
  ...{
    hash: false,
    history: false,
    respondToHashChanges: false,
    postMessage: false,
    postMessageEvents: false,
  },
  ...{ controls: false, controlsTutorial: false, progress: false, slideNumber: false, showNotes: false },
  ...{
    autoAnimate: false,
    autoPlayMedia: false,
    preloadIframes: false,
    pause: false,
    hideInactiveCursor: false,
  },
  ...{
    focusBodyOnPageVisibilityChange: false,
    scrollActivationWidth: 0,
    viewDistance: 2,
    mobileViewDistance: 2,
  },
});

/** @typedef {{ createPolicy(name: string, rules: object): unknown, defaultPolicy: unknown }} Policies */

/** Makes the policy, once for the page: a page can have one default policy. */
function allowEmptying() {
  const types = /** @type {{ trustedTypes?: Policies }} */ (/** @type {unknown} */ (globalThis)).trustedTypes;
  if (!types || types.defaultPolicy) return;
  const createHTML = (/** @type {string} */ text) =>
    text === '' || text.startsWith('<button class="navigate-left"') ? '' : null;
  types.createPolicy('default', { createHTML });
}

/**
 * Starts reveal.js on `wrapper`, which has an element with the class `slides` with at least one section.
 * @param {HTMLElement} wrapper
 * @param {{ transition: Transition, width: number }} options
 */
export async function startReveal(wrapper, options) {
  allowEmptying();
  const reveal = new Reveal(wrapper, { ...CONFIG, height: SLIDE_HEIGHT, ...options });
  const { setInterval: plain } = window;
  /** @type {number[]} */
  const timers = [];
  window.setInterval = /** @type {typeof plain} */ (
    (/** @type {TimerHandler} */ run, /** @type {number} */ ms) => {
      const timer = plain(run, ms);
      timers.push(timer);
      return timer;
    }
  );
  await reveal.initialize().finally(() => {
    window.setInterval = plain;
    timers.forEach(clearInterval);
  });
  return reveal;
}
