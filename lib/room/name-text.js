/** Names of players: it makes friendly ones for players who give none, cleans the others, and keeps them unique. */

import { ShowError } from '../errors.js';
import { foldText } from '../../public/shared/fold-text.js';
import { firstGraphemes, graphemesOf } from '../graphemes.js';
import { hasSwearing } from '../swearing.js';

export const MAX_GRAPHEMES = 20;
/**
 * The rest of a longer name is ignored, before it is normalised and again after: one sign may become eighteen. Twenty of
 * the longest emoji fit.
 */
const MAX_UNITS = 300;

/** Invisible, control, direction and private signs, and letters that have no ink. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu;
/** Tags, which are invisible, belong behind the black flag alone: that of Scotland is made so. */
const ODD_TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0020}-\u{e007f}]/gu;
/** A joiner joins what has a sign for emoji, or a mark, before it: the flag of pride is a white flag, a mark, a joiner and a rainbow. */
const ODD_JOINER = /(^|[^\p{Emoji}\p{M}])\u200d+/gu;

const ADJECTIVES =
  'Amber Brave Bright Calm Clever Cosmic Crimson Daring Dizzy Electric Fancy Fearless Fiery Gentle Glowing Golden Happy Humble Jolly Keen Lively Loud Lucky Lunar Magic Merry Mighty Misty Neon Nimble Noble Patient Polar Proud Quick Quiet Rapid Rosy Royal Silent Silver Sleepy Sly Smooth Snowy Solar Spicy Starry Stormy Sunny Swift Tender Tidal Tiny Velvet Violet Vivid Wandering Warm Wild Wise Witty Zany Zesty'.split(
    ' ',
  );
const ANIMALS =
  'Alpaca Badger Bat Bear Beaver Bee Bison Camel Cat Cobra Crab Crane Crow Deer Dolphin Duck Eagle Eel Falcon Ferret Finch Fox Frog Gecko Goat Goose Hare Hawk Hedgehog Heron Ibex Jackal Jay Koala Lark Lemur Lion Lizard Llama Lynx Magpie Marmot Mole Moose Newt Orca Otter Owl Panda Parrot Penguin Pike Puffin Rabbit Raven Robin Seal Shark Sloth Sparrow Swan Tiger Toad Turtle Walrus Whale Wolf Wombat Yak Zebra'.split(
    ' ',
  );

/**
 * Makes a name fit for the big screen: normalised (NFKC), without invisible, control and direction characters,
 * with at most two accents on a letter, and at most 20 characters as people count them.
 * @param {unknown} raw
 * @returns {string}
 * @throws {ShowError} `name-bad` with what is wrong
 */
export function cleanName(raw) {
  if (typeof raw !== 'string') throw new ShowError('name-bad', { problem: 'it must be a text' });
  const plain = raw
    .slice(0, MAX_UNITS)
    .normalize('NFKC')
    .slice(0, MAX_UNITS)
    .replace(UNSEEN, (sign) => (/^[\u200d\u{e0020}-\u{e007f}]$/u.test(sign) ? sign : ' '))
    .replace(ODD_TAGS, '$1')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(ODD_JOINER, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  const name = firstGraphemes(plain, MAX_GRAPHEMES).trim();
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name))
    throw new ShowError('name-bad', { problem: 'it has no visible character' });
  if (hasSwearing(name)) throw new ShowError('name-bad', { problem: 'it contains a swear word' });
  return name;
}

/**
 * @param {() => number} [random] 0 <= x < 1
 * @returns {string} such as `Brave Otter`; about 4,400 of them
 */
export function friendlyName(random = Math.random) {
  const pick = (/** @type {string[]} */ words) => words[Math.floor(random() * words.length)];
  return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}

/** @param {string} name @returns {boolean} it is one that `friendlyName` makes, also with a number behind it */
export function isFriendlyName(name) {
  const [adjective = '', animal = '', number = '1', ...more] = name.split(' ');
  return (
    ADJECTIVES.includes(adjective) && ANIMALS.includes(animal) && /^\d+$/.test(number) && more.length === 0
  );
}

/**
 * Normalises a name for comparison: two names with the same key look alike on a screen.
 * @param {string} name
 * @returns {string}
 */
export function nameKey(name) {
  if (isAscii(name)) return name.replaceAll(' ', '').toLowerCase();
  return foldText(name, { keepAccents: false }).replaceAll(' ', '');
}

/** @param {string} name @returns {boolean} each of its characters is a grapheme */
function isAscii(name) {
  return /^[\x20-\x7e]*$/.test(name);
}

/**
 * Puts a free number behind a name that is taken: 2 to 9 in order, then a random one, with more digits the more
 * are taken. If all numbers were tried in order, the 5,000th player of a name would cost 5,000 tries.
 * @param {string} name
 * @param {(key: string) => boolean} isTaken asked with `nameKey`s
 * @param {() => number} [random] 0 <= x < 1
 * @returns {string}
 */
export function uniqueName(name, isTaken, random = Math.random) {
  if (!isTaken(nameKey(name))) return name;
  // To segment a friendly name takes longer than all the rest, and where thousands play most of them are taken.
  const graphemes = isAscii(name) ? [...name] : [...graphemesOf(name)].map(({ segment }) => segment);
  for (let tries = 2; ; tries++) {
    const number = tries < 10 ? tries : Math.floor((1 + 9 * random()) * 10 ** Math.floor(tries / 10));
    const suffix = ` ${number}`;
    const candidate =
      graphemes
        .slice(0, MAX_GRAPHEMES - suffix.length)
        .join('')
        .trim() + suffix;
    if (!isTaken(nameKey(candidate))) return candidate;
  }
}
