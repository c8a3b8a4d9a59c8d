/** The last five minutes as small multiples over one time axis. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { integer, percent, short } from '../parts/format.js';
import { BUSY_MS, JAMMED_MS } from '../parts/health.js';
import { importAgain } from '../../public/shared/in-time.js';
import { niceAbove } from '../../public/shared/scale.js';
import { history } from '../session/session.js';
import { lang, t } from '../parts/texts.js';

/** @import uPlot from 'uplot' */
/** @import { Measure } from '../session/history.js' */
/**
 * @typedef {object} ChartShape
 * @property {string} title key of its text
 * @property {Measure} main
 * @property {Measure} [second] a quieter line behind the first, with its own word
 * @property {string} unit
 * @property {(value: number) => string} format
 * @property {number} atLeast the scale never ends below this value: a flat line should look flat
 * @property {number[]} [marks] dashed lines
 */

const SPAN_S = 300;
/** Where the grid stands, in minutes before now. */
const MINUTES = [4, 3, 2, 1, 0];
/** Four readings arrive each second; the eye needs one. */
const DRAW_MS = 1000;
/** A colour of the theme, at the moment when something is drawn with it. @param {string} name */
const colour = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const LINE = colour('--signal');
const LINE_2 = colour('--signal-2');
const GRID = colour('--tint');
const TEXT = colour('--ink-2');
const MARK = colour('--careful');

/** @type {ChartShape[]} */
const CHARTS = [
  { title: 'connections', main: 'connections', unit: '', format: integer, atLeast: 10 },
  { title: 'inputs', main: 'inputsPerS', unit: '/s', format: integer, atLeast: 20 },
  { title: 'frames', main: 'framesPerS', unit: '/s', format: short, atLeast: 35 },
  {
    title: 'loop',
    main: 'loopP95Ms',
    second: 'loopP50Ms',
    unit: 'ms',
    format: short,
    atLeast: 25,
    marks: [BUSY_MS, JAMMED_MS],
  },
  { title: 'cpu', main: 'cpu', second: 'utilisation', unit: '%', format: percent, atLeast: 1 },
  { title: 'memory', main: 'rssMb', second: 'heapMb', unit: 'MB', format: integer, atLeast: 100 },
];

/** Grows by one when the charts are to be drawn again. */
const beat = signal(0);
/** The place of the pointer in the history; null: the newest reading is shown. */
const pointed = signal(/** @type {number | null} */ (null));
/** It draws the lines, once it is there. */
const plotter = signal(/** @type {typeof uPlot | null} */ (null));
/** Why there are no lines. */
const problem = signal('');

/** Its module fails as it is loaded where Intl refuses the tag of the browser's language, such as “C”: then the panel does without lines. */
async function loadPlotter() {
  try {
    plotter.value = (await importAgain('/vendor/uplot.js')).default;
    problem.value = '';
  } catch (error) {
    problem.value = /** @type {Error} */ (error).message;
  }
}

/** Shows six measures with one pointer: all give the value under it. */
export function Charts() {
  useEffect(() => {
    if (!plotter.value) void loadPlotter();
    const timer = setInterval(() => document.visibilityState === 'visible' && beat.value++, DRAW_MS);
    return () => clearInterval(timer);
  }, []);
  return html`<section class="section charts" data-group="health" aria-labelledby="charts-title">
    <h2 id="charts-title">${t('panel.charts')} <small>${t('panel.charts.span')}</small></h2>
    ${problem.value && html`<p class="field-note">${t('panel.charts.none', { problem: problem.value })}</p>`}
    ${CHARTS.map((chart) => html`<${Chart} key=${chart.title} chart=${chart} isLast=${chart === CHARTS.at(-1)} />`)}
  </section>`;
}

/** @param {{ chart: ChartShape, isLast: boolean }} props */
function Chart({ chart, isLast }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const Plot = plotter.value;
  useEffect(
    () => (Plot ? keepDrawn(Plot, /** @type {HTMLElement} */ (root.current), chart, isLast) : undefined),
    [Plot],
  );
  return html`<figure class="chart">
    <${Caption} chart=${chart} />
    <div class="plot" data-last=${isLast} ref=${root} aria-hidden="true"></div>
  </figure>`;
}

/** @param {{ chart: ChartShape }} props */
function Caption({ chart }) {
  const { title, main, second, unit, format } = chart;
  void beat.value;
  const at = pointed.value ?? history.times.length - 1;
  const say = (/** @type {Measure} */ name) => {
    const value = history.columns[name][at];
    return value === null || value === undefined ? '–' : format(value);
  };
  return html`<figcaption>
    <span class="chart-title">${t(`panel.chart.${title}`)}</span>
    <b dir="ltr">${say(main)}<small>${unit}</small></b>
    ${second && html`<span class="chart-second"><i aria-hidden="true"></i>${t(`panel.chart.${title}.second`)} ${say(second)}</span>`}
  </figcaption>`;
}

/** @param {typeof uPlot} Plot @param {HTMLElement} root @param {ChartShape} chart @param {boolean} isLast */
function keepDrawn(Plot, root, chart, isLast) {
  const plot = new Plot(optionsOf(chart, isLast), dataOf(chart), root);
  const fit = new ResizeObserver(() => root.clientWidth > 0 && plot.setSize(sizeOf(root)));
  fit.observe(root);
  const unsubscribe = beat.subscribe(() => plot.setData(dataOf(chart)));
  return () => {
    unsubscribe();
    fit.disconnect();
    plot.destroy();
  };
}

/** @param {ChartShape} chart @returns {uPlot.AlignedData} */
function dataOf({ main, second }) {
  const { times, columns } = history;
  return [times, second ? columns[second] : [], columns[main]];
}

/** @param {HTMLElement} root */
const sizeOf = (root) => ({ width: root.clientWidth, height: root.clientHeight });

/** @param {ChartShape} chart @param {boolean} isLast @returns {uPlot.Options} */
function optionsOf(chart, isLast) {
  return {
    width: 300,
    height: 56,
    padding: [6, 16, isLast ? 0 : 4, 0],
    legend: { show: false },
    cursor: { sync: { key: 'charts' }, y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: lastMinutes },
      y: { range: (_, __, max) => [0, niceAbove(Math.max(max ?? 0, chart.atLeast))] },
    },
    axes: [timeAxis(isLast), valueAxis(chart)],
    series: [
      {},
      { stroke: LINE_2, width: 1, points: { show: false } },
      { stroke: LINE, width: 1.75, fill: () => `${LINE()}14`, points: { show: false } },
    ],
    hooks: {
      setCursor: [(plot) => (pointed.value = plot.cursor.idx ?? null)],
      drawClear: [(plot) => drawMarks(plot, chart)],
    },
  };
}

/** Puts the newest reading at the right edge, so that the grid stands still and only the line moves. @returns {[number, number]} */
function lastMinutes() {
  const now = history.times.at(-1) ?? Date.now() / 1000;
  return [now - SPAN_S, now];
}

/** @param {boolean} hasLabels @returns {uPlot.Axis} */
function timeAxis(hasLabels) {
  return {
    size: hasLabels ? 20 : 0,
    gap: 2,
    space: 20,
    font: '11px system-ui',
    stroke: TEXT,
    grid: { stroke: GRID, width: 1 },
    ticks: { show: false },
    splits: (_, __, ___, max) => MINUTES.map((minutes) => max - minutes * 60),
    // Only every second line has a label: the words are wider than a minute.
    values: () => MINUTES.map((minutes) => (hasLabels && minutes % 2 === 0 ? minutesAgo(minutes) : '')),
  };
}

const ago = new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
/** @param {number} minutes */
const minutesAgo = (minutes) => (minutes === 0 ? t('panel.charts.now') : ago.format(-minutes));

/** @param {ChartShape} chart @returns {uPlot.Axis} with labels at its ends only: the big figure says the rest */
function valueAxis({ format }) {
  return {
    size: 40,
    gap: 4,
    font: '11px system-ui',
    stroke: TEXT,
    grid: { stroke: GRID, width: 1 },
    ticks: { show: false },
    splits: (_, __, ___, max) => [0, max],
    values: (_, splits) => splits.map((value) => (value === 0 ? '' : format(value))),
  };
}

/** @param {uPlot} plot @param {ChartShape} chart */
function drawMarks({ ctx, bbox, valToPos, scales }, { marks = [] }) {
  ctx.save();
  ctx.strokeStyle = `${MARK()}88`;
  ctx.setLineDash([4, 4]);
  for (const mark of marks.filter((value) => value <= (scales['y']?.max ?? 0))) {
    const y = Math.round(valToPos(mark, 'y', true));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
