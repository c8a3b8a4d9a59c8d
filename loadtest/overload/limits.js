/** States what must hold in a proof: each limit is a claim, and says how its value follows from what was measured. Pure. */

/** @import { Ceiling } from './judge.js' */
/** @import { Limit as LimitOf } from '../verdict/bounds.js' */
/** @import { Look, Measured } from './play.js' */

import { JAMMED_MS } from '../report/anchors.js';
import { between, count, mean, time } from '../verdict/bounds.js';
import { spreadOf } from '../verdict/spread.js';

/** A server is calm again if its delay stays below this for three seconds. */
const CALM_MS = 60;
const CALM_S = 3;
/** Phones may send 20 inputs a second, but for the rounding of the governor. */
const FULL_HZ = 19;
/** Rates are back at this share of the mean of so many seconds before. */
const BACK = 0.9;
const BEFORE_S = 4;
/** The operator's wait is known within this time. */
const STATUS_S = 1.5;

/** @typedef {LimitOf<Measured, Ceiling | null>} Limit */
/** @typedef {Limit['measure']} Measure */

/** @type {Measure} */
const p99Ms = ({ operator }) => operator.p99Ms;
/** @type {Measure} */
const poorest = ({ looks }) => looks.at(-1)?.poorest ?? null;
/** @type {Measure} */
const unacknowledged = ({ durable: { sent, acknowledged } }) => (sent === 0 ? null : sent - acknowledged);

/** Phones want to send ten times what jams the server. */
export const TENFOLD = count(
  'wantedTimes >= 9.9',
  'phones would send what jams it, so many times',
  ({ wantedPerS }, ceiling) => ceiling && wantedPerS / ceiling.jamsAtPerS,
);
/** A server must collapse when the governor is off. */
export const COLLAPSES = time('operatorP99Ms > 1000 ms', 'without the law the operator waits (p99)', p99Ms);
export const NOBODY_LOST = count('honestLost <= 0', 'honest phones lost', ({ honestLost }) => honestLost);
/** Every proof with the governor on must meet these limits: the server stays calm. */
export const CALM = Object.freeze([
  time('operatorP99Ms <= 200 ms', 'the operator waits (p99)', p99Ms),
  time('lateS <= 1 s', `time with a loop delay above ${JAMMED_MS} ms`, lateSeconds),
  NOBODY_LOST,
  count('unacknowledged == 0', 'submissions without an acknowledgement', unacknowledged),
  time('rssFactor <= 1.5', 'times the memory', rssFactor),
  // The last window is judged, in which every phone has long joined.
  time('jain >= 0.98', "fair by Jain's index", ({ looks }) => looks.at(-1)?.jain ?? null),
  time('poorest >= 0.8', 'nineteen in twenty have this share of the mean', poorest),
]);

/** @param {number} stepS @returns {Limit} */
export function calmAfter(stepS) {
  return time('calmAfterS <= 3 s', 'calm after the step', ({ looks }) =>
    secondsUntil(looks, stepS, ({ atS }) =>
      between(looks, atS, atS + CALM_S).every(({ d95Ms }) => d95Ms < CALM_MS),
    ),
  );
}

/** @param {number} endS of the load @returns {Limit} */
export function fullAgain(endS) {
  return time('fullAfterS <= 12 s', 'full rates after the load has gone', ({ looks }) =>
    secondsUntil(looks, endS, ({ atS, sendHz }) => atS > endS + 1 && sendHz >= FULL_HZ),
  );
}

/**
 * A stall is over and forgotten when phones may send nine tenths of what they might before it, and go on being allowed to.
 * @param {number} stallS @param {number} lastsS @returns {Limit[]}
 */
export function recovered(stallS, lastsS) {
  const endS = stallS + lastsS;
  /** @type {Measure} */
  const waitedMs = ({ looks }) =>
    Math.max(...between(looks, stallS, endS + STATUS_S).map(({ operatorMs }) => operatorMs || 0));
  /** @type {Measure} */
  const backAfterS = ({ looks }) => {
    const before = mean(between(looks, stallS - BEFORE_S, stallS).map(({ sendHz }) => sendHz));
    const lastLow = looks.findLastIndex(({ atS, sendHz }) => atS > endS && sendHz < BACK * before);
    if (lastLow < 0) return Number.isFinite(before) ? 0 : null;
    // At the end of the play it was not back yet, and it is taken to come back never.
    return (looks[lastLow + 1]?.atS ?? Infinity) - endS;
  };
  return [
    time(`stalledMs >= ${lastsS * 800} ms`, 'the operator waits for the stall', waitedMs),
    time('backAfterS <= 10 s', 'rates are back at nine tenths', backAfterS),
  ];
}

/** The load does not change in these seconds, so the rates must not either. @param {number} fromS @param {number} toS @returns {Limit} */
export function steady(fromS, toS) {
  return time('ratesSd <= 5 %', 'steady rates, ±', (measured) =>
    Math.sqrt(mean(swings(measured, fromS, toS).map((share) => share ** 2))),
  );
}

/** @param {number} fromS @param {number} toS @returns {Limit} */
export function swing(fromS, toS) {
  return time('swing <= 20 %', 'rates swing by', (measured) => Math.max(...swings(measured, fromS, toS)));
}

/** The loop does what it can, and no more, on average. @param {number} fromS @param {number} toS @returns {Limit[]} */
export function busy(fromS, toS) {
  const percent = (/** @type {Measured} */ { looks }) =>
    mean(between(looks, fromS, toS).map(({ utilisation }) => utilisation)) * 100;
  return [
    time('busyPercent >= 65 %', 'the loop is busy', percent),
    time('busyPercent <= 80 %', 'the loop is not too busy', percent),
  ];
}

/** Most of what counted at best, before the server jammed without the governor, counts now. @param {number} fromS @returns {Limit} */
export function useful(fromS) {
  const words = 'useful inputs, as a share of the best without overload';
  return time('useful >= 0.8', words, ({ looks }, ceiling) => {
    const usual = mean(between(looks, fromS, Infinity).map((look) => look.usefulPerS));
    return ceiling && usual / ceiling.bestPerS;
  });
}

/** @param {Look[]} looks @param {number} fromS @param {(look: Look) => boolean} fits @returns {number} all that were left, if none fits */
function secondsUntil(looks, fromS, fits) {
  const first = looks.find((look) => look.atS >= fromS && fits(look)) ?? looks.at(-1);
  return Math.max(0, (first?.atS ?? NaN) - fromS);
}

/** @param {Measured} measured @param {number} fromS @param {number} toS @returns {number[]} how far rates are from their mean, in % */
function swings({ looks }, fromS, toS) {
  const rates = between(looks, fromS, toS).map(({ sendHz }) => sendHz);
  return rates.map((rate) => Math.abs(rate / mean(rates) - 1) * 100);
}

/** @param {Measured} measured */
function lateSeconds({ looks }) {
  const late = looks.map(({ d95Ms, atS }, at) => (d95Ms > JAMMED_MS ? atS - (looks[at - 1]?.atS ?? 0) : 0));
  return late.reduce((sum, s) => sum + s, 0);
}

/** Compares the peak with the memory once all phones had come, as connections take memory. @param {Measured} measured */
function rssFactor({ looks }) {
  const known = looks.filter(({ rssMb }) => Number.isFinite(rssMb));
  const most = Math.max(...known.map(({ phones }) => phones));
  const full = known.slice(known.findIndex(({ phones }) => phones >= 0.98 * most)).map(({ rssMb }) => rssMb);
  return Math.max(...known.map(({ rssMb }) => rssMb)) / spreadOf(full.slice(0, 4)).median;
}
