/** Saves one room and its players in the journal, and saves again what a full disk has refused. */

/** @import { Journal } from '../journal/journal.js' */
/** @import { Player } from './player.js' */

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Pick<Journal, 'saveRoom' | 'savePlayer'>} options.journal
 * @param {() => Omit<Parameters<Journal['saveRoom']>[0], 'id'>} options.describe the room as it is
 */
export function createRoomRecord({ id, journal, describe }) {
  /** @type {Set<Player>} */
  const owedPlayers = new Set();
  let isRoomOwed = false;

  /** @returns {Promise<void>} */
  async function saveRoom() {
    isRoomOwed = true;
    await journal.saveRoom({ id, ...describe() });
    isRoomOwed = false;
  }

  /** @param {Player} player @returns {Promise<void>} */
  async function savePlayer(player) {
    const { pid, id: publicId, name, team, kicked, isVirtual } = player;
    if (isVirtual) return;
    owedPlayers.add(player);
    await journal.savePlayer({ roomId: id, pid, id: publicId, name, team, kicked, seenMs: Date.now() });
    owedPlayers.delete(player);
  }

  return {
    saveRoom,
    savePlayer,
    /** Saves the room and a player again if that failed, so that no submission on disk belongs to an unknown player. @param {Player} player */
    saveOwed(player) {
      if (isRoomOwed) saveRoom().catch(() => {});
      if (owedPlayers.has(player)) savePlayer(player).catch(() => {});
    },
  };
}
