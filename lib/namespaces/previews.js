/**
 * Screens that nobody counts. The small ones in control panels show the key of presenters, take no place of a screen, and get few
 * frames; that of a rehearsal, by which its phones see the game, gets all of them.
 */

/** @import { Socket } from 'socket.io' */
/** @import { Place } from './screen-places.js' */

/** A small picture needs no more; each costs its panel as much as a screen. */
const FRAME_EVERY_MS = 120;

/** Stands for the time of the last frame where the pace is free. */
const FREE_PACE = Infinity;

/** When each small screen was sent a frame last. @typedef {WeakMap<Socket, number>} Shown */

/** @param {unknown} auth of a handshake @param {boolean} isPresenter it has shown the key @returns {boolean} */
export function isPreview(auth, isPresenter) {
  return isPresenter && /** @type {{ preview?: unknown }} */ (auth).preview === true;
}

/** @returns {Place} none */
export function noPlace() {
  return { number: 0, isPresenter: false, socket: null, giveBack() {} };
}

/** Keeps the pace of small screens. @param {() => number} [now] ms */
export function createPreviewPace(now = () => performance.now()) {
  /** @type {Shown} */
  const shown = new WeakMap();
  return {
    /** @param {Socket} socket @returns {boolean} true: it is a small one that had a frame a moment ago */
    isEarly(socket) {
      const lastMs = shown.get(socket);
      if (lastMs === undefined || lastMs === FREE_PACE) return false;
      const nowMs = now();
      if (nowMs - lastMs < FRAME_EVERY_MS) return true;
      shown.set(socket, nowMs);
      return false;
    },
    /** @param {Socket} socket that is not counted @param {boolean} isSmall */
    add: (socket, isSmall) => void shown.set(socket, isSmall ? -Infinity : FREE_PACE),
    /** @param {Iterable<Socket>} sockets @returns {number} how many of them are not counted */
    count: (sockets) => [...sockets].filter((socket) => shown.has(socket)).length,
  };
}
