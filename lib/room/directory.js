/** The players that a room knows, found by token, id and name. */

/** @import { Player } from './player.js' */

import { nameKey, uniqueName } from './name-text.js';
import { createRoll } from './roll.js';

/** A room remembers no more players than this, at 0.65 KB each (docs/reliability.md, “An hour”). */
const MAX_KNOWN = 50_000;

/** Makes an empty directory. Names are unique by `nameKey`. */
export function createDirectory() {
  /** @type {Map<string, Player>} */
  const byPid = new Map();
  /** @type {Map<string, Player>} */
  const byId = new Map();
  /** Includes the names that are reserved for somebody, see `rename`. @type {Map<string, Player>} */
  const byName = new Map();
  /** These may be forgotten, the longest away first: a hall that is larger than what a room remembers is never walked through. @type {Set<Player>} */
  const away = new Set();
  const roll = createRoll();

  /** @param {Player} player */
  function forget(player) {
    away.delete(player);
    byPid.delete(player.pid);
    byId.delete(player.id);
    release(player, player.name);
    roll.remove(player);
  }

  /** Forgets the player who has been away for longest. One who was kicked stays, or they could come back. */
  function makeRoom() {
    for (const player of away) return forget(player);
  }

  /** @param {Player} player */
  function update(player) {
    if (player.connected || player.kicked) away.delete(player);
    else away.add(player);
    roll.update(player);
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
      update(player);
    },
    /** Tells the lists that a player came, went or was kicked. @param {Player} player */
    update,
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
