/** The players that a room knows, found by token, id and name, and listed by name. */

/** @import { Player } from './player.js' */

import { nameKey, uniqueName } from './names.js';

/** A room remembers no more players than this, at some 400 bytes each. */
const MAX_KNOWN = 50_000;

/** Makes an empty directory. Names are unique by `nameKey`. */
export function createDirectory() {
  /** @type {Map<string, Player>} */
  const byPid = new Map();
  /** @type {Map<string, Player>} */
  const byId = new Map();
  /** Includes the names that are reserved for somebody, see `rename`. @type {Map<string, Player>} */
  const byName = new Map();
  const roll = createRoll();

  /** @param {Player} player */
  function forget(player) {
    byPid.delete(player.pid);
    byId.delete(player.id);
    release(player, player.name);
    roll.remove(player);
  }

  /** Forgets the first known player who is away. A player who was kicked stays, or they could come back. */
  function makeRoom() {
    for (const player of byPid.values()) {
      if (!player.connected && !player.kicked) return forget(player);
    }
  }

  /** @param {Player} player @param {string} name */
  function release(player, name) {
    const key = nameKey(name);
    if (byName.get(key) === player) byName.delete(key);
  }

  /** @param {Player} player @param {string} name */
  function assign(player, name) {
    player.name = name;
    // The player may have been forgotten during the write to disk.
    if (byPid.get(player.pid) !== player) return;
    byName.set(nameKey(name), player);
    roll.update(player);
  }

  return {
    byPid,
    byId,
    forget,
    /** @param {string} name already clean @returns {string} a name that nobody has */
    freeName: (name) => uniqueName(name, (key) => byName.has(key)),
    /** @param {Player} player */
    add(player) {
      if (byPid.size >= MAX_KNOWN) makeRoom();
      byPid.set(player.pid, player);
      byId.set(player.id, player);
      byName.set(nameKey(player.name), player);
      roll.update(player);
    },
    /** Tells the list that a player came, went or was kicked. @param {Player} player */
    update: roll.update,
    /**
     * Gives a player another name. Their old one stays theirs until it is released, so that it can be given back.
     * @param {Player} player @param {string} name already clean
     */
    rename(player, name) {
      const isOthers = (/** @type {string} */ key) => (byName.get(key) ?? player) !== player;
      assign(player, uniqueName(name, isOthers));
    },
    /** @param {Player} player @param {string} name that they have no longer */
    release(player, name) {
      if (nameKey(name) !== nameKey(player.name)) release(player, name);
    },
    /** @param {Player} player @param {string} name that they had before */
    giveBack(player, name) {
      if (nameKey(name) !== nameKey(player.name)) release(player, player.name);
      assign(player, name);
    },
    /**
     * @param {string} query is looked for in names
     * @returns {readonly { player: Player }[]} connected players first, then by name
     */
    search: roll.search,
  };
}

/** @typedef {ReturnType<typeof createDirectory>} Directory */

/**
 * @typedef {object} Entry of the sorted list
 * @property {Player} player
 * @property {string} key normalised name; made at the first search, because most lists are asked for without one
 * @property {boolean} isMoving it may have to stand elsewhere
 */

/**
 * The sorted list of players. Each panel asks for a page of it each second, and between two such questions
 * few players change. So a change is only noted, and the next question merges what was noted into the list:
 * with nothing noted a page costs nothing, with 50,000 players known some 2 ms after a change.
 */
function createRoll() {
  /** @type {Map<Player, Entry>} */
  const entries = new Map();
  /** @type {Entry[]} */
  let changed = [];
  /** @type {Entry[]} */
  let sorted = [];
  /** The last search and its result, until a player changes. @type {{ wanted: string, found: Entry[] } | null} */
  let last = null;

  /** @param {Entry} entry */
  function note(entry) {
    if (entry.isMoving) return;
    entry.isMoving = true;
    changed.push(entry);
  }

  function merge() {
    if (changed.length === 0) return;
    const before = sorted.filter(({ isMoving }) => !isMoving);
    const after = changed.filter((entry) => entries.get(entry.player) === entry && !entry.player.kicked);
    after.sort(compare);
    for (const entry of changed) entry.isMoving = false;
    changed = [];
    last = null;
    sorted = [];
    let next = 0;
    for (const entry of before) {
      for (let other = after[next]; other && compare(other, entry) < 0; other = after[++next])
        sorted.push(other);
      sorted.push(entry);
    }
    for (; next < after.length; next++) sorted.push(/** @type {Entry} */ (after[next]));
  }

  return {
    /** @param {Player} player */
    update(player) {
      let entry = entries.get(player);
      if (!entry) entries.set(player, (entry = { player, key: '', isMoving: false }));
      entry.key = '';
      note(entry);
    },
    /** @param {Player} player */
    remove(player) {
      const entry = entries.get(player);
      entries.delete(player);
      if (entry) note(entry);
    },
    /** @param {string} query @returns {readonly Entry[]} */
    search(query) {
      merge();
      const wanted = query && nameKey(query);
      if (wanted === '') return sorted;
      if (last?.wanted !== wanted)
        last = { wanted, found: sorted.filter((entry) => keyOf(entry).includes(wanted)) };
      return last.found;
    },
  };
}

/** @param {Entry} entry */
function keyOf(entry) {
  return (entry.key ||= nameKey(entry.player.name));
}

/** @param {Entry} a @param {Entry} b @returns {number} */
function compare({ player: a }, { player: b }) {
  return Number(b.connected) - Number(a.connected) || (a.name < b.name ? -1 : 1);
}
