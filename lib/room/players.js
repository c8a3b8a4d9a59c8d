/** The players of one room: who they are, in which team, and whether they are there. They outlive their pages. */

/** @import { PlayerRow, PublicPlayer } from '../contract/wire.js' */
/** @import { SavedPlayer } from '../journal/rows.js' */
/** @import { Directory } from './directory.js' */
/** @import { Player } from './player.js' */
/** @import { Sides } from './sides.js' */

import { ShowError } from '../errors.js';
import { codeOf, generatePid } from '../door/keys-and-tokens.js';
import { findCrowd } from './alike.js';
import { createDirectory } from './directory.js';
import { cleanName, friendlyName } from './name-text.js';
import { createSides } from './sides.js';

/**
 * @param {object} options
 * @param {readonly SavedPlayer[]} [options.saved]
 * @param {(player: Player) => Promise<void>} options.save rejects with `not-saved`
 * @param {(player: Player) => void} options.note saves a change for which nobody waits
 */
export function createPlayers({ saved = [], save, note }) {
  const directory = createDirectory();
  const sides = createSides();
  const { byPid, byId } = directory;
  const { connected, counts, setTeams } = sides;

  for (const { pid, id, name, team, kicked, seenMs } of saved)
    directory.add({ ...fresh(pid), id, name, team, kicked, saved: { name, team, kicked, seenMs } });

  return {
    ...createPresence({ directory, sides, note }),
    ...createChanges({ directory, sides, save, note }),
    counts,
    /** @type {ReadonlySet<Player>} */
    connected,
    setTeams,
    setActive: sides.presence.setActive,
    setHidden: sides.presence.setHidden,
    get virtual() {
      return sides.virtual;
    },
    get known() {
      return byPid.size;
    },
    /** @param {string | null} pid @returns {Player | undefined} */
    byPid: (pid) => (pid === null ? undefined : byPid.get(pid)),
    all: () => byPid.values(),
    /** @param {Player} player @returns {boolean} they have not been forgotten */
    knows: (player) => byPid.get(player.pid) === player,
    /** Lists players who were kicked. @param {number} most */
    kicked(most) {
      const found = [];
      for (const { id, name, kicked } of byPid.values())
        if (kicked && found.push({ id, name }) === most) break;
      return found;
    },
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
     * @returns {{ total: number, rows: PlayerRow[] }} connected players first, then by name
     */
    list({ query = '', offset = 0, limit = 50 }) {
      const found = directory.search(query);
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit).map(({ player }) => toRow(player)),
      };
    },
    presence() {
      const { count, byTeam } = counts();
      const { virtual } = sides;
      const crowd = findCrowd(connected);
      return { known: byPid.size, connected: count, ...sides.presence.counts(), virtual, byTeam, crowd };
    },
  };
}

/** @typedef {ReturnType<typeof createPlayers>} Players */

/**
 * Lets players come and go.
 * @param {{ directory: Directory, sides: Sides, note: (player: Player) => void }} parts
 */
function createPresence({ directory, sides, note }) {
  let joins = 0;
  /** While a rehearsal runs, its phones may return as the same players. */
  let isRehearsing = false;

  /**
   * Says whether a player may come back.
   * @param {string | null} pid
   * @returns {Player | undefined} if they were here before
   * @throws {ShowError} `kicked`
   */
  function check(pid) {
    const known = pid === null ? undefined : directory.byPid.get(pid);
    if (known?.kicked) throw new ShowError('kicked');
    return known;
  }

  return {
    check,
    /**
     * Finds the player of a token, or makes a new one.
     * @param {{ pid: string | null, name?: unknown, team?: unknown, isVirtual?: boolean }} wish a name that cannot be
     *   used is replaced by a friendly one, a team that does not exist by the smallest
     * @returns {Player}
     * @throws {ShowError} `kicked`
     */
    admit({ pid, name, team, isVirtual = false }) {
      const known = check(pid);
      if (known) return known;
      const identity = pid ?? generatePid();
      const player = {
        ...fresh(identity),
        id: freeId(directory.byId, identity),
        firstMs: Date.now(),
        isVirtual,
      };
      isRehearsing ||= isVirtual;
      player.name = directory.freeName(usableName(name));
      player.team = typeof team === 'string' && sides.isTeam(team) ? team : null;
      directory.add(player);
      return player;
    },
    /** @param {Player} player @param {string | null} [network] */
    connect(player, network = null) {
      player.network = network;
      sides.enter(player);
      player.connected = true;
      player.joinedNumber = ++joins;
      directory.update(player);
      note(player);
    },
    /** @param {Player} player */
    disconnect(player) {
      sides.leave(player);
      player.connected = false;
      if (player.isVirtual && !isRehearsing) return directory.forget(player);
      directory.update(player);
      note(player);
    },
    /** Forgets everybody, those who were kicked as well. */
    forgetAll() {
      for (const player of directory.byPid.values()) {
        sides.leave(player);
        player.connected = false;
        directory.forget(player);
      }
    },
    /** Ends the rehearsal and removes every trace of the phones that played in it. */
    forgetVirtual() {
      isRehearsing = false;
      for (const player of directory.byPid.values())
        if (player.isVirtual && !player.connected) directory.forget(player);
    },
  };
}

/**
 * Changes players, for themselves or for the operator. A change that cannot be stored is taken back, so that
 * the memory, the disk and everybody who is sent it afterwards agree. Only a kick stays, which protects the room.
 * @param {{ directory: Directory, sides: Sides, save: (player: Player) => Promise<void>, note: (player: Player) => void }} parts
 */
function createChanges({ directory, sides, save, note }) {
  /** The last change of each player that is on its way to the disk. @type {Map<Player, Promise<void>>} */
  const changing = new Map();

  /**
   * Lets a change of a player wait for the one before it, which may yet be taken back.
   * @param {Player} player @param {() => Promise<void>} change
   */
  function inTurn(player, change) {
    const before = changing.get(player);
    const done = before ? before.catch(() => {}).then(change) : change();
    changing.set(player, done);
    const forget = () => void (changing.get(player) === done && changing.delete(player));
    done.then(forget, forget);
    return done;
  }

  return {
    /**
     * Sets `player.name` at once, so that anything else that is saved meanwhile has it too. Tell others the name only when
     * the promise has resolved.
     * @param {Player} player @param {unknown} name
     * @returns {Promise<void>} resolves when it is on disk; rejects with `not-saved`, and the old name is back
     * @throws {ShowError} `name-bad`
     */
    rename(player, name) {
      const clean = cleanName(name);
      return inTurn(player, async () => {
        const old = player.name;
        directory.rename(player, clean);
        try {
          await save(player);
          directory.release(player, old);
        } catch (error) {
          directory.giveBack(player, old);
          throw error;
        }
      });
    },
    /**
     * @param {Player} player @param {unknown} team
     * @returns {Promise<void>} resolves when it is on disk; rejects with `not-saved`, and they are back in the old team
     * @throws {ShowError} `team-unknown`
     */
    move(player, team) {
      const refuse = () =>
        new ShowError('team-unknown', { team, known: sides.teams.join(', ') || 'this game has none' });
      if (typeof team !== 'string' || !sides.isTeam(team)) throw refuse();
      return inTurn(player, async () => {
        // Another game may have begun while this change waited for the one before it.
        if (!sides.isTeam(team)) throw refuse();
        const old = player.team;
        sides.assign(player, team);
        try {
          await save(player);
        } catch (error) {
          if (player.team === team && (sides.isTeam(old) || !player.connected)) sides.assign(player, old);
          throw error;
        }
      });
    },
    /**
     * Makes the teams even by moving the newest players of the bigger ones.
     * @returns {Player[]} those who were moved
     */
    balance() {
      const moved = sides.balance();
      moved.forEach(note);
      return moved;
    },
    /**
     * Kicks a player, who stays kicked until the next start even if that cannot be stored.
     * @param {Player} player
     * @returns {Promise<void>} resolves when it is on disk; rejects with `not-saved`
     */
    kick(player) {
      player.kicked = true;
      directory.update(player);
      return save(player);
    },
    /**
     * Lets a player who was kicked come back.
     * @param {Player} player
     * @returns {Promise<void>} resolves when it is on disk; rejects with `not-saved`, and they stay kicked
     */
    async unkick(player) {
      player.kicked = false;
      directory.update(player);
      await save(player).catch((error) => {
        player.kicked = true;
        directory.update(player);
        throw error;
      });
    },
  };
}

/** @param {Player} player @returns {PublicPlayer} as everybody may see them */
function publicPlayer({ id, name, team }) {
  return { id, name, team };
}

/** @param {Player} player @returns {PublicPlayer & { waiting?: string }} as they see themselves */
export function ownPlayer(player) {
  const { kept, name } = player;
  const isWaiting = kept?.why === 'waiting' && kept.name !== name;
  return isWaiting ? { ...publicPlayer(player), waiting: kept.name } : publicPlayer(player);
}

/** @param {Player} player @returns {PlayerRow} */
function toRow(player) {
  const { connected, hidden, isActive: active, isVirtual: virtual, kept } = player;
  return { ...publicPlayer(player), connected, hidden, virtual, active, ...(kept && { kept }) };
}

/** @param {string} pid @returns {Player} */
function fresh(pid) {
  return {
    pid,
    id: '',
    name: '',
    team: null,
    kicked: false,
    kept: null,
    firstMs: null,
    network: null,
    isVirtual: false,
    connected: false,
    hidden: false,
    isActive: false,
    joinedNumber: 0,
    saved: null,
  };
}

/**
 * The public id follows from the secret one, so that players whose row a crash swallowed come back as who they were.
 * @param {Map<string, unknown>} taken @param {string} pid
 */
function freeId(taken, pid) {
  for (let tries = 0; ; tries++) {
    const id = codeOf(`${pid} ${tries}`, 6);
    if (!taken.has(id)) return id;
  }
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
