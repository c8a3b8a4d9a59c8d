/** Judges whether a proof met its limits. Pure. */

/** @import { Proof, Limits, Steady } from './proofs.js' */
/** @import { Look, Measured } from './play.js' */

/** A person notices a delay above this as a jam; the figure is Drew Harry's. */
export const JAMMED_MS = 200;
/** A server without the governor counts as collapsed from this delay on. */
const COLLAPSED_MS = 1000;
/** A server is calm again if its delay, from three seconds after a step, stays below this for three seconds. */
const SETTLED = Object.freeze({ d95Ms: 60, withinS: 3, forS: 3 });
const STEADY_SD = 0.05;
const SWING = 0.2;
const FULL_AGAIN = Object.freeze({ sendHz: 19, withinS: 12 });
const FAIR = Object.freeze({ jain: 0.98, poorest: 0.8 });
/** The governor takes a server to be full at this pressure. */
const FULL_PRESSURE = 1;

/** A play is disturbed when other processes take this share of the core for this long. */
const DISTURBED = Object.freeze({ share: 0.3, forS: 0.75 });

/** @typedef {{ text: string, pass: boolean }} Check */
/** @typedef {{ jamsAtPerS: number, bestPerS: number }} Ceiling what the server can do without the governor */

/**
 * @param {Proof} proof @param {Measured} measured @param {Ceiling | null} ceiling found by the proof that this one comes after
 * @returns {Check[]}
 */
export function judge({ limits }, measured, ceiling) {
  const { looks, control, durable } = measured;
  const { steady, swing, fullAgainAtS, stepAtS } = limits;
  const p99Ms = quantile(
    control.map(([, ms]) => ms),
    0.99,
  );
  const lateS = lateSeconds(looks);
  const rss = rssFactor(looks);
  /** @type {(Check | false | undefined)[]} */
  const checks = [
    limits.isTenfold === true &&
      ceiling !== null && {
        text: `phones would send ${thousands(measured.wantedPerS)} a second, ${round(measured.wantedPerS / ceiling.jamsAtPerS)} times what jams it`,
        pass: measured.wantedPerS >= 9.9 * ceiling.jamsAtPerS,
      },
    limits.collapses === true && {
      text: `without the law the operator waits ${round(p99Ms)} ms (p99)`,
      pass: p99Ms > COLLAPSED_MS,
    },
    atMost(`the operator waits ${round(p99Ms)} ms (p99)`, p99Ms, limits.controlP99Ms),
    atMost(`${round(lateS)} s with a loop delay above ${JAMMED_MS} ms`, lateS, limits.lateS),
    atMost(
      `${measured.honestLost} honest phones lost (and ${measured.deafLost} deaf ones)`,
      measured.honestLost,
      limits.honestLost,
    ),
    limits.collapses !== true && {
      text: `${thousands(durable.acknowledged)} of ${thousands(durable.sent)} submissions acknowledged, p99 ${round(durable.p99Ms)} ms`,
      pass: durable.sent > 0 && durable.acknowledged === durable.sent,
    },
    atMost(`${round(rss, 2)} times the memory`, rss, limits.rssFactor),
    stepAtS !== undefined && settled(looks, stepAtS),
    ...(steady ? steadiness(looks, steady) : []),
    swing && swings(looks, swing),
    fullAgainAtS !== undefined && fullAgain(looks, fullAgainAtS),
    limits.isFair === true && fairness(looks),
    limits.useful !== undefined &&
      ceiling !== null &&
      usefulness(between(looks, limits.useful.fromS, Infinity), limits.useful.least, ceiling),
  ];
  return checks.filter((check) => typeof check === 'object');
}

/** @param {Measured} measured @returns {number | null} the second at which others took the core; null: never */
export function disturbedAtS({ looks }) {
  const { share, forS } = DISTURBED;
  const first = looks.find(({ atS }) => {
    const window = between(looks, atS, atS + forS);
    return window.length > 1 && mean(window.map(({ others }) => others)) > share;
  });
  return first?.atS ?? null;
}

/**
 * Finds the load that jams a server without the governor, and the most that counted before any signal passed full.
 * @param {Measured} measured @returns {Ceiling}
 * @throws {Error} if the server did not jam
 */
export function ceilingOf({ looks }) {
  const jammed = looks.findIndex(({ d95Ms, atS }, index) => atS > 5 && d95Ms > JAMMED_MS && index > 8);
  if (jammed < 0)
    throw new Error('The server did not jam without the law: there is nothing to compare with.');
  const before = looks.slice(0, jammed);
  return {
    jamsAtPerS: Math.max(...before.slice(-8).map(({ sentPerS }) => sentPerS)),
    bestPerS: Math.max(...smooth(before.filter(({ pressure }) => pressure <= FULL_PRESSURE))),
  };
}

/** Returns the useful rates as means over two seconds each. @param {Look[]} looks */
function smooth(looks) {
  return looks.flatMap((_, at) => (at < 8 ? [] : [mean(looks.slice(at - 8, at).map((l) => l.usefulPerS))]));
}

/** @param {string} text @param {number} value @param {number | undefined} most @returns {Check | false} */
function atMost(text, value, most) {
  return most !== undefined && { text, pass: value <= most };
}

/** @param {Look[]} looks */
function lateSeconds(looks) {
  return looks.reduce(
    (sum, { d95Ms, atS }, index) => sum + (d95Ms > JAMMED_MS ? atS - (looks[index - 1]?.atS ?? 0) : 0),
    0,
  );
}

/** Compares the peak with the memory once all phones had come, as connections take memory. @param {Look[]} looks */
function rssFactor(looks) {
  const known = looks.filter(({ rssMb }) => Number.isFinite(rssMb));
  const most = Math.max(...known.map(({ phones }) => phones));
  const full = known.slice(known.findIndex(({ phones }) => phones >= 0.98 * most)).map(({ rssMb }) => rssMb);
  return Math.max(...known.map(({ rssMb }) => rssMb)) / quantile(full.slice(0, 4), 0.5);
}

/** @param {Look[]} looks @param {number} stepAtS @returns {Check} */
function settled(looks, stepAtS) {
  const { d95Ms: most, withinS, forS } = SETTLED;
  const start = looks.findIndex(
    ({ atS }) => atS >= stepAtS && between(looks, atS, atS + forS).every(({ d95Ms }) => d95Ms < most),
  );
  const afterS = Math.max(0, (looks[start]?.atS ?? Infinity) - stepAtS);
  return { text: `calm ${round(afterS)} s after the step`, pass: afterS <= withinS };
}

/** @param {Look[]} looks @param {Steady} steady @returns {Check[]} */
function steadiness(looks, { fromS, toS, busy }) {
  const window = between(looks, fromS, toS);
  const rates = window.map(({ sendHz }) => sendHz);
  const sd = Math.sqrt(mean(rates.map((rate) => (rate - mean(rates)) ** 2))) / mean(rates);
  const share = mean(window.map(({ utilisation }) => utilisation));
  const checks = [
    {
      text: `steady at ${round(mean(rates))}/s of each phone, ± ${round(sd * 100)} %`,
      pass: sd <= STEADY_SD,
    },
  ];
  if (!busy) return checks;
  const pass = share >= busy[0] && share <= busy[1];
  return [...checks, { text: `the loop ${Math.round(share * 100)} % busy`, pass }];
}

/** @param {Look[]} looks @param {readonly [number, number]} window @returns {Check} */
function swings(looks, [fromS, toS]) {
  const rates = between(looks, fromS, toS).map(({ sendHz }) => sendHz);
  const usual = mean(rates);
  const swing = Math.max(...rates.map((rate) => Math.abs(rate - usual))) / usual;
  return { text: `rates swing by ${Math.round(swing * 100)} % of their mean`, pass: swing <= SWING };
}

/** @param {Look[]} looks @param {number} fromS @returns {Check} */
function fullAgain(looks, fromS) {
  const at = looks.find(({ atS, sendHz }) => atS > fromS + 1 && sendHz >= FULL_AGAIN.sendHz)?.atS ?? Infinity;
  const afterS = at - fromS;
  return {
    text: `full rates ${round(afterS)} s after the load has gone`,
    pass: afterS <= FULL_AGAIN.withinS,
  };
}

/** Judges the last full window, in which every phone has long joined. @param {Look[]} looks @returns {Check} */
function fairness(looks) {
  const { jain = NaN, poorest = NaN } = looks.at(-1) ?? {};
  return {
    text: `fair: Jain ${round(jain, 3)}, one in twenty has less than ${round(poorest, 2)} of the mean`,
    pass: jain >= FAIR.jain && poorest >= FAIR.poorest,
  };
}

/** @param {Look[]} looks @param {number} least @param {Ceiling} ceiling @returns {Check} */
function usefulness(looks, least, { bestPerS }) {
  const usual = mean(looks.map(({ usefulPerS }) => usefulPerS));
  return {
    text: `${thousands(usual)} useful inputs a second, ${round(usual / bestPerS, 2)} of the best without overload`,
    pass: usual >= least * bestPerS,
  };
}

/** @param {Look[]} looks @param {number} fromS @param {number} toS */
function between(looks, fromS, toS) {
  return looks.filter(({ atS }) => atS >= fromS && atS < toS);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @param {number[]} values @param {number} share @returns {number} */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {number} value @param {number} [digits] */
function round(value, digits = 1) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** @param {number} value */
function thousands(value) {
  return Math.round(value).toLocaleString('en-US');
}
