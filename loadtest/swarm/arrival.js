/** Lets connections arrive at a rate, or as fast as they are let in, and counts what became of each. */

/** @import { SwarmError } from './errors.js' */
/** @import { Roster } from './roster.js' */

import { EventEmitter, once } from 'node:events';
import { Histogram } from '../histogram.js';
import { createPace } from './clock.js';
import { badOption, openFileLimit, problem } from './errors.js';
import { checkNumbers } from './jobs/job.js';

/** Node needs these files for itself: streams, epoll, the channel to the parent. */
const OWN_FILES = 50;
const RETRY_STEP_MS = 5;
/** The pauses of a phone between attempts: public/shared/link.js. */
const PAUSE = Object.freeze({ firstMs: 500, mostMs: 8000 });

/**
 * @typedef {object} ArriveOptions
 * @property {number} count
 * @property {number} [arrivalsPerS] default: as fast as they are let in
 * @property {number} [joiningAtOnce] 200: a listening socket's queue has 511 places
 * @property {number} [retries] 10: of each that the server asks to try again in a moment
 * @property {boolean} [persists] whether those that fail for any other reason try again too, with the pauses of a phone;
 *   false
 *
 * @typedef {{ wanted: number, joined: number, failed: Record<string, number>, again: Record<string, number>,
 *   queued: number, changed: number, why: Record<string, string>, seconds: number }} Counted `failed` by code; `again`:
 *   attempts that failed and were made anew, by code; `queued`: of those who joined, had to wait in line; `changed`: came
 *   back with a token and were somebody else, or on another team; `why`: a sentence for each code
 * @typedef {ReturnType<typeof arrivalOf>} Arrival
 */

/** @param {ArriveOptions} wanted @throws {SwarmError} `option-bad` */
export function checkArrival({ count, arrivalsPerS, joiningAtOnce }) {
  checkNumbers(
    { count, arrivalsPerS, joiningAtOnce },
    { count: [0, 1e6], arrivalsPerS: [0.0001, Infinity], joiningAtOnce: [1, 20_000] },
  );
  if (!Number.isInteger(count)) throw badOption('count', 'must be a whole number');
}

/** @param {number} count connections in all @throws {SwarmError} `files-few` */
export function checkOpenFiles(count) {
  const limit = openFileLimit();
  const need = count + OWN_FILES;
  if (need > limit) throw problem('files-few', { limit, count, need });
}

/** @param {Counted} counted @param {Histogram} joinTimes each from when it was due to come, so that waiting counts */
export function arrivalOf(counted, joinTimes = new Histogram()) {
  return {
    ...counted,
    joinsPerS: Math.round(counted.joined / Math.max(counted.seconds, 0.001)),
    joinTimes: joinTimes.summary(),
    histograms: { joinTimes: joinTimes.toJSON() },
  };
}

/**
 * @param {ArriveOptions} options
 * @param {Pick<Roster, 'open' | 'nextIndex' | 'members'>} roster
 * @param {number} turn 0 to 1: which part of the time between two arrivals passes before the first
 */
// eslint-disable-next-line max-lines-per-function -- one arrival: those who come, who wait and who fail are one count
export function createArrival(
  { count, arrivalsPerS = Infinity, joiningAtOnce = 200, retries = 10, persists = false },
  { open, nextIndex, members },
  turn,
) {
  const startMs = performance.now();
  const pace = Number.isFinite(arrivalsPerS)
    ? createPace({ perS: arrivalsPerS, startMs: startMs + (turn * 1000) / arrivalsPerS })
    : null;
  /** @type {Counted} */
  const result = {
    ...{ wanted: count, joined: 0, queued: 0, changed: 0, seconds: 0 },
    ...{ failed: {}, again: {}, why: {} },
  };
  const joinTimes = new Histogram();
  /** They try again later. @type {Set<NodeJS.Timeout>} */
  const waiting = new Set();
  let opened = 0;
  let joining = 0;
  let settled = 0;
  let isOver = false;
  /** The first one comes alone, so that a target that is absent or refuses makes one error, not thousands. */
  let isAlone = members.length === 0 && !persists;
  const news = new EventEmitter();
  /** @type {Promise<Arrival>} */
  const done = once(news, 'done').then(([arrival]) => arrival);

  /** @param {number} index @param {number} dueMs @param {number} left */
  function start(index, dueMs, left) {
    joining += 1;
    open(index, (error, connection) => {
      joining -= 1;
      if (isAlone && error && error.retryAfterMs === undefined) return void news.emit('error', error);
      isAlone = false;
      if (!error) {
        result.joined += 1;
        if (connection.isQueued) result.queued += 1;
        if (connection.isChanged) result.changed += 1;
        joinTimes.record(performance.now() - dueMs);
        return settle(1);
      }
      const afterMs = pauseMs(error, retries - left);
      if (afterMs === null || left === 0 || isOver) return fail(error);
      note(result.again, error, 1);
      retry(index, dueMs, left - 1, afterMs);
    });
  }

  /**
   * Retries are spread, as phones spread theirs: all at once would be refused again.
   * @param {SwarmError} error @param {number} attempts that failed before this one @returns {number | null} null: no retry
   */
  function pauseMs({ code, retryAfterMs }, attempts) {
    if (retryAfterMs !== undefined) return retryAfterMs * (0.5 + Math.random());
    // A phone that waits in line has got through, and goes on waiting.
    if (!persists || code === 'queued') return null;
    return Math.min(PAUSE.mostMs, Math.random() * 2 * PAUSE.firstMs * 2 ** attempts);
  }

  /** @param {number} index @param {number} dueMs @param {number} left @param {number} afterMs */
  function retry(index, dueMs, left, afterMs) {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      if (joining < joiningAtOnce) start(index, dueMs, left);
      else retry(index, dueMs, left, RETRY_STEP_MS);
    }, afterMs);
    waiting.add(timer);
  }

  /** @param {SwarmError} error */
  function fail(error, times = 1) {
    note(result.failed, error, times);
    settle(times);
  }

  /** @param {Record<string, number>} counts @param {SwarmError} error @param {number} times */
  function note(counts, { code, message }, times) {
    counts[code] = (counts[code] ?? 0) + times;
    result.why[code] ??= message;
  }

  /** @param {number} more */
  function settle(more) {
    settled += more;
    result.seconds = (performance.now() - startMs) / 1000;
    if (settled >= count) news.emit('done', arrivalOf(result, joinTimes));
  }

  settle(0);
  return {
    done,
    /** @param {number} nowMs */
    turn(nowMs) {
      const due = Math.min(isAlone ? 1 : count, pace?.due(nowMs) ?? count);
      while (joining < joiningAtOnce && opened < due) {
        start(nextIndex(), pace ? pace.dueAtMs(opened, nowMs) : nowMs, retries);
        opened += 1;
        pace?.take();
      }
      return false;
    },
    /** @param {number} nowMs @returns {number} Infinity: until another one has joined or failed */
    waitMs: (nowMs) =>
      opened === count || joining >= joiningAtOnce || !pace ? Infinity : pace.waitMs(nowMs),
    /** Gives up the connections that are not open yet, because the swarm is closed. */
    end() {
      const left = count - opened + waiting.size;
      opened = count;
      isOver = true;
      waiting.forEach(clearTimeout);
      if (left > 0) fail(problem('swarm-closed'), left);
    },
  };
}
