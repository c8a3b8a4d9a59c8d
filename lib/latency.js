/**
 * How long the way from a phone takes, as far as the server grants it: measured by the pings that Engine.IO
 * sends anyway, every 10 s, and every client answers by itself. The client's clock is never asked.
 */

/** The best of the last 4 to 8 round trips: to hold back one answer changes nothing. */
const PER_BLOCK = 4;
/** RELIABILITY T17: who holds back all of them gains this much, not more. */
const MAX_CREDIT_MS = 150;

/** One per connection: numbers, no list and no closure, for there are ten thousand. Times in ms of one clock. */
export class Latency {
  #sentAtMs = NaN;
  #bestMs = Infinity;
  #bestBeforeMs = Infinity;
  #count = 0;

  /** A ping leaves. @param {number} nowMs */
  sent(nowMs) {
    this.#sentAtMs = nowMs;
  }

  /** Its answer is here; one that nobody asked for measures nothing. @param {number} nowMs */
  answered(nowMs) {
    if (Number.isNaN(this.#sentAtMs)) return;
    if (this.#count++ % PER_BLOCK === 0) {
      this.#bestBeforeMs = this.#bestMs;
      this.#bestMs = Infinity;
    }
    this.#bestMs = Math.min(this.#bestMs, nowMs - this.#sentAtMs);
    this.#sentAtMs = NaN;
  }

  /** To take off a moment of arrival: half of the best round trip, 0 until known, at most 150. */
  get creditMs() {
    const bestMs = Math.min(this.#bestMs, this.#bestBeforeMs);
    return bestMs === Infinity ? 0 : Math.min(MAX_CREDIT_MS, bestMs / 2);
  }
}
