/** Judges a proof by the rules of every run: its limits are claims, and what others spoilt does not count. Pure. */

/** @import { Claim, JudgedClaim, Outcome, Sign, Validity } from '../types.js' */
/** @import { Proof } from './proofs.js' */
/** @import { Look, Measured } from './play.js' */

import { spreadOf } from '../verdict/spread.js';
import { decide, limitOf } from '../verdict/judge.js';
import { decimal } from '../verdict/headline.js';
import { validityOf } from '../verdict/validity.js';

/** A person notices a delay above this as a jam; the figure is Drew Harry's. */
export const JAMMED_MS = 200;
/** A server without the governor counts as collapsed from this delay on. */
const COLLAPSED_MS = 1000;
/** A server is calm again if its delay, from three seconds after a step, stays below this for three seconds. */
const SETTLED = Object.freeze({ d95Ms: 60, withinS: 3, forS: 3 });
const STEADY_PERCENT = 5;
const SWING_PERCENT = 20;
const FULL_AGAIN = Object.freeze({ sendHz: 19, withinS: 12 });
const FAIR = Object.freeze({ jain: 0.98, poorest: 0.8 });
/** The governor takes a server to be full at this pressure. */
const FULL_PRESSURE = 1;
/** A play is spoilt when others took the core, or the generator was the limit, for this long. */
const SPOILT_S = 0.75;

/** @typedef {{ jamsAtPerS: number, bestPerS: number }} Ceiling what the server can do without the governor */
/**
 * @typedef {object} Judged
 * @property {Outcome} outcome
 * @property {string} sentence why
 * @property {Validity} validity
 * @property {string} because
 * @property {JudgedClaim[]} claims
 */

/**
 * @param {Pick<Proof, 'limits'>} proof @param {Measured} measured
 * @param {Ceiling | null} ceiling found by the proof that this one comes after
 * @returns {Judged}
 */
export function judge({ limits }, measured, ceiling) {
  const { looks, operator, durable, problems } = measured;
  const { steady, stepAtS, fullAgainAtS, swing, useful } = limits;
  const worth = worthOf(measured);
  /** @type {Claim[]} */
  const claims = [];
  /** @type {Record<string, number>} */
  const metrics = {};
  /** @param {Claim['kind']} kind @param {string} metric @param {string} words @param {number | null} value @param {Sign} sign @param {number | undefined} limit without one it need not hold */
  function must(kind, metric, words, value, sign, limit, unit = '') {
    if (limit === undefined) return;
    claims.push({ metric, sign, limit, words, kind, unit });
    if (value !== null && (kind === 'count' || worth.validity === 'valid'))
      metrics[metric] = Math.round(value * 1000) / 1000;
  }

  if (limits.isTenfold && ceiling !== null) {
    const times = measured.wantedPerS / ceiling.jamsAtPerS;
    must('count', 'wantedTimes', 'phones would send what jams it, so many times', times, '>=', 9.9);
  }
  const p99Ms = operator.p99Ms;
  if (limits.collapses)
    must('time', 'operatorP99Ms', 'without the law the operator waits (p99)', p99Ms, '>', COLLAPSED_MS, 'ms');
  must('time', 'operatorP99Ms', 'the operator waits (p99)', p99Ms, '<=', limits.controlP99Ms, 'ms');
  const late = `time with a loop delay above ${JAMMED_MS} ms`;
  must('time', 'lateS', late, lateSeconds(looks), '<=', limits.lateS, 's');
  must('count', 'honestLost', 'honest phones lost', measured.honestLost, '<=', limits.honestLost);
  if (!limits.collapses) {
    const missing = durable.sent === 0 ? null : durable.sent - durable.acknowledged;
    must('count', 'unacknowledged', 'submissions without an acknowledgement', missing, '==', 0);
  }
  must('time', 'rssFactor', 'times the memory', rssFactor(looks), '<=', limits.rssFactor);
  if (stepAtS !== undefined)
    must('time', 'calmAfterS', 'calm after the step', calmAfter(looks, stepAtS), '<=', SETTLED.withinS, 's');
  if (steady) {
    const window = between(looks, steady.fromS, steady.toS);
    const share = mean(window.map(({ utilisation }) => utilisation)) * 100;
    must('time', 'ratesSd', 'steady rates, ±', deviation(window) * 100, '<=', STEADY_PERCENT, '%');
    const [least, most] = steady.busy?.map((limit) => limit * 100) ?? [];
    must('time', 'busyPercent', 'the loop is busy', share, '>=', least, '%');
    must('time', 'busyPercent', 'the loop is not too busy', share, '<=', most, '%');
  }
  if (swing) must('time', 'swing', 'rates swing by', swingOf(looks, swing) * 100, '<=', SWING_PERCENT, '%');
  if (fullAgainAtS !== undefined) {
    const afterS = fullAfter(looks, fullAgainAtS);
    must('time', 'fullAfterS', 'full rates after the load has gone', afterS, '<=', FULL_AGAIN.withinS, 's');
  }
  if (limits.isFair) {
    // The last window is judged, in which every phone has long joined.
    const { jain = null, poorest = null } = looks.at(-1) ?? {};
    must('time', 'jain', "fair by Jain's index", jain, '>=', FAIR.jain);
    must('time', 'poorest', 'nineteen in twenty have this share of the mean', poorest, '>=', FAIR.poorest);
  }
  if (useful && ceiling !== null) {
    const usual = mean(between(looks, useful.fromS, Infinity).map(({ usefulPerS }) => usefulPerS));
    const words = 'useful inputs, as a share of the best without overload';
    must('time', 'useful', words, usual / ceiling.bestPerS, '>=', useful.least);
  }
  const decided = decide({ claims, metrics, points: [worth], problems });
  const because = `not judged, because the play is ${worth.validity}`;
  const judged = decided.claims.map((claim) =>
    claim.kind === 'time' && worth.validity !== 'valid' ? { ...claim, because } : claim,
  );
  return { ...decided, claims: judged, ...worth };
}

/** @param {JudgedClaim} claim @returns {string} a line for the terminal and the picture */
export function lineOf(claim) {
  const { words, value, holds, because, unit = '' } = claim;
  const figure = value === null ? (because ?? '') : `${decimal(value)} ${unit}`.trim();
  return `${holds === null ? '?' : holds ? '✓' : '✗'} ${words}: ${figure} (${limitOf(claim)})`;
}

/** @param {Measured} measured @returns {{ validity: Validity, because: string }} */
function worthOf({ looks, operator }) {
  const windows = looks
    .map(({ atS }) => between(looks, atS, atS + SPOILT_S))
    .filter(({ length }) => length > 1);
  const taken = windows.map((window) => mean(window.map(({ others }) => others))).filter(Number.isFinite);
  const limited = windows.find((window) => window.every(({ generatorLimit }) => generatorLimit !== null));
  return validityOf({
    ...{ probes: operator.count, clockDrift: operator.clockDrift },
    // A core that the host took is as much gone as one that a neighbour took.
    ...{ neighbours: Math.max(0, ...taken), steal: 0 },
    generatorLimit: limited?.[0]?.generatorLimit ?? null,
  });
}

/**
 * Finds the load that jams a server without the governor, and the most that counted before any signal passed full.
 * @param {Measured} measured @returns {Ceiling | null} null: it did not jam
 */
export function ceilingOf({ looks }) {
  const jammed = looks.findIndex(({ d95Ms, atS }, index) => atS > 5 && d95Ms > JAMMED_MS && index > 8);
  if (jammed < 0) return null;
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
  return Math.max(...known.map(({ rssMb }) => rssMb)) / spreadOf(full.slice(0, 4)).median;
}

/** @param {Look[]} looks @param {number} stepAtS @returns {number} seconds; if it never settles, all that were left */
function calmAfter(looks, stepAtS) {
  const start = looks.find(
    ({ atS }) =>
      atS >= stepAtS && between(looks, atS, atS + SETTLED.forS).every(({ d95Ms }) => d95Ms < SETTLED.d95Ms),
  );
  return Math.max(0, (start ?? last(looks)).atS - stepAtS);
}

/** @param {Look[]} looks @param {number} fromS @returns {number} seconds; if they never are, all that were left */
function fullAfter(looks, fromS) {
  const full = looks.find(({ atS, sendHz }) => atS > fromS + 1 && sendHz >= FULL_AGAIN.sendHz);
  return (full ?? last(looks)).atS - fromS;
}

/** @param {Look[]} looks */
function last(looks) {
  return looks.at(-1) ?? { atS: NaN };
}

/** @param {Look[]} looks @returns {number} standard deviation of the rates, as a share of their mean */
function deviation(looks) {
  const rates = looks.map(({ sendHz }) => sendHz);
  return Math.sqrt(mean(rates.map((rate) => (rate - mean(rates)) ** 2))) / mean(rates);
}

/** @param {Look[]} looks @param {readonly [number, number]} window @returns {number} share of the mean */
function swingOf(looks, [fromS, toS]) {
  const rates = between(looks, fromS, toS).map(({ sendHz }) => sendHz);
  const usual = mean(rates);
  return Math.max(...rates.map((rate) => Math.abs(rate - usual))) / usual;
}

/** @param {Look[]} looks @param {number} fromS @param {number} toS */
function between(looks, fromS, toS) {
  return looks.filter(({ atS }) => atS >= fromS && atS < toS);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
