/** Entries about players. An entry is stored and may leave the thread, so it holds a copy, without a player's secret. */

/** @import { Entry, Person } from './types.js' */

/** @param {Person} player @returns {Entry} */
export const joinOf = (player) => ['join', personOf(player)];

/** @param {Person & { kicked?: boolean }} player @returns {Entry} */
export const leaveOf = (player) => ['leave', leaverOf(player)];

/** @param {Person} player also a `Player` of a room @returns {Person} */
export function personOf({ id, name, team }) {
  return { id, name, team };
}

/** @param {Person & { kicked?: boolean }} player @returns {Person & { kicked?: boolean }} */
export function leaverOf({ id, name, team, kicked }) {
  return kicked ? { id, name, team, kicked } : { id, name, team };
}
