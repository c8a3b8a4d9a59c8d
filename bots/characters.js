/**
 * The people who hold the phones. A character sees what can be pressed and what the others do, and decides its next
 * move and when to decide again. It has no clock and no chance of its own: the same seed is the same person.
 */

/** @import { Majority } from './majority.js' */
/** @import { Place } from './hands.js' */

/**
 * @typedef {object} Sight the knowledge of a character
 * @property {number} count how many things can be pressed
 * @property {() => Majority} majority costs a search: call it only when it matters
 *
 * @typedef {object} Move
 * @property {number} waitMs until it decides again
 * @property {number} [press] index of the thing to press
 * @property {Place} [at] place on it
 * @property {number} [holdMs] absent: until the next press
 * @property {{ x: number, y: number }} [tilt] -1 to 1
 *
 * @typedef {object} Temper
 * @property {() => number} random
 * @property {number} pressHz presses a second of a lively person
 *
 * @typedef {(sight: Sight) => Move} Character
 */

/** A character that is half asleep presses once in this time. */
const DOZE_MS = { least: 5000, most: 30_000 };
/** A bursty character presses wildly, then not at all. */
const STORM = { presses: 30, hz: 10, silenceMs: { least: 3000, most: 12_000 } };

/** Presses anything, at random. @param {Temper} temper @returns {Character} */
function random({ random: chance, pressHz }) {
  return ({ count }) => ({ ...anything(chance, count), ...rhythm(chance, pressHz) });
}

/** Does what most do; where a notice does not say that, it repeats its last move. @param {Temper} temper @returns {Character} */
function sheep(temper) {
  return herd(temper, ({ most, mean }) => ({ choice: most, lean: mean }));
}

/** Does what the fewest do, and leans the other way. @param {Temper} temper @returns {Character} */
function troll(temper) {
  return herd(temper, ({ least, mean }) => ({ choice: least, lean: mean === null ? null : -mean }));
}

/**
 * @param {Temper} temper
 * @param {(majority: Majority) => { choice: number | null, lean: number | null }} side
 * @returns {Character}
 */
function herd({ random: chance, pressHz }, side) {
  let last = chance();
  return ({ count, majority }) => {
    const { choice, lean } = side(majority());
    if (choice !== null && count > 0) last = (choice + 0.5) / count;
    const press = Math.min(count - 1, Math.floor(last * count));
    const y = lean === null ? chance() * 2 - 1 : Math.sign(lean) * (0.5 + chance() / 2);
    const move = { press, at: { x: chance(), y: (1 - y) / 2 }, tilt: { x: 0, y } };
    return { ...move, ...rhythm(chance, pressHz) };
  };
}

/** @param {Temper} temper @returns {Character} */
function halfAsleep({ random: chance }) {
  return ({ count }) => ({
    ...anything(chance, count),
    holdMs: 200 + chance() * 2000,
    waitMs: between(DOZE_MS, chance),
  });
}

/** @param {Temper} temper @returns {Character} */
function bursty({ random: chance }) {
  let left = 0;
  return ({ count }) => {
    if (left <= 0) {
      left = Math.ceil(chance() * STORM.presses);
      return { waitMs: between(STORM.silenceMs, chance) };
    }
    left -= 1;
    return { ...anything(chance, count), ...rhythm(chance, STORM.hz), holdMs: 500 / STORM.hz };
  };
}

/** @param {() => number} chance @param {number} count */
function anything(chance, count) {
  const tilt = { x: chance() * 2 - 1, y: chance() * 2 - 1 };
  return { press: Math.floor(chance() * count), at: { x: chance(), y: chance() }, tilt };
}

/** Half of the presses are held until the next one. @param {() => number} chance @param {number} hz */
function rhythm(chance, hz) {
  const waitMs = (1000 / hz) * (0.5 + chance());
  return chance() < 0.5 ? { waitMs } : { waitMs, holdMs: waitMs * (0.2 + 0.6 * chance()) };
}

/** @param {{ least: number, most: number }} range @param {() => number} chance */
function between({ least, most }, chance) {
  return least + chance() * (most - least);
}

/** The characters by name. `bad-wifi` is a random person with a bad network (network.js). */
export const CHARACTERS = Object.freeze({
  random,
  sheep,
  troll,
  'half-asleep': halfAsleep,
  bursty,
  'bad-wifi': random,
});

/** @typedef {keyof typeof CHARACTERS} CharacterName */

/**
 * The share of each character in a usual room.
 * @type {Readonly<Record<CharacterName, number>>}
 */
export const USUAL_CROWD = Object.freeze({
  random: 35,
  sheep: 25,
  troll: 8,
  'half-asleep': 17,
  bursty: 10,
  'bad-wifi': 5,
});

/**
 * @param {Partial<Record<CharacterName, number>>} shares
 * @param {number} chance 0 to 1
 * @returns {CharacterName}
 */
export function pickCharacter(shares, chance) {
  const names = /** @type {CharacterName[]} */ (Object.keys(shares));
  const total = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0);
  let rest = chance * total;
  return names.find((name) => (rest -= shares[name] ?? 0) < 0) ?? names.at(-1) ?? 'random';
}
