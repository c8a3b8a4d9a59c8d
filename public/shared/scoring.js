/** Computes what an answer of a quiz earns, for all games that have one. This is pure arithmetic; games decide when and for whom. */

/**
 * `kahoot`: Kahoot's published curve, round((1 − took / time / 2) × points), with all the points within half a second and
 * half of them for the slowest right answer. `linear`: from all points to none. `flat`: speed does not count.
 */
export const CURVES = Object.freeze(['kahoot', 'linear', 'flat']);

/** Nobody reads faster than this. It is Kahoot's grace period. */
const INSTANT_MS = 500;
/** The most that the server credits to a slow network. Answers are waited for as long. */
export const CREDIT_MS = 150;
/** With streaks on, each right answer in a row after the first earns this much, up to five times. */
const STREAK_POINTS = 100;
const STREAK_MOST = 5;

/**
 * @param {object} about
 * @param {{ points: number, penalty: number }} about.question
 * @param {number} about.share how right it was, 0 to 1; see `judge`
 * @param {number} about.tookMs
 * @param {number} about.limitMs how long answers were open
 * @param {string} about.curve one of CURVES, or `closest`, for which only the share counts
 * @param {number} [about.streak] right answers in a row before this one; missing: there are no streaks
 * @returns {number} a whole number; negative for a wrong answer with a penalty, or a trap
 */
export function pointsFor({ question, share, tookMs, limitMs, curve, streak = 0 }) {
  const { points, penalty } = question;
  if (share <= 0) return penalty === 0 ? 0 : -penalty;
  const speed = points < 0 ? 1 : speedFactor(curve, tookMs, limitMs);
  const bonus = points > 0 && share >= 1 ? Math.min(STREAK_MOST, streak) * STREAK_POINTS : 0;
  return Math.round(points * share * speed) + bonus;
}

/** @param {string} curve @param {number} tookMs @param {number} limitMs @returns {number} 0 to 1 */
function speedFactor(curve, tookMs, limitMs) {
  const spent = Math.min(1, Math.max(0, tookMs / Math.max(1, limitMs)));
  if (curve === 'kahoot') return tookMs < INSTANT_MS ? 1 : 1 - spent / 2;
  return curve === 'linear' ? 1 - spent : 1;
}
