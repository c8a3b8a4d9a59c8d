/** Gives each outcome of a run a shape and a tone, so that none is told by its colour alone. */

/** @import { Outcome } from '../types.js' */

import { svg } from './page/html.js';

/** Tones by day and by night, and paths in a square of 24, drawn as lines. @type {Record<Outcome, [day: string, night: string, path: string]>} */
const LOOKS = {
  // A ring with a tick, a stop sign with a cross, a lens, a square struck through.
  passed: ['#0b7a4b', '#3ddc97', 'M12 1A11 11 0 1 1 12 23A11 11 0 1 1 12 1ZM6.5 12.5L10.5 16.5L18 8'],
  failed: ['#c22a2a', '#ff7b7b', 'M7.5 1H16.5L23 7.5V16.5L16.5 23H7.5L1 16.5V7.5ZM8 8L16 16M16 8L8 16'],
  'not-found': [
    '#0b5fae',
    '#6fb6ff',
    'M10 2A8 8 0 1 1 10 18A8 8 0 1 1 10 2ZM16 16L22.5 22.5M7.5 8A2.6 2.6 0 1 1 10 11V12M10 14.4V14.6',
  ],
  invalid: ['#7b2fa6', '#d39bff', 'M2 2H22V22H2ZM2 22L22 2'],
  // A sign to give way, a burst with a wave in it, a triangle with a mark of exclamation.
  throttled: ['#935400', '#ffb04d', 'M1.5 3H22.5L12 22ZM8 8H16M10 12H14'],
  disturbed: ['#00707f', '#45d2e4', 'M12 1L23 12L12 23L1 12ZM6 12C8 8 10 8 12 12S16 16 18 12'],
  incomplete: ['#5c5568', '#c3bdd2', 'M12 2L23 22H1ZM12 9V15.5M12 18.3V18.6'],
};

/** The rules that give the class of an outcome its tone, and `warn` that of a warning. */
export const TONES = Object.entries({ ...LOOKS, warn: ['#8a5a00', '#ffc95e'] })
  .map(([name, [day, night]]) => `.${name} { --tone: light-dark(${day}, ${night}); }\n`)
  .join('');

/** @param {Outcome} outcome */
export function outcomeMark(outcome) {
  const pen = svg`fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"`;
  return svg`<svg class="outcome" viewBox="0 0 24 24" aria-hidden="true" ${pen}><path d="${LOOKS[outcome][2]}" /></svg>`;
}
