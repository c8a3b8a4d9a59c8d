/**
 * Extra connections are opened by phones beside their own when a game asks for load. They are not players: they count as
 * connections, and their messages are read, checked and limited, but have no effect in the game.
 */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeRoom } from './edge-rooms.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { guard, guardHot, onLeave } from '../door/guard.js';
import { createBucket } from '../door/bucket.js';
import { compileFields } from '../contract/schema.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** A game may ask for at most 20 messages per second; 2 s of them may come at once. */
const PER_S = 25;
const BURST = 50;

/**
 * @param {{ guardian: import('../door/guard.js').Guardian, meter: import('../wire/meter.js').Meter }} options
 */
export function createExtras({ guardian, meter }) {
  /** By room and by the pid of the player whose phone opened them. @type {Map<EdgeRoom, Map<string, Set<Socket>>>} */
  const byRoom = new Map();

  /** @param {EdgeRoom} room @param {string} pid */
  function socketsOf(room, pid) {
    let players = byRoom.get(room);
    if (!players) byRoom.set(room, (players = new Map()));
    let sockets = players.get(pid);
    if (!sockets) players.set(pid, (sockets = new Set()));
    return sockets;
  }

  return {
    /**
     * @param {EdgeRoom} room @param {string | null} pid @param {boolean} isHere its player is connected to this edge
     * @returns {string} the pid
     * @throws {ShowError} `extra-refused`
     */
    admit(room, pid, isHere) {
      const { extras } = room.game;
      if (pid === null || !isHere || socketsOf(room, pid).size >= extras) {
        throw new ShowError('extra-refused', { limit: extras });
      }
      return pid;
    },
    /** @param {Socket} socket @param {EdgeRoom} room @param {string} pid */
    enter(socket, room, pid) {
      const sockets = socketsOf(room, pid);
      sockets.add(socket);
      onLeave(socket, () => sockets.delete(socket), guardian);
      const bucket = createBucket(PER_S, BURST, performance.now());
      const check = compileFields(room.game.input);
      guardHot(
        socket,
        CLIENT_EVENT.input,
        (payload) => {
          if (!bucket.tryConsume(performance.now()))
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
    /** Ends all extra connections of a room when another game begins. @param {EdgeRoom} room */
    end(room) {
      for (const sockets of byRoom.get(room)?.values() ?? [])
        for (const socket of [...sockets]) socket.disconnect(true);
      byRoom.delete(room);
    },
  };
}
