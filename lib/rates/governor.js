/**
 * The governor decides how much phones may ask of the server, from what the server measures of itself. Pure: time and
 * readings are passed in. docs/decisions/0012 explains and justifies the control law.
 */

import { grantRates } from './rates.js';

/** How often the law is evaluated, in ms. Its counts and gains are per sample. */
export const SAMPLE_MS = 250;

/** The value at which each signal counts as full. Each signal is divided by it; the highest result is the pressure. */
const FULL = Object.freeze({ d50Ms: 20, d95Ms: 80, utilisation: 0.8, stuckShare: 0.15, memoryShare: 0.75 });
/** Above any of these the server jams within seconds. */
const HARD = Object.freeze({ d50Ms: 50, utilisation: 0.98, memoryShare: 0.9 });

export const LEAST_BUDGET = 0.02;
/** Between these pressures nothing changes, so that the rates do not hunt. */
const CALM_BELOW = 0.92;
const FULL_ABOVE = 1;
/** A pressure counts only when the sample before was on the same side. */
const RUNNING = 2;
const HARD_FACTOR = 0.5;
const HARD_EVERY_MS = 500;
const FULL_FACTOR = 0.85;
const RAISE = 0.02;
/** A calm loop proves nothing while phones use less than this share of what they are granted. */
const DEMAND = 0.8;
/** Anti-windup: the budget stays within this distance of what is really granted. */
const HEADROOM = 0.1;
/** The estimated cost of a message rises quickly and falls slowly. */
const COST_UP = 0.3;
const COST_DOWN = 0.03;
/** A single long stall does not make messages twenty times dearer: a sample counts for at most this many times the estimate. */
const COST_LEAP = 3;
/** With less work or fewer messages in a sample, the loop's own work would pass for the cost of messages. */
const COST_FROM_WORK = 0.2;
const COST_FROM_MESSAGES = 100;

/**
 * @typedef {keyof typeof FULL} Signal
 *
 * @typedef {object} Signals one sample of 250 ms
 * @property {number} d50Ms median delay of the event loop in the sample
 * @property {number} d95Ms its 95th percentile
 * @property {number} utilisation 0 to 1: share of the sample in which the event loop was busy
 * @property {number} stuckShare 0 to 1: share of phones that do not take what they are sent
 * @property {number} memoryShare 0 to 1: resident memory as a share of what the process may have
 * @property {number} elapsedMs how long the sample was
 * @property {number} workMs processor time of the sample, at most the time the loop was busy: on a shared machine the
 *   loop is also busy while others have its core, which is not a cost of messages
 * @property {number} messages handled in the sample; one to a phone counts half, see `messagesOf`
 * @property {number} demand 0 to 1: how much of what is granted the phones that send anything use
 *
 * @typedef {import('./rates.js').Wish} Wish
 * @typedef {import('./rates.js').Rates} Rates
 * @typedef {'hard' | 'pressure' | 'room' | 'cost' | 'none'} Cause why the budget or the grant changed
 *
 * @typedef {object} Grant
 * @property {number} pressure above 1: too much
 * @property {Signal} binding the signal that sets the pressure
 * @property {boolean} isHard
 * @property {number} hardForMs
 * @property {number} budget 0.02 to 1
 * @property {number} granted the part of the budget that feed-forward leaves, 0.02 to 1
 * @property {boolean} isScaled phones get less than the budget allows, because of what so many of them cost
 * @property {number} costMs event-loop time per message; 0 until known
 * @property {Cause} cause
 * @property {Rates[]} rates for each wish, in order
 * @property {number} joinsPerS
 * @property {'on' | 'digest' | 'off'} extras emoji and counters on phones
 */

/**
 * @param {{ hasFeedForward?: boolean }} [options] false: the budget decides alone, for comparison
 */
export function createGovernor({ hasFeedForward = true } = {}) {
  let budget = 1;
  let granted = 1;
  let costMs = 0;
  let firstSeenMs = 0;
  let fullSamples = 0;
  let calmSamples = 0;
  let hardSinceMs = Infinity;
  let halvedAtMs = -Infinity;

  /** @param {Signals} signals @param {number} pressure @param {boolean} isHard @param {number} nowMs @returns {Cause} */
  function moveBudget(signals, pressure, isHard, nowMs) {
    fullSamples = pressure > FULL_ABOVE ? fullSamples + 1 : 0;
    calmSamples = pressure < CALM_BELOW ? calmSamples + 1 : 0;
    if (isHard) {
      if (nowMs - halvedAtMs < HARD_EVERY_MS) return 'none';
      halvedAtMs = nowMs;
      return setBudget(budget * HARD_FACTOR, 'hard');
    }
    if (fullSamples >= RUNNING) return setBudget(budget * FULL_FACTOR, 'pressure');
    if (calmSamples >= RUNNING && signals.demand >= DEMAND) return setBudget(budget + RAISE, 'room');
    return 'none';
  }

  /** @param {number} next @param {Cause} cause @returns {Cause} */
  function setBudget(next, cause) {
    const before = budget;
    budget = clamp(next, LEAST_BUDGET, 1);
    return budget === before ? 'none' : cause;
  }

  /** @param {Signals} signals */
  function learnCost({ workMs, elapsedMs, messages }) {
    if (messages < 1) return;
    const seenMs = workMs / messages;
    const isConclusive = workMs >= COST_FROM_WORK * elapsedMs && messages >= COST_FROM_MESSAGES;
    // Every sample is an upper bound, for the loop did more than handle messages; so a fall is always safe.
    if (seenMs < costMs) costMs += (seenMs - costMs) * COST_DOWN;
    else if (isConclusive && costMs > 0) costMs += (Math.min(seenMs, COST_LEAP * costMs) - costMs) * COST_UP;
    // The first two samples must agree, or the start of the server would count as the cost of its first messages.
    else if (isConclusive) costMs = Math.min(seenMs, firstSeenMs);
    firstSeenMs = isConclusive ? seenMs : 0;
  }

  return {
    /** Grants rates for changed wishes right now, without a sample. @param {readonly Wish[]} wishes */
    grant: (wishes) => grantRates({ budget, costMs, wishes }),
    /**
     * Evaluates one sample. Costs some 5 µs, and 1 µs per room.
     * @param {Signals} signals
     * @param {readonly Wish[]} wishes of each room: its phones, and what its operator and its game ask for
     * @param {number} nowMs
     * @returns {Grant}
     */
    evaluate(signals, wishes, nowMs) {
      const { pressure, binding } = pressureOf(signals);
      const isHard = isHardAt(signals);
      hardSinceMs = isHard ? Math.min(hardSinceMs, nowMs) : Infinity;
      const moved = moveBudget(signals, pressure, isHard, nowMs);
      if (hasFeedForward) learnCost(signals);
      const grant = grantRates({ budget, costMs, wishes });
      const cause = moved === 'none' && Math.abs(grant.granted - granted) > RAISE / 2 ? 'cost' : moved;
      granted = grant.granted;
      budget = Math.min(budget, grant.granted + HEADROOM);
      const hardForMs = isHard ? nowMs - hardSinceMs : 0;
      return { pressure, binding, isHard, hardForMs, budget, costMs, cause, ...grant };
    },
  };
}

/** @typedef {ReturnType<typeof createGovernor>} Governor */

/**
 * @param {Pick<Signals, Signal>} signals
 * @returns {{ pressure: number, binding: Signal }}
 */
export function pressureOf(signals) {
  let pressure = -1;
  /** @type {Signal} */
  let binding = 'd50Ms';
  for (const name of /** @type {Signal[]} */ (Object.keys(FULL))) {
    const share = signals[name] / FULL[name];
    if (!(share > pressure)) continue;
    pressure = share;
    binding = name;
  }
  return { pressure: Math.max(0, pressure), binding };
}

/** @param {Pick<Signals, Signal>} signals */
function isHardAt({ d50Ms, utilisation, memoryShare }) {
  return d50Ms > HARD.d50Ms || utilisation >= HARD.utilisation || memoryShare > HARD.memoryShare;
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(most, Math.max(least, value));
}
