/** Gives each outcome of a run a shape, so that none is told by its colour alone; theme.css has the tones. */

/** @import { Outcome } from '../types.js' */
/** @import { Html } from './html.js' */

import { html } from './html.js';

/** Paths in a square of 24, drawn as lines. @type {Readonly<Record<Outcome, string>>} */
const SHAPES = Object.freeze({
  // A ring with a tick, a stop sign with a cross, a lens, a square struck through.
  passed: 'M12 1A11 11 0 1 1 12 23A11 11 0 1 1 12 1ZM6.5 12.5L10.5 16.5L18 8',
  failed: 'M7.5 1H16.5L23 7.5V16.5L16.5 23H7.5L1 16.5V7.5ZM8 8L16 16M16 8L8 16',
  'not-found':
    'M10 2A8 8 0 1 1 10 18A8 8 0 1 1 10 2ZM16 16L22.5 22.5M7.5 8A2.6 2.6 0 1 1 10 11V12M10 14.4V14.6',
  invalid: 'M2 2H22V22H2ZM2 22L22 2',
  // A sign to give way, a burst with a wave in it, a triangle with a mark of exclamation.
  throttled: 'M1.5 3H22.5L12 22ZM8 8H16M10 12H14',
  disturbed: 'M12 1L23 12L12 23L1 12ZM6 12C8 8 10 8 12 12S16 16 18 12',
  incomplete: 'M12 2L23 22H1ZM12 9V15.5M12 18.3V18.6',
});

/** @param {Outcome} outcome @returns {Html} */
export function outcomeMark(outcome) {
  return html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linejoin="round"
    stroke-linecap="round"
    aria-hidden="true"
  >
    <path d="${SHAPES[outcome]}" />
  </svg>`;
}
