/** Draws curves over time as one SVG picture, in panels below each other on one time axis. */

import { tidy } from '../report/page/format.js';
import { linearTicks, logTicks } from '../report/page/ticks.js';

const WIDTH = 1200;
const PANEL = 150;
const LEFT = 90;
const RIGHT = 210;
const TOP = 100;
const NOTE = 19;
const GAP = 46;
const COLOURS = ['#5b3fd6', '#d9480f', '#0b7285', '#868e96', '#2b8a3e'];

/**
 * @typedef {{ label: string, points: [number, number][], isDashed?: boolean }} Curve
 * @typedef {{ title: string, curves: Curve[], limit?: { at: number, label: string }, isLog?: boolean }} Panel
 */

/**
 * @param {{ title: string, notes: string[], panels: Panel[], endS: number, marks?: { atS: number, label: string }[] }} picture
 * @returns {string} an SVG document
 */
export function draw({ title, notes, panels, endS, marks = [] }) {
  const top = TOP + notes.length * NOTE;
  const height = top + panels.length * (PANEL + GAP) + 20;
  const x = (/** @type {number} */ s) => LEFT + ((WIDTH - LEFT - RIGHT) * s) / endS;
  const parts = panels.map((panel, index) => drawPanel(panel, top + index * (PANEL + GAP), x, endS));
  const lines = marks.map(
    ({ atS, label }, index) =>
      `<line x1="${r(x(atS))}" x2="${r(x(atS))}" y1="${top}" y2="${height - 40}" stroke="#adb5bd" stroke-dasharray="2 4"/>` +
      text(x(atS) + 4, top - 26 - 14 * (index % 2), label, { size: 12, colour: '#495057' }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">
<rect width="100%" height="100%" fill="#fff"/>
${text(LEFT, 28, title, { size: 22, weight: 700 })}
${notes.map((note, index) => text(LEFT, 52 + index * NOTE, note, { size: 14, colour: colourOf(note) })).join('\n')}
${lines.join('\n')}
${parts.join('\n')}
${text(LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 8, 'seconds', { size: 12, anchor: 'middle', colour: '#495057' })}
</svg>
`;
}

/** @param {Panel} panel @param {number} top @param {(s: number) => number} x @param {number} endS */
function drawPanel({ title, curves, limit, isLog = false }, top, x, endS) {
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value)).filter(Number.isFinite);
  const highest = Math.max(...values, limit?.at ?? 0, isLog ? 1 : 1e-9);
  const [least, most] = isLog ? [0.1, highest * 1.08] : [0, highest * 1.05];
  const share = (/** @type {number} */ value) =>
    isLog ? Math.log(Math.max(value, least) / least) / Math.log(most / least) : value / most;
  const y = (/** @type {number} */ value) => top + PANEL * (1 - share(value));
  const steps = isLog ? logTicks(least, most) : linearTicks(0, most, 5);
  const grid = steps.map(
    (value) =>
      `<line x1="${LEFT}" x2="${r(x(endS))}" y1="${r(y(value))}" y2="${r(y(value))}" stroke="#e9ecef"/>` +
      text(LEFT - 8, y(value) + 4, tidy(value), { size: 12, anchor: 'end', colour: '#495057' }),
  );
  const clock = linearTicks(0, endS, 14).map((s) =>
    text(x(s), top + PANEL + 16, String(s), { size: 11, anchor: 'middle', colour: '#868e96' }),
  );
  const drawn = curves.map(({ points, isDashed }, index) => {
    const path = points
      .filter(([, value]) => Number.isFinite(value))
      .map(([s, value]) => `${r(x(s))},${r(y(value))}`);
    return `<polyline fill="none" stroke="${COLOURS[index]}" stroke-width="1.8" ${isDashed ? 'stroke-dasharray="5 4"' : ''} points="${path.join(' ')}"/>`;
  });
  const legend = curves.map(({ label }, index) =>
    text(WIDTH - RIGHT + 14, top + 16 + index * 18, label, { size: 13, colour: COLOURS[index] ?? '#000' }),
  );
  const bound = limit
    ? `<line x1="${LEFT}" x2="${r(x(endS))}" y1="${r(y(limit.at))}" y2="${r(y(limit.at))}" stroke="#c92a2a" stroke-dasharray="6 4"/>` +
      text(x(endS) - 4, y(limit.at) - 4, limit.label, { size: 11, anchor: 'end', colour: '#c92a2a' })
    : '';
  return [
    text(LEFT, top - 8, title, { size: 13, weight: 600 }),
    ...grid,
    ...clock,
    bound,
    ...drawn,
    ...legend,
  ].join('\n');
}

/** @param {number} x @param {number} y @param {string} words @param {{ size?: number, weight?: number, anchor?: string, colour?: string }} [style] */
function text(x, y, words, { size = 12, weight = 400, anchor = 'start', colour = '#212529' } = {}) {
  const safe = words.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
  return `<text x="${r(x)}" y="${r(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${colour}">${safe}</text>`;
}

/** @param {string} note */
function colourOf(note) {
  return note.startsWith('✗') ? '#c92a2a' : note.startsWith('✓') ? '#2b8a3e' : '#495057';
}

/** @param {number} value */
function r(value) {
  return Math.round(value * 10) / 10;
}
