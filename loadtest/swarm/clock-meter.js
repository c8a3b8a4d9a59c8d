/**
 * Compares the clock of another process with ours, by messages there and back. Pure.
 *
 * The other clock was read at some time between sending and receiving, so that its offset is known to half a round
 * trip; the shortest of several round trips is the most exact (as in NTP, RFC 5905, section 10).
 */

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
     * @returns {{ drift: number | null }} share by which the other clock is faster; null: not measured yet
     */
    read() {
      const half = Math.floor(samples.length / 2);
      const early = best(samples.slice(0, half));
      const late = best(samples.slice(half));
      if (samples.length < FEWEST || !early || !late) return { drift: null };
      const change = late.offsetMs - early.offsetMs;
      const sure = Math.max(0, Math.abs(change) - early.offByMs - late.offByMs);
      return { drift: (Math.sign(change) * sure) / (late.atMs - early.atMs) };
    },
  };
}

/** @param {{ atMs: number, offsetMs: number, offByMs: number }[]} samples */
function best(samples) {
  return samples.toSorted((a, b) => a.offByMs - b.offByMs)[0];
}
