/**
 * Stage time as an edge knows it. The home says with each tick when its stage time was 0, on its own monotonic clock; the
 * edge adds how far its clock is ahead of that one, which the quickest of the last messages shows best. Pure: times are
 * passed in. Nothing is asked, and to read the clock is three additions: 40,000 events a second do it.
 */

/** @import { Pulse } from '../contract/wire.js' */

/** The stage takes no longer steps (lib/stage/stage.js): until the home has ticked again, no more than this has passed. */
const MOST_STEP_MS = 250;
/** The quickest of the last 64 to 128 messages counts, two to four seconds of them, because clocks drift apart. */
const PER_BLOCK = 64;

/** The stage time of one room at one edge. */
export class StageClock {
  epoch = 0;
  clears = 0;
  /** When stage time was 0, on the clock of this edge. */
  zeroMs = 0;
  /** The stage stands still. */
  isStill = false;
  #stageMs = 0;
  #best = Infinity;
  #bestBefore = Infinity;
  #count = 0;

  /** @param {Pulse} pulse @param {number} nowMs on the clock of this edge */
  note({ epoch, zeroMs, stageMs, clears, sentMs, isStill = false }, nowMs) {
    this.isStill = isStill;
    if (this.#count++ % PER_BLOCK === 0) {
      this.#bestBefore = this.#best;
      this.#best = Infinity;
    }
    this.#best = Math.min(this.#best, nowMs - sentMs);
    this.epoch = epoch;
    this.clears = clears;
    this.zeroMs = zeroMs + Math.min(this.#best, this.#bestBefore);
    this.#stageMs = stageMs;
  }

  /** @param {number} nowMs on the clock of this edge @returns {number} stage time in whole ms, 0 at least */
  at(nowMs) {
    if (this.isStill) return Math.round(this.#stageMs);
    const stageMs = nowMs - this.zeroMs;
    const mostMs = this.#stageMs + MOST_STEP_MS;
    return Math.max(0, Math.round(stageMs < mostMs ? stageMs : mostMs));
  }
}
