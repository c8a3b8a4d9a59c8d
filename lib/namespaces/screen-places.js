/**
 * The places of screens. A frame costs each of them some 20 µs, so there is a number of places; a screen with a
 * presenter's key always gets one, and the last one without has to make room.
 */

/** @import { Socket } from 'socket.io' */

import { ShowError } from '../errors.js';

/** A screen that was refused tries again after this time. */
const RETRY_MS = 15_000;

/** @param {number} most in all rooms */
export function createScreenPlaces(most) {
  /** @type {Set<Socket>} */
  const all = new Set();
  /** Those without a key, oldest first. @type {Set<Socket>} */
  const keyless = new Set();

  /** Ends as many screens without a key as there are too many of any kind. */
  function makeRoom() {
    const tooMany = all.size - most;
    if (tooMany > 0) for (const socket of [...keyless].slice(-tooMany)) socket.disconnect(true);
  }

  return {
    get most() {
      return most;
    },
    /** @param {number} wanted @returns {number} how many there may be from now on */
    setMost(wanted) {
      most = wanted;
      makeRoom();
      return most;
    },
    /** @param {boolean} isPresenter it has a key @throws {ShowError} `screens-many` */
    check(isPresenter) {
      if (isPresenter || all.size < most) return;
      throw Object.assign(new ShowError('screens-many', { limit: most }), { retryAfterMs: RETRY_MS });
    },
    /** @param {Socket} socket @param {boolean} isPresenter @returns {boolean} false: others came in since it was checked */
    take(socket, isPresenter) {
      all.add(socket);
      if (!isPresenter) keyless.add(socket);
      makeRoom();
      return socket.connected;
    },
    /** @param {Socket} socket */
    leave(socket) {
      all.delete(socket);
      keyless.delete(socket);
    },
  };
}

/** @typedef {ReturnType<typeof createScreenPlaces>} ScreenPlaces */
