/** The last minutes of the meter: columns for the charts, never longer than their capacity. */

/** @import { MeterReading } from '../../lib/contract/readings.js' */

/** Readings: 5 minutes of `status`, which brings 4 a second. */
const CAPACITY = 1200;
/** A longer silence is drawn as a gap, not as a straight line across a time that nobody measured. */
const GAP_MS = 2000;

const NAMES = /** @type {const} */ ([
  'connections',
  'inputsPerS',
  'framesPerS',
  'loopP50Ms',
  'loopP95Ms',
  'utilisation',
  'cpu',
  'rssMb',
  'heapMb',
]);
/** @typedef {typeof NAMES[number]} Measure */

/** @param {{ capacity?: number, gapMs?: number }} [options] */
export function createHistory({ capacity = CAPACITY, gapMs = GAP_MS } = {}) {
  /** @type {number[]} seconds, as uPlot counts time */
  const times = [];
  const columns = /** @type {Record<Measure, (number | null)[]>} */ ({});
  for (const name of NAMES) columns[name] = [];

  return {
    times,
    columns,
    /**
     * @param {number} atMs readings not newer than the last one are ignored
     * @param {Pick<MeterReading, Measure>} reading
     */
    push(atMs, reading) {
      const lastMs = (times.at(-1) ?? 0) * 1000;
      if (atMs <= lastMs) return;
      if (times.length > 0 && atMs - lastMs > gapMs) append(lastMs + 1, null);
      append(atMs, reading);
    },
    clear() {
      times.length = 0;
      for (const name of NAMES) columns[name].length = 0;
    },
  };

  /** @param {number} atMs @param {Pick<MeterReading, Measure> | null} reading */
  function append(atMs, reading) {
    times.push(atMs / 1000);
    for (const name of NAMES) columns[name].push(reading && reading[name]);
    if (times.length <= capacity) return;
    times.shift();
    for (const name of NAMES) columns[name].shift();
  }
}
