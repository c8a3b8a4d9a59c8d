/**
 * The time of a thread, as its process sees it. On a machine that has no time for the thread, a healthy one says nothing either: beside
 * processes that compute, games were ended that did nothing wrong. So nothing is called hung by the clock alone.
 */

/** @import { Heart } from './heart.js' */

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { BEAT_MS } from './heart.js';

/** One tick of /proc/<pid>/stat: USER_HZ is 100 on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** Counts the time in which a thread could have run. */
export class ThreadTime {
  #heart;
  #lookedAtMs = performance.now();
  /** At the last look, if that was the last call. @type {number | null} */
  #usedMs = null;

  /** @param {Pick<Heart, 'thread'>} heart */
  constructor(heart) {
    this.#heart = heart;
  }

  /** To be called every `BEAT_MS`. Costs 20 µs. @returns {number} ms since the last call, 0 or more */
  look() {
    const state = readThread(this.#heart.thread);
    const usedMs = this.#usedMs ?? state?.usedMs;
    const passedMs = this.skip();
    if (!state) return counted(passedMs);
    this.#usedMs = state.usedMs;
    // It waits for something: what that is, and whether it comes, nobody knows.
    return state.isRunnable ? state.usedMs - Number(usedMs) : counted(passedMs);
  }

  /** Counts nothing of the time since the last call. Costs nothing. @returns {number} ms */
  skip() {
    const nowMs = performance.now();
    const passedMs = nowMs - this.#lookedAtMs;
    this.#lookedAtMs = nowMs;
    this.#usedMs = null;
    return passedMs;
  }
}

/** Counts how long a heart has been silent although its thread could have run. */
export class Watch {
  #heart;
  #time;
  #beats = 0;
  #silentMs = 0;

  /** @param {Heart} heart */
  constructor(heart) {
    this.#heart = heart;
    this.#time = new ThreadTime(heart);
  }

  /** To be called every `BEAT_MS`. @returns {number} ms; 0 before its first beat */
  look() {
    const { beats } = this.#heart;
    const isSilent = beats === this.#beats && beats > 0;
    this.#beats = beats;
    if (isSilent) return (this.#silentMs += this.#time.look());
    this.#time.skip();
    return (this.#silentMs = 0);
  }
}

/** @param {number} passedMs between two looks @returns {number} a look that is late itself counts the less the later it is */
function counted(passedMs) {
  return Math.min(passedMs, BEAT_MS ** 2 / passedMs);
}

/**
 * @param {number} thread
 * @returns {{ isRunnable: boolean, usedMs: number } | null} isRunnable: it runs, or waits for nothing but the processor; usedMs:
 *   the time of the processor that it has had; null: there is no /proc
 */
function readThread(thread) {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    // man 5 proc_pid_stat: the name, in brackets, may hold spaces; the state comes after it, the times are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isRunnable: fields[0] === 'R', usedMs: TICK_MS * (Number(fields[11]) + Number(fields[12])) };
  } catch {
    return null;
  }
}
