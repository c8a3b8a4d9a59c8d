/**
 * Who is in which room of Socket.IO, without the room of each socket's own name: nobody here addresses it, and its two
 * sets are some 400 bytes of each of ten thousand phones.
 */

import { Adapter } from 'socket.io-adapter';

/** Shared by all that are in none; never added to. @type {Set<string>} */
const NO_ROOMS = new Set();

/** For Socket.IO's `adapter` option. */
export class LeanAdapter extends Adapter {
  /** @param {string} id of a socket @param {Set<string>} rooms */
  addAll(id, rooms) {
    const isOwnAlone = rooms.size === 1 && rooms.has(id);
    if (isOwnAlone && !this.sids.has(id)) return void this.sids.set(id, NO_ROOMS);
    if (this.sids.get(id) === NO_ROOMS) this.sids.delete(id);
    return super.addAll(id, rooms);
  }
}
