/**
 * The governor decides how much phones may ask of the server, from what the server measures of itself. Pure: time and
 * readings are passed in. docs/decisions/0012 explains and justifies the control law.
 */

import { createBudget, RAISE } from './budget.js';
import { createCost } from './cost.js';
import { grantRates } from './rates.js';

export { LEAST_BUDGET } from './budget.js';

/** How often the law is evaluated, in ms. Its counts and gains are per sample. */
export const SAMPLE_MS = 250;

/** The value at which each signal counts as full. Each signal is divided by it; the highest result is the pressure. */
const FULL = Object.freeze({ d50Ms: 20, d95Ms: 80, utilisation: 0.8, memoryShare: 0.75 });
/** Above any of these the server jams within seconds. A loop that is busy all the time is not jammed before it is late. */
const HARD = Object.freeze({ d50Ms: 50, memoryShare: 0.9 });

/** The loop counts as busy by the mean of so many samples, which are three seconds. */
const SMOOTH_SAMPLES = 12;
/** Below this pressure the loop has room. */
const CALM_BELOW = 0.92;
/** Anti-windup: the budget stays within this distance of what is really granted. */
const HEADROOM = 0.1;
/**
 * @typedef {keyof typeof FULL} Signal
 *
 * @typedef {object} Signals one sample of 250 ms
 * @property {number} d50Ms median delay of the event loop in the sample
 * @property {number} d95Ms its 95th percentile
 * @property {number} utilisation 0 to 1: share of the sample in which the event loop was busy with anything but phones
 *   that come or go, which only take what is left (door.js)
 * @property {number} memoryShare 0 to 1: resident memory as a share of what the process may have
 * @property {number} elapsedMs how long the sample was
 * @property {number} workMs processor time of the sample, at most the time the loop was busy: on a shared machine the
 *   loop is also busy while others have its core, which is not a cost of messages. Without `movingMs`
 * @property {number} movingMs the same of phones that come or go
 * @property {number} messages handled in the sample; one to a phone counts half
 * @property {boolean} isRush phones wait to come in, and those inside make room for them
 *
 * @typedef {import('./rates.js').Wish} Wish
 * @typedef {import('../contract/wire.js').Rates} Rates
 * @typedef {import('./budget.js').Cause} Cause
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
 * @property {'on' | 'digest' | 'off'} extras emoji and counters on phones
 */

/**
 * @param {{ hasFeedForward?: boolean }} [options] false: the budget decides alone, for comparison
 */
export function createGovernor({ hasFeedForward = true } = {}) {
  const budget = createBudget();
  const cost = createCost(SAMPLE_MS);
  const busy = createSmooth();
  let granted = 1;
  let hardSinceMs = Infinity;
  let isRush = false;

  return {
    /** Grants rates for changed wishes right now, without a sample. @param {readonly Wish[]} wishes */
    grant: (wishes) => grantRates({ budget: budget.value, costMs: cost.ms, isRush, wishes }),
    /**
     * Evaluates one sample. Costs some 5 µs, and 1 µs per room.
     * @param {Signals} signals
     * @param {readonly Wish[]} wishes of each room: its phones, and what its operator and its game ask for
     * @param {number} nowMs
     * @returns {Grant}
     */
    evaluate(signals, wishes, nowMs) {
      const { pressure, binding } = pressureOf({ ...signals, utilisation: busy.see(signals.utilisation) });
      const isHard = isHardAt(signals);
      hardSinceMs = isHard ? Math.min(hardSinceMs, nowMs) : Infinity;
      const before = budget.value;
      const moved = budget.move({ pressure, isHard }, nowMs);
      if (budget.value < before) busy.scale(budget.value / before);
      if (hasFeedForward) cost.see(signals, pressure < CALM_BELOW);
      ({ isRush } = signals);
      const grant = grantRates({ budget: budget.value, costMs: cost.ms, isRush, wishes });
      const cause = moved === 'none' && Math.abs(grant.granted - granted) > RAISE / 2 ? 'cost' : moved;
      granted = grant.granted;
      // A rush is over in a moment, and what it takes is no sign of what phones need.
      if (!isRush) budget.limit(granted + HEADROOM);
      const hardForMs = isHard ? nowMs - hardSinceMs : 0;
      return { pressure, binding, isHard, hardForMs, budget: budget.value, costMs: cost.ms, cause, ...grant };
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
function isHardAt({ d50Ms, memoryShare }) {
  return d50Ms > HARD.d50Ms || memoryShare > HARD.memoryShare;
}

/**
 * Smooths how busy the loop is. In a sample of 250 ms it differs by a tenth of the loop and more under a steady load, and rates
 * that followed would swing; delays say at once when it is really too much.
 * @returns {{ see(utilisation: number): number, scale(factor: number): void }} `see` gives the mean of the last samples
 */
function createSmooth() {
  /** @type {number[]} */
  let seen = Array(SMOOTH_SAMPLES).fill(0);
  return {
    see(utilisation) {
      seen = [...seen.slice(1), utilisation];
      return seen.reduce((sum, one) => sum + one, 0) / SMOOTH_SAMPLES;
    },
    /** Makes of what was seen what it would have been with the rates of now. @param {number} factor of the budget */
    scale(factor) {
      seen = seen.map((utilisation) => utilisation * factor);
    },
  };
}
