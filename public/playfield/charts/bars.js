/** Bars: how many chose what. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Glide, Look } from './chart.js' */

import { niceAbove } from '../../shared/scale.js';
import { createChart, paintMark } from './chart.js';

/** The scale ends here at least, so that the first vote does not fill the screen. */
const LEAST_END = 4;
const ROWS = { gap: 0.22, most: 0.2 };

/**
 * @typedef {object} BarsOptions
 * @property {readonly string[]} of the values, in the order of the phones' `choice()`
 * @property {readonly string[]} [labels] default: `host.t(value)`
 * @property {(view: any) => Record<string, number>} [read] counts by value, of a frame; default: its `counts`
 * @property {string} [title]
 */

/**
 * Shows a bar for each choice, with its letter and shape, its number and its share.
 * @param {HTMLElement} root
 * @param {PlayfieldHost<any>} host
 * @param {BarsOptions} options
 */
export function bars(
  root,
  host,
  { of, labels = of.map((one) => host.t(one)), read = (view) => view.counts, title = '' },
) {
  const numbersOf = (/** @type {Record<string, number>} */ counts) => of.map((one) => counts[one] ?? 0);
  return createChart(root, host, {
    title,
    read,
    data: /** @type {Record<string, number>} */ ({}),
    paint: (look, counts, glide) => paintBars(look, labels, numbersOf(counts), glide),
    words: (counts) =>
      numbersOf(counts)
        .map((count, place) => `${labels[place]} ${count}`)
        .join(', '),
  });
}

/** @param {Look} look @param {readonly string[]} labels @param {number[]} counts @param {Glide} glide */
function paintBars(look, labels, counts, glide) {
  const { pen, theme, lettering, width, height, size, top } = look;
  const margin = size * 0.8;
  const room = height - top - 2 * margin;
  const row = Math.min(room / counts.length, height * ROWS.most);
  const first = top + margin + (room - row * counts.length) / 2;
  const thick = row * (1 - ROWS.gap);
  const type = Math.min(size, thick * 0.5);
  const widest = Math.max(0, ...labels.map((label) => lettering.measure(label, type, 700)));
  const left = margin + thick + Math.min(widest, width * 0.28) + 2 * type;
  const numbers = type * 4;
  const length = width - left - margin - numbers;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const end = glide('end', niceAbove(Math.max(LEAST_END, ...counts)));
  counts.forEach((count, place) => {
    const y = first + row * (place + 0.5);
    const bar = (glide(`bar ${place}`, count) / end) * length;
    const colour = theme.teams[place % 6] ?? theme.accent;
    paintMark(look, place, margin + thick / 2, y, thick * 0.8);
    lettering.put(pen, labels[place] ?? '', margin + thick + type * 0.6, y, {
      ...{ size: type, weight: 700, colour: theme.ink, align: 'left', maxWidth: width * 0.28 },
    });
    pen.fillStyle = `${colour}26`;
    block(pen, left, y - thick / 2, length, thick);
    pen.fillStyle = colour;
    block(pen, left, y - thick / 2, Math.max(thick * 0.12, bar), thick);
    const share = total > 0 ? `${Math.round((100 * count) / total)} %` : '';
    const x = left + length + type * 0.7;
    lettering.put(pen, look.number(count), x, y - (share ? type * 0.42 : 0), {
      size: type * 1.1,
      weight: 800,
      colour: theme.ink,
      align: 'left',
      maxWidth: numbers,
    });
    lettering.put(pen, share, x, y + type * 0.62, {
      size: type * 0.72,
      weight: 500,
      colour: theme.ink2,
      align: 'left',
      maxWidth: numbers,
    });
  });
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} width @param {number} height */
function block(pen, x, y, width, height) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, Math.min(width, height) * 0.22);
  pen.fill();
}
