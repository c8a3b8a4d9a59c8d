/** Shows a course over time, with slopes: churn, soak, and any scenario that has no view of its own. */

/** @import { Result, Row } from '../../types.js' */
/** @import { Chart, Guide, Series, View } from '../types.js' */

import { isValid, most, num, total } from '../fields.js';
import { chart, costs, figure, filled, OVER_TIME, P50, P99 } from './kit.js';

const KB_PER_MB = 1024;
const S_PER_MIN = 60;
/** The slope is that of the last part of the run, because caches and code warm up in the first. */
const SETTLED = 0.5;

/** @type {View} */
export function trend(result) {
  const { points, series } = result;
  const memory = slopeOf(series, 'rssMb');
  const delay = slopeOf(series, ...P99);
  return {
    facts: [
      figure('Phones, most', most([...points, ...series], 'connections', 'phones'), '', 'phones'),
      figure('Memory grows by', memory && memory.perS * KB_PER_MB * S_PER_MIN, 'KB/min', {
        note: memory ? `slope from ${Math.round(memory.line[0][0])} s on` : '',
        metric: 'memory.kbPerMin',
      }),
      figure('Probe, worst p99 of a second', most(series, ...P99), 'ms', 'probe.p99Ms'),
    ],
    figures: [
      figure('Round trip p99 grows by', delay && delay.perS * S_PER_MIN, 'ms/min', 'probe.msPerMin'),
      figure('Messages lost', total(points, 'lost'), '', 'messages.lost'),
      ...costs(result),
      figure('Phases', points.length, '', {
        note: `${points.filter((point) => !isValid(point)).length} not valid`,
      }),
    ],
    charts: courseOf(result, memory, delay),
    beside: [],
    pointBy: ['phase', 'connections', 'phones'],
  };
}

/** @param {Result} result @param {Slope | null} [memory] @param {Slope | null} [delay] @returns {Chart[]} with the phases */
export function courseOf({ points, series }, memory = null, delay = null) {
  const head = { wide: true, x: OVER_TIME, guides: phasesOf(points) };
  /** @param {string} label @param {string | string[]} y */
  const line = (label, y) => ({ label, y, rows: series, x: 'atS', marks: false });
  const roundTrip = { label: 'Round trip, ms', toggle: true };
  return filled([
    chart({ ...head, id: 'time-connections', title: 'Phones connected', y: { label: 'Connections' } }, [
      line('Connections', ['connections', 'phones']),
    ]),
    chart(
      { ...head, id: 'time-delay', title: 'Round trip of the probe', y: roundTrip },
      [...[line('p50', P50), line('p99', P99)]],
      fitted(delay),
    ),
    chart(
      { ...head, id: 'time-memory', title: 'Memory of the server', y: { label: 'Memory, MB' } },
      [...[line('Resident', 'rssMb'), line('Heap in use', 'heapMb')]],
      fitted(memory),
    ),
  ]);
}

/** @param {readonly Row[]} points @returns {Guide[]} a line where each phase starts, where that is known */
function phasesOf(points) {
  return points.flatMap((point) => {
    const at = num(point, 'atS', 'fromS');
    return at === null || !point['phase']
      ? []
      : [{ axis: /** @type {const} */ ('x'), at, label: String(point['phase']) }];
  });
}

/** @typedef {{ perS: number, line: [[x: number, y: number], [x: number, y: number]] }} Slope */

/**
 * Fits a line by least squares through the settled part of a curve.
 * @param {readonly Row[]} series @param {...string} names
 * @returns {Slope | null} null where there are too few seconds for a slope
 */
export function slopeOf(series, ...names) {
  const all = series.map((row) => [num(row, 'atS'), num(row, ...names)]);
  const known = /** @type {[number, number][]} */ (all.filter(([x, y]) => x !== null && y !== null));
  const points = known.slice(Math.floor(known.length * (1 - SETTLED)));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 5) return null;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const spreadX = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spreadX === 0) return null;
  const perS = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spreadX;
  /** @param {number} x @returns {[number, number]} */
  const at = (x) => [x, meanY + perS * (x - meanX)];
  return { perS, line: [at(first[0]), at(last[0])] };
}

/** @param {Slope | null} slope @returns {Series[]} */
function fitted(slope) {
  return slope
    ? [{ label: 'Slope of the second half', tone: 'ink-2', line: 'dashdot', points: slope.line }]
    : [];
}
