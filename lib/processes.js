/**
 * The processes of one show, as they report themselves: what each measures, and what all measure together. Percentiles of
 * all are taken of all their histograms, never of their percentiles. Pure.
 */

/** @import { GovernorReading, MeterReading, ProcessCard, ProcessReport } from './contract/readings.js' */

import { mergeCounts, percentileOf } from './delay-counts.js';

/** These tell how bad it is somewhere, so the worst process counts; everything else is a sum. @type {readonly string[]} */
const WORST = ['loopP50Ms', 'loopP95Ms', 'loopP99Ms', 'lateP95Ms', 'utilisation', 'uptimeS'];

/** The processes that a home knows of. */
export function createProcesses() {
  /** By edge, in the order in which they came. @type {Map<string, { reading: MeterReading, process?: ProcessReport }>} */
  const all = new Map();
  /** @type {MeterReading | null} */
  let together = null;

  return {
    /** @param {string} edgeId @param {{ reading: MeterReading, process?: ProcessReport }} health `process` comes once a second */
    note(edgeId, { reading, process = all.get(edgeId)?.process }) {
      all.set(edgeId, { reading, process });
      together = null;
    },
    /** @param {string} edgeId */
    forget(edgeId) {
      all.delete(edgeId);
      together = null;
    },
    /** @returns {MeterReading | null} of all processes; the same object until one of them reports again; null: none has */
    together() {
      if (together === null && all.size > 0)
        together = sumOf([...all.values()].map(({ reading }) => reading));
      return together;
    },
    /** @returns {{ meter?: MeterReading, governor?: GovernorReading }} nothing where there is one process, which knows it sooner */
    readings() {
      const governors = [...all.values()].flatMap(({ process }) => (process ? [process.governor] : []));
      const meter = this.together();
      if (meter === null || governors.length < 2) return {};
      return { meter, governor: worstOf(governors) };
    },
    /** @returns {number} how many control panels are open */
    panels: () => [...all.values()].reduce((sum, { process }) => sum + (process?.panels ?? 0), 0),
    /** @returns {Pick<import('./contract/wire.js').Status, 'processes' | 'allProcesses'>} */
    cards() {
      const reports = [...all].flatMap(([id, { process }]) => (process ? [{ id, process }] : []));
      const counts = mergeCounts(reports.map(({ process }) => process.delays));
      return {
        processes: reports.map(({ id, process }) => cardOf(id, process)),
        allProcesses: {
          phones: reports.reduce((sum, { process }) => sum + process.phones, 0),
          panels: this.panels(),
          delayP50Ms: percentileOf(counts, 50),
          delayP99Ms: percentileOf(counts, 99),
        },
      };
    },
  };
}

/** @typedef {ReturnType<typeof createProcesses>} Processes */

/** @param {string} id @param {ProcessReport} report @returns {ProcessCard} */
function cardOf(id, { delays, governor: _governor, panels: _panels, ...report }) {
  return { id, ...report, delayP50Ms: percentileOf(delays, 50), delayP99Ms: percentileOf(delays, 99) };
}

/** Counts are sums; everything else is of the process that is worst off. @param {GovernorReading[]} readings one at least @returns {GovernorReading} */
function worstOf(readings) {
  const worst = readings.reduce((one, other) => (other.pressure > one.pressure ? other : one));
  const sum = (/** @type {(reading: GovernorReading) => number} */ read) =>
    readings.reduce((total, reading) => total + read(reading), 0);
  return {
    ...worst,
    phones: sum(({ phones }) => phones),
    waiting: sum(({ waiting }) => waiting),
    kept: sum(({ kept }) => kept),
    isFull: readings.some(({ isFull }) => isFull),
    joinsPerS: sum(({ joinsPerS }) => joinsPerS),
    offeredPerS: sum(({ offeredPerS }) => offeredPerS),
    handledPerS: sum(({ handledPerS }) => handledPerS),
  };
}

/** @param {MeterReading[]} readings one at least @returns {MeterReading} */
function sumOf(readings) {
  const [first, ...others] = /** @type {[MeterReading, ...MeterReading[]]} */ (readings);
  if (others.length === 0) return first;
  const sum = /** @type {Record<string, number>} */ ({ ...first });
  for (const reading of others)
    for (const [name, value] of Object.entries(reading))
      sum[name] = WORST.includes(name) ? Math.max(Number(sum[name]), value) : Number(sum[name]) + value;
  return /** @type {MeterReading} */ (/** @type {unknown} */ (sum));
}
