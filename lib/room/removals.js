/** Removes players from a room, one or many who are alike, and lets them back in. */

/** @import { Player } from './player.js' */
/** @import { Players } from './players.js' */

import { findAlike } from './alike.js';
import { leaverOf } from '../stage/entries.js';

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Players} options.players
 * @param {Pick<ReturnType<typeof import('./scene.js').createScene>, 'tell'>} options.scene
 * @param {(kind: import('../bus/contract.js').DownKind, value: object) => void} options.publish
 * @param {import('../log.js').Log} options.log
 */
export function createRemovals({ id, players, scene, publish, log }) {
  /** @param {Player} player @returns {Promise<void>} */
  function kick(player) {
    const saved = players.kick(player);
    publish('kicked', { pid: player.pid });
    if (!player.connected) scene.tell('depart', leaverOf(player));
    log.info(id, `Player ${player.id} was removed.`);
    return saved;
  }

  /** @param {Player} player @returns {Promise<void>} */
  async function unkick(player) {
    if (!player.kicked) return;
    await players.unkick(player);
    log.info(id, `Player ${player.id} may come back.`);
  }

  /** @param {readonly unknown[]} ids @returns {Player[]} each once */
  function known(ids) {
    const found = ids.map((one) => players.find(String(one))).filter((one) => one !== undefined);
    return [...new Set(found)];
  }

  return {
    /** @param {unknown} playerId @returns {Promise<void>} stored @throws {ShowError} `player-unknown` */
    kick: async (playerId) => kick(players.get(playerId)),
    /**
     * Kicks those of some players who are known and have not been kicked yet.
     * @param {readonly unknown[]} playerIds @returns {Promise<{ kicked: number, ids: string[] }>} stored
     */
    async kickMany(playerIds) {
      const some = known(playerIds).filter(({ kicked }) => !kicked);
      await Promise.all(some.map(kick));
      return { kicked: some.length, ids: some.map((player) => player.id) };
    },
    /** Lets a player who was kicked come back. @param {unknown} playerId @returns {Promise<void>} stored @throws {ShowError} `player-unknown` */
    unkick: async (playerId) => unkick(players.get(playerId)),
    /** Lets those of some players come back who were kicked. @param {readonly unknown[]} playerIds @returns {Promise<number>} of them; stored */
    async unkickMany(playerIds) {
      const some = known(playerIds).filter(({ kicked }) => kicked);
      await Promise.all(some.map(unkick));
      return some.length;
    },
    /** Finds the players who are like one of them. @param {unknown} playerId @param {import('../contract/people.js').AlikeWish} wish */
    alike: (playerId, wish) => findAlike(players.all(), players.get(playerId), wish),
  };
}
