/** The sections of reveal.js, one for each slide; only those near the slide that is on have anything in them. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { Backdrop } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { createSlide } from './slide.js';

/** Slides before and behind the one that is on which are made already. */
const NEAR = 1;

/** @param {HTMLElement} root */
export function createSections(root) {
  /** @type {Map<number, ReturnType<typeof createSlide>>} */
  const made = new Map();
  /** @type {Backdrop['slides']} */
  let slides = [];
  /** @type {PlayfieldHost<typeof game> | null} */
  let host = null;

  return {
    /** Makes empty sections. @param {Backdrop['slides']} next @param {PlayfieldHost<typeof game>} words with the words of the deck */
    set(next, words) {
      slides = next;
      host = words;
      made.clear();
      root.replaceChildren(...slides.map(() => h('section', { class: 'talk-section' })));
    },
    /**
     * Fills the sections near a slide, and empties the others but the one that is leaving.
     * @param {number} now from 0 @param {number} leaving -1: none
     */
    fill(now, leaving) {
      for (const place of made.keys())
        if (Math.abs(place - now) > NEAR && place !== leaving) {
          root.children[place]?.replaceChildren();
          made.delete(place);
        }
      for (let place = Math.max(0, now - NEAR); place <= now + NEAR; place++) {
        const slide = slides[place];
        if (!slide || !host || made.has(place)) continue;
        const next = createSlide(slide, host);
        made.set(place, next);
        root.children[place]?.replaceChildren(next.root);
      }
    },
    /** Fits the type again: a slide was moved or filled, or a picture, the typeface or the style sheet has arrived. */
    fit() {
      for (const one of made.values()) one.fit();
    },
    /** @param {number} place from 0 */
    element: (place) => made.get(place)?.element ?? null,
    get isEmpty() {
      return slides.length === 0;
    },
  };
}
