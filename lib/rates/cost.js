/** Learns what a message costs of the event loop, from the work of each sample. Pure. */

/** The estimate rises quickly and falls slowly. */
const UP = 0.3;
const DOWN = 0.03;
/** Without load an estimate is forgotten within seconds, down to the lowest there was. */
const FORGET = 0.1;
/** One sample counts for at most this many times the estimate. */
const LEAP = 3;
/** With less work or fewer messages in a sample, the loop's own work would pass for the cost of messages. */
const FROM_WORK = 0.2;
const FROM_MESSAGES = 100;
/**
 * In a hall that hardly sends, even the lowest estimate is doubted: it may have been learnt while the machine was slow. Half of it is
 * gone in some 17 s, down to what no server is asked to believe for long.
 */
const DOUBT = 0.01;
const DOUBTED_TO_MS = 0.05;
/** A sample that came this much too late saw a game or a collection of garbage stand still, which no message did. */
const LATE = 1.5;
/** While comings and goings take more of the work than this, too much of what is left is theirs. */
const MOVING_SHARE = 0.1;

/** @param {number} sampleMs between two samples */
export function createCost(sampleMs) {
  let costMs = 0;
  let firstSeenMs = 0;
  /** The lowest that was ever learnt: an idle loop forgets what a dear game cost, but not what messages cost at best. */
  let leastMs = Infinity;

  /** @param {number} seenMs @param {boolean} isConclusive */
  function learn(seenMs, isConclusive) {
    // Every sample is an upper bound, for the loop did more than handle messages; so a fall is always safe.
    if (seenMs < costMs) costMs += (seenMs - costMs) * DOWN;
    else if (isConclusive && costMs > 0) costMs += (Math.min(seenMs, LEAP * costMs) - costMs) * UP;
    // The first two samples must agree, or the start of the server would count as the cost of its first messages.
    else if (isConclusive) costMs = Math.min(seenMs, firstSeenMs);
    firstSeenMs = isConclusive ? seenMs : 0;
    if (isConclusive && costMs > 0) leastMs = Math.min(leastMs, costMs);
  }

  return {
    /** @returns {number} ms of the event loop; 0 until known */
    get ms() {
      return costMs;
    },
    /**
     * @param {{ workMs: number, movingMs: number, elapsedMs: number, messages: number }} sample see Signals of the governor
     * @param {boolean} isCalm the loop has room
     */
    see({ workMs, movingMs, elapsedMs, messages }, isCalm) {
      const isStall = elapsedMs > LATE * sampleMs;
      if (isStall || movingMs > MOVING_SHARE * (workMs + movingMs)) return;
      const isConclusive = workMs >= FROM_WORK * elapsedMs && messages >= FROM_MESSAGES;
      if (messages >= 1 && (isConclusive || workMs < costMs * messages))
        learn(workMs / messages, isConclusive);
      // Phones that send little say nothing of what more would cost, for the loop's own work is in it. That is found out by letting them.
      if (messages < FROM_MESSAGES && isCalm && costMs > 0) {
        if (leastMs > DOUBTED_TO_MS) leastMs = Math.max(DOUBTED_TO_MS, leastMs * (1 - DOUBT));
        if (costMs > leastMs) costMs += (leastMs - costMs) * FORGET;
      }
    },
  };
}
