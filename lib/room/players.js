/** The players of one room: who they are, on which side, and whether they are there. Outlives their pages. */

/** @import { PlayerRow, PublicPlayer } from '../contract/wire.js' */
/** @import { SavedPlayer } from '../journal/rows.js' */

import { ShowError } from '../errors.js';
import { generatePid, randomCode } from '../door/keys.js';
import { cleanName, friendlyName, nameKey, uniqueName } from './names.js';

/** Silent for longer, a player no longer counts as active; the figure of 2012. */
export const ACTIVE_MS = 25_000;

/** More are not remembered: the oldest who is away makes room. Some 300 bytes each. */
const MAX_KNOWN = 50_000;

/**
 * @typedef {object} Player also the `Who` that folds see
 * @property {string} pid secret: whoever knows it inside a token is this player
 * @property {string} id public
 * @property {string} name
 * @property {string | null} team of the running game
 * @property {boolean} kicked
 * @property {boolean} isVirtual a phone of a rehearsal: never saved, forgotten when it goes
 * @property {boolean} connected
 * @property {boolean} hidden its page is in the background
 * @property {number} heardAtMs of the room's clock; when it last sent anything
 * @property {number} joinedNumber grows with each connection; the newest move first when sides are evened
 */

/**
 * @param {object} options
 * @param {readonly SavedPlayer[]} [options.saved]
 * @param {(player: Player) => Promise<void>} options.save
 */
export function createPlayers({ saved = [], save }) {
  /** @type {Map<string, Player>} */
  const byPid = new Map();
  /** @type {Map<string, Player>} */
  const byId = new Map();
  /** @type {Map<string, Player>} */
  const byName = new Map();
  /** @type {Set<Player>} */
  const connected = new Set();
  /** @type {readonly string[]} */
  let teams = [];
  let joins = 0;
  /** While a rehearsal runs, its phones may come back as themselves. */
  let isRehearsing = false;

  for (const row of saved)
    add({ ...fresh(row.pid), id: row.id, name: row.name, team: row.team, kicked: row.kicked });

  /** @param {Player} player */
  function forget(player) {
    byPid.delete(player.pid);
    byId.delete(player.id);
    if (byName.get(nameKey(player.name)) === player) byName.delete(nameKey(player.name));
  }

  function makeRoom() {
    for (const player of byPid.values()) {
      if (!player.connected && !player.kicked) return forget(player);
    }
  }

  /** @param {Player} player */
  function add(player) {
    if (byPid.size >= MAX_KNOWN) makeRoom();
    byPid.set(player.pid, player);
    byId.set(player.id, player);
    byName.set(nameKey(player.name), player);
    return player;
  }

  /** @param {Player} player @param {string} name already clean */
  function giveName(player, name) {
    const isOther = (/** @type {string} */ key) => byName.has(key) && byName.get(key) !== player;
    byName.delete(nameKey(player.name));
    player.name = uniqueName(name, isOther);
    byName.set(nameKey(player.name), player);
  }

  /** @param {string | null} team */
  const isTeam = (team) => team !== null && teams.includes(team);

  function smallestTeam() {
    const { byTeam } = counts();
    return [...teams].sort((a, b) => (byTeam[a] ?? 0) - (byTeam[b] ?? 0))[0] ?? null;
  }

  /** @returns {{ count: number, byTeam: Record<string, number> }} of connected players */
  function counts() {
    /** @type {Record<string, number>} */
    const byTeam = {};
    for (const team of teams) byTeam[team] = 0;
    for (const { team } of connected) {
      if (team !== null && byTeam[team] !== undefined)
        byTeam[team] = /** @type {number} */ (byTeam[team]) + 1;
    }
    return { count: connected.size, byTeam };
  }

  /**
   * Would he be let in?
   * @param {{ pid: string | null, locked: boolean, isVirtual?: boolean }} wish
   * @returns {Player | undefined} if he was here before
   * @throws {ShowError} `kicked`, `room-locked`
   */
  function check({ pid, locked, isVirtual = false }) {
    const known = pid === null ? undefined : byPid.get(pid);
    if (known?.kicked) throw new ShowError('kicked');
    // A token that we signed for a player we no longer know: a lock is for strangers, this is none.
    // Nor is one whom the operator himself invited.
    if (!known && locked && pid === null && !isVirtual) throw new ShowError('room-locked');
    return known;
  }

  return {
    counts,
    connected,
    get virtual() {
      let count = 0;
      for (const { isVirtual } of connected) if (isVirtual) count += 1;
      return count;
    },
    get known() {
      return byPid.size;
    },
    check,
    /**
     * The player of a token, or a new one.
     * @param {{ pid: string | null, name?: unknown, team?: unknown, locked: boolean, isVirtual?: boolean }} wish a
     *   name that cannot be used gives a friendly one; a team that is not there, the smallest
     * @returns {Player}
     * @throws {ShowError} `kicked`, `room-locked`
     */
    admit({ pid, name, team, locked, isVirtual = false }) {
      const known = check({ pid, locked, isVirtual });
      if (known) return known;
      const player = { ...fresh(pid ?? generatePid()), id: freeId(byId), isVirtual };
      isRehearsing ||= isVirtual;
      player.name = uniqueName(usableName(name), (key) => byName.has(key));
      player.team = typeof team === 'string' && isTeam(team) ? team : null;
      add(player);
      return player;
    },
    /**
     * @param {Player} player @param {number} nowMs
     * @returns {void}
     */
    connect(player, nowMs) {
      if (!isTeam(player.team) && teams.length > 0) player.team = smallestTeam();
      player.connected = true;
      player.hidden = false;
      player.heardAtMs = nowMs;
      player.joinedNumber = ++joins;
      connected.add(player);
      save(player).catch(() => {});
    },
    /** @param {Player} player */
    disconnect(player) {
      player.connected = false;
      connected.delete(player);
      if (player.isVirtual && !isRehearsing) return forget(player);
      save(player).catch(() => {});
    },
    /** The rehearsal is over: nothing is left of those who played in it. */
    forgetVirtual() {
      isRehearsing = false;
      for (const player of byPid.values()) if (player.isVirtual && !player.connected) forget(player);
    },
    /**
     * The teams of another game: who is in one of them stays there, the others go to the smaller sides.
     * @param {readonly string[]} next
     */
    setTeams(next) {
      teams = next;
      if (next.length === 0) return;
      const homeless = [...connected].filter(({ team }) => !isTeam(team));
      for (const player of homeless) player.team = null;
      const { byTeam } = counts();
      for (const player of homeless) {
        const smallest = next.reduce((a, b) => ((byTeam[b] ?? 0) < (byTeam[a] ?? 0) ? b : a));
        player.team = smallest;
        byTeam[smallest] = (byTeam[smallest] ?? 0) + 1;
      }
    },
    /**
     * @param {Player} player @param {unknown} name
     * @returns {Promise<void>} kept when it is on disk
     * @throws {ShowError} `name-bad`
     */
    rename(player, name) {
      giveName(player, cleanName(name));
      return save(player);
    },
    /** @param {Player} player @param {unknown} team @returns {Promise<void>} @throws {ShowError} `team-unknown` */
    move(player, team) {
      if (typeof team !== 'string' || !isTeam(team)) {
        throw new ShowError('team-unknown', { team, known: teams.join(', ') || 'this game has none' });
      }
      player.team = team;
      return save(player);
    },
    /**
     * Even the sides out by moving the newest players of the bigger ones.
     * @returns {Player[]} who was moved
     */
    balance() {
      if (teams.length === 0) return [];
      const moved = [];
      const newest = [...connected].sort((a, b) => b.joinedNumber - a.joinedNumber);
      const { byTeam } = counts();
      for (const player of newest) {
        const smallest = teams.reduce((a, b) => ((byTeam[b] ?? 0) < (byTeam[a] ?? 0) ? b : a));
        const own = player.team ?? smallest;
        if ((byTeam[own] ?? 0) - (byTeam[smallest] ?? 0) < 2) continue;
        byTeam[own] = (byTeam[own] ?? 0) - 1;
        byTeam[smallest] = (byTeam[smallest] ?? 0) + 1;
        player.team = smallest;
        save(player).catch(() => {});
        moved.push(player);
      }
      return moved;
    },
    /** @param {Player} player @returns {Promise<void>} */
    kick(player) {
      player.kicked = true;
      return save(player);
    },
    /** @param {string | null} pid @returns {Player | undefined} */
    byPid: (pid) => (pid === null ? undefined : byPid.get(pid)),
    /** @param {string} id public @returns {Player | undefined} */
    find: (id) => byId.get(id),
    /** @param {unknown} id public @returns {Player} @throws {ShowError} `player-unknown` */
    get(id) {
      const player = typeof id === 'string' ? byId.get(id) : undefined;
      if (!player) throw new ShowError('player-unknown', { player: String(id).slice(0, 40) });
      return player;
    },
    /**
     * @param {{ query?: string, offset?: number, limit?: number }} wanted `query` is looked for in names
     * @param {number} nowMs
     * @returns {{ total: number, rows: PlayerRow[] }} connected ones first, then by name
     */
    list({ query = '', offset = 0, limit = 50 }, nowMs) {
      const wanted = nameKey(query);
      const found = [...byPid.values()].filter(
        ({ name, kicked }) => !kicked && nameKey(name).includes(wanted),
      );
      found.sort((a, b) => Number(b.connected) - Number(a.connected) || (a.name < b.name ? -1 : 1));
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit).map((player) => toRow(player, nowMs)),
      };
    },
    /** @param {number} nowMs */
    presence(nowMs) {
      let active = 0;
      let hidden = 0;
      for (const player of connected) {
        if (nowMs - player.heardAtMs < ACTIVE_MS) active += 1;
        if (player.hidden) hidden += 1;
      }
      const { byTeam } = counts();
      return { known: byPid.size, connected: connected.size, active, hidden, virtual: this.virtual, byTeam };
    },
  };
}

/** @typedef {ReturnType<typeof createPlayers>} Players */

/** @param {Player} player @returns {PublicPlayer} */
export function publicPlayer({ id, name, team }) {
  return { id, name, team };
}

/** @param {Player} player @param {number} nowMs @returns {PlayerRow} */
function toRow(player, nowMs) {
  const { connected, hidden, heardAtMs, isVirtual: virtual } = player;
  const active = connected && nowMs - heardAtMs < ACTIVE_MS;
  return { ...publicPlayer(player), connected, hidden, virtual, active };
}

/** @param {string} pid @returns {Player} */
function fresh(pid) {
  return {
    pid,
    id: '',
    name: '',
    team: null,
    kicked: false,
    isVirtual: false,
    connected: false,
    hidden: false,
    heardAtMs: -Infinity,
    joinedNumber: 0,
  };
}

/** @param {Map<string, unknown>} taken */
function freeId(taken) {
  let id = randomCode(6);
  while (taken.has(id)) id = randomCode(6);
  return id;
}

/** @param {unknown} name */
function usableName(name) {
  if (name === undefined || name === '') return friendlyName();
  try {
    return cleanName(name);
  } catch {
    return friendlyName();
  }
}
