/**
 * Draws a chart as SVG. Lines follow the order of their points, because a server that jams turns its curve back on
 * itself, and marks differ in shape, because a shape must say what a hue says.
 */

/** @import { Axis, Chart, Guide, Series } from '../types.js' */

import { nines, tidy } from './format.js';
import { svg } from './html.js';
import { strokes } from './marks.js';
import { linearTicks, logTicks, rangeOf, tens } from './ticks.js';

/** Room around the plot for the words of its axes, and above it for the names of guides. */
const ROOM_PX = Object.freeze({ top: 14, names: 34, right: 18, bottom: 58, left: 22 });
const TICK_PX = 5;
const MARK_PX = 4;
/** Many published points are drawn faintly behind ours; a few are as large as ours. */
const CLOUD = { points: 60, markPx: 1.8, opacity: 0.6 };

/**
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Frame of the plot in its picture, in pixels
 * @typedef {(x: number, y: number | null) => { left: number, top: number } | null} Place null: it has no logarithm
 */

/**
 * @param {Chart} chart
 * @param {{ widthPx: number, heightPx: number, scales: Record<'x' | 'y', 'linear' | 'log'>, measure: (words: string) => number }} options with the
 *   width of words on an axis
 */
export function plotOf(chart, { widthPx, heightPx, scales, measure }) {
  const { series, guides = [] } = chart;
  const bottom = heightPx - ROOM_PX.bottom;
  const top = guides.some(({ axis }) => axis === 'x') ? ROOM_PX.names : ROOM_PX.top;
  // Two ticks are at least 38 px apart up the side, and 90 px along the bottom.
  const y = axisOf(chart, 'y', { scale: scales.y, from: bottom, to: top, wanted: (heightPx - 70) / 38 });
  const left = ROOM_PX.left + Math.max(20, ...y.ticks.map(({ words }) => measure(words)));
  const right = widthPx - ROOM_PX.right;
  const x = axisOf(chart, 'x', { scale: scales.x, from: left, to: right, wanted: (widthPx - 90) / 90 });
  const frame = { left, right, top, bottom };
  /** @type {Place} */
  const place = (atX, atY) => {
    const spot = { left: x.place(atX), top: y.place(atY ?? NaN) };
    return Number.isFinite(spot.left) && Number.isFinite(spot.top) ? spot : null;
  };
  const published = series.filter(({ anchor }) => anchor);
  const isCloud = published.flatMap(({ points }) => points).length > CLOUD.points;
  const ours = series.filter(({ anchor }) => !anchor);
  const picture = svg`<svg width="${widthPx}" height="${heightPx}" display="block" aria-hidden="true">
    ${drawAxes(chart.x, x.ticks, y.ticks, frame)}
    ${published.map((one) => drawSeries(one, place, isCloud ? CLOUD : { markPx: MARK_PX }))}
    ${drawGuides(guides, { x: x.place, y: y.place }, frame)}
    ${ours.map((one) => drawSeries(one, place, { markPx: MARK_PX }))} ${drawEnds([...ours, ...published], place)}
    <rect class="frame" fill="none" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" />
  </svg>`;
  return { picture, place };
}

/**
 * @param {Chart} chart
 * @param {'x' | 'y'} side
 * @param {{ scale: 'linear' | 'log', from: number, to: number, wanted: number }} span pixels, and how many ticks there may be
 */
function axisOf(chart, side, { scale, from, to, wanted }) {
  const { isNines, reach } = chart[side];
  const values = chart.series.flatMap(({ points }) =>
    points.map((point) => point[side === 'x' ? 0 : 1] ?? 0),
  );
  const lines = (chart.guides ?? []).flatMap(({ axis, at }) => (axis === side ? [at] : []));
  const [min, max] = rangeOf([...values, ...lines], scale, reach);
  const size = scale === 'log' ? Math.log : Number;
  /** @param {number} value @returns {number} in tenths of a pixel */
  const place = (value) =>
    Math.round((from + ((to - from) * (size(value) - size(min))) / (size(max) - size(min))) * 10) / 10;
  const round = scale === 'log' ? logTicks(min, max) : linearTicks(min, max, wanted);
  const steps = isNines ? tens(max) : round;
  return { place, ticks: steps.map((at) => ({ px: place(at), words: wordsAt(chart[side], at) })) };
}

/** @param {Axis} axis @param {number} at @returns {string} */
export function wordsAt({ isNines }, at) {
  return isNines ? nines(at) : tidy(at);
}

/** @param {Axis} x @param {{ px: number, words: string }[]} ticksX @param {{ px: number, words: string }[]} ticksY @param {Frame} frame */
function drawAxes(x, ticksX, ticksY, { left, right, top, bottom }) {
  const grid = [
    ...ticksX.map(({ px }) => `M${px} ${top}V${bottom + TICK_PX}`),
    ...ticksY.map(({ px }) => `M${left - TICK_PX} ${px}H${right}`),
  ];
  return svg`<path class="grid" d="${grid.join('')}" />
    ${ticksX.map(({ px, words }) => svg`<text x="${px}" y="${bottom + 22}" text-anchor="middle">${words}</text>`)}
    ${ticksY.map(({ px, words }) => svg`<text x="${left - 11}" y="${px + 4.5}" text-anchor="end">${words}</text>`)}
    <text x="${(left + right) / 2}" y="${bottom + 49}" text-anchor="middle" class="label">${x.label}</text>`;
}

/** @param {Series} series @param {Place} place @param {{ markPx: number, opacity?: number }} look */
function drawSeries(series, place, look) {
  const all = series.points.map(([x, y]) => place(x, y));
  const path = all.map((spot, index) => spot && `${all[index - 1] ? 'L' : 'M'}${spot.left} ${spot.top}`);
  return strokes(series, { ...look, path: path.join(''), spots: all.filter((spot) => spot !== null) });
}

/** @param {Guide[]} guides @param {Record<'x' | 'y', (value: number) => number>} place @param {Frame} frame */
function drawGuides(guides, place, { left, right, top, bottom }) {
  let endPx = -Infinity;
  let isRaised = false;
  return guides.map(({ axis, at, label }) => {
    const px = place[axis](at);
    if (axis === 'y')
      return svg`<path class="guide" d="M${left} ${px}H${right}" />
        <text x="${left + 5}" y="${px - 5}" class="name">${label}</text>`;
    // Names above the plot share two rows where they are close.
    isRaised = px < endPx && !isRaised;
    endPx = px + (label.length + 2) * 6.5;
    return svg`<path class="guide" d="M${px} ${top}V${bottom}" />
      <text x="${px}" y="${top - (isRaised ? 20 : 6)}" class="name">${label}</text>`;
  });
}

/** @param {readonly Series[]} series @param {Place} place the names above last points; one that would lie over another is left out */
function drawEnds(series, place) {
  /** @type {{ left: number, top: number, halfPx: number }[]} */
  const taken = [];
  return series.map(({ endLabel, points }) => {
    const spot = endLabel && points.map(([x, y]) => place(x, y)).findLast((one) => one !== null);
    if (!spot) return null;
    const name = { left: spot.left, top: spot.top - 9, halfPx: endLabel.length * 4 };
    const isNear = (/** @type {typeof name} */ { left, top, halfPx }) =>
      Math.abs(left - name.left) < halfPx + name.halfPx && Math.abs(top - name.top) < 14;
    if (taken.some(isNear)) return null;
    taken.push(name);
    return svg`<text x="${name.left}" y="${name.top}" text-anchor="middle" class="name">${endLabel}</text>`;
  });
}
