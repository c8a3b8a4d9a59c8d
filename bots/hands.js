/** Two thumbs on a page: they find things that can be pressed, press, hold and drag them, and let go. */

/** @import { Page } from './browser.js' */

import { Element } from './dom.js';

/** A drag passes a few points, not every pixel. */
const DRAG = 0.05;

/**
 * @typedef {{ x: number, y: number }} Place within an element, 0 to 1 from its left upper corner
 * @typedef {object} Spot something that can be pressed
 * @property {Element} element
 * @property {boolean} isSlider the place of the press matters
 * @property {Set<string>} words its classes, its text, its data
 */

/**
 * @param {object} options
 * @param {Page} options.page
 * @param {() => number} options.random
 * @param {() => boolean} options.isFree false: the game is still loading, or a card covers it
 */
export function createHands({ page, random, isFree }) {
  let pointers = 0;

  /** @param {Element} element @param {string} type @param {number} pointerId @param {Place} at */
  function point(element, type, pointerId, at) {
    const { left, top, width, height } = element.getBoundingClientRect();
    page.dispatch(element, type, {
      pointerId,
      pointerType: 'touch',
      isPrimary: true,
      button: 0,
      buttons: type === 'pointerup' ? 0 : 1,
      pressure: type === 'pointerup' ? 0 : 0.5,
      clientX: left + at.x * width,
      clientY: top + at.y * height,
      offsetX: at.x * width,
      offsetY: at.y * height,
    });
  }

  /**
   * @param {Spot} spot
   * @param {Place} [at]
   * @returns {() => void} lets go
   */
  function hold({ element }, at = { x: random(), y: random() }) {
    const pointerId = ++pointers;
    point(element, 'pointerdown', pointerId, at);
    if (element.hears('pointermove')) {
      const y = at.y + DRAG * (random() - 0.5);
      point(element, 'pointermove', pointerId, { x: at.x, y: Math.min(1, Math.max(0, y)) });
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      point(element, 'pointerup', pointerId, at);
      if (element.hears('lostpointercapture')) point(element, 'lostpointercapture', pointerId, at);
      if (!element.disabled && canClick(element)) point(element, 'click', pointerId, at);
    };
  }

  return {
    hold,
    /** Finds everything that can be pressed now, in the order of the page. @returns {Spot[]} */
    spots() {
      return isFree() ? findSpots(page.root) : [];
    },
    /** Moves a slider of the browser's own kind. @param {Spot} spot @param {number} share 0 to 1 */
    slide({ element }, share) {
      const { min = 0, max = 100 } = /** @type {any} */ (element.attributes ?? {});
      /** @type {any} */ (element).value = String(Number(min) + share * (Number(max) - Number(min)));
      page.dispatch(element, 'input');
      page.dispatch(element, 'change');
    },
  };
}

/** @typedef {ReturnType<typeof createHands>} Hands */

/** @param {Element} element */
function canClick(element) {
  for (let one = /** @type {Element | null} */ (element); one; one = one.parentNode) {
    if (one.hears('click')) return true;
  }
  return false;
}

/** @param {Element} root @param {Spot[]} [found] @returns {Spot[]} */
function findSpots(root, found = []) {
  for (const child of root.childNodes) {
    if (!(child instanceof Element) || child.hidden || child.inert) continue;
    if (!child.disabled && isSpot(child)) found.push(toSpot(child));
    findSpots(child, found);
  }
  return found;
}

/** @param {Element} element */
function isSpot(element) {
  return element.hears('pointerdown') || element.hears('click') || isRange(element);
}

/** @param {Element} element */
export function isRange(element) {
  return element.localName === 'input' && element.getAttribute('type') === 'range';
}

/** @param {Element} element @returns {Spot} its words are read by few, so they are found when they are read */
function toSpot(element) {
  return {
    element,
    isSlider: isRange(element) || element.getAttribute('role') === 'slider',
    get words() {
      return wordsOf(element);
    },
  };
}

/** @param {Element} element */
function wordsOf(element) {
  const texts = [element.className, element.id, element.textContent, element.getAttribute('aria-label')];
  const data = Object.values(element.data ?? {});
  return new Set(`${texts.join(' ')} ${data.join(' ')}`.toLowerCase().split(/[^\p{L}\p{N}]+/u));
}
