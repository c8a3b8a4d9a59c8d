/**
 * The windows of remote edges until their room ticks. Pure. A window that comes late, twice or out of order is
 * forgotten: levels are repeated by the next one, and an event must never count twice.
 */

/** @import { Fold } from '../contract/types.js' */
/** @import { Window } from './contract.js' */

import { gather } from './gather.js';

/**
 * @typedef {Pick<Window, 'sum' | 'rows'>} Part
 * @typedef {object} OfEdge
 * @property {number} epoch
 * @property {number} clears of the newest window
 * @property {number} seq of the newest window
 * @property {Part[]} parts since the room last ticked
 * @property {Part | null} newest
 * @property {Window['fault'] | null} fault what the game's own fold threw at that edge
 */

/** The windows of all rooms. */
export function createWindows() {
  /** By room, then by edge. @type {Map<string, Map<string, OfEdge>>} */
  const rooms = new Map();

  return {
    /** @param {string} edgeId @param {Window} window @returns {boolean} false: it was forgotten */
    accept(edgeId, { room, epoch, clears = 0, seq, sum, rows, fault }) {
      let edges = rooms.get(room);
      if (!edges) rooms.set(room, (edges = new Map()));
      const before = edges.get(edgeId);
      if (fault) {
        // The home must learn of the fault, whichever window it would have been.
        edges.set(edgeId, { epoch: before?.epoch ?? epoch, clears, seq, parts: [], newest: null, fault });
        return true;
      }
      if (before && (epoch < before.epoch || (epoch === before.epoch && seq <= before.seq))) return false;
      const parts = before?.epoch === epoch && before.clears === clears ? before.parts : [];
      const newest = { sum, rows };
      parts.push(newest);
      edges.set(edgeId, { epoch, clears, seq, parts, newest, fault: null });
      return true;
    },
    /**
     * @param {string} room @param {{ fold: Fold | null, hold: boolean }} game @param {number} epoch @param {number} [clears]
     * @returns {unknown} an empty sum where nothing was folded; null for a game without a fold
     * @throws {Error} what the game's own fold threw, here or at an edge
     */
    collect(room, { fold, hold }, epoch, clears = 0) {
      /** @type {Part[]} */
      const found = [];
      for (const edge of rooms.get(room)?.values() ?? []) {
        if (edge.fault) throw faultOf(edge);
        if (edge.epoch !== epoch || edge.clears !== clears) continue;
        if (!hold) found.push(...edge.parts);
        else if (edge.newest) found.push(edge.newest);
        edge.parts = [];
      }
      return gather(fold, found);
    },
    /** @param {string} edgeId its phones are gone, and their levels with them */
    forgetEdge(edgeId) {
      for (const edges of rooms.values()) edges.delete(edgeId);
    },
    /** @param {string} room */
    forgetRoom: (room) => void rooms.delete(room),
  };
}

/** Told once: the round that it belongs to ends with it. @param {OfEdge} edge */
function faultOf(edge) {
  const { message = '', stack = '' } = edge.fault ?? {};
  edge.fault = null;
  return Object.assign(new Error(message), { stack });
}
