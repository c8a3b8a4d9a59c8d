/** Follows messages on their way, and keeps the times that they took: since the last reading, and in all. */

/** @import { Part } from './jobs/job.js' */

import { Histogram } from '../histogram.js';

/** This holds 5 s of 200,000 messages a second, and is a power of two. */
const KEPT = 1 << 20;
/** By Drew Harry's rule, a reply that is not there after 5 s is missing. */
const MISSING_MS = 5000;
const STATE = Object.freeze({ pending: 0, back: 1, givenUp: 2 });

export class Times {
  #recent = new Histogram();
  #all = new Histogram();

  /** @param {number} ms */
  record(ms) {
    this.#recent.record(ms);
  }

  /** @param {boolean} isTotal in all, or since the last reading, which this is then @returns {Histogram} */
  read(isTotal) {
    if (isTotal) return new Histogram().merge(this.#all).merge(this.#recent);
    const recent = this.#recent;
    this.#all.merge(recent);
    this.#recent = new Histogram();
    return recent;
  }
}

/** Holds times in typed arrays by number, so that nothing is allocated for a message. */
export class Trips {
  times = new Times();
  /** These were not back after 5 s. */
  missing = 0;
  /** These came back after they had been given up; their times count. */
  late = 0;
  /** These came back once more. */
  extra = 0;
  /** These are neither back nor given up. */
  pending = 0;
  #sentAtMs;
  #senders;
  #states;
  #mask;
  #next = 0;
  #oldest = 0;
  #process;
  #processes;

  /** @param {Pick<Part, 'process' | 'processes'>} part @param {number} [kept] how many may be on their way, a power of two */
  constructor({ process, processes }, kept = KEPT) {
    this.#process = process;
    this.#processes = processes;
    this.#sentAtMs = new Float64Array(kept);
    this.#senders = new Int32Array(kept);
    this.#states = new Uint8Array(kept);
    this.#mask = kept - 1;
  }

  /** @param {number} sender @param {number} atMs @returns {number} the message's number */
  send(sender, atMs) {
    const number = this.#next++;
    if (number - this.#oldest > this.#mask) this.#giveUp(this.#oldest++);
    this.#sentAtMs[number & this.#mask] = atMs;
    this.#senders[number & this.#mask] = sender;
    this.#states[number & this.#mask] = STATE.pending;
    this.pending += 1;
    return number;
  }

  /** @param {number} number @returns {number} an id that no other process of the crowd gives */
  idOf(number) {
    return number * this.#processes + this.#process;
  }

  /** @param {number} id @returns {number} -1: the message of another process, or none */
  numberOf(id) {
    if (this.#processes === 1) return id;
    return id % this.#processes === this.#process ? (id - this.#process) / this.#processes : -1;
  }

  /** @param {number} number @returns {number} who sent it; -1: nobody, or too long ago */
  senderOf(number) {
    const isKnown = number >= 0 && number < this.#next && this.#next - number <= this.#mask;
    return isKnown ? /** @type {number} */ (this.#senders[number & this.#mask]) : -1;
  }

  /** @param {number} number one that `senderOf` knows */
  sentAtMs(number) {
    return /** @type {number} */ (this.#sentAtMs[number & this.#mask]);
  }

  /** Notes that a message is back. @param {number} number one that `senderOf` knows @param {number} nowMs */
  back(number, nowMs) {
    const state = this.#states[number & this.#mask];
    if (state === STATE.back) {
      this.extra += 1;
      return;
    }
    if (state === STATE.pending) this.pending -= 1;
    else this.late += 1;
    this.#states[number & this.#mask] = STATE.back;
    this.times.record(nowMs - this.sentAtMs(number));
  }

  /** Gives up messages that are older than 5 s. @param {number} nowMs */
  sweep(nowMs) {
    while (this.#oldest < this.#next && nowMs - this.sentAtMs(this.#oldest) >= MISSING_MS)
      this.#giveUp(this.#oldest++);
  }

  /** Returns the counts of a load's reading. */
  counts() {
    return { missing: this.missing, late: this.late, extra: this.extra };
  }

  /** @param {number} number */
  #giveUp(number) {
    if (this.#states[number & this.#mask] !== STATE.pending) return;
    this.#states[number & this.#mask] = STATE.givenUp;
    this.pending -= 1;
    this.missing += 1;
  }
}
