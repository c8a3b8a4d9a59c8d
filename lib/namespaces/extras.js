/**
 * Extra connections are opened by phones beside their own when a game asks for load. They are not players: they count as
 * connections, and their messages are read, checked and limited as those of phones, but have no effect in the game.
 */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { PhoneLimits } from './phone-limits.js' */
/** @import { Session } from './session.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { guard, guardHot, onLeave } from '../door/guard.js';
import { compileFields } from '../contract/schema.js';
import { forgetHandshake } from '../wire/sockets.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/**
 * The player whose phone opens an extra connection, as their own connection has them.
 * @typedef {Pick<Session, 'pid' | 'player'>} Owner
 *
 * One extra connection.
 * @typedef {Pick<Session, 'room' | 'player' | 'socket' | 'limits'>} Extra
 */

/**
 * @param {object} options
 * @param {import('../door/guard.js').Guardian} options.guardian
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {PhoneLimits} options.limits of the phones, which hold for extra connections too
 * @param {import('./floods.js').Floods} options.floods
 */
export function createExtras({ guardian, meter, limits, floods }) {
  /**
   * By room, by the pid of the player whose phone opened them, and by slot. A slot names the limits of a connection,
   * which outlive it: closing one and opening another refills nothing.
   * @type {Map<EdgeRoom, Map<string, Map<string, Extra>>>}
   */
  const byRoom = new Map();

  /** @param {EdgeRoom} room @param {string} pid */
  function extrasOf(room, pid) {
    let players = byRoom.get(room);
    if (!players) byRoom.set(room, (players = new Map()));
    let extras = players.get(pid);
    if (!extras) players.set(pid, (extras = new Map()));
    return extras;
  }

  /** @param {EdgeRoom} room */
  function* allOf(room) {
    for (const extras of byRoom.get(room)?.values() ?? []) yield* extras.values();
  }

  /** @param {Extra} extra @param {(payload: unknown) => string} check @param {unknown} payload @returns {ShowError | null} */
  function accept(extra, check, payload) {
    if (!extra.limits.inputs.tryConsume(performance.now())) {
      const perS = extra.room.throttle.sendHz;
      return new ShowError('rate-exceeded', { event: CLIENT_EVENT.input, perS });
    }
    const problem = check(payload);
    if (problem !== '') return new ShowError('input-bad', { problem });
    meter.counts.inputs += 1;
    return null;
  }

  return {
    /**
     * @param {EdgeRoom} room @param {Owner | undefined} owner undefined: no player of this edge
     * @returns {Owner}
     * @throws {ShowError} `extra-refused`
     */
    admit(room, owner) {
      const { extras } = room.game;
      if (!owner || extrasOf(room, owner.pid).size >= extras) {
        throw new ShowError('extra-refused', { limit: extras });
      }
      return owner;
    },
    /** @param {Socket} socket @param {EdgeRoom} room @param {Owner} owner */
    enter(socket, room, { pid, player }) {
      const mine = extrasOf(room, pid);
      const slot = freeSlot(pid, mine, room.game.extras);
      // Others came in since it was admitted, or another game did.
      if (slot === null) return void socket.disconnect(true);
      const taken = limits.take(slot, room.throttle.sendHz, performance.now());
      const extra = { room, player, socket, limits: taken };
      mine.set(slot, extra);
      onLeave(
        socket,
        () => {
          mine.delete(slot);
          limits.giveBack(slot, extra.limits, performance.now());
        },
        guardian,
      );
      floods.seat(extra);
      const check = compileFields(room.game.input);
      guardHot(socket, CLIENT_EVENT.input, (payload) => accept(extra, check, payload), guardian);
      guard(socket, {}, guardian, [CLIENT_EVENT.input]);
      forgetHandshake(socket);
    },
    /** @param {EdgeRoom} room @param {number} sendHz what each may send from now on, messages/s */
    setRate(room, sendHz) {
      for (const extra of allOf(room)) limits.setRate(extra.limits, sendHz);
    },
    /** Counts those of a room. @param {EdgeRoom} room */
    count(room) {
      let count = 0;
      for (const { size } of byRoom.get(room)?.values() ?? []) count += size;
      return count;
    },
    /** Ends the extra connections of a room, or of one of its players. @param {EdgeRoom} room @param {string} [pid] */
    end(room, pid) {
      const ending = pid === undefined ? [...allOf(room)] : [...extrasOf(room, pid).values()];
      for (const { socket } of ending) socket.disconnect(true);
      if (pid === undefined) byRoom.delete(room);
      else byRoom.get(room)?.delete(pid);
    },
  };
}

/** @param {string} pid @param {Map<string, Extra>} taken @param {number} most @returns {string | null} null: all are taken */
function freeSlot(pid, taken, most) {
  for (let number = 1; number <= most; number++) {
    const slot = `${pid} ${number}`;
    if (!taken.has(slot)) return slot;
  }
  return null;
}
