/** Sums up what the processes of a crowd said, as if one had said it: counts added, whole histograms merged. Pure. */

/** @import { HistogramState } from '../histogram.js' */
/** @import { Arrival } from './arrival.js' */
/** @import { LoadReading, MachineClock, Reading } from './readings.js' */

import { Histogram } from '../histogram.js';

/** Beyond this drift, durations that a machine measured are not those of the others. */
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
  const seconds = Math.max(0, ...arrivals.map((arrival) => arrival.seconds));
  const counts = /** @type {Arrival} */ (/** @type {unknown} */ (addUp(arrivals.map(numbersOf))));
  const joinTimes = mergeHistograms(arrivals.map(({ histograms }) => histograms.joinTimes));
  return {
    ...counts,
    failed: addUp(arrivals.map(({ failed }) => failed)),
    why: firstOf(arrivals.map(({ why }) => why)),
    seconds,
    joinsPerS: Math.round(counts.joined / Math.max(seconds, 0.001)),
    joinTimes: joinTimes.summary(),
    histograms: { joinTimes: joinTimes.toJSON() },
  };
}

/** @param {readonly Record<string, LoadReading>[]} all by kind @returns {Record<string, LoadReading>} */
export function mergeLoads(all) {
  const kinds = [...new Set(all.flatMap((loads) => Object.keys(loads)))];
  return Object.fromEntries(
    kinds.map((kind) => [kind, mergeLoad(all.flatMap((loads) => (loads[kind] ? [loads[kind]] : [])))]),
  );
}

/** @param {readonly LoadReading[]} readings @returns {LoadReading} */
function mergeLoad(readings) {
  const names = [...new Set(readings.flatMap(({ histograms }) => Object.keys(histograms)))];
  const merged = names.map((name) => {
    const parts = readings.flatMap(({ histograms }) => (histograms[name] ? [histograms[name]] : []));
    return /** @type {const} */ ([name, mergeHistograms(parts)]);
  });
  return /** @type {LoadReading} */ (
    /** @type {unknown} */ ({
      ...addUp(readings.map(numbersOf)),
      times: Object.fromEntries(merged.map(([name, histogram]) => [name, histogram.summary()])),
      histograms: Object.fromEntries(merged.map(([name, histogram]) => [name, histogram.toJSON()])),
    })
  );
}

/**
 * @param {readonly Reading[]} readings
 * @param {readonly string[]} names of the processes, for the sentence that says which of them was the limit
 * @param {readonly MachineClock[]} clocks of the processes
 * @param {readonly MachineClock[]} machines
 * @returns {Reading} where what is a share or a delay is that of the worst process
 */
export function mergeReadings(readings, names, clocks, machines) {
  const generators = readings.map(({ generator }) => generator);
  const worst = (
    /** @type {'cpu' | 'cpuPeak' | 'loopP99Ms' | 'stalledShare' | 'lateShare' | 'worstLateMs'} */ of,
  ) => Math.max(...generators.map((generator) => generator[of]));
  const because = limitOf(
    generators.map((generator) => generator.because),
    names,
    [...machines, ...clocks],
  );
  const records = (/** @type {'events' | 'problems' | 'disconnects' | 'deafDisconnects'} */ of) =>
    addUp(readings.map((reading) => reading[of]));
  const counts = /** @type {Reading} */ (/** @type {unknown} */ (addUp(readings.map(numbersOf))));
  return {
    ...counts,
    seconds: counts.seconds / readings.length,
    events: records('events'),
    problems: records('problems'),
    disconnects: records('disconnects'),
    deafDisconnects: records('deafDisconnects'),
    why: firstOf(readings.map(({ why }) => why)),
    loads: mergeLoads(readings.map(({ loads }) => loads)),
    generator: {
      cpu: worst('cpu'),
      cpuPeak: worst('cpuPeak'),
      loopP99Ms: worst('loopP99Ms'),
      stalledShare: worst('stalledShare'),
      rssMb: generators.reduce((sum, { rssMb }) => sum + rssMb, 0),
      isLimit: because !== null,
      because,
      doneShare: Math.min(...generators.map(({ doneShare }) => doneShare)),
      lateShare: worst('lateShare'),
      worstLateMs: worst('worstLateMs'),
    },
    machines: [...machines],
  };
}

/** @param {readonly (string | null)[]} reasons @param {readonly string[]} names @param {readonly MachineClock[]} clocks */
function limitOf(reasons, names, clocks) {
  const strange = clocks.find(({ drift }) => Math.abs(drift ?? 0) > MOST_DRIFT);
  if (strange)
    return `The clock of ${strange.name} runs ${(Math.abs(Number(strange.drift)) * 100).toFixed(1)} % ${Number(strange.drift) > 0 ? 'faster' : 'slower'} than that of the lab, so that no time measured there can be believed.`;
  const which = reasons.findIndex((reason) => reason !== null);
  const reason = reasons[which] ?? null;
  return reason === null || names.length === 1 ? reason : reason.replace(/\.$/, ` (${names[which]}).`);
}

/** @param {readonly HistogramState[]} states */
function mergeHistograms(states) {
  return states.reduce((all, state) => all.merge(Histogram.from(state)), new Histogram());
}

/** @param {object} record @returns {Record<string, number>} its fields that are numbers */
function numbersOf(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'number'));
}

/** @param {readonly Record<string, number>[]} records @returns {Record<string, number>} entry by entry */
function addUp(records) {
  /** @type {Record<string, number>} */
  const all = {};
  for (const record of records)
    for (const [name, value] of Object.entries(record)) all[name] = (all[name] ?? 0) + value;
  return all;
}

/** @param {readonly Record<string, string>[]} records @returns {Record<string, string>} */
function firstOf(records) {
  return Object.assign({}, ...[...records].reverse());
}
