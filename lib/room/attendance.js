/** Lets players into a room and out of it, gives them other names or sides, removes them, and tells the game and the edges. */

/** @import { PublicPlayer } from '../contract/wire.js' */
/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { Player } from './player.js' */
/** @import { Players } from './players.js' */

import { ShowError } from '../errors.js';
import { joinOf, leaveOf } from '../stage/entries.js';
import { publicPlayer } from './players.js';

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Players} options.players
 * @param {ReturnType<typeof import('./scene.js').createScene>['onStage']} options.onStage
 * @param {(playerId: string) => ViewMessage | null} options.personalOf what only they see
 * @param {(kind: import('../bus/contract.js').DownKind, value: object) => void} options.publish
 * @param {import('../log.js').Log} options.log
 * @param {() => boolean} options.isLocked
 * @param {() => void} options.onFirst is called when somebody comes to an empty room
 * @param {(playerId: string) => void} options.onGone
 * @param {() => void} options.onChange is called when somebody comes, goes, or changes sides
 */
export function createAttendance({
  id,
  players,
  onStage,
  personalOf,
  publish,
  log,
  isLocked,
  onFirst,
  onChange,
  onGone,
}) {
  /**
   * The connection through which each player is here. It identifies a late leave of a connection whose place a newer one
   * has taken.
   * @type {Map<Player, unknown>}
   */
  const sessions = new Map();

  /** @param {Player} player @returns {Promise<void>} */
  function kick(player) {
    const saved = players.kick(player);
    publish('kicked', { pid: player.pid });
    if (!player.connected) onStage((stage) => stage.apply(leaveOf(player)));
    log.info(id, `Player ${player.id} was removed.`);
    return saved;
  }

  /** @param {Player} player */
  function announce(player) {
    publish('player', { pid: player.pid, player: publicPlayer(player) });
    if (player.connected) onStage((stage) => stage.apply(joinOf(player)));
  }

  return {
    announce,
    /**
     * Checks whether this identity would be let in, and changes nothing.
     * @param {{ pid: string | null, isVirtual: boolean }} wish
     * @throws {ShowError} `kicked`, `room-locked`
     */
    knock: ({ pid, isVirtual }) => void players.check({ pid, locked: isLocked(), isVirtual }),
    /**
     * @param {{ pid: string | null, name?: unknown, team?: unknown, isVirtual: boolean, session: unknown }} wish
     * @returns {{ pid: string, player: PublicPlayer, personal: ViewMessage | null }} personal: what only they see
     * @throws {ShowError} `kicked`, `room-locked`
     */
    join({ session, ...wish }) {
      const player = players.admit({ ...wish, locked: isLocked() });
      const isFirst = players.connected.size === 0;
      players.connect(player);
      sessions.set(player, session);
      onStage((stage) => {
        stage.apply(['setPlayers', players.counts()]);
        stage.apply(joinOf(player));
      });
      onChange();
      if (isFirst) onFirst();
      return { pid: player.pid, player: publicPlayer(player), personal: personalOf(player.id) };
    },
    /** @param {{ player: string, session: unknown }} gone */
    leave({ player: playerId, session }) {
      const player = players.find(playerId);
      if (!player?.connected || sessions.get(player) !== session) return;
      sessions.delete(player);
      players.disconnect(player);
      onStage((stage) => stage.apply(leaveOf(player)));
      onGone(player.id);
      onChange();
    },
    /** @param {string} playerId @param {unknown} name @returns {Promise<{ name: string }>} stored */
    async rename(playerId, name) {
      const player = players.get(playerId);
      await players.rename(player, name);
      announce(player);
      return { name: player.name };
    },
    /** @param {string} playerId @param {unknown} team @returns {Promise<{ team: string | null }>} stored */
    async move(playerId, team) {
      const player = players.get(playerId);
      await players.move(player, team);
      announce(player);
      onChange();
      return { team: player.team };
    },
    /** @param {unknown} playerId @returns {Promise<void>} stored @throws {ShowError} `player-unknown` */
    kick: async (playerId) => kick(players.get(playerId)),
    /** Evens the sides out. @returns {number} how many were moved */
    balance() {
      const moved = players.balance();
      moved.forEach(announce);
      onChange();
      return moved.length;
    },
    /** @param {{ player: string, hidden: boolean }} value */
    away({ player, hidden }) {
      const found = players.find(player);
      if (found) players.setHidden(found, hidden);
    },
    /** @param {{ active: readonly string[], idle: readonly string[] }} changes ids of players */
    presence({ active, idle }) {
      for (const playerId of active) setActive(playerId, true);
      for (const playerId of idle) setActive(playerId, false);
    },
    /** Finds the player with this id, who must not have been removed. @param {string} playerId @returns {Player} @throws {ShowError} */
    speaker(playerId) {
      const player = players.get(playerId);
      if (player.kicked) throw new ShowError('kicked');
      return player;
    },
    /** Treats players who were here before a restart and did not come back as gone. */
    sweep() {
      onStage((stage) => {
        for (const who of stage.here()) if (!players.find(who.id)?.connected) stage.apply(leaveOf(who));
      });
    },
  };

  /** @param {string} playerId @param {boolean} isActive */
  function setActive(playerId, isActive) {
    const player = players.find(playerId);
    if (player) players.setActive(player, isActive);
  }
}

/** @typedef {ReturnType<typeof createAttendance>} Attendance */
