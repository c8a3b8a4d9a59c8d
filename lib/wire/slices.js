/**
 * The slices: work that comes in heaps waits here and is done a few ms per turn of the event loop, so that 2,000 phones
 * that come back, or 10,000 that leave, hold up nobody. libuv reads up to 48 times a thousand ready sockets before it
 * looks at a timer (stall.js), so what a read callback does with each of them must be no more than to put it in here.
 */

import { performance } from 'node:perf_hooks';

/**
 * The kinds of work, each in a lane of its own that keeps its order. While several wait, each gets time by its weight:
 * returning players first, and what lets somebody finish before what lets somebody begin.
 */
const WEIGHTS = Object.freeze({ returning: 7, new: 3, goodbyes: 4, handshakes: 4 });

/** A slice holds the event loop for this long, and for the rest of the job in which its time is up. */
const SLICE_MS = 4;
/**
 * So much of the share may be used at once after a time in which nothing waited, and so much may be owed. A job in which
 * the process stood still for seconds counts as this long, or nobody would come in for many times as long.
 */
const SAVED_MS = 20;
/** A slice has at most so many jobs, each of which is an immediate of its own. */
const MOST_JOBS = 32;
/** A slice shorter than this is not worth a turn. */
const LEAST_MS = 1;
/** The share of the event loop until the first measurement. */
const FIRST_SHARE = 0.8;
/**
 * The estimate of a wait follows slowly, over some fifty jobs and some five samples of the share: one pause of the garbage
 * collector, or one sample in which others had the loop, would else tell a thousand phones that they have to wait
 * in line, which costs more than to let them in.
 */
const COST_SMOOTHING = 0.02;
const SHARE_SMOOTHING = 0.2;
/** A job is taken to cost this until some were done. */
const FIRST_COST_MS = 1;
/** Jobs that are done are cut off the front of a lane when they are this many. */
const TRIM = 1024;

/** @typedef {keyof typeof WEIGHTS} LaneName */

/**
 * @param {object} options
 * @param {(error: unknown) => void} options.onError a job threw; the others go on
 * @param {() => number} [options.now] ms
 */
// eslint-disable-next-line max-lines-per-function -- one queue, whose lanes share the time of a turn
export function createSlices({ onError, now = () => performance.now() }) {
  const lanes = Object.fromEntries(Object.entries(WEIGHTS).map(([name, weight]) => [name, new Lane(weight)]));
  const all = Object.values(lanes);
  const laneOf = (/** @type {LaneName} */ name) => /** @type {Lane} */ (lanes[name]);
  let share = FIRST_SHARE;
  /** The share of late. */
  let usualShare = FIRST_SHARE;
  let creditMs = SAVED_MS;
  let filledAtMs = now();
  let usedMs = 0;
  /** The time of the lane that had the last turn, see Lane. */
  let turnMs = 0;
  let sliceEndsMs = 0;
  /** The lane whose job is being done, and since when. @type {Lane | null} */
  let busyLane = null;
  let busySinceMs = 0;
  let isScheduled = false;
  /** @type {NodeJS.Timeout | undefined} until there is credit for the next slice */
  let pause;
  let isStopped = false;

  /**
   * Node runs all promises and ticks between two immediates, so a job is over, with all that it left to them, when the
   * next immediate begins. All that are asked for before the loop comes to its immediates run in that same turn.
   */
  function schedule() {
    if (isScheduled || isStopped) return;
    isScheduled = true;
    fill(now());
    if (creditMs < LEAST_MS) pause = setTimeout(begin, Math.ceil((LEAST_MS - creditMs) / share));
    else begin();
  }

  function begin() {
    let waiting = 0;
    for (const lane of all) waiting += lane.waiting;
    sliceEndsMs = Infinity;
    for (let count = Math.min(MOST_JOBS, waiting); count > 0; count--) setImmediate(doNext);
    setImmediate(end);
  }

  /** @param {number} nowMs */
  function fill(nowMs) {
    creditMs = Math.min(SAVED_MS, creditMs + (nowMs - filledAtMs) * share);
    filledAtMs = nowMs;
  }

  function doNext() {
    const nowMs = now();
    finish(nowMs);
    if (sliceEndsMs === Infinity) {
      fill(nowMs);
      sliceEndsMs = nowMs + Math.min(SLICE_MS, Math.max(LEAST_MS, creditMs));
    }
    const lane = nextOf(all);
    if (lane === null || nowMs >= sliceEndsMs || isStopped) return;
    busyLane = lane;
    busySinceMs = nowMs;
    run(lane.take());
  }

  /** @param {() => void} job */
  function run(job) {
    try {
      job();
    } catch (error) {
      onError(error);
    }
  }

  function end() {
    finish(now());
    isScheduled = false;
    if (nextOf(all) !== null) schedule();
  }

  /** @param {number} nowMs */
  function finish(nowMs) {
    if (busyLane === null) return;
    const ms = nowMs - busySinceMs;
    const counted = Math.min(SAVED_MS, ms);
    usedMs += ms;
    creditMs = Math.max(-SAVED_MS, creditMs - counted);
    busyLane.account(counted);
    turnMs = busyLane.turnMs;
    busyLane = null;
  }

  return {
    /**
     * Does this when its turn comes. What it does in promises that are already settled counts as part of it.
     * @param {LaneName} name @param {() => void} job
     */
    push(name, job) {
      if (isStopped && name === 'goodbyes') return run(job);
      const lane = laneOf(name);
      if (lane.waiting === 0) lane.join(turnMs);
      lane.jobs.push(job);
      schedule();
    },
    /** @param {LaneName} name @returns {number} jobs */
    waiting: (name) => laneOf(name).waiting,
    /** Estimates how long a job that comes now will wait, by what jobs cost of late. */
    waitMs() {
      let ms = 0;
      for (const { waiting, costMs } of all) ms += waiting * costMs;
      return ms / usualShare;
    },
    /** Estimates how many jobs of a lane could be done a second if nothing else waited. @param {LaneName} name */
    perS: (name) => (share * 1000) / laneOf(name).costMs,
    /** Returns how much of the event loop all jobs have taken since the start, in ms. */
    get usedMs() {
      return usedMs;
    },
    /** @param {number} next 0 to 1: the share of the event loop that the jobs may take from now on */
    setShare(next) {
      fill(now());
      share = next;
      usualShare += (next - usualShare) * SHARE_SMOOTHING;
    },
    /**
     * Leaves undone what waits, but for goodbyes: a WebSocket that is not seen off holds a timer of ws for seconds,
     * and with it the process.
     */
    stop() {
      isStopped = true;
      clearTimeout(pause);
      const goodbyes = laneOf('goodbyes');
      while (goodbyes.waiting > 0) run(goodbyes.take());
    },
  };
}

/** @typedef {ReturnType<typeof createSlices>} Slices */

/** One kind of work. */
class Lane {
  /** Those that are done are null, because what they lead to is some 20 KB. @type {((() => void) | null)[]} */
  jobs = [];
  /** Those before this one are done. */
  at = 0;
  costMs = FIRST_COST_MS;
  /** The time that it has used, divided by its weight: the lane with the least is next. */
  turnMs = 0;

  /** @param {number} weight */
  constructor(weight) {
    this.weight = weight;
  }

  get waiting() {
    return this.jobs.length - this.at;
  }

  /** Begins to wait beside others. It has saved nothing up while it had nothing to do. @param {number} turnMs of those */
  join(turnMs) {
    this.turnMs = Math.max(this.turnMs, turnMs);
  }

  /** @returns {() => void} */
  take() {
    const job = /** @type {() => void} */ (this.jobs[this.at]);
    this.jobs[this.at] = null;
    this.at += 1;
    if (this.at === this.jobs.length) {
      this.jobs.length = 0;
      this.at = 0;
    } else if (this.at === TRIM) {
      this.jobs.splice(0, TRIM);
      this.at = 0;
    }
    return job;
  }

  /** @param {number} ms */
  account(ms) {
    this.turnMs += ms / this.weight;
    this.costMs += (ms - this.costMs) * COST_SMOOTHING;
  }
}

/** @param {readonly Lane[]} lanes @returns {Lane | null} null: nothing waits */
function nextOf(lanes) {
  let next = null;
  for (const lane of lanes) if (lane.waiting > 0 && (next === null || lane.turnMs < next.turnMs)) next = lane;
  return next;
}
