/** Judges a proof by the rules of every run: its limits are claims, and what others spoilt does not count. Pure. */

/** @import { JudgedClaim, Outcome, Validity } from '../types.js' */
/** @import { Limit } from '../verdict/bounds.js' */
/** @import { Measured } from './play.js' */

import { mean } from '../verdict/bounds.js';
import { decide, limitOf } from '../verdict/judge.js';
import { decimal } from '../verdict/headline.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { validityOf } from '../verdict/validity.js';
import { JAMMED_MS } from '../report/anchors.js';

/** The governor takes a server to be full at this pressure. */
const FULL_PRESSURE = 1;
/** A play is spoilt when others took the core, or the generator was the limit, for this long. */
const SPOILT_S = 0.75;
/** Useful rates are means over so many looks, which are two seconds. */
const SMOOTH_LOOKS = 8;

/** @typedef {{ jamsAtPerS: number, bestPerS: number }} Ceiling what the server can do without the governor */
/** @typedef {{ outcome: Outcome, sentence: string, validity: Validity, because: string, claims: JudgedClaim[] }} Judged */
/**
 * A play, as far as it tells what it is worth.
 * @typedef {{ looks: readonly { atS: number, others: number, generatorLimit: string | null }[], problems: readonly string[],
 *   operator: { count: number, clockDrift: number } }} Played
 */

/**
 * @template {Played} M @template F
 * @param {readonly Limit<M, F>[]} limits @param {M} measured
 * @param {F} found by a play that this one comes after
 * @returns {Judged}
 */
export function judge(limits, measured, found) {
  const worth = worthOf(measured);
  /** @type {Record<string, number>} */
  const metrics = {};
  for (const { metric, kind, measure } of limits) {
    const value = measure(measured, found);
    if (value !== null && (kind === 'count' || worth.validity === 'valid'))
      metrics[metric] = Math.round(value * 1000) / 1000;
  }
  const claims = limits.map(({ measure: _measure, ...claim }) => claim);
  const decided = decide({ claims, metrics, points: [worth], problems: measured.problems });
  if (worth.validity !== 'valid')
    for (const claim of decided.claims.filter(({ kind }) => kind === 'time'))
      claim.because = `not judged, because the play is ${worth.validity}`;
  return { ...decided, ...worth };
}

/** @param {JudgedClaim} claim @returns {string} a line for the terminal and the picture */
export function lineOf(claim) {
  const { words, value, holds, because, unit = '' } = claim;
  const figure = value === null ? (because ?? '') : `${decimal(value)} ${unit}`.trim();
  return `${holds === null ? '?' : holds ? '✓' : '✗'} ${words}: ${figure} (${limitOf(claim)})`;
}

/** Says on the terminal how a play ended. @param {string} name @param {Judged} judged @param {string} picture its path */
export function tell(name, { outcome, sentence, claims }, picture) {
  console.log(`${OUTCOMES[outcome].word}: ${name}. ${sentence}`);
  for (const claim of claims) console.log(`  ${lineOf(claim)}`);
  console.log(`  ${picture}`);
}

/** @param {Played} played @returns {{ validity: Validity, because: string }} */
function worthOf({ looks, operator }) {
  const windows = windowsOf(looks);
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
 * Cuts looks into all windows that are just long enough. A look tells of the time since the one before it, so that one that
 * came late is a window by itself.
 * @template {{ atS: number }} L @param {readonly L[]} looks @returns {L[][]}
 */
function windowsOf(looks) {
  return looks.flatMap((_look, first) => {
    const fromS = looks[first - 1]?.atS ?? 0;
    const last = looks.findIndex(({ atS }) => atS - fromS >= SPOILT_S);
    return last < 0 ? [] : [looks.slice(first, last + 1)];
  });
}

/**
 * Finds the load that jams a server without the governor, and the most that counted before any signal passed full.
 * @param {Measured} measured @returns {Ceiling | null} null: it did not jam
 */
export function ceilingOf({ looks }) {
  const jammed = looks.findIndex(
    ({ d95Ms, atS }, index) => atS > 5 && d95Ms > JAMMED_MS && index > SMOOTH_LOOKS,
  );
  if (jammed < 0) return null;
  const before = looks.slice(0, jammed);
  const useful = before.filter(({ pressure }) => pressure <= FULL_PRESSURE).map((look) => look.usefulPerS);
  const smooth = useful.slice(SMOOTH_LOOKS).map((_, at) => mean(useful.slice(at, at + SMOOTH_LOOKS)));
  return {
    jamsAtPerS: Math.max(...before.slice(-SMOOTH_LOOKS).map(({ sentPerS }) => sentPerS)),
    bestPerS: Math.max(...smooth),
  };
}
