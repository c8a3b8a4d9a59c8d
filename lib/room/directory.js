/** The players that a room knows, found by token, id and name. */

/** @import { Player } from './player.js' */

import { nameKey, uniqueName } from './names.js';
import { createRoll } from './roll.js';

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
    search: roll.search,
  };
}

/** @typedef {ReturnType<typeof createDirectory>} Directory */
