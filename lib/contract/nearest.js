/** Finds the name that somebody meant: for sentences that end in "did you mean …?". */

/** A name with more slips than this, or in which every second letter is one, is another name. */
const MOST_SLIPS = 2;

/** @param {string} name @param {Iterable<string>} known @returns {string} `; did you mean "tick"?`, or '' if none is near */
export function suggestion(name, known) {
  let best = '';
  let least = Math.min(MOST_SLIPS, Math.floor(name.length / 2)) + 1;
  for (const one of known) {
    const slips = slipsBetween(name.toLowerCase(), one.toLowerCase());
    if (slips >= least) continue;
    least = slips;
    best = one;
  }
  return best === '' ? '' : `; did you mean "${best}"?`;
}

/** The edit distance of Levenshtein, by one row at a time. @param {string} a @param {string} b */
function slipsBetween(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = Number(row[j - 1]) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(swap, Number(row[j]) + 1, Number(next[j - 1]) + 1);
    }
    row = next;
  }
  return Number(row[b.length]);
}
