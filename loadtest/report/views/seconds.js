/** Draws what was measured once a second, in every scenario. */

/** @import { Result, Row } from '../../types.js' */
/** @import { Chart } from '../types.js' */

import { most, num } from '../fields.js';
import { chart, filled, OVER_TIME, P50, P99 } from './kit.js';

/** Above these shares of a core, in percent, a second says little about the server (verdict/validity.js). */
const GENERATOR_LIMIT = 90;
const NEIGHBOURS_LIMIT = 30;

/** @type {{ id: string, title: string, y: { label: string, reach?: number, toggle?: boolean }, limit?: [number, string], lines: [label: string, fields: string[], factor?: number][] }[]} */
const CHARTS = [
  {
    ...{ id: 'time-connections', title: 'Connections over time', y: { label: 'Connections' } },
    lines: [['Connections', ['connections', 'phones']]],
  },
  {
    ...{ id: 'time-messages', title: 'Messages over time', y: { label: 'Messages/s' } },
    lines: [
      ['Received by the server', ['receivedPerS']],
      ['Sent by the server', ['sentPerS']],
    ],
  },
  {
    ...{
      id: 'time-delay',
      title: 'Round trip of the probe over time',
      y: { label: 'Round trip, ms', toggle: true },
    },
    lines: [
      ['p50', P50],
      ['p99', P99],
      ['Event loop p95', ['loopP95Ms']],
    ],
  },
  {
    ...{
      id: 'time-cpu',
      title: 'Server and generator over time',
      y: { label: 'CPU, % of one core', reach: 100 },
    },
    limit: [GENERATOR_LIMIT, 'Above this the generator is the limit'],
    lines: [
      ['Server', ['cpu'], 100],
      ['Generator', ['generatorCpu'], 100],
    ],
  },
  {
    ...{
      id: 'time-neighbours',
      title: 'Neighbours over time',
      y: { label: 'Taken by others, % of a core', reach: 50 },
    },
    limit: [NEIGHBOURS_LIMIT, 'Above this the run is disturbed'],
    lines: [
      ['Other processes', ['neighbours'], 100],
      ['The host', ['steal'], 100],
    ],
  },
  {
    ...{ id: 'time-memory', title: 'Memory over time', y: { label: 'Memory of the server, MB' } },
    lines: [
      ['Resident', ['rssMb']],
      ['Heap in use', ['heapMb']],
    ],
  },
  {
    ...{ id: 'time-missed', title: 'What did not arrive, over time', y: { label: 'Messages/s', reach: 5 } },
    lines: [
      ['Lost', ['lost']],
      ['Throttled', ['throttled', 'throttledPerS']],
      ['Probe without an answer', ['probeTimeouts']],
    ],
  },
];

/**
 * @param {Result} result
 * @param {Chart[]} [told] the charts of the scenario, which are not shown twice
 * @returns {Chart[]}
 */
export function secondsOf({ series }, told = []) {
  const ids = new Set(told.map(({ id }) => id));
  const charts = CHARTS.filter(({ id }) => !ids.has(id)).map(({ lines, limit, ...head }) =>
    chart(
      {
        ...{ ...head, x: OVER_TIME },
        guides: limit ? [{ axis: 'y', at: limit[0], label: limit[1] }] : [],
      },
      lines.map(([label, y, factor]) => ({
        label,
        rows: seen(series, y, head.id),
        x: 'atS',
        y,
        factor,
        marks: false,
      })),
    ),
  );
  return filled(charts);
}

/** @param {Row[]} series @param {string[]} fields @param {string} id @returns {Row[]} none for a flat line at zero of what was missed */
function seen(series, fields, id) {
  return id === 'time-missed' && !most(series, ...fields)
    ? []
    : series.filter((row) => num(row, 'atS') !== null);
}
