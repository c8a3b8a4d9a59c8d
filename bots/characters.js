/** The people who hold the phones: six characters, and how people of one character differ. */

/** @import { Temper } from '../lib/contract/bot.js' */

import { gauss, logNormal } from '../lib/contract/bot.js';

/**
 * @typedef {object} Character the middle of its people
 * @property {number} skill 0 to 1
 * @property {number} follow -1 to 1
 * @property {number} slowness times as slow as usual
 */

/** People of one character differ by this much. */
const SKILL_SIGMA = 0.18;
const FOLLOW_SIGMA = 0.15;
const SLOWNESS_SIGMA = 0.35;
/**
 * A hand answers to something seen after a quarter of a second, and log-normal; in a hall people also look up from the
 * phone and back, so the sleepy take longer.
 */
const REACTION_MS = 270;
const REACTION_SIGMA = 0.25;
const REACTION_LEAST_MS = 180;
const REACTION_MOST_MS = 1000;

/** The characters by name. `bad-wifi` is a usual person with a bad network (network.js). */
export const CHARACTERS = Object.freeze({
  usual: { skill: 0.55, follow: 0.15, slowness: 1 },
  sheep: { skill: 0.45, follow: 0.8, slowness: 1.2 },
  troll: { skill: 0.6, follow: -0.8, slowness: 0.7 },
  'half-asleep': { skill: 0.35, follow: 0.1, slowness: 14 },
  eager: { skill: 0.65, follow: 0, slowness: 0.5 },
  'bad-wifi': { skill: 0.55, follow: 0.15, slowness: 1 },
});

/** @typedef {keyof typeof CHARACTERS} CharacterName */

/**
 * The share of each character in a usual room.
 * @type {Readonly<Record<CharacterName, number>>}
 */
export const USUAL_CROWD = Object.freeze({
  usual: 40,
  sheep: 20,
  troll: 8,
  'half-asleep': 15,
  eager: 12,
  'bad-wifi': 5,
});

/** One person of this character. @param {Character} character @param {() => number} random @returns {Temper} */
export function drawTemper({ skill, follow, slowness }, random) {
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.min(most, Math.max(least, value));
  return {
    skill: within(skill + SKILL_SIGMA * gauss(random), 0, 1),
    follow: within(follow + FOLLOW_SIGMA * gauss(random), -1, 1),
    slowness: logNormal(slowness, SLOWNESS_SIGMA, random),
    reactionMs: within(
      logNormal(REACTION_MS * slowness ** 0.25, REACTION_SIGMA, random),
      REACTION_LEAST_MS,
      REACTION_MOST_MS,
    ),
  };
}

/**
 * @param {Partial<Record<CharacterName, number>>} shares
 * @param {number} chance 0 to 1
 * @returns {CharacterName}
 */
export function pickCharacter(shares, chance) {
  const names = /** @type {CharacterName[]} */ (Object.keys(shares));
  const total = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0);
  let rest = chance * total;
  return names.find((name) => (rest -= shares[name] ?? 0) < 0) ?? names.at(-1) ?? 'usual';
}

/** Keeps the proportions of a usual room. @param {readonly string[]} names */
export function sharesOf(names) {
  return Object.fromEntries(Object.entries(USUAL_CROWD).filter(([name]) => names.includes(name)));
}
