/** Draws what was measured once a second, in every scenario. */

/** @import { Result } from '../../types.js' */
/** @import { Axis, Chart } from '../types.js' */

import { most } from '../fields.js';
import { linesOf, P50, P99 } from './kit.js';

/**
 * Lines are fields, of which the first that was measured counts. A share is drawn in percent and has a limit, above which a
 * second says little about the server (verdict/validity.js).
 * @type {{ id: string, title: string, y: Axis, limit?: [number, string], lines: Record<string, string[]> }[]}
 */
const CHARTS = [
  {
    ...{ id: 'time-connections', title: 'Connections over time', y: { label: 'Connections' } },
    lines: { Connections: ['connections', 'phones'] },
  },
  {
    ...{ id: 'time-messages', title: 'Messages over time', y: { label: 'Messages/s' } },
    lines: { 'Received by the server': ['receivedPerS'], 'Sent by the server': ['sentPerS'] },
  },
  {
    ...{ id: 'time-delay', title: 'Round trip of the probe over time' },
    y: { label: 'Round trip, ms', toggle: true },
    lines: { p50: P50, p99: P99, 'Event loop p95': ['loopP95Ms'] },
  },
  {
    ...{ id: 'time-cpu', title: 'Server and generator over time' },
    limit: [90, 'Above this the generator is the limit'],
    y: { label: 'CPU, % of one core', reach: 100 },
    lines: { Server: ['cpu'], Generator: ['generatorCpu'] },
  },
  {
    ...{ id: 'time-neighbours', title: 'Neighbours over time' },
    limit: [30, 'Above this the run is disturbed'],
    y: { label: 'Taken by others, % of a core', reach: 50 },
    lines: { 'Other processes': ['neighbours'], 'The host': ['steal'] },
  },
  {
    ...{ id: 'time-memory', title: 'Memory over time', y: { label: 'Memory of the server, MB' } },
    lines: { Resident: ['rssMb'], 'Heap in use': ['heapMb'] },
  },
  {
    ...{ id: 'time-missed', title: 'What did not arrive, over time', y: { label: 'Messages/s', reach: 5 } },
    lines: { Throttled: ['throttledPerS'], 'Probe without an answer': ['timeouts'] },
  },
];

/** @param {Result} result @returns {Chart[]} */
export function secondsOf({ series }) {
  return CHARTS.map(({ lines, limit, ...head }) => ({
    ...head,
    x: { label: 'Time, s' },
    guides: limit ? [{ axis: 'y', at: limit[0], label: limit[1] }] : [],
    series: linesOf(
      Object.entries(lines)
        // A flat line at zero of what was missed says nothing.
        .filter(([, y]) => head.id !== 'time-missed' || most(series, ...y))
        .map(([label, y]) => ({
          ...{ label, rows: series, x: 'atS', y, factor: limit ? 100 : 1, marks: false },
        })),
    ),
  }));
}
