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
/** A fall goes as far as the pressure was too high, and at most this far at once. */
const FULL_FACTOR = 0.85;
/** A change of the budget that counts as one. */
export const RAISE = 0.02;
/** After so many calm samples the budget is where it was before it fell: quickly at first, then ever more slowly. */
const RETURN_SAMPLES = 20;
/**
 * Beyond that height a sample adds this share of the room that there is, as the pressure grows with the budget: a smaller
 * step the nearer it comes, and one that the mean of the last samples can follow. The most is for a load that has gone.
 */
const RAISE_SHARE = 0.1;
const MOST_RAISE = 0.12;
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

  /**
   * Something stood still, and the budget returns to where it was. A fall for the same reason does not change where that is.
   * @returns {Cause}
   */
  function halve() {
    const isSame = samplesSinceFall < SAME_FALL_SAMPLES;
    const to = isSame && comeback ? comeback.to : comeback ? budget * LESS : budget;
    samplesSinceFall = 0;
    const moved = set(budget * HARD_FACTOR, 'hard');
    comeback = { to: Math.max(to, budget), from: budget, samples: 0 };
    return moved;
  }

  /**
   * There is too much load, so it does not return by itself, but for what a jam left behind.
   * @param {number} pressure @returns {Cause}
   */
  function fall(pressure) {
    const moved = set(budget * Math.max(FULL_FACTOR, CALM_BELOW / pressure), 'pressure');
    if (samplesSinceFall >= SAME_FALL_SAMPLES) comeback = null;
    else if (comeback) comeback = { ...comeback, from: budget, samples: 0 };
    return moved;
  }

  /** @param {number} pressure @returns {Cause} */
  function rise(pressure) {
    if (comeback) {
      comeback.samples += 1;
      const left = Math.max(0, 1 - comeback.samples / RETURN_SAMPLES) ** 3;
      const next = comeback.to - (comeback.to - comeback.from) * left;
      if (left === 0) comeback = null;
      return set(Math.max(budget, next), 'room');
    }
    const room = CALM_BELOW / Math.max(pressure, 0.01) - 1;
    return set(budget * (1 + Math.min(MOST_RAISE, RAISE_SHARE * room)), 'room');
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
        return halve();
      }
      if (fullSamples >= RUNNING) return fall(pressure);
      return calmSamples >= RUNNING ? rise(pressure) : 'none';
    },
    /** Keeps it near what is really granted, so that it is felt at once when load comes. @param {number} most */
    limit(most) {
      budget = Math.min(budget, most);
    },
  };
}
