/** Sums up what the processes of a crowd said, as if one had said it: counts added, whole histograms merged. Pure. */

/** @import { Arrival } from './arrival.js' */
/** @import { LoadReading, Reading } from './readings.js' */

import { mergeAll, toldOf } from '../histogram.js';
import { arrivalOf } from './arrival.js';
import { recordsOf } from './roster.js';

/** Beyond this drift, durations that a process measured are not those of the others. */
const MOST_DRIFT = 0.01;

/**
 * Divides newcomers over processes so that all have as many, or lets some leave in the opposite order.
 * @param {number} count of newcomers; less than 0: of those who leave
 * @param {readonly number[]} have connections of each process
 * @returns {number[]} for each process, all of the sign of `count`; of those who leave no more than there are
 */
export function level(count, have) {
  const now = [...have];
  for (let left = Math.abs(count); left > 0; left--) {
    const end = count > 0 ? now.indexOf(Math.min(...now)) : now.lastIndexOf(Math.max(...now));
    if (count < 0 && now[end] === 0) break;
    now[end] = Number(now[end]) + Math.sign(count);
  }
  return now.map((size, i) => size - Number(have[i]));
}

/** @param {readonly Arrival[]} arrivals @returns {Arrival} */
export function mergeArrivals(arrivals) {
  const counts = {
    ...addUp([{ wanted: 0, joined: 0, queued: 0, changed: 0 }, ...arrivals]),
    again: addUp(arrivals.map(({ again }) => again)),
    failed: addUp(arrivals.map(({ failed }) => failed)),
    why: firstOf(arrivals.map(({ why }) => why)),
    seconds: Math.max(0, ...arrivals.map(({ seconds }) => seconds)),
  };
  return arrivalOf(counts, mergeAll(arrivals.map(({ histograms }) => histograms.joinTimes)));
}

/** @param {readonly Record<string, LoadReading>[]} all by kind @returns {Record<string, LoadReading>} */
export function mergeLoads(all) {
  return byName(all, (readings) => {
    const histograms = readings.map((reading) => reading.histograms);
    return { ...addUp(readings), ...toldOf(byName(histograms, mergeAll)) };
  });
}

/**
 * @param {readonly Reading[]} readings
 * @param {readonly { name: string, drift: number | null }[]} clocks of the processes: shares by which they are faster;
 *   null: not measured yet
 * @returns {Reading} where what is a share or a delay is that of the worst process
 */
export function mergeReadings(readings, clocks) {
  const counts = /** @type {Reading} */ (addUp(readings));
  const generators = readings.map(({ generator }) => generator);
  const because = limitOf(generators, clocks);
  return {
    ...counts,
    atMs: Math.max(...readings.map(({ atMs }) => atMs)),
    seconds: counts.seconds / readings.length,
    ...recordsOf((name) => addUp(readings.map((reading) => reading[name]))),
    why: firstOf(readings.map(({ why }) => why)),
    loads: mergeLoads(readings.map(({ loads }) => loads)),
    generator: {
      ...combine(generators, Math.max),
      rssMb: addUp(generators).rssMb,
      isLimit: because !== null,
      because,
    },
  };
}

/** @param {readonly Reading['generator'][]} generators @param {Parameters<typeof mergeReadings>[1]} clocks */
function limitOf(generators, clocks) {
  const strange = clocks.find(({ drift }) => Math.abs(drift ?? 0) > MOST_DRIFT);
  if (strange) {
    const drift = Number(strange.drift);
    return `The clock of ${strange.name} runs ${(Math.abs(drift) * 100).toFixed(1)} % ${drift > 0 ? 'faster' : 'slower'} than that of the lab, so that no time measured there can be believed.`;
  }
  const which = generators.findIndex(({ isLimit }) => isLimit);
  const because = generators[which]?.because ?? null;
  return clocks.length === 1 ? because : (because?.replace(/\.$/, ` (${clocks[which]?.name}).`) ?? null);
}

/** @param {readonly object[]} records @returns {any} their fields that are numbers, added up */
export function addUp(records) {
  return combine(records, (sum, value) => sum + value);
}

/**
 * @param {readonly object[]} records @param {(all: number, value: number) => number} join
 * @returns {any} their fields that are numbers, joined
 */
function combine(records, join) {
  /** @type {Record<string, number>} */
  const all = {};
  for (const [name, value] of records.flatMap((record) => Object.entries(record)))
    if (typeof value === 'number') all[name] = join(all[name] ?? 0, value);
  return all;
}

/**
 * Merges what several records have under each name.
 * @template T, R @param {readonly Record<string, T>[]} records @param {(all: T[]) => R} merge
 * @returns {Record<string, R>}
 */
function byName(records, merge) {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const parts = (/** @type {string} */ name) =>
    records.flatMap((record) => (Object.hasOwn(record, name) ? [/** @type {T} */ (record[name])] : []));
  return Object.fromEntries([...names].map((name) => [name, merge(parts(name))]));
}

/** @param {readonly Record<string, string>[]} records @returns {Record<string, string>} */
function firstOf(records) {
  return Object.assign({}, ...records.toReversed());
}

/** @param {Readonly<Record<string, number>>} counts @returns {number} all of them together */
export function totalOf(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
