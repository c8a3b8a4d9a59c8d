/** Draws the lines and the marks of series as SVG: those of a chart, and those of its legend. */

/** @import { Series } from '../types.js' */
/** @import { Html } from './html.js' */

import { svg } from './html.js';

/** Paths of radius 1. Series take the shapes in this order, the most different first. */
const SHAPES = Object.freeze(
  /** @type {Record<string, string>} */ ({
    circle: 'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
    square: 'M-.88-.88H.88V.88H-.88Z',
    triangle: 'M0-1.15L1.08.8H-1.08Z',
    diamond: 'M0-1.25L1.25 0L0 1.25L-1.25 0Z',
    down: 'M0 1.15L1.08-.8H-1.08Z',
    cross: 'M-.9-.9L.9.9M-.9.9L.9-.9',
    plus: 'M0-1.15V1.15M-1.15 0H1.15',
    star: 'M0-1.3L.38-.42L1.3-.36L.6.22L.8 1.1L0 .62L-.8 1.1L-.6.22L-1.3-.36L-.38-.42Z',
    hexagon: 'M1.1 0L.55.95H-.55L-1.1 0L-.55-.95H.55Z',
    bar: 'M-.4-1.2H.4V1.2H-.4Z',
    ring: 'M1.9 0A1.9 1.9 0 1 1-1.9 0A1.9 1.9 0 1 1 1.9 0Z',
    // "At least": it may be anywhere above.
    up: 'M-.35 .6V-1.5H-1L0-3.4L1-1.5H.35V.6Z',
  }),
);
/** Dashes and the gaps between them, in pixels. */
const DASHES = Object.freeze({ solid: 'none', dashed: '7 4', dotted: '1.5 3.5', dashdot: '8 3 2 3' });
/** Points that are not valid are this pale. */
const FAINT = 0.55;

/** @param {number} index @returns {string} the name of a shape; the names repeat */
export function shapeAt(index) {
  const names = Object.keys(SHAPES);
  return names[index % names.length] ?? 'circle';
}

/**
 * @param {Series} series
 * @param {{ path: string, spots: readonly { left: number, top: number }[], markPx: number, opacity?: number }} place where
 *   its line goes, and where its marks are
 * @returns {Html} in the tone of the series
 */
export function strokes({ tone, line, anchor, faint, mark = '', open }, { path, spots, markPx, opacity }) {
  const mixed = `color-mix(in oklch, var(--last) ${100 * Number(tone)}%, var(--b))`;
  const colour = typeof tone === 'number' ? mixed : `var(--${tone})`;
  const fill = open ? 'var(--paper)' : 'currentColor';
  const width = (markPx < 4 ? 1 : 1.6) / markPx;
  const looks = line && svg`stroke-width="${anchor ? 1.25 : 2}" stroke-dasharray="${DASHES[line]}"`;
  const shape = SHAPES[mark] && svg`fill="${fill}" stroke-width="${width}" d="${SHAPES[mark]}"`;
  return svg`<g color="${colour}" stroke="currentColor" opacity="${opacity ?? (faint ? FAINT : 1)}">
    ${looks && svg`<path d="${path}" fill="none" stroke-linejoin="round" ${looks} />`}
    ${shape && spots.map(({ left, top }) => svg`<path transform="translate(${left} ${top}) scale(${markPx})" ${shape} />`)}
  </g>`;
}
