/**
 * Compares the clock of another process or machine with ours, by messages there and back. Pure.
 *
 * The other clock was read at some time between sending and receiving, so that its offset is known to half a round
 * trip; the shortest of several round trips is the most exact (as in NTP, RFC 5905, section 10).
 */

/** @import { MachineClock } from './readings.js' */

/** The drift is that over this many messages, the first half of them against the second. */
const KEPT = 40;
const FEWEST = 4;

export function createClockMeter() {
  /** @type {{ atMs: number, offsetMs: number, offByMs: number }[]} */
  let samples = [];

  return {
    /** @param {number} sentMs @param {number} receivedMs by our clock @param {number} otherMs by the other one */
    note(sentMs, receivedMs, otherMs) {
      const atMs = (sentMs + receivedMs) / 2;
      samples.push({ atMs, offsetMs: otherMs - atMs, offByMs: (receivedMs - sentMs) / 2 });
      samples = samples.slice(-KEPT);
    },
    /**
     * Gives the least drift that explains what was seen, so that slow messages are not taken for a bad clock.
     * @returns {Omit<MachineClock, 'name'>}
     */
    read() {
      const half = Math.floor(samples.length / 2);
      const early = best(samples.slice(0, half));
      const late = best(samples.slice(half));
      const offsetMs = late ? round(late.offsetMs, 1) : null;
      if (samples.length < FEWEST || !early || !late) return { offsetMs, drift: null };
      const change = late.offsetMs - early.offsetMs;
      const sure = Math.max(0, Math.abs(change) - early.offByMs - late.offByMs);
      return { offsetMs, drift: round((Math.sign(change) * sure) / (late.atMs - early.atMs), 5) };
    },
  };
}

/** @param {{ atMs: number, offsetMs: number, offByMs: number }[]} samples */
function best(samples) {
  return samples.reduce(
    (least, sample) => (!least || sample.offByMs < least.offByMs ? sample : least),
    /** @type {(typeof samples)[number] | null} */ (null),
  );
}

/** @param {number} value @param {number} digits */
function round(value, digits) {
  return Number(value.toFixed(digits));
}
