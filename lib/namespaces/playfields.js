/** The `/playfield` namespace: screens show a room; with a presenter's key they also run actions. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Room } from '../room/room.js' */

import { ShowError } from '../errors.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('../room/rooms.js').Rooms} options.rooms
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {import('../log.js').Log} options.log
 */
export function servePlayfields({ namespace, rooms, keys, meter, log }) {
  /** @type {Map<Room, Set<Socket>>} */
  const screens = new Map();
  const guardian = { log };

  rooms.onOpen(attach);
  guardAdmission(namespace, { admit, enter }, guardian);

  /** @param {Room} room */
  function attach(room) {
    screens.set(room, new Set());
    room.bus.subscribe((topic, message) => {
      if (topic === 'frame') tellFrame(room, message);
      else if (topic === 'scene') namespace.to(room.id).emit(SERVER_EVENT.scene, message.scene);
      else if (topic === 'join') namespace.to(room.id).emit(SERVER_EVENT.join, message);
      else if (topic === 'closed') close(room);
    });
  }

  /**
   * A frame goes to the screens that have taken the one before; the others skip it, and are cut off some
   * time (see connections.js). Not Socket.IO's volatile: that drops whatever follows a reliable packet of
   * the same turn.
   * @param {Room} room @param {import('../contract/wire.js').Frame} frame
   */
  function tellFrame(room, frame) {
    for (const socket of screens.get(room) ?? []) {
      if (!socket.conn.transport.writable) continue;
      socket.emit(SERVER_EVENT.frame, frame);
      meter.count('frames');
    }
  }

  /** @param {Room} room */
  function close(room) {
    screens.delete(room);
    namespace.in(room.id).disconnectSockets(true);
  }

  /** @param {Socket} socket @returns {{ room: Room, isPresenter: boolean }} @throws {ShowError} `room-unknown` */
  function admit(socket) {
    const { room: roomId, key } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    const room = rooms.get(roomId || undefined);
    return { room, isPresenter: keys.isPresenterKey(key, room.id) };
  }

  /** @param {Socket} socket @param {{ room: Room, isPresenter: boolean }} admitted */
  function enter(socket, { room, isPresenter }) {
    const watching = screens.get(room);
    if (!watching) return void socket.disconnect(true);
    onLeave(
      socket,
      () => {
        watching.delete(socket);
        room.countScreens(-1);
      },
      guardian,
    );
    watching.add(socket);
    void socket.join(room.id);
    socket.emit(SERVER_EVENT.scene, room.scene());
    socket.emit(SERVER_EVENT.join, room.joinInfo());
    room.countScreens(1);
    guard(
      socket,
      {
        // 30/s: a held key repeats that fast.
        [CLIENT_EVENT.run]: {
          perS: 30,
          burst: 60,
          args: [is.text(60), is.optional(is.object)],
          run: (/** @type {string} */ action, /** @type {object | undefined} */ args) => {
            if (!isPresenter) throw new ShowError('role-wrong');
            return room.run(action, args ?? {});
          },
        },
      },
      guardian,
    );
  }
}
