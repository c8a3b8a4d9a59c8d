/** Removes players from a room, one or many who are alike, and lets them back in. */

/** @import { AlikeWish } from '../contract/people.js' */
/** @import { Player } from './player.js' */
/** @import { Players } from './players.js' */

import { findAlike, previewOf } from './alike.js';
import { leaverOf } from '../stage/player-entries.js';

/** Some 5 ms. */
const AT_ONCE = 200;

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Players} options.players
 * @param {Pick<import('../scene/scene.js').Scene, 'play'>} options.scene
 * @param {import('../bus/contract.js').PublishInRoom} options.publish
 * @param {import('../log.js').Log} options.log
 */
export function createRemovals({ id, players, scene, publish, log }) {
  /** @param {Player} player @returns {Promise<void>} */
  function kick(player) {
    const saved = players.kick(player);
    publish('kicked', { pid: player.pid });
    if (!player.connected) scene.play.send('depart', leaverOf(player));
    return saved;
  }

  /** @param {readonly Player[]} some */
  async function letBack(some) {
    await inTurns(some, (player) => players.unkick(player));
    log.info(id, `${subjectOf(some)} may come back.`);
  }

  return {
    /** @param {unknown} playerId @returns {Promise<void>} stored @throws {ShowError} `player-unknown` */
    async kick(playerId) {
      const player = players.get(playerId);
      await kick(player);
      log.info(id, `${subjectOf([player])} was removed.`);
    },
    /**
     * Kicks everybody who is like one player now: also who came since the operator looked, and those beyond the first 500.
     * @param {unknown} playerId @param {AlikeWish} wish @param {readonly string[]} [spared] ids
     * @returns {Promise<{ kicked: number, ids: string[] }>} stored @throws {ShowError} `player-unknown`
     */
    async kickMany(playerId, wish, spared = []) {
      const without = new Set(spared);
      const some = findAlike(players.all(), players.get(playerId), wish).filter(
        (player) => !player.kicked && !without.has(player.id),
      );
      await inTurns(some, kick);
      log.info(id, `${subjectOf(some)} ${some.length === 1 ? 'was' : 'were'} removed.`);
      return { kicked: some.length, ids: some.map((player) => player.id) };
    },
    /** Lets a player who was kicked come back. @param {unknown} playerId @returns {Promise<void>} stored @throws {ShowError} `player-unknown` */
    async unkick(playerId) {
      const player = players.get(playerId);
      if (player.kicked) await letBack([player]);
    },
    /** Lets those of some players come back who were kicked. @param {readonly unknown[]} playerIds @returns {Promise<number>} of them; stored */
    async unkickMany(playerIds) {
      const some = [...new Set(playerIds)].flatMap((one) => {
        const player = players.find(String(one));
        return player?.kicked ? [player] : [];
      });
      await letBack(some);
      return some.length;
    },
    /** Finds the players who are like one of them. @param {unknown} playerId @param {AlikeWish} wish */
    alike: (playerId, wish) => previewOf(findAlike(players.all(), players.get(playerId), wish)),
  };
}

/**
 * Others have their turn of the event loop whenever some are stored: thousands in one turn would hold up a hall for a quarter of a second.
 * @param {readonly Player[]} some @param {(player: Player) => Promise<void>} act
 */
async function inTurns(some, act) {
  for (let from = 0; from < some.length; from += AT_ONCE)
    await Promise.all(some.slice(from, from + AT_ONCE).map(act));
}

/** @param {readonly Player[]} some @returns {string} one by name, many by number: thousands of lines would hide all others */
function subjectOf(some) {
  return some.length === 1 ? `Player ${some[0]?.id}` : `${some.length} players`;
}
