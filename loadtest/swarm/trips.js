/** Follows messages on their way: when each was sent, by which connection, and whether it is back. */

import { Times } from './times.js';

/** This holds 5 s of 200,000 messages a second, and is a power of two. */
const KEPT = 1 << 20;
/** By Drew Harry's rule, a reply that is not there after 5 s is missing. */
const MISSING_MS = 5000;

/** Holds times in typed arrays by number, so that nothing is allocated for a message. */
export class Trips {
  times = new Times();
  missing = 0;
  /** These came back after they had been given up. */
  late = 0;
  /** These are neither back nor given up. */
  pending = 0;
  #sentAtMs;
  #senders;
  #isDone;
  #mask;
  #next = 0;
  #oldest = 0;

  /** @param {number} [kept] how many may be on their way, a power of two */
  constructor(kept = KEPT) {
    this.#sentAtMs = new Float64Array(kept);
    this.#senders = new Int32Array(kept);
    this.#isDone = new Uint8Array(kept);
    this.#mask = kept - 1;
  }

  /** @param {number} sender @param {number} atMs @returns {number} the message's number */
  send(sender, atMs) {
    const number = this.#next++;
    if (number - this.#oldest > this.#mask) this.#giveUp(this.#oldest++);
    this.#sentAtMs[number & this.#mask] = atMs;
    this.#senders[number & this.#mask] = sender;
    this.#isDone[number & this.#mask] = 0;
    this.pending += 1;
    return number;
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
    if (this.#isDone[number & this.#mask]) {
      this.late += 1;
      return;
    }
    this.#isDone[number & this.#mask] = 1;
    this.pending -= 1;
    this.times.record(nowMs - this.sentAtMs(number));
  }

  /** Gives up messages that are older than 5 s. @param {number} nowMs */
  sweep(nowMs) {
    while (this.#oldest < this.#next && nowMs - this.sentAtMs(this.#oldest) >= MISSING_MS)
      this.#giveUp(this.#oldest++);
  }

  /** @param {number} number */
  #giveUp(number) {
    if (this.#isDone[number & this.#mask]) return;
    this.#isDone[number & this.#mask] = 1;
    this.pending -= 1;
    this.missing += 1;
  }
}
