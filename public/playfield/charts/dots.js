/** Dots: how the answers lie, a dot for each person, in stacks over an axis. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Glide, Look } from './chart.js' */

import { ticksOf } from '../../shared/scale.js';
import { createChart } from './chart.js';

/** Dots above each other at most; in a fuller stack each dot stands for several people. */
const MOST_ROWS = 14;
const ROUND = [1, 2, 5];

/**
 * @typedef {object} DotsOptions
 * @property {number} [from] the lower end of the axis, default 0
 * @property {number} [to] the higher one, default 1
 * @property {readonly [string, string]} [ends] the meanings of both, lower one first, instead of numbers
 * @property {(view: any) => readonly number[]} [read] people by range, as the fold `histogram` counts them; default: the
 *   frame's `counts`
 * @property {string} [title]
 */

/**
 * Shows a histogram as stacks of dots.
 * @param {HTMLElement} root
 * @param {PlayfieldHost<any>} host
 * @param {DotsOptions} [options]
 */
export function dots(root, host, { from = 0, to = 1, ends, read = (view) => view.counts, title = '' } = {}) {
  return createChart(root, host, {
    title,
    read,
    data: /** @type {readonly number[]} */ ([]),
    paint: (look, counts, glide) => {
      const each = peoplePerDot(counts);
      const axis = ends ?? null;
      paintStacks(look, counts, each, glide);
      paintAxis(look, axis, from, to);
      if (each > 1) paintLegend(look, host.t('playfield.dot', { count: each }));
    },
    words: (counts) => counts.join(', '),
  });
}

/**
 * Says how many people a dot stands for: the least of 1, 2, 5, 10, 20 … with which no stack is too high.
 * @param {readonly number[]} counts
 */
export function peoplePerDot(counts) {
  const needed = Math.max(1, ...counts) / MOST_ROWS;
  for (let decade = 1; ; decade *= 10) {
    const found = ROUND.find((step) => step * decade >= needed);
    if (found) return found * decade;
  }
}

/** @param {Look} look */
function areaOf({ width, height, size, top }) {
  return { left: size, right: width - size, top: top + size * 1.6, bottom: height - size * 1.9 };
}

/** @param {Look} look @param {readonly number[]} counts @param {number} each @param {Glide} glide */
function paintStacks(look, counts, each, glide) {
  const { pen, theme } = look;
  const { left, right, top, bottom } = areaOf(look);
  const column = (right - left) / Math.max(1, counts.length);
  const step = Math.min(column, (bottom - top) / MOST_ROWS);
  pen.fillStyle = theme.teams[1] ?? theme.accent;
  counts.forEach((count, place) => {
    const x = left + (place + 0.5) * column;
    const people = glide(`${each} ${place}`, count) / each;
    for (let row = 0; row < Math.ceil(people - 1e-3); row++) {
      // The last dot grows while people come; a part of a dot is a part of its people.
      const radius = step * 0.43 * Math.sqrt(Math.min(1, people - row));
      pen.beginPath();
      pen.arc(x, bottom - (row + 0.5) * step, radius, 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

/** @param {Look} look @param {readonly [string, string] | null} ends @param {number} from @param {number} to */
function paintAxis(look, ends, from, to) {
  const { pen, theme, lettering, size, number } = look;
  const { left, right, bottom } = areaOf(look);
  const y = bottom + size;
  const type = { size: size * 0.85, weight: 600, colour: theme.ink2 };
  pen.fillStyle = theme.ink2;
  pen.fillRect(left, bottom + size * 0.12, right - left, Math.max(1, size / 16));
  if (ends) {
    const most = (right - left) * 0.46;
    lettering.put(pen, ends[0], left, y, { ...type, align: 'left', maxWidth: most });
    lettering.put(pen, ends[1], right, y, { ...type, align: 'right', maxWidth: most });
    return;
  }
  for (const value of ticksOf(from, to, 6))
    lettering.put(pen, number(value), left + ((value - from) / (to - from)) * (right - left), y, type);
}

/** @param {Look} look @param {string} text */
function paintLegend(look, text) {
  const { pen, theme, lettering, width, size, top } = look;
  const type = { size: size * 0.8, weight: 600, colour: theme.ink2, align: /** @type {const} */ ('right') };
  lettering.put(pen, text, width - size, top + size * 0.7, type);
}
