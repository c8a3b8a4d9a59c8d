/** Keeps what the screens of each room say of themselves, by the edge at which they are. */

/** @import { ScreenAbout } from '../contract/readiness.js' */

/** Makes the list, which is empty. */
export function createScreenSizes() {
  /** @type {Map<string, Map<string, readonly ScreenAbout[]>>} */
  const rooms = new Map();
  return {
    /** @param {string} room @param {string} edgeId @param {readonly ScreenAbout[]} screens */
    note(room, edgeId, screens) {
      const byEdge = rooms.get(room) ?? new Map();
      rooms.set(room, byEdge.set(edgeId, screens));
    },
    /** @param {string} room @returns {ScreenAbout[]} */
    of: (room) => [...(rooms.get(room)?.values() ?? [])].flat(),
    /** @param {string} edgeId that is gone with its screens */
    forgetEdge(edgeId) {
      for (const byEdge of rooms.values()) byEdge.delete(edgeId);
    },
  };
}

/** @typedef {ReturnType<typeof createScreenSizes>} ScreenSizes */
