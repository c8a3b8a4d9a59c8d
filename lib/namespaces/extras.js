/**
 * Extra connections: those that phones open beside their own when a game asks for load. They are no
 * players: they count as connections and their messages are taken, checked and limited, but move nothing.
 */

/** @import { Socket } from 'socket.io' */
/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { ShowError } from '../errors.js';
import { guard, guardHot, onLeave } from '../door/guard.js';
import { createBucket } from '../door/bucket.js';
import { compileFields } from '../contract/schema.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** The fastest a game may ask for is 20/s; 2 s of them may come at once. */
const PER_S = 25;
const BURST = 50;

/**
 * @param {{ guardian: import('../door/guard.js').Guardian, meter: import('../wire/meter.js').Meter }} options
 */
export function createExtras({ guardian, meter }) {
  /** @type {Map<Room, Map<Player, Set<Socket>>>} */
  const byRoom = new Map();

  /** @param {Room} room @param {Player} player */
  function socketsOf(room, player) {
    let players = byRoom.get(room);
    if (!players) byRoom.set(room, (players = new Map()));
    let sockets = players.get(player);
    if (!sockets) players.set(player, (sockets = new Set()));
    return sockets;
  }

  return {
    /**
     * @param {Room} room @param {string | null} pid
     * @returns {Player}
     * @throws {ShowError} `extra-refused`
     */
    admit(room, pid) {
      const player = room.players.byPid(pid);
      const { extras } = room.game;
      if (!player?.connected || player.kicked || socketsOf(room, player).size >= extras) {
        throw new ShowError('extra-refused', { limit: extras });
      }
      return player;
    },
    /** @param {Socket} socket @param {Room} room @param {Player} player */
    enter(socket, room, player) {
      const sockets = socketsOf(room, player);
      sockets.add(socket);
      onLeave(socket, () => sockets.delete(socket), guardian);
      const bucket = createBucket(PER_S, BURST, room.now());
      const check = compileFields(room.game.input);
      guardHot(
        socket,
        CLIENT_EVENT.input,
        (payload) => {
          if (!bucket.tryConsume(room.now()))
            return new ShowError('rate-exceeded', { event: CLIENT_EVENT.input, perS: PER_S });
          const problem = check(payload);
          if (problem !== '') return new ShowError('input-bad', { problem });
          meter.counts.inputs += 1;
          return null;
        },
        guardian,
      );
      guard(socket, {}, guardian, [CLIENT_EVENT.input]);
    },
    /** Another game: all of them end. @param {Room} room */
    end(room) {
      for (const sockets of byRoom.get(room)?.values() ?? [])
        for (const socket of [...sockets]) socket.disconnect(true);
      byRoom.delete(room);
    },
  };
}
