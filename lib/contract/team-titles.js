/** Names teams where nothing is translated: by their title, else by their id with a capital letter. */

/** @import { Game } from './types.js' */

/** @param {Pick<Game, 'teams' | 'teamTitles'>} game @returns {Record<string, string>} by team */
export function teamTitlesOf({ teams, teamTitles }) {
  const titleOf = (/** @type {string} */ team) =>
    teamTitles[team] ?? team.charAt(0).toUpperCase() + team.slice(1);
  return Object.freeze(Object.fromEntries(teams.map((team) => [team, titleOf(team)])));
}
