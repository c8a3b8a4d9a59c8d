/** The load test on the big screen: what the server measures, as it happens, and as a file afterwards. */

/** @import { PlayfieldModule, Translate, ViewOf } from 'mass-mobile' */
/** @import { Reading, Sample } from './playfield/record.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { saveResponse } from '../../public/shared/download.js';
import { createChart } from './playfield/chart.js';
import { toCsv } from './playfield/record.js';

const SAMPLE_MS = 250;
/** The last ten minutes stay in memory; older samples are dropped. */
const MAX_SAMPLES = 2400;

/**
 * The charts: a title, a unit, and where the number is found.
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

/** @typedef {ViewOf<typeof game>} View */

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, { t, signal }) {
  /** @type {Sample[]} */
  let samples = [];
  let newestMs = -Infinity;
  const order = h('b');
  const granted = h('span', { class: 'load-granted' });
  const report = h('p');
  const save = h(
    'button',
    { type: 'button', title: t('loadtest.csv'), onclick: () => download(samples) },
    'CSV',
  );
  const charts = CHARTS.map((chart) =>
    createChart(t(`loadtest.chart.${chart.name}`), chart.unit, chart.from),
  );
  const head = h('div', { class: 'load-head' }, h('div', {}, h('p', {}, order, granted), report), save);
  const figures = h('div', { class: 'load-charts' }, ...charts.map(({ figure }) => figure));
  root.append(h('div', { class: 'load-board' }, head, figures));
  signal.addEventListener('abort', () => (samples = []));

  return {
    frame({ meter, ...view }, { nowMs }) {
      if (!meter || nowMs - newestMs < SAMPLE_MS) return;
      newestMs = nowMs;
      samples.push({ atMs: nowMs, view: { ...view, meter } });
      if (samples.length > MAX_SAMPLES) samples.shift();
      order.textContent = headlineOf(view, t);
      head.toggleAttribute('data-stopped', view.ended !== null && view.ended.why !== 'done');
      const isLess = view.order !== null && !view.order.isPaused && meter.sendHz < view.order.sendHz;
      granted.textContent = isLess ? t('loadtest.granted', { rate: round(meter.sendHz) }) : '';
      report.textContent = t('loadtest.report', { ...view.report, phones: view.players });
      for (const chart of charts) chart.draw(samples);
    },
    // Without this the game would be mounted anew, and the record would be lost.
    settings: () => {},
    resize: () => charts.forEach((chart) => chart.draw(samples)),
  };
}

/** @param {Pick<View, 'order' | 'ended'>} view @param {Translate} t */
function headlineOf({ order, ended }, t) {
  if (order) {
    const { sockets, sendHz, bytes, step, steps, leftS, isPaused } = order;
    const parts = [
      isPaused && t('loadtest.pausing'),
      step > 0 && t('loadtest.step', { step, steps }),
      t('loadtest.order', { sockets, sendHz }),
      bytes > 0 && t('loadtest.bytes', { bytes }),
      t('loadtest.left', { leftS }),
    ];
    return parts.filter(Boolean).join(' · ');
  }
  if (!ended) return t('loadtest.rest');
  const { why, value, limit, sockets, sendHz, throttledFrom } = ended;
  const sentence = t(`loadtest.ended.${why}`, { sockets, sendHz, value: round(value), limit });
  return throttledFrom > 0
    ? `${sentence} ${t('loadtest.ended.throttled', { step: throttledFrom })}`
    : sentence;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {readonly Sample[]} samples */
function download(samples) {
  const stamp = new Date().toISOString().slice(0, 19).replace(/:/g, '-');
  const file = new Response(toCsv(samples), { headers: { 'content-type': 'text/csv' } });
  void saveResponse(file, `load-test-${stamp}.csv`);
}
