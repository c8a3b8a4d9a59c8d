/** An invented room of forty people for the screens of the gallery; what is done on its phones joins in. */

/** @import { Input } from '../../lib/contract/types.js' */

const SPAN_S = 120;
/** The talk has begun before the page was opened. */
const BEFORE_S = 240;
const BINS = 11;
/** The standard error of a mean of forty people who differ by about 0.6. */
const ERROR = 0.1;

/** @param {string} label of the line */
export function createCrowd(label) {
  /** The visitor's last inputs, by field. @type {Input} */
  let mine = {};
  let taps = 0;

  return {
    /** @param {Input} input */
    take(input) {
      mine = { ...mine, ...input };
      taps += Number(input['taps'] ?? 0);
    },

    /** The view of each screen. @param {number} nowMs */
    views(nowMs) {
      const nowS = BEFORE_S + nowMs / 1000;
      const sway = Math.round(3 * Math.sin(nowS / 4));
      const votes = { yes: 21 + sway, no: 12 - sway, maybe: 6 };
      const own = /** @type {keyof typeof votes} */ (mine['vote']);
      if (own in votes) votes[own] += 1;
      const stacks = Array.from({ length: BINS }, (_, bin) =>
        Math.round(9 * Math.exp(-(((bin - 6) / 2.4) ** 2))),
      );
      const hunger = Number(mine['hunger'] ?? -1);
      if (hunger >= 0) stacks[hunger] = (stacks[hunger] ?? 0) + 1;
      return {
        bars: { counts: votes },
        line: { series: [{ label, points: pointsUntil(nowS, Number(mine['y'] ?? 0)) }] },
        dots: { counts: stacks },
        light: { taps: taps + Math.floor(nowMs / 500) },
      };
    },
  };
}

/** @param {number} nowS @param {number} mine moves the end of the line a little, as one of forty does */
function pointsUntil(nowS, mine) {
  const first = Math.max(0, Math.floor(nowS) - SPAN_S);
  return Array.from({ length: Math.floor(nowS) - first + 1 }, (_, place) => {
    const s = first + place;
    const y = 0.45 * Math.sin(s / 17) + 0.2 * Math.sin(s / 5.3) + (s === Math.floor(nowS) ? mine / 40 : 0);
    return /** @type {const} */ ([s, y, y - ERROR, y + ERROR]);
  });
}
