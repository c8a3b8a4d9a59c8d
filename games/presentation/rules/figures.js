/** Small sums that several kinds of elements share. */

/** @import { Given } from './state.js' */

import { refuse } from 'mass-mobile';

const PLACES = /^\d{1,3}(,\d{1,3})*$/;

/** @param {number} count @returns {number[]} */
export function zeros(count) {
  return new Array(count).fill(0);
}

/** @param {number[]} row @param {number | null} at @param {number} by */
export function addTo(row, at, by) {
  if (at !== null && at < row.length) row[at] = Number(row[at]) + by;
}

/**
 * Reads places of a list such as `0,2`.
 * @param {string} text @param {number} count of the list
 * @returns {number[]} in the order of the text; none for an empty one
 * @throws a refusal with a sentence for the player
 */
export function readPlaces(text, count) {
  if (text.trim() === '') return [];
  const places = PLACES.test(text) ? text.split(',').map(Number) : [];
  if (places.length === 0 || places.some((place) => place >= count))
    throw refuse(`An answer names places from 0 to ${count - 1}, such as 0,2.`);
  if (new Set(places).size < places.length) throw refuse('An answer names each place once.');
  return places;
}

/**
 * Tells a text that was mended from another one: half of the longer one stands at the beginning and the end of both.
 * @param {string} before @param {string} now
 */
export function isMended(before, now) {
  const shorter = Math.min(before.length, now.length);
  let same = 0;
  while (same < shorter && before[same] === now[same]) same += 1;
  let end = 0;
  while (end < shorter - same && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return (same + end) * 2 >= Math.max(before.length, now.length);
}

/**
 * Finds where an option stands in a list that was changed: by its text, or in its place, if only its text was mended.
 * @param {string[]} before @param {string[]} now @param {number} place in the list before
 * @returns {number} -1: it is gone
 */
export function placeMoved(before, now, place) {
  const found = now.indexOf(before[place] ?? '');
  if (found >= 0) return found;
  const mended = before.length === now.length ? now[place] : undefined;
  return mended !== undefined && !before.includes(mended) && isMended(before[place] ?? '', mended)
    ? place
    : -1;
}

/**
 * Finds the places of options in a list that was changed.
 * @param {string[]} before @param {string[]} now @param {Given} places
 * @returns {number[]} those that are still there
 */
export function optionsMoved(before, now, places) {
  return places
    .map((place) => placeMoved(before, now, place ?? -1))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 2) {
  return Number(value.toFixed(digits));
}
