/** What must have held in a proof, and whether it did. */

/** @import { Limits, Proof } from './proofs.js' */
/** @import { Measured, Second } from './play.js' */

/** What a person notices as a jam, Drew Harry's figure. */
export const JAMMED_MS = 200;
/** With the law off, this is the least that a collapse is. */
const COLLAPSE = Object.freeze({ controlP99Ms: 1000 });

/** @typedef {{ text: string, pass: boolean }} Check */

/** @param {Proof} proof @param {Measured} measured @returns {Check[]} */
export function judge({ limits }, measured) {
  const p99Ms = quantile(
    measured.control.map(([, ms]) => ms),
    0.99,
  );
  if (limits.collapses)
    return [
      {
        text: `without the law the operator waits ${round(p99Ms)} ms (p99)`,
        pass: p99Ms > COLLAPSE.controlP99Ms,
      },
    ];
  return [
    check(`the operator waits ${round(p99Ms)} ms (p99)`, p99Ms, limits.controlP99Ms),
    check(
      `${round(lateSeconds(measured.seconds))} s with a loop delay above ${JAMMED_MS} ms`,
      lateSeconds(measured.seconds),
      limits.lateS,
    ),
    check(`${measured.disconnects} phones lost`, measured.disconnects, limits.disconnects),
    check(`${round(rssFactor(measured))} times the memory`, rssFactor(measured), limits.rssFactor),
  ];
}

/** @param {string} text @param {number} value @param {number | undefined} most @returns {Check} */
function check(text, value, most) {
  return { text, pass: most === undefined || value <= most };
}

/** @param {Second[]} seconds */
function lateSeconds(seconds) {
  return seconds.reduce(
    (sum, { d95Ms, atS }, index) => sum + (d95Ms > JAMMED_MS ? atS - (seconds[index - 1]?.atS ?? 0) : 0),
    0,
  );
}

/** The connections themselves take memory: the most, by what is left when all phones are there and served. @param {Measured} measured */
function rssFactor({ seconds }) {
  const values = seconds.map(({ rssMb }) => rssMb).filter(Number.isFinite);
  return Math.max(...values) / quantile(values, 0.5);
}

/** @param {number[]} values @param {number} share @returns {number} */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
