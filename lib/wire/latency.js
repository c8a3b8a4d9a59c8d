/**
 * How long the way from a phone takes, as far as the server grants it. It is measured by the pings that Engine.IO sends
 * anyway, every 10 s, and that every client answers. The client's clock is never asked.
 */

/** The best of the last 4 to 8 round trips counts, so that to hold back one answer changes nothing. */
const PER_BLOCK = 4;
/** A client that holds back all its answers gains this much, not more. */
const MAX_CREDIT_MS = 150;
const NEVER = -1;
/** Longer than any round trip. */
const NONE = 1e9;

/** One per connection. There are ten thousand, so it holds numbers, no list and no closure. Times in ms of one clock. */
export class Latency {
  // In tenths of ms, because whole numbers take no memory of their own.
  #sentAt = NEVER;
  #best = NONE;
  #bestBefore = NONE;
  #count = 0;

  /** Called when a ping leaves. @param {number} nowMs */
  sent(nowMs) {
    this.#sentAt = Math.round(nowMs * 10);
  }

  /** Called when its answer is here. An answer that nobody asked for measures nothing. @param {number} nowMs */
  answered(nowMs) {
    if (this.#sentAt === NEVER) return;
    if (this.#count++ % PER_BLOCK === 0) {
      this.#bestBefore = this.#best;
      this.#best = NONE;
    }
    this.#best = Math.min(this.#best, Math.max(0, Math.round(nowMs * 10) - this.#sentAt));
    this.#sentAt = NEVER;
  }

  /** To be taken off a moment of arrival: half of the best round trip, at most 150 ms, 0 until one is known. */
  get creditMs() {
    const best = Math.min(this.#best, this.#bestBefore);
    return best === NONE ? 0 : Math.min(MAX_CREDIT_MS, best / 20);
  }
}
