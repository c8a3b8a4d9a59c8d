/** The panel's few pictograms, drawn on a 20 × 20 grid in the colour of the text beside them. */

import { html } from 'htm/preact';

const PATHS = {
  back: 'M14 4L5 10l9 6z',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4z',
  done: 'M4 10.5l4 4 8-9',
  eye: 'M1.5 10c2-3.5 5-5.5 8.5-5.5s6.5 2 8.5 5.5c-2 3.5-5 5.5-8.5 5.5S3.5 13.5 1.5 10M10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  unseen:
    'M3 3l14 14M7 5.3c1-.5 2-.8 3-.8 3.5 0 6.5 2 8.5 5.5-.7 1.2-1.5 2.2-2.4 3M4.5 6.5c-1.2.9-2.2 2-3 3.5 2 3.5 5 5.5 8.5 5.5 1.2 0 2.3-.2 3.3-.6',
  grip: 'M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01',
  health: 'M2 11h4l2-6 4 11 2.5-5H18',
  locked: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  more: 'M3.5 10h1M9.5 10h1M15.5 10h1',
  open: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  pause: 'M6 4v12M14 4v12',
  plus: 'M10 4v12M4 10h12',
  pencil: 'M4 16l1-4 8-8 3 3-8 8zM11 6l3 3',
  players:
    'M7.5 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M2.5 16c0-3 2-4.5 5-4.5s5 1.5 5 4.5M13 4.3a2.5 2.5 0 0 1 0 4.6M14.5 12c2 .5 3 2 3 4',
  rates: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  remote: 'M6 2h8v16H6zM10 5.5h.01M8.5 9h3M8.5 12h3',
  reset: 'M4.5 9a6 6 0 1 1 1 5M4 4v5h5',
  show: 'M6 4l10 6-10 6z',
  unlocked: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 5.8-1',
  warn: 'M10 3l8 14H2zM10 8v4M10 14.5h.01',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {{ name: IconName }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
