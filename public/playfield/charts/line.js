/** Line: how a value went, with the band around it in which it may lie. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Look } from './chart.js' */
/** @import { Dot } from './runs.js' */

import { ticksOf } from '../../shared/scale.js';
import { createChart } from './chart.js';
import { fillBand, moveApart, runsOf, setDash, strokeRun } from './runs.js';

/** A line that has just begun would stretch three points over the whole width. */
const FEWEST_SPAN = 10;
const BAND_ALPHA = '40';

/**
 * @typedef {readonly [x: number, y: number | null, low?: number, high?: number]} LinePoint y null: a gap; low and high:
 *   the ends of the band
 * @typedef {{ label: string, points: readonly LinePoint[] }} Series points in the order of x
 *
 * @typedef {object} LineOptions
 * @property {number} [from] the lowest y, default -1
 * @property {number} [to] the highest, default 1
 * @property {readonly [string, string]} [ends] the meanings of both, lower one first, instead of their numbers
 * @property {number} [span] how much of x is shown, its newest part; default: all
 * @property {(x: number) => string} [xText] default: seconds as minutes and seconds, `1:05`
 * @property {(view: any) => readonly Series[]} [read] default: the frame's `series`
 * @property {string} [title]
 */

/**
 * Shows lines over time, up to six, each with its name and its last value at its end.
 * @param {HTMLElement} root
 * @param {PlayfieldHost<any>} host
 * @param {LineOptions} [options]
 */
export function line(root, host, options = {}) {
  const { title = '', read = (view) => view.series } = options;
  return createChart(root, host, {
    title,
    read,
    data: /** @type {readonly Series[]} */ ([]),
    paint: (look, series) => paintLines(look, series, { from: -1, to: 1, xText: clock, ...options }),
    words: (/** @type {readonly Series[]} */ series) =>
      series.map(({ label, points }) => `${label} ${lastOf(points)?.[1]?.toFixed(2) ?? '–'}`).join(', '),
  });
}

/** @param {Look} look @param {readonly Series[]} series @param {LineOptions & { from: number, to: number, xText: (x: number) => string }} options */
function paintLines(look, series, options) {
  const { pen } = look;
  const plot = layOut(look, series, options);
  paintAxes(look, plot, options);
  pen.save();
  pen.beginPath();
  pen.rect(
    plot.left,
    plot.top - plot.thick,
    plot.right - plot.left + plot.thick,
    plot.bottom - plot.top + 2 * plot.thick,
  );
  pen.clip();
  const parts = series.map(({ points }) => dotsOf(plot, points));
  parts.forEach((runs, place) => paintBand(look, runs, place));
  parts.forEach((runs, place) => paintLine(look, plot, runs, place));
  pen.restore();
  paintNames(look, plot, series);
}

/** @param {Look} look @param {readonly Series[]} series @param {LineOptions & { from: number, to: number }} options */
function layOut({ width, height, size, top, lettering }, series, { from, to, ends, span }) {
  const texts = ends ?? [String(from), String(to)];
  const names = Math.max(0, ...series.map(({ label }) => lettering.measure(label, size * 0.8, 700)));
  const left =
    size + Math.min(width * 0.22, Math.max(...texts.map((text) => lettering.measure(text, size * 0.8, 600))));
  const right = width - size - Math.min(width * 0.24, names);
  const bottom = height - size * 1.7;
  const start = top + size * 0.9;
  const newest = Math.max(...series.map(({ points }) => points.at(-1)?.[0] ?? 0), 0);
  const oldest = Math.min(...series.map(({ points }) => points[0]?.[0] ?? newest), newest);
  const shown = Math.max(FEWEST_SPAN, span ?? newest - oldest);
  const first = span === undefined ? oldest : Math.max(oldest, newest - span);
  return {
    ...{ left, right, bottom, top: start, first, last: first + shown, thick: Math.max(3, height / 110) },
    x: (/** @type {number} */ value) => left + ((value - first) / shown) * (right - left),
    y: (/** @type {number} */ value) => bottom - ((value - from) / (to - from)) * (bottom - start),
  };
}

/** @typedef {ReturnType<typeof layOut>} Plot */

/** @param {Look} look @param {Plot} plot @param {LineOptions & { from: number, to: number, xText: (x: number) => string }} options */
function paintAxes({ pen, theme, lettering, width, size, number }, plot, { from, to, ends, xText }) {
  const type = { size: size * 0.8, weight: 600, colour: theme.ink2 };
  pen.lineWidth = Math.max(1, size / 20);
  for (const value of ticksOf(from, to, 5)) {
    pen.strokeStyle = value === 0 || value === from ? theme.ink2 : `${theme.ink2}55`;
    pen.beginPath();
    pen.moveTo(plot.left, plot.y(value));
    pen.lineTo(plot.right, plot.y(value));
    pen.stroke();
    if (!ends)
      lettering.put(pen, number(value), plot.left - size * 0.4, plot.y(value), { ...type, align: 'right' });
  }
  ends?.forEach((text, place) => {
    const y = plot.y(place === 0 ? from : to);
    lettering.put(pen, text, plot.left - size * 0.4, y, { ...type, align: 'right', maxWidth: width * 0.22 });
  });
  for (const value of ticksOf(plot.first, plot.last, 5))
    lettering.put(pen, xText(value), plot.x(value), plot.bottom + size * 0.9, type);
}

/** @param {Plot} plot @param {readonly LinePoint[]} points @returns {Dot[][]} in runs between gaps */
function dotsOf({ x, y }, points) {
  const runs = runsOf(points, ([, value]) => (value === null ? null : false));
  return runs.map((run) =>
    run.map(([at, value, low, high]) => {
      const band = low === undefined || high === undefined ? {} : { low: y(low), high: y(high) };
      return { x: x(at), y: y(Number(value)), ...band };
    }),
  );
}

/** @param {Look} look @param {Dot[][]} runs @param {number} place */
function paintBand({ pen, theme }, runs, place) {
  pen.fillStyle = `${theme.teams[place % 6]}${BAND_ALPHA}`;
  for (const run of runs) fillBand(pen, run);
}

/** @param {Look} look @param {Plot} plot @param {Dot[][]} runs @param {number} place */
function paintLine({ pen, theme }, plot, runs, place) {
  pen.strokeStyle = theme.teams[place % 6] ?? theme.accent;
  pen.lineWidth = plot.thick;
  pen.lineJoin = 'round';
  setDash(pen, place, plot.thick);
  for (const run of runs) strokeRun(pen, run);
  pen.setLineDash([]);
}

/** Writes the names at the ends of the lines, apart from each other. @param {Look} look @param {Plot} plot @param {readonly Series[]} series */
function paintNames({ pen, theme, lettering, width, size }, plot, series) {
  const ends = series
    .map(({ label, points }, place) => ({ label, place, last: lastOf(points) }))
    .filter(({ last }) => last)
    .map((end) => ({ ...end, y: plot.y(Number(end.last?.[1])) }));
  const places = moveApart(
    ends.map(({ y }) => y),
    size,
    plot.top,
    plot.bottom,
  );
  ends.forEach(({ label, place, last, y }, rank) => {
    const at = Number(places[rank]);
    const x = plot.x(last?.[0] ?? 0);
    pen.fillStyle = theme.teams[place % 6] ?? theme.accent;
    pen.beginPath();
    pen.arc(x, y, plot.thick * 1.6, 0, 2 * Math.PI);
    pen.fill();
    const type = { size: size * 0.8, weight: 700, colour: theme.ink, align: /** @type {const} */ ('left') };
    lettering.put(pen, label, x + size * 0.5, at, { ...type, maxWidth: width - x - size * 0.7 });
  });
}

/** @param {readonly LinePoint[]} points */
function lastOf(points) {
  return points.findLast(([, y]) => y !== null);
}

/** @param {number} seconds @returns {string} `1:05` */
function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(Math.abs(whole % 60)).padStart(2, '0')}`;
}
