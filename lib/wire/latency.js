/**
 * How long the way from a phone takes, as far as the server grants it: measured by the pings that Engine.IO
 * sends anyway, every 10 s, and every client answers by itself. The client's clock is never asked.
 */

/** The best of the last 4 to 8 round trips: to hold back one answer changes nothing. */
const PER_BLOCK = 4;
/** RELIABILITY T17: who holds back all of them gains this much, not more. */
const MAX_CREDIT_MS = 150;
const NEVER = -1;
/** No round trip is so long. */
const NONE = 1e9;

/** One per connection: numbers, no list and no closure, for there are ten thousand. Times in ms of one clock. */
export class Latency {
  // Tenths of ms: whole numbers take no memory of their own.
  #sentAt = NEVER;
  #best = NONE;
  #bestBefore = NONE;
  #count = 0;

  /** A ping leaves. @param {number} nowMs */
  sent(nowMs) {
    this.#sentAt = Math.round(nowMs * 10);
  }

  /** Its answer is here; one that nobody asked for measures nothing. @param {number} nowMs */
  answered(nowMs) {
    if (this.#sentAt === NEVER) return;
    if (this.#count++ % PER_BLOCK === 0) {
      this.#bestBefore = this.#best;
      this.#best = NONE;
    }
    this.#best = Math.min(this.#best, Math.max(0, Math.round(nowMs * 10) - this.#sentAt));
    this.#sentAt = NEVER;
  }

  /** To take off a moment of arrival: half of the best round trip, 0 until known, at most 150. */
  get creditMs() {
    const best = Math.min(this.#best, this.#bestBefore);
    return best === NONE ? 0 : Math.min(MAX_CREDIT_MS, best / 20);
  }
}
