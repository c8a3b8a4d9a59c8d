/**
 * Puts the charts of a report on the page. Axes, scales and the cursor are uPlot's; lines and marks are
 * ours (paint.js), because a server that jams turns its curve back on itself, and a shape must say what a
 * hue says.
 */

/** @import { Axis, Chart } from '../types.js' */
/** @typedef {{ chart: Chart, host: HTMLElement, scales: Record<'x' | 'y', 'linear' | 'log'>, plot: uPlot | null }} Drawn */

import uPlot from 'uplot';
import { nines, tidy } from './format.js';
import { hasNames, paint } from './paint.js';
import { linearTicks, logTicks, rangeOf, tens } from './ticks.js';
import { makeTip } from './tip.js';

const HEIGHT_PX = 300;
/** This much room above the plot is for the names of guides. */
const NAMES_PX = 34;
/** Two ticks of an axis are at least this far apart. */
const TICK_PX = { x: 90, y: 38 };
/** A4 has this width between its margins, in CSS pixels; the other figure is half of it. */
const PAPER_PX = { wide: 690, half: 335 };
const PAPER_HEIGHT = 0.8;

const charts = /** @type {Chart[]} */ (JSON.parse(document.getElementById('charts')?.textContent ?? '[]'));
const drawn = charts.map(mount).filter((entry) => entry !== null);
watchPage();

/** @param {Chart} chart @returns {Drawn | null} */
function mount(chart) {
  const figure = document.getElementById(`chart-${chart.id}`);
  const host = /** @type {HTMLElement | null} */ (figure?.querySelector('.plot') ?? null);
  if (!figure || !host) return null;
  /** @type {Drawn} */
  const entry = {
    chart,
    host,
    scales: { x: chart.x.scale ?? 'linear', y: chart.y.scale ?? 'linear' },
    plot: null,
  };
  for (const button of figure.querySelectorAll('button')) listen(button, entry);
  draw(entry);
  return entry;
}

/** @param {HTMLButtonElement} button @param {Drawn} entry */
function listen(button, entry) {
  const axis = button.dataset['axis'] === 'x' ? 'x' : 'y';
  button.addEventListener('click', () => {
    entry.scales[axis] = entry.scales[axis] === 'log' ? 'linear' : 'log';
    button.setAttribute('aria-pressed', String(entry.scales[axis] === 'log'));
    draw(entry);
  });
}

/** @param {Drawn} entry @param {number} [widthPx] @param {number} [heightPx] */
function draw(entry, widthPx = entry.host.clientWidth, heightPx = entry.chart.heightPx ?? HEIGHT_PX) {
  entry.plot?.destroy();
  const { chart, host, scales } = entry;
  const colour = colours(host);
  const ranges = {
    x: axisRange(chart, 'x', scales.x),
    y: axisRange(chart, 'y', scales.y),
  };
  const tip = makeTip(entry);
  entry.plot = new uPlot(
    {
      width: Math.max(260, widthPx),
      height: heightPx,
      padding: [hasNames(chart) ? NAMES_PX : 14, 18, 0, 4],
      legend: { show: false },
      cursor: {
        drag: { x: false, y: false },
        points: { show: false },
        x: !chart.x.categories,
        y: !chart.y.categories,
      },
      scales: {
        x: { time: false, distr: scales.x === 'log' ? 3 : 1, range: ranges.x },
        y: { distr: scales.y === 'log' ? 3 : 1, range: ranges.y },
      },
      axes: [
        axisOptions(chart.x, scales.x, 'x', colour),
        { ...axisOptions(chart.y, scales.y, 'y', colour), label: undefined },
      ],
      // The scales need a series; ours are drawn by paint().
      series: [{}, { show: true, paths: () => null, points: { show: false } }],
      hooks: { draw: [(plot) => paint(plot, entry, colour)], setCursor: [tip] },
    },
    [ranges.x, ranges.y],
    host,
  );
}

/** @param {HTMLElement} host @returns {(tone: string) => string} the colours of the theme that is on */
function colours(host) {
  const style = getComputedStyle(host);
  return (tone) => style.getPropertyValue(`--${tone}`).trim() || style.color;
}

/** @param {Chart} chart @param {'x' | 'y'} side @param {'linear' | 'log'} scale @returns {[number, number]} */
function axisRange(chart, side, scale) {
  const { categories, reach } = chart[side];
  if (categories) return [-0.6, categories.length - 0.4];
  const index = side === 'x' ? 0 : 1;
  const values = chart.series.flatMap(({ points }) => points.map((point) => point[index] ?? 0));
  const guides = (chart.guides ?? []).filter(({ axis }) => axis === side).map(({ at }) => at);
  return rangeOf([...values, ...guides], scale, reach);
}

/**
 * @param {Axis} axis
 * @param {'linear' | 'log'} scale
 * @param {'x' | 'y'} side
 * @param {(tone: string) => string} colour
 * @returns {uPlot.Axis}
 */
function axisOptions({ label, categories, isNines }, scale, side, colour) {
  const face = getComputedStyle(document.body).fontFamily;
  return {
    label,
    labelFont: `500 13px ${face}`,
    labelSize: 24,
    labelGap: 2,
    font: `13px ${face}`,
    stroke: colour('ink-2'),
    grid: { stroke: colour('grid'), width: 1 },
    ticks: { show: !categories, stroke: colour('grid'), width: 1, size: 5 },
    gap: 6,
    size: side === 'x' ? 34 : (plot, values) => widest(plot, values) + 18,
    splits: (plot, _axis, min, max) => {
      if (categories) return categories.map((_name, index) => index);
      const px = side === 'x' ? plot.width - 90 : plot.height - 70;
      if (isNines) return tens(max);
      return scale === 'log' ? logTicks(min, max) : linearTicks(min, max, px / TICK_PX[side]);
    },
    values: (_plot, splits) =>
      splits.map((value) => (categories ? (categories[value] ?? '') : isNines ? nines(value) : tidy(value))),
    filter: (_plot, splits) => splits,
  };
}

/** @param {uPlot} plot @param {string[] | null} values */
function widest(plot, values) {
  plot.ctx.save();
  plot.ctx.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const px = Math.max(20, ...(values ?? []).map((value) => plot.ctx.measureText(value).width));
  plot.ctx.restore();
  return px;
}

/** Draws again on a new width, theme or on paper, because canvases cannot restyle themselves. */
function watchPage() {
  const again = () => drawn.forEach((entry) => draw(entry));
  let widthPx = document.body.clientWidth;
  addEventListener('resize', () => {
    if (document.body.clientWidth === widthPx) return;
    widthPx = document.body.clientWidth;
    again();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('on-paper');
    for (const entry of drawn) drawOnPaper(entry);
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('on-paper');
    again();
  });
  // The font of the page arrives after the first drawing.
  document.fonts.ready.then(again);
}

/** @param {Drawn} entry */
function drawOnPaper(entry) {
  const heightPx = (entry.chart.heightPx ?? HEIGHT_PX) * PAPER_HEIGHT;
  draw(entry, entry.chart.wide ? PAPER_PX.wide : PAPER_PX.half, heightPx);
}
