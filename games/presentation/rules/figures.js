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
 * Finds the places of options in a list that was changed, by their text.
 * @param {string[]} before @param {string[]} now @param {Given} places
 * @returns {number[]} those that are still there
 */
export function optionsMoved(before, now, places) {
  return places
    .map((place) => now.indexOf(before[place ?? -1] ?? ''))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 2) {
  return Number(value.toFixed(digits));
}
