/**
 * Peaks and drops of a line, by a rule that needs no look-ahead beyond the turn itself: a high is a peak once the
 * line has fallen from it by `rise`, a low is a drop once the line has risen from it by `rise`. The rule is that of zigzag
 * indicators; two turns that follow each other differ by `rise` at least, and are one of each kind.
 */

/**
 * @typedef {{ atS: number, kind: 'peak' | 'drop', value: number, n: number }} Turn
 * @typedef {{ atS: number, value: number, n: number }} Extreme `n`: how many phones it comes from
 * @typedef {object} Turns
 * @property {Turn[]} found
 * @property {-1 | 0 | 1} way the line rises, falls, or has done neither by `rise` yet
 * @property {Extreme | null} high the highest since the last turn
 * @property {Extreme | null} low the lowest since the last turn
 */

/** More would be noise. */
const MOST_TURNS = 400;

/** @returns {Turns} */
export function newTurns() {
  return { found: [], way: 0, high: null, low: null };
}

/**
 * Takes the next value of a line in.
 * @param {Turns} turns @param {number} atS @param {number} value @param {number} rise above 0 @param {number} [n] of phones
 */
export function follow(turns, atS, value, rise, n = 0) {
  const here = { atS, value, n };
  if (turns.high === null || value > turns.high.value) turns.high = here;
  if (turns.low === null || value < turns.low.value) turns.low = here;
  const [hasFallen, hasRisen] = [turns.high.value - value >= rise, value - turns.low.value >= rise];
  if (turns.way !== -1 && hasFallen) {
    // Where a line begins is no turn: it has to have risen first.
    if (turns.way === 1) note(turns, { kind: 'peak', ...turns.high });
    Object.assign(turns, { way: -1, low: here });
  } else if (turns.way !== 1 && hasRisen) {
    if (turns.way === -1) note(turns, { kind: 'drop', ...turns.low });
    Object.assign(turns, { way: 1, high: here });
  }
}

/** Forgets where the line was, because after a gap it begins anew. @param {Turns} turns */
export function interrupt(turns) {
  Object.assign(turns, { way: 0, high: null, low: null });
}

/** @param {Turns} turns @param {Turn} turn */
function note({ found }, turn) {
  if (found.length < MOST_TURNS) found.push(turn);
}
