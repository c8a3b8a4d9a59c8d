/**
 * The budget of the governor: it falls when the server is too busy, and comes back by headroom alone, whether phones ask
 * for more or not. Pure. docs/decisions/0019 explains why it returns as TCP CUBIC does.
 */

export const LEAST_BUDGET = 0.02;
/** Between these pressures nothing changes, so that the rates do not hunt. */
const CALM_BELOW = 0.92;
const FULL_ABOVE = 1;
/** A pressure counts only when the sample before was on the same side. */
const RUNNING = 2;
const HARD_FACTOR = 0.5;
const HARD_EVERY_MS = 500;
const FULL_FACTOR = 0.85;
/** The step of a sample that asks for more than was ever known to be too much. */
export const RAISE = 0.02;
/** After so many calm samples the budget is where it was before it fell: quickly at first, then ever more slowly. */
const RETURN_SAMPLES = 24;
/** A fall this soon after another belongs to it, and does not say how much is too much. */
const SAME_FALL_SAMPLES = 8;
/** A budget that falls again on its way back asks for less than last time. */
const LESS = 0.925;

/** @typedef {'hard' | 'pressure' | 'room' | 'cost' | 'none'} Cause why the budget or the grant changed */

/** @param {number} [start] */
export function createBudget(start = 1) {
  let budget = start;
  let fullSamples = 0;
  let calmSamples = 0;
  let halvedAtMs = -Infinity;
  /** Where it returns to, and where it began to; null: it is back. @type {{ to: number, from: number, samples: number } | null} */
  let comeback = null;
  let samplesSinceFall = Infinity;

  /** @param {number} factor @param {Cause} cause @returns {Cause} */
  function fall(factor, cause) {
    const isSame = samplesSinceFall < SAME_FALL_SAMPLES;
    const to = isSame && comeback ? comeback.to : comeback ? budget * LESS : budget;
    samplesSinceFall = 0;
    const moved = set(budget * factor, cause);
    comeback = { to: Math.max(to, budget), from: budget, samples: 0 };
    return moved;
  }

  /** @returns {Cause} */
  function rise() {
    if (comeback && comeback.to - budget < RAISE) comeback = null;
    if (!comeback) return set(budget + RAISE, 'room');
    comeback.samples += 1;
    const left = Math.max(0, 1 - comeback.samples / RETURN_SAMPLES) ** 3;
    const next = comeback.to - (comeback.to - comeback.from) * left;
    if (left === 0) comeback = null;
    return set(Math.max(budget, next), 'room');
  }

  /** @param {number} next @param {Cause} cause @returns {Cause} */
  function set(next, cause) {
    const before = budget;
    budget = Math.min(1, Math.max(LEAST_BUDGET, next));
    return budget === before ? 'none' : cause;
  }

  return {
    get value() {
      return budget;
    },
    /**
     * @param {{ pressure: number, isHard: boolean }} sample @param {number} nowMs
     * @returns {Cause} why it has changed
     */
    move({ pressure, isHard }, nowMs) {
      samplesSinceFall += 1;
      fullSamples = pressure > FULL_ABOVE ? fullSamples + 1 : 0;
      calmSamples = pressure < CALM_BELOW ? calmSamples + 1 : 0;
      if (isHard) {
        if (nowMs - halvedAtMs < HARD_EVERY_MS) return 'none';
        halvedAtMs = nowMs;
        return fall(HARD_FACTOR, 'hard');
      }
      if (fullSamples >= RUNNING) return fall(FULL_FACTOR, 'pressure');
      return calmSamples >= RUNNING ? rise() : 'none';
    },
    /** Keeps it near what is really granted, so that it is felt at once when load comes. @param {number} most */
    limit(most) {
      budget = Math.min(budget, most);
    },
  };
}
