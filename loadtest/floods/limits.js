/** States what must hold in a flood: each limit is a claim, and says how its value follows from what was measured. Pure. */

/** @import { Limit as LimitOf } from '../verdict/bounds.js' */
/** @import { Flood } from './floods.js' */
/** @import { Fate } from './crowd.js' */
/** @import { Look, Measured } from './play.js' */

import { between, count, mean, time } from '../verdict/bounds.js';
import { spreadOf } from '../verdict/spread.js';
import { sendsInputs } from './floods.js';

/** @typedef {LimitOf<Measured, null>} Limit */
/** @typedef {Limit['measure']} Measure */

/** A hall whose phones send inputs must not notice a flood by them. @type {readonly Limit[]} */
const INPUTS = [
  time(
    'rateShare >= 0.9',
    'honest phones play at this share of their rate before',
    (measured) => mean(during(measured, 'playedHz')) / mean(before(measured, 'playedHz')),
  ),
];
/** A hall must not notice a flood: these hold in each of them. @type {readonly Limit[]} */
const HALL = [
  time('operatorP99Ms < 200 ms', 'the operator waits until a command is stored (p99)', ({ operator }) =>
    p99Of(operator),
  ),
  time('pingP99Ms < 500 ms', 'honest phones wait for an answer (p99)', ({ watched }) => p99Of(watched)),
  count('honestLost == 0', 'honest phones cut', ({ honestLost }) => honestLost),
  time('framesPerS >= 15 /s', 'frames of the big screen', (measured) => mean(during(measured, 'framesPerS'))),
  count('unanswered == 0', 'newcomers without an answer for ten seconds', (measured) =>
    sum(during(measured, 'unanswered')),
  ),
  count('stranded == 0', 'times a phone that blinked was not in again after ten seconds', (measured) =>
    sum(during(measured, 'stranded')),
  ),
  count('breaches == 0', 'what a foreign page got that none may get', (measured) =>
    sum(during(measured, 'breaches')),
  ),
  time(
    'switchMs < 3000 ms',
    'from the key on a new device until another game is on the screen',
    ({ switchMs }) => switchMs,
  ),
  count('grownMb <= 60 MB', 'the memory grows by', grownMb),
  count('logKb <= 100 KB', 'the log grows by', logKb),
];
/** Flooders must be muted, and then be out. @type {readonly Limit[]} */
const FLOODERS = [
  time('mutedS <= 3 s', 'the last flooder is read no more after', (measured) =>
    lastOf(measured, 'mutedS', 3),
  ),
  time('outS <= 15 s', 'the last flooder is out after', (measured) => lastOf(measured, 'outS', 15)),
];

/** @param {Flood} flood @returns {readonly Limit[]} */
export function limitsOf({ game, mutes = true }) {
  return [...HALL, ...(sendsInputs({ game }) ? INPUTS : []), ...(mutes ? FLOODERS : [])];
}

/** @param {Measured} measured @param {keyof Look} field @returns {number[]} while it was flooded */
export function during({ looks, flooded: { fromS, toS } }, field) {
  return numbersOf(between(looks, fromS, toS), field);
}

/** @param {Measured} measured @param {keyof Look} field @returns {number[]} before anybody came */
export function before({ looks, size: { beforeS } }, field) {
  return numbersOf(between(looks, 0, beforeS), field);
}

/** @param {Look[]} looks @param {keyof Look} field @returns {number[]} as far as they are known */
function numbersOf(looks, field) {
  return looks.map(({ [field]: value }) => Number(value)).filter(Number.isFinite);
}

/** A question that is open yet has waited for as long at least. @param {Measured['operator']} reading */
function p99Of({ times: { p99Ms }, oldestMs }) {
  return p99Ms === null ? null : Math.max(p99Ms, oldestMs);
}

/** Compares the peak with the usual before, and counts the flooders' connections in. @param {Measured} measured */
function grownMb(measured) {
  return Math.max(...during(measured, 'rssMb')) - spreadOf(before(measured, 'rssMb')).median;
}

/** Leaves out the lines of our own operator, whose commands are in the log before and while it is flooded. @param {Measured} measured */
function logKb(measured) {
  const growth = (/** @type {number[]} */ sizes) => (sizes.at(-1) ?? NaN) - (sizes[0] ?? NaN);
  const { beforeS, seconds } = measured.size;
  const usual = (growth(before(measured, 'logKb')) / beforeS) * seconds;
  return Math.max(0, growth(during(measured, 'logKb')) - usual);
}

/**
 * Tells when the last of them met its fate. One that never did is as late as the flood was long, if that was long enough.
 * @param {Measured} measured @param {keyof Fate} fate @param {number} limitS
 */
function lastOf({ fates, size: { seconds } }, fate, limitS) {
  const last = Math.max(...fates.map((each) => each[fate]));
  if (Number.isFinite(last)) return last;
  return fates.length > 0 && seconds > limitS ? seconds : null;
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}
