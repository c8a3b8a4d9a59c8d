/**
 * The roll: the players of a room in the order in which panels show them, page by page. Each panel asks once a second, and
 * between two questions few players change. So a change is only noted, and the next question moves those who have changed
 * to their new places: a change costs some 2 µs then, and nothing walks past all players but a search for a new word.
 */

/** @import { Player } from './player.js' */

import { nameKey } from './name-text.js';

/** So many searches are kept up to date, for as many panels. The oldest one makes room. */
const MAX_SEARCHES = 8;
/** If more than this part of a list changes, it is cheaper to sort it. */
const MANY = 1 / 40;

/**
 * @typedef {object} Entry
 * @property {Player} player
 * @property {string} key normalised names, the hidden one too; made at the first search, because most lists are asked for without one
 * @property {boolean} isMoving it may have to stand elsewhere
 * @property {boolean} isListed
 * @property {boolean} connected as it is listed
 * @property {string} name as it is listed
 */

/** Makes an empty roll. */
export function createRoll() {
  /** @type {Map<Player, Entry>} */
  const entries = new Map();
  /** @type {Entry[]} */
  let changed = [];
  /** The players found for each word, the latest search last; '' finds all. @type {Map<string, Entry[]>} */
  const lists = new Map([['', []]]);

  /** @param {Entry} entry */
  function note(entry) {
    if (entry.isMoving) return;
    entry.isMoving = true;
    changed.push(entry);
  }

  /** Moves those who have changed, in all lists. */
  function settle() {
    if (changed.length === 0) return;
    const moving = changed;
    changed = [];
    const gone = moving.filter(({ isListed }) => isListed);
    for (const [wanted, list] of lists) lists.set(wanted, without(list, gone));
    for (const entry of moving) list(entry);
    const come = moving.filter(({ isListed }) => isListed).sort(compare);
    for (const [wanted, list] of lists)
      lists.set(wanted, withAll(list, wanted === '' ? come : come.filter((entry) => has(entry, wanted))));
  }

  /** @param {Entry} entry */
  function list(entry) {
    const { player } = entry;
    entry.isMoving = false;
    entry.isListed = entries.get(player) === entry && !player.kicked;
    entry.connected = player.connected;
    entry.name = player.name;
  }

  /** @param {string} wanted @returns {Entry[]} */
  function find(wanted) {
    const all = /** @type {Entry[]} */ (lists.get(''));
    if (wanted === '') return all;
    const found = lists.get(wanted) ?? all.filter((entry) => has(entry, wanted));
    lists.delete(wanted);
    lists.set(wanted, found);
    // The first one is that of all players.
    const [, oldest] = lists.keys();
    if (lists.size > MAX_SEARCHES + 1) lists.delete(/** @type {string} */ (oldest));
    return found;
  }

  return {
    /** Notes a player who came, went, was kicked or has another name. @param {Player} player */
    update(player) {
      let entry = entries.get(player);
      if (!entry) entries.set(player, (entry = entryOf(player)));
      entry.key = '';
      note(entry);
    },
    /** @param {Player} player */
    remove(player) {
      const entry = entries.get(player);
      entries.delete(player);
      if (entry) note(entry);
    },
    /**
     * @param {string} query is looked for in names, also in those that are hidden
     * @returns {readonly { player: Player }[]} connected players first, then by name
     */
    search(query) {
      settle();
      return find(query && nameKey(query));
    },
  };
}

/** @param {Player} player @returns {Entry} */
function entryOf(player) {
  return { player, key: '', isMoving: false, isListed: false, connected: false, name: '' };
}

/** Looks in the name that is shown and in the one that is hidden behind it. @param {Entry} entry @param {string} wanted */
function has(entry, wanted) {
  const { name, kept } = entry.player;
  entry.key ||= [name, kept?.name ?? ''].map(nameKey).join('\n');
  return entry.key.includes(wanted);
}

/** @param {readonly Entry[]} list @param {readonly Entry[]} gone those who are moving; some may not be in it @returns {Entry[]} */
function without(list, gone) {
  if (gone.length > list.length * MANY) return list.filter(({ isMoving }) => !isMoving);
  const places = gone.map((entry) => placeOf(list, entry)).filter((at, nth) => list[at] === gone[nth]);
  places.sort((a, b) => a - b);
  return cut(list, places, (at) => [at + 1, []]);
}

/** @param {readonly Entry[]} list @param {readonly Entry[]} come sorted @returns {Entry[]} */
function withAll(list, come) {
  if (come.length > list.length * MANY) return [...list, ...come].sort(compare);
  const places = come.map((entry) => placeOf(list, entry));
  return cut(list, places, (at, nth) => [at, come.slice(nth, nth + 1)]);
}

/**
 * Copies a list in whole pieces, which costs next to nothing.
 * @param {readonly Entry[]} list @param {readonly number[]} places where it is cut, in order
 * @param {(at: number, nth: number) => [from: number, between: Entry[]]} join says what comes between two pieces, and
 *   where the next one begins
 * @returns {Entry[]}
 */
function cut(list, places, join) {
  /** @type {Entry[][]} */
  const pieces = [];
  let begin = 0;
  places.forEach((at, nth) => {
    pieces.push(list.slice(begin, at));
    const [from, between] = join(at, nth);
    pieces.push(between);
    begin = from;
  });
  return /** @type {Entry[]} */ ([]).concat(...pieces, list.slice(begin));
}

/** @param {readonly Entry[]} list @param {Entry} entry @returns {number} where it stands, or would stand */
function placeOf(list, entry) {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compare(/** @type {Entry} */ (list[middle]), entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** @param {Entry} a @param {Entry} b @returns {number} 0 for the same player only */
function compare(a, b) {
  if (a.connected !== b.connected) return a.connected ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.player.id < b.player.id ? -1 : Number(a.player.id > b.player.id);
}
