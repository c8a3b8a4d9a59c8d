/** Makes the curves that several scenarios share: from rows to points, and from what was measured once a second. */

/** @import { Chart, Result, Row, Series } from '../types.js' */

import { most, num } from '../fields.js';

/** Above this share of its core, the generator itself may be what was measured. */
const GENERATOR_LIMIT_PERCENT = 90;

/**
 * @param {Row[]} rows
 * @param {string} xName
 * @param {string} yName
 * @param {number} [factor] 100 for a share that is shown in percent
 * @returns {[number, number | null][]}
 */
export function curve(rows, xName, yName, factor = 1) {
  return rows.flatMap((row) => {
    const x = num(row, xName);
    const y = num(row, yName);
    return x === null ? [] : [/** @type {[number, number | null]} */ ([x, y === null ? null : y * factor])];
  });
}

/**
 * Leaves out series without points, and charts that show nothing of ours.
 * @param {Chart[]} charts
 * @returns {Chart[]}
 */
export function filled(charts) {
  return charts
    .map((chart) => ({ ...chart, series: chart.series.filter(hasPoints) }))
    .filter(({ series }) => series.some(({ anchor }) => !anchor));
}

/**
 * Makes the charts of what the runner sampled every second.
 * @param {Result} result
 * @param {Chart[]} told the charts of the scenario, which are not shown twice
 * @returns {Chart[]}
 */
export function timeCharts(result, told) {
  const ids = new Set(told.map(({ id }) => id));
  return filled(sampled(result)).filter(({ id }) => !ids.has(id));
}

/** @param {Result} result @returns {Chart[]} */
function sampled({ series, generator }) {
  const x = { label: 'Time, s' };
  /** @type {(yName: string, label: string, tone: string, line: 'solid' | 'dashed' | 'dotted', factor?: number) => Series} */
  const over = (yName, label, tone, line, factor) => ({
    label,
    tone,
    line,
    points: curve(series, 'atS', yName, factor),
  });
  return [
    {
      id: 'time-connections',
      title: 'Connections over time',
      x,
      y: { label: 'Connections' },
      series: [over('connections', 'Connections', 'a', 'solid')],
    },
    {
      id: 'time-messages',
      title: 'Messages over time',
      x,
      y: { label: 'Messages/s' },
      series: [
        over('receivedPerS', 'Received by the server', 'a', 'solid'),
        over('sentPerS', 'Sent by the server', 'b', 'dashed'),
      ],
    },
    {
      id: 'time-cpu',
      title: 'CPU over time',
      x,
      y: { label: 'CPU, % of one core', reach: 100 },
      series: [
        over('cpu', 'Server', 'a', 'solid', 100),
        over('generatorCpu', `Generator (${generator.name})`, 'b', 'dashed', 100),
      ],
      guides: [{ axis: 'y', at: GENERATOR_LIMIT_PERCENT, label: 'Above this the generator is the limit' }],
    },
    {
      id: 'time-delay',
      title: 'Delay over time',
      x,
      y: { label: 'Delay, ms', toggle: true },
      series: [
        over('p50Ms', 'Round trip p50', 'a', 'solid'),
        over('p99Ms', 'Round trip p99', 'b', 'dashed'),
        over('loopP95Ms', 'Event loop p95', 'c', 'dotted'),
      ],
    },
    {
      id: 'time-memory',
      title: 'Memory over time',
      x,
      y: { label: 'Memory of the server, MB' },
      series: [over('rssMb', 'Resident', 'a', 'solid'), over('heapMb', 'Heap in use', 'b', 'dashed')],
    },
    {
      id: 'time-lost',
      title: 'Lost messages over time',
      x,
      y: { label: 'Lost messages', reach: 5 },
      // A flat line at zero shows nothing that the key figures do not say.
      series: most(series, 'lost') ? [over('lost', 'Lost', 'b', 'solid')] : [],
    },
  ];
}

/** @param {Series} series */
function hasPoints({ points }) {
  return points.some(([, y]) => y !== null);
}
