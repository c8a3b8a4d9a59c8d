/**
 * The adapter of Socket.IO without the room that each socket has for itself: nobody here addresses that room, and its
 * two sets take some 400 bytes for each of ten thousand phones. A socket that is in one room alone shares its set with all
 * others that are in that room alone.
 */

import { Adapter } from 'socket.io-adapter';

/** Shared by all sockets that are in no room; nothing is ever added to it. @type {Set<string>} */
const NO_ROOMS = new Set();

/**
 * @template {new (...args: any[]) => Adapter} Base
 * @param {Base} base an adapter of Socket.IO
 */
export function leanly(base) {
  return class extends base {
    /** The sets of those who are in this room alone. @type {Map<string, Set<string>>} */
    alone = new Map();

    /** @param {string} id of a socket @param {Set<string>} rooms */
    addAll(id, rooms) {
      const [only] = rooms;
      const before = this.sids.get(id);
      if (rooms.size !== 1 || only === undefined) return this.addMore(id, rooms);
      if (only === id && before === undefined) return void this.sids.set(id, NO_ROOMS);
      if (before !== NO_ROOMS) return this.addMore(id, rooms);
      this.sids.delete(id);
      super.addAll(id, rooms);
      this.sids.set(id, this.aloneIn(only));
    }

    /** Adds to a set that is the socket's own. @param {string} id @param {Set<string>} rooms */
    addMore(id, rooms) {
      const before = this.sids.get(id);
      if (before && this.isShared(before)) this.sids.set(id, new Set(before));
      return super.addAll(id, rooms);
    }

    /** Gives back the set of a socket that has left its last room, as nearly every phone does that had to wait. @param {string} id @param {string} room */
    del(id, room) {
      const before = this.sids.get(id);
      if (before && this.isShared(before)) {
        if (!before.has(room)) return;
        this.sids.set(id, new Set(before));
      }
      super.del(id, room);
      if (this.sids.get(id)?.size === 0) this.sids.set(id, NO_ROOMS);
    }

    /** @param {string} room */
    aloneIn(room) {
      let set = this.alone.get(room);
      if (!set) this.alone.set(room, (set = new Set([room])));
      return set;
    }

    /** @param {Set<string>} set */
    isShared(set) {
      if (set === NO_ROOMS) return true;
      const [only] = set;
      return set.size === 1 && only !== undefined && this.alone.get(only) === set;
    }
  };
}

/** For the option `adapter` of Socket.IO. */
export const LeanAdapter = leanly(Adapter);
