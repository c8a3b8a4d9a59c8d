/** The load test on the big screen: what the server measures, as it happens, and as a file afterwards. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import { Reading, Sample } from './playfield/record.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { toCsv } from './playfield/record.js';

const SAMPLE_MS = 250;
/** The last ten minutes, in memory; older ones go. */
const MAX_SAMPLES = 2400;

/**
 * What is drawn: a title, a unit, and where the number is found.
 * @type {{ name: string, unit: string, from: (view: Reading) => number }[]}
 */
const CHARTS = [
  { name: 'messages', unit: '/s', from: ({ meter }) => meter.messagesInPerS },
  { name: 'connections', unit: '', from: ({ meter }) => meter.connections },
  { name: 'dropped', unit: '/s', from: ({ meter }) => meter.droppedPerS },
  { name: 'trip', unit: 'ms', from: ({ report }) => report.roundTripMs },
  { name: 'cpu', unit: '%', from: ({ meter }) => meter.cpu * 100 },
  { name: 'loop', unit: 'ms', from: ({ meter }) => meter.loopP95Ms },
  { name: 'heap', unit: 'MB', from: ({ meter }) => meter.heapMb },
  {
    name: 'bytes',
    unit: 'KB/s',
    from: ({ meter }) => (meter.bytesInPerS + meter.bytesOutPerS) / 1024,
  },
];

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, signal }) {
  /** @type {Sample[]} */
  let samples = [];
  let newestMs = -Infinity;
  const order = h('b');
  const report = h('span');
  const save = h(
    'button',
    { type: 'button', title: t('loadtest.csv'), onclick: () => download(toCsv(samples)) },
    'CSV',
  );
  const charts = CHARTS.map((chart) =>
    createChart(t(`loadtest.chart.${chart.name}`), chart.unit, chart.from),
  );
  root.append(
    h(
      'div',
      { class: 'load-board' },
      h('div', { class: 'load-head' }, order, report, save),
      h('div', { class: 'load-charts' }, ...charts.map(({ figure }) => figure)),
    ),
  );
  signal.addEventListener('abort', () => (samples = []));

  return {
    frame({ meter, ...view }, { nowMs }) {
      if (!meter || nowMs - newestMs < SAMPLE_MS) return;
      newestMs = nowMs;
      samples.push({ atMs: nowMs, view: { ...view, meter } });
      if (samples.length > MAX_SAMPLES) samples.shift();
      order.textContent = view.order ? t('loadtest.order', view.order) : t('loadtest.rest');
      report.textContent = t('loadtest.report', { ...view.report, phones: view.players });
      for (const chart of charts) chart.draw(samples);
    },
    resize: () => charts.forEach((chart) => chart.draw(samples)),
  };
}

/** @param {string} title @param {string} unit @param {(view: Reading) => number} from */
function createChart(title, unit, from) {
  const value = h('b');
  const canvas = h('canvas');
  const figure = h('figure', { class: 'load-chart' }, h('figcaption', {}, title, value), canvas);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));

  return {
    figure,
    /** @param {Sample[]} samples */
    draw(samples) {
      const last = samples.at(-1);
      if (!last) return;
      value.textContent = `${round(from(last.view))} ${unit}`;
      canvas.width = canvas.clientWidth;
      canvas.height = canvas.clientHeight;
      const values = samples.map(({ view }) => from(view));
      const top = niceCeiling(Math.max(1, ...values));
      const style = getComputedStyle(canvas);
      drawAxis(pen, top, style.getPropertyValue('--ink-3'));
      drawLine(pen, values, top, style.getPropertyValue('--accent'));
    },
  };
}

/** @param {CanvasRenderingContext2D} pen @param {number} top @param {string} colour */
function drawAxis(pen, top, colour) {
  const { width, height } = pen.canvas;
  pen.font = `${Math.round(height / 9)}px system-ui`;
  pen.fillStyle = pen.strokeStyle = colour;
  pen.globalAlpha = 0.8;
  pen.fillText(String(top), 0, height / 8);
  pen.fillText('0', 0, height - 3);
  pen.globalAlpha = 0.3;
  pen.strokeRect(0.5, 1, width - 1, height - 2);
  pen.globalAlpha = 1;
}

/** All samples over the whole width: the axis follows. @param {CanvasRenderingContext2D} pen @param {number[]} values @param {number} top @param {string} colour */
function drawLine(pen, values, top, colour) {
  const { width, height } = pen.canvas;
  const step = width / Math.max(1, values.length - 1);
  pen.beginPath();
  values.forEach((value, index) => pen.lineTo(index * step, height - 2 - (value / top) * (height - 6)));
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(2, height / 60);
  pen.lineJoin = 'round';
  pen.stroke();
  pen.lineTo(width, height);
  pen.lineTo(0, height);
  pen.globalAlpha = 0.12;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
}

/** 1, 2 or 5 times a power of ten. @param {number} value */
function niceCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}

/** @param {string} csv */
function download(csv) {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const stamp = new Date().toISOString().slice(0, 19).replace(/:/g, '-');
  h('a', { href: url, download: `load-test-${stamp}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
