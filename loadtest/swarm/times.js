/** Follows messages on their way, and keeps the times that they took: since the last reading, and in all. */

/** @import { Part } from './jobs/job.js' */

import { Histogram } from '../histogram.js';
import { digitsAt } from './packets.js';

/** This holds 5 s of 200,000 messages a second, and is a power of two. */
const KEPT = 1 << 20;
/** The length of a message's id, where a message goes to everybody. */
export const DIGITS = 10;
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
  /** Some were not back after 5 s; of these, some came back late, and their times count; extra ones came once more. */
  counts = { missing: 0, late: 0, extra: 0 };
  /** These are neither back nor given up. */
  pending = 0;
  #sentAtMs;
  #senders;
  #states;
  #mask;
  #next = 0;
  #oldest = 0;
  part;

  /** @param {Part} part @param {number} [kept] most on their way, a power of two */
  constructor(part, kept = KEPT) {
    this.part = part;
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
    return number * this.part.processes + this.part.process;
  }

  /** @param {number} id @returns {number} -1: the message of another process, or none */
  numberOf(id) {
    const { process, processes } = this.part;
    return id % processes === process ? (id - process) / processes : -1;
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
    if (state === STATE.pending) this.pending -= 1;
    else if (state === STATE.givenUp) this.counts.late += 1;
    else this.counts.extra += 1;
    if (state === STATE.back) return;
    this.#states[number & this.#mask] = STATE.back;
    this.times.record(nowMs - this.sentAtMs(number));
  }

  /** Gives up messages that are older than 5 s. @param {number} nowMs */
  sweep(nowMs) {
    while (this.#oldest < this.#next && nowMs - this.sentAtMs(this.#oldest) >= MISSING_MS)
      this.#giveUp(this.#oldest++);
  }

  /** @param {number} number */
  #giveUp(number) {
    if (this.#states[number & this.#mask] !== STATE.pending) return;
    this.#states[number & this.#mask] = STATE.givenUp;
    this.pending -= 1;
    this.counts.missing += 1;
  }
}

/** Follows messages that the server sends to everybody: all count them, and their sender times them. */
export class Rounds extends Trips {
  counts = { missing: 0, late: 0, extra: 0, received: 0, expected: 0 };

  /** @param {number} sender @param {number} atMs @param {number} members of this process @returns {string} its id */
  say(sender, atMs, members) {
    this.counts.expected += members + this.part.others;
    return String(this.idOf(this.send(sender, atMs))).padStart(DIGITS, '0');
  }

  /** @param {Buffer} bytes @param {number} at where the id is @returns {number} of the message; -1: not one of ours */
  receive(bytes, at) {
    const id = digitsAt(bytes, at, at + DIGITS);
    // A stranger's message must not make up for one of ours that is lost.
    if (id === -1) return -1;
    this.counts.received += 1;
    return this.numberOf(id);
  }
}
