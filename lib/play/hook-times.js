/**
 * Times the hooks of a game. One that fills its thread is named, because pictures and answers come late for it; nothing is ended,
 * which is for hooks that do not return (lib/watch.js).
 */

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** A thread that has had no time to spare for so long is full. At 30 Hz people have missed a dozen frames by then. */
const FULL_MS = 500;
/** A smaller share of the time is none to spare. */
const SPARE = 0.2;
/** A step of a game at 30 Hz has this long. On a machine that is busy a thread is full although its steps take less. */
const STEP_MS = 1000 / 30;
/** How long the thread has waited for a processor is read this often at most, because it costs 18 µs. */
const READ_EVERY_MS = 1000;

/** The times of one thread that plays one game. */
export class HookTimes {
  #warn;
  #now;
  #waited;
  /** They were named before. @type {Set<string>} */
  #named = new Set();
  /** Since when the thread has had no time to spare. */
  #sinceMs = 0;
  #spareMs = Infinity;
  /** For so long the thread has kept the steps waiting that were due since then: time in which it could rest is none to spare. */
  #overMs = 0;
  #steps = 0;
  /** Since then, by hook; '' is for all that is done besides, such as to write the state as JSON. @type {Map<string, { ms: number, calls: number }>} */
  #totals = new Map();
  /** How long the thread had waited for a processor, and when that was read. */
  #waitedMs = 0;
  #readAtMs = -Infinity;
  /** When the hook that is called now was called, or the last one returned. */
  #atMs = 0;
  /** When the thread got what it does now. */
  #begunAtMs = 0;
  /** @type {{ ms: number, calls: number } | null} */
  #hook = null;

  /**
   * @param {(text: string) => void} warn is called with each hook once
   * @param {{ now?: () => number, waited?: () => number }} [clock] both in ms; waited: for a processor
   */
  constructor(warn, { now = () => performance.now(), waited = waitedMs } = {}) {
    this.#warn = warn;
    this.#now = now;
    this.#waited = waited;
  }

  /** The thread has something to do. @param {boolean} isStep */
  begin(isStep) {
    const nowMs = this.#now();
    const idleMs = nowMs - this.#atMs;
    this.#spareMs += Math.max(0, idleMs - this.#overMs);
    this.#overMs = Math.max(0, this.#overMs - idleMs);
    if (this.#spareMs > SPARE * (nowMs - this.#sinceMs)) this.#restart(nowMs);
    this.#atMs = this.#begunAtMs = nowMs;
    if (isStep) this.#steps += 1;
    this.enter('');
  }

  /** A hook is called. Costs 0.1 µs. @param {string} name */
  enter(name) {
    this.#count();
    let hook = this.#totals.get(name);
    if (!hook) this.#totals.set(name, (hook = { ms: 0, calls: 0 }));
    hook.calls += 1;
    this.#hook = hook;
  }

  /** The thread has nothing to do. */
  rest() {
    this.#count();
    this.#hook = null;
    this.#overMs += Math.max(0, this.#atMs - this.#begunAtMs - STEP_MS);
    if (this.#atMs - this.#sinceMs >= FULL_MS) this.#judge();
  }

  /** Counts the time since the last call for the hook that was called then. */
  #count() {
    const nowMs = this.#now();
    if (this.#hook) this.#hook.ms += nowMs - this.#atMs;
    this.#atMs = nowMs;
  }

  /** @param {number} nowMs */
  #restart(nowMs) {
    this.#sinceMs = nowMs;
    this.#spareMs = this.#overMs = this.#steps = 0;
    this.#totals.clear();
    if (nowMs - this.#readAtMs < READ_EVERY_MS) return;
    this.#readAtMs = nowMs;
    this.#waitedMs = this.#waited();
  }

  #judge() {
    const passedMs = this.#atMs - this.#sinceMs;
    const totals = [...this.#totals].sort(([, a], [, b]) => b.ms - a.ms);
    const ownMs = totals.reduce((sum, [, { ms }]) => sum + ms, 0) - (this.#waited() - this.#waitedMs);
    // On a busy machine that takes longer.
    if (ownMs < FULL_MS * (1 - SPARE)) return;
    const [[name, { ms, calls }]] = /** @type {[(typeof totals)[0]]} */ (totals);
    if (ownMs >= this.#steps * STEP_MS * (1 - SPARE) && !this.#named.has(name)) {
      this.#named.add(name);
      const took = `${Math.round(ms)} of the last ${Math.round(passedMs)} ms in ${calls} ${calls === 1 ? 'call' : 'calls'}`;
      const what = name === '' ? 'to store its state' : `${name}()`;
      this.#warn(`${what} took ${took}, so that pictures and answers come late: let it do less at a time.`);
    }
    this.#readAtMs = -Infinity;
    this.#restart(this.#atMs);
  }
}

/** @returns {number} ms for which this thread has waited for a processor; 0 where the system does not say */
function waitedMs() {
  try {
    // man 5 proc: time on a processor, time in which it waited for one, both in ns, and how often it got one.
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
