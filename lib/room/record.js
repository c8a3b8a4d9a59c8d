/**
 * Saves one room and its players in the journal, and saves again what a full disk has refused. A player whose row is on
 * disk as it would be written costs nothing: those who come back after a restart are a whole hall.
 */

/** @import { Journal } from '../journal/journal.js' */
/** @import { Player } from './player.js' */

import { ShowError } from '../errors.js';

/**
 * Players are forgotten a day after they were last seen (lib/journal/worker.js), so an hour more or less is no matter. A
 * row each time that a phone wakes up or falls asleep would be most of what a show writes.
 */
const SEEN_WITHIN_MS = 3600 * 1000;

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Pick<Journal, 'saveRoom' | 'savePlayer' | 'notePlayer'>} options.journal
 * @param {() => Omit<Parameters<Journal['saveRoom']>[0], 'id'>} options.describe the room as it is
 * @param {(player: Player) => boolean} options.knows they are in the room's list
 * @param {() => number} [options.nowMs] by the clock of the show
 */
export function createRoomRecord({ id, journal, describe, knows, nowMs = Date.now }) {
  /** The newest row of each player that is not known to be on disk. @type {Map<Player, object>} */
  const owed = new Map();
  let isRoomOwed = false;

  /** @returns {Promise<void>} */
  async function saveRoom() {
    isRoomOwed = true;
    await journal.saveRoom({ id, ...describe() });
    isRoomOwed = false;
  }

  /** @param {Player} player @param {'savePlayer' | 'notePlayer'} how @returns {Promise<void>} */
  async function save(player, how) {
    const { pid, id: publicId, name, team, kicked, isVirtual } = player;
    // Whatever was on its way when they were erased ends here.
    if (!knows(player)) throw new ShowError('player-unknown', { player: publicId });
    const seenMs = nowMs();
    if (isVirtual || (!owed.has(player) && isSaved(player, seenMs))) return;
    const row = { roomId: id, pid, id: publicId, name, team, kicked, seenMs };
    owed.set(player, row);
    await journal[how](row);
    // A newer row may be on its way, and may yet be refused.
    if (owed.get(player) !== row) return;
    owed.delete(player);
    player.saved = { name, team, kicked, seenMs };
  }

  return {
    saveRoom,
    /** @param {Player} player @returns {Promise<void>} resolves when the disk has them as they are */
    savePlayer: (player) => save(player, 'savePlayer'),
    /** Saves a player in a moment, for which nobody waits. @param {Player} player */
    notePlayer: (player) => void save(player, 'notePlayer').catch(() => {}),
    /** Saves the room and a player again if that failed, so that no submission on disk belongs to an unknown player. @param {Player} player */
    saveOwed(player) {
      if (isRoomOwed) saveRoom().catch(() => {});
      if (owed.has(player)) save(player, 'savePlayer').catch(() => {});
    },
  };
}

/** @param {Player} player @param {number} nowMs */
function isSaved({ saved, name, team, kicked }, nowMs) {
  if (!saved || nowMs - saved.seenMs >= SEEN_WITHIN_MS) return false;
  return saved.name === name && saved.team === team && saved.kicked === kicked;
}
