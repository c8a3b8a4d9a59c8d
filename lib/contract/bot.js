/** The people whom bots play: what a person can do, and what `bot` of a game may answer for them. */

/** @import { BotMove, BotPerson, Game, Input } from './types.js' */

import { compileFields, compileSubmission, isObject } from './schema.js';

/**
 * @typedef {object} Temper what people differ in
 * @property {number} skill 0: guesses; 1: knows and can everything
 * @property {number} follow -1: does the opposite of what most do; 0: pays no heed; 1: does as they do
 * @property {number} slowness 1 is usual; 0.5 acts twice as often; 16 is half asleep
 * @property {number} reactionMs from what the eye sees to what the thumb does
 */

/**
 * The spread of thinking times: the logarithm of a time varies by this much (standard deviation). Answers in tests are
 * log-normal with 0.3 to 0.6 (W. J. van der Linden, A lognormal model for response times on test items, 2006).
 */
const THINKING_SIGMA = 0.5;
/** In a hundred letters typed with thumbs some two stay wrong (Palin et al., How do people type on mobile devices?, 2019). */
const TYPO_SHARE = 0.02;
/** Estimates of an unknown number are log-normal, and most are of the right order of magnitude. */
const GUESS_SIGMA = 0.7;
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const MOVE_KEYS = ['input', 'submit', 'waitMs'];

/**
 * @param {object} about
 * @param {{ id: string, name: string, team: string | null }} about.player
 * @param {Temper} about.temper
 * @param {() => number} about.random
 * @returns {BotPerson}
 */
export function createPerson({ player, temper, random }) {
  const { skill, follow, slowness } = temper;
  return {
    ...player,
    skill,
    follow,
    // Thinking differs less from person to person than thumbs do, hence the root.
    think: (medianMs) => logNormal(medianMs * Math.sqrt(slowness), THINKING_SIGMA, random),
    type: (text) => mistype(text, TYPO_SHARE * (1.5 - skill), random),
    guess(value) {
      const off = value * Math.exp(gauss(random) * GUESS_SIGMA * (1.2 - skill));
      return Number(off.toPrecision(2));
    },
  };
}

/** @param {number} median @param {number} sigma of its logarithm @param {() => number} random */
export function logNormal(median, sigma, random) {
  return median * Math.exp(sigma * gauss(random));
}

/** A number with mean 0 and standard deviation 1 (Box and Muller, 1958). @param {() => number} random */
export function gauss(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Hits a neighbouring key, leaves a letter out, or swaps two. @param {string} text @param {number} share of letters @param {() => number} random */
function mistype(text, share, random) {
  const letters = [...text];
  for (let at = 0; at < letters.length; at++) {
    if (random() >= share) continue;
    const kind = Math.floor(random() * 3);
    if (kind === 0) letters[at] = neighbour(letters[at] ?? '', random);
    else if (kind === 1 && letters.length > 1) letters.splice(at, 1);
    else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse());
  }
  return letters.join('');
}

/** @param {string} letter @param {() => number} random */
function neighbour(letter, random) {
  const row = KEYS.find((keys) => keys.includes(letter.toLowerCase())) ?? '';
  const at = row.indexOf(letter.toLowerCase()) + (random() < 0.5 ? -1 : 1);
  return row[at] ?? letter;
}

/**
 * Compiles the check of what `bot` of a game returns.
 * @param {Pick<Game, 'input' | 'submit'>} game
 * @returns {(move: unknown) => BotMove} throws a TypeError whose sentence says what is wrong
 */
export function compileMove({ input, submit }) {
  const checkInput = compileFields(input);
  const kinds = new Map(
    Object.entries(submit).map(([kind, { fields }]) => [kind, compileSubmission(fields)]),
  );

  return function readMove(move) {
    if (move === null || move === undefined) return {};
    if (!isObject(move)) throw new TypeError('bot must return { input?, submit?, waitMs? }, or null');
    for (const key of Object.keys(move)) {
      if (!MOVE_KEYS.includes(key))
        throw new TypeError(`bot returned "${key}"; a move has ${MOVE_KEYS.join(', ')}`);
    }
    const { input: said, submit: submitted, waitMs } = /** @type {BotMove} */ (move);
    if (said !== undefined) complain('input', checkInput(said));
    if (submitted !== undefined) readSubmission(submitted);
    if (waitMs !== undefined && !(waitMs >= 0 && Number.isFinite(waitMs)))
      throw new TypeError(`bot returned waitMs ${waitMs}; it must be 0 or more milliseconds`);
    return /** @type {BotMove} */ (move);
  };

  /** @param {unknown} submitted @throws {TypeError} */
  function readSubmission(submitted) {
    const known = [...kinds.keys()].join(', ') || 'none';
    const { kind, value } = isObject(submitted)
      ? /** @type {{ kind?: string, value?: Input }} */ (submitted)
      : {};
    const check = kinds.get(String(kind));
    if (!check) throw new TypeError(`bot submits the kind "${kind}"; known: ${known}`);
    complain(`submit ${kind}`, check(value));
  }
}

/** @param {string} part @param {string} problem @throws {TypeError} */
function complain(part, problem) {
  if (problem) throw new TypeError(`bot returned a bad ${part}: ${problem}`);
}
