/** Lets connections arrive at a rate, or as fast as they are let in, and counts what became of each. */

/** @import { SwarmError } from './errors.js' */
/** @import { HistogramState, Summary } from '../histogram.js' */

import { problem } from './errors.js';
import { createPace } from './clock.js';
import { Histogram } from '../histogram.js';

/** After this many failures in a row to reach the target, the rest is not tried. */
const MOST_ABSENT = 20;

/**
 * @typedef {object} ArriveOptions
 * @property {number} count
 * @property {number} [arrivalsPerS] default: as fast as they are let in
 * @property {number} [joiningAtOnce] 200: a listening socket's queue has 511 places
 * @property {number} [retries] 10: of each that the server asks to try again in a moment
 *
 * @typedef {object} Arrival
 * @property {number} wanted
 * @property {number} joined
 * @property {Record<string, number>} failed by code
 * @property {Record<string, string>} why a sentence for each code
 * @property {number} retried
 * @property {number} seconds
 * @property {number} joinsPerS
 * @property {Summary} joinTimes from the moment at which it was due to come, so that waiting counts
 * @property {{ joinTimes: HistogramState }} histograms
 */

/**
 * @param {ArriveOptions} options
 * @param {{ open: (index: number, settle: (error: SwarmError | null) => void) => void,
 *   nextIndex: () => number }} swarm `settle` is called once: joined, or not
 * @param {number} [turn] 0 to 1: which part of the time between two arrivals passes before the first
 */
export function createArrival(
  { count, arrivalsPerS = Infinity, joiningAtOnce = 200, retries = 10 },
  { open, nextIndex },
  turn = 0,
) {
  const startMs = performance.now();
  const pace = Number.isFinite(arrivalsPerS)
    ? createPace({ perS: arrivalsPerS, startMs: startMs + (turn * 1000) / arrivalsPerS })
    : null;
  /** @type {Omit<Arrival, 'seconds' | 'joinsPerS' | 'joinTimes' | 'histograms'>} */
  const result = { wanted: count, joined: 0, failed: {}, why: {}, retried: 0 };
  const joinTimes = new Histogram();
  /** @type {{ atMs: number, dueMs: number, index: number, left: number }[]} */
  const again = [];
  let opened = 0;
  let joining = 0;
  let settled = 0;
  let absent = 0;
  /** @type {(arrival: Arrival) => void} */
  let resolve;
  /** @type {Promise<Arrival>} */
  const done = new Promise((res) => (resolve = res));

  /** @param {number} index @param {number} dueMs @param {number} left */
  function start(index, dueMs, left) {
    joining += 1;
    open(index, (error) => {
      joining -= 1;
      if (!error) arrived(dueMs);
      else if (error.retryAfterMs !== undefined && left > 0) retry(error.retryAfterMs, index, dueMs, left);
      else fail(error);
    });
  }

  /** @param {number} dueMs */
  function arrived(dueMs) {
    absent = 0;
    result.joined += 1;
    joinTimes.record(performance.now() - dueMs);
    settle(1);
  }

  /** @param {number} afterMs @param {number} index @param {number} dueMs @param {number} left */
  function retry(afterMs, index, dueMs, left) {
    result.retried += 1;
    // Retries are spread, as phones spread theirs: all at once would be refused again.
    again.push({ atMs: performance.now() + afterMs * (0.5 + Math.random()), dueMs, index, left: left - 1 });
  }

  /** @param {SwarmError} error */
  function fail(error, times = 1) {
    result.failed[error.code] = (result.failed[error.code] ?? 0) + times;
    result.why[error.code] ??= error.message;
    settle(times);
    absent = error.code === 'target-absent' ? absent + 1 : 0;
    if (absent === MOST_ABSENT) giveUp(error);
  }

  /** Gives up the connections that are not open yet. @param {SwarmError} error */
  function giveUp(error) {
    const left = count - opened + again.length;
    opened = count;
    again.length = 0;
    if (left > 0) fail(error, left);
  }

  /** @param {number} more */
  function settle(more) {
    settled += more;
    if (settled < count) return;
    const seconds = (performance.now() - startMs) / 1000;
    const joinsPerS = Math.round(result.joined / Math.max(seconds, 0.001));
    const histograms = { joinTimes: joinTimes.toJSON() };
    resolve({ ...result, seconds, joinsPerS, joinTimes: joinTimes.summary(), histograms });
  }

  if (count === 0) settle(0);
  return {
    done,
    get isOver() {
      return settled >= count;
    },
    /** @param {number} nowMs */
    turn(nowMs) {
      const due = pace ? Math.min(count, pace.due(nowMs)) : count;
      while (joining < joiningAtOnce && opened < due) {
        start(nextIndex(), pace ? pace.dueAtMs(opened, nowMs) : nowMs, retries);
        opened += 1;
        pace?.take();
      }
      for (let i = again.length - 1; i >= 0 && joining < joiningAtOnce; i--) {
        const { atMs, index, dueMs, left } = /** @type {(typeof again)[number]} */ (again[i]);
        if (atMs > nowMs) continue;
        again.splice(i, 1);
        start(index, dueMs, left);
      }
    },
    /** @param {number} nowMs */
    waitMs(nowMs) {
      if (again.length > 0 || opened === count || joining >= joiningAtOnce || !pace) return 5;
      return pace.waitMs(nowMs);
    },
    /** Ends the arrival because the swarm is closed. */
    end: () => giveUp(problem('swarm-closed')),
  };
}
