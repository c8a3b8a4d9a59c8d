/** The connected players and their teams: how many there are, how many of them are active or away, and the smallest team. */

/** @import { Player } from './player.js' */

/**
 * The counts are updated at each change, because every join and every tick asks for them.
 * Only this file sets the team of a player who is connected, and whether they are active and their page is hidden.
 */
// eslint-disable-next-line max-lines-per-function -- one count, which every change keeps up to date
export function createSides() {
  /** @type {Set<Player>} */
  const connected = new Set();
  /** @type {readonly string[]} */
  let teams = [];
  /** How many connected players each team has. @type {Map<string, number>} */
  let sizes = new Map();
  let virtual = 0;
  const presence = createPresence(connected);

  /** @param {string | null} team */
  const isTeam = (team) => team !== null && sizes.has(team);

  /** @param {string | null} team @param {1 | -1} by */
  function count(team, by) {
    if (team !== null && sizes.has(team)) sizes.set(team, sizeOf(team) + by);
  }

  /** @param {string} team */
  function sizeOf(team) {
    return sizes.get(team) ?? 0;
  }

  /** @returns {string | null} the first of the smallest teams; null when the game has none */
  function smallest() {
    let found = teams[0] ?? null;
    for (const team of teams) if (sizeOf(team) < sizeOf(/** @type {string} */ (found))) found = team;
    return found;
  }

  /** @param {Player} player @param {string | null} team */
  function assign(player, team) {
    if (connected.has(player)) {
      count(player.team, -1);
      count(team, 1);
    }
    player.team = team;
  }

  return {
    connected,
    isTeam,
    presence,
    assign,
    get teams() {
      return teams;
    },
    /** Counts the connected players that are phones of a rehearsal. */
    get virtual() {
      return virtual;
    },
    /** @returns {{ count: number, byTeam: Record<string, number> }} of connected players */
    counts() {
      return { count: connected.size, byTeam: Object.fromEntries(sizes) };
    },
    /** Connects a player, and gives them the smallest team if they are in none. @param {Player} player */
    enter(player) {
      if (!isTeam(player.team) && teams.length > 0) assign(player, smallest());
      if (!connected.has(player)) {
        connected.add(player);
        count(player.team, 1);
        if (player.isVirtual) virtual += 1;
      }
      presence.setHidden(player, false);
      presence.setActive(player, true);
    },
    /** @param {Player} player */
    leave(player) {
      if (!connected.has(player)) return;
      presence.setHidden(player, false);
      presence.setActive(player, false);
      connected.delete(player);
      count(player.team, -1);
      if (player.isVirtual) virtual -= 1;
    },
    /**
     * Begins another game. Players who are in one of its teams stay there; the others go to the smaller teams.
     * @param {readonly string[]} next
     * @returns {Player[]} the others: only they need a message each, which in a large cluster counts
     */
    setTeams(next) {
      teams = next;
      sizes = new Map(next.map((team) => [team, 0]));
      if (next.length === 0) return [];
      const homeless = [];
      for (const player of connected) {
        if (isTeam(player.team)) count(player.team, 1);
        else homeless.push(player);
      }
      for (const player of homeless) assign(player, smallest());
      return homeless;
    },
    /**
     * Makes the teams even by moving the newest players of the bigger ones.
     * @returns {Player[]} those who were moved
     */
    balance() {
      if (teams.length === 0) return [];
      const moved = [];
      const newest = [...connected].sort((a, b) => b.joinedNumber - a.joinedNumber);
      for (const player of newest) {
        const team = /** @type {string} */ (smallest());
        if (sizeOf(player.team ?? team) - sizeOf(team) < 2) continue;
        assign(player, team);
        moved.push(player);
      }
      return moved;
    },
  };
}

/** @typedef {ReturnType<typeof createSides>} Sides */

/** Counts who is active, and who is away, at each change. @param {ReadonlySet<Player>} connected */
function createPresence(connected) {
  let active = 0;
  let hidden = 0;
  return {
    /** @returns {{ active: number, hidden: number }} connected players who have sent something lately, and whose pages are in the background */
    counts: () => ({ active, hidden }),
    /** @param {Player} player @param {boolean} isActive */
    setActive(player, isActive) {
      if (player.isActive === isActive || !connected.has(player)) return;
      player.isActive = isActive;
      active += isActive ? 1 : -1;
    },
    /** @param {Player} player @param {boolean} isHidden */
    setHidden(player, isHidden) {
      if (player.hidden === isHidden || !connected.has(player)) return;
      player.hidden = isHidden;
      hidden += isHidden ? 1 : -1;
    },
  };
}
