/**
 * The adapter of Socket.IO without the room that each socket has for itself: nobody here addresses that room, and its
 * two sets take some 400 bytes for each of ten thousand phones.
 */

import { Adapter } from 'socket.io-adapter';

/** Shared by all sockets that are in no room; nothing is ever added to it. @type {Set<string>} */
const NO_ROOMS = new Set();

/** For the option `adapter` of Socket.IO. */
export class LeanAdapter extends Adapter {
  /** @param {string} id of a socket @param {Set<string>} rooms */
  addAll(id, rooms) {
    const isOwnAlone = rooms.size === 1 && rooms.has(id);
    if (isOwnAlone && !this.sids.has(id)) return void this.sids.set(id, NO_ROOMS);
    if (this.sids.get(id) === NO_ROOMS) this.sids.delete(id);
    return super.addAll(id, rooms);
  }

  /** Gives back the set of a socket that has left its last room, as nearly every phone does that had to wait. @param {string} id @param {string} room */
  del(id, room) {
    super.del(id, room);
    if (this.sids.get(id)?.size === 0) this.sids.set(id, NO_ROOMS);
  }
}
