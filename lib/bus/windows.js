/**
 * The windows of remote edges until their room ticks. Pure. A window that comes late, twice or out of order is
 * forgotten: levels are repeated by the next one, and an event must never count twice.
 */

/** @import { Fold } from '../contract/types.js' */
/** @import { Window } from './contract.js' */

/**
 * @typedef {object} OfEdge
 * @property {number} epoch
 * @property {number} clears of the newest window
 * @property {number} seq of the newest window
 * @property {unknown[]} sums since the room last ticked
 * @property {unknown} newest
 * @property {string} fault what the game's own fold threw at that edge; '' for nothing
 */

/** The windows of all rooms. */
export function createWindows() {
  /** By room, then by edge. @type {Map<string, Map<string, OfEdge>>} */
  const rooms = new Map();

  return {
    /** @param {string} edgeId @param {Window} window @returns {boolean} false: it was forgotten */
    accept(edgeId, { room, epoch, clears = 0, seq, sum, fault = '' }) {
      let edges = rooms.get(room);
      if (!edges) rooms.set(room, (edges = new Map()));
      const before = edges.get(edgeId);
      if (fault !== '') {
        // The home must learn of the fault, whichever window it would have been.
        edges.set(edgeId, { epoch: before?.epoch ?? epoch, clears, seq, sums: [], newest: null, fault });
        return true;
      }
      if (before && (epoch < before.epoch || (epoch === before.epoch && seq <= before.seq))) return false;
      const sums = before?.epoch === epoch && before.clears === clears ? before.sums : [];
      sums.push(sum);
      edges.set(edgeId, { epoch, clears, seq, sums, newest: sum, fault: '' });
      return true;
    },
    /**
     * @param {string} room @param {{ fold: Fold | null, hold: boolean }} game @param {number} epoch @param {number} [clears]
     * @returns {unknown} an empty sum where nothing was folded; null for a game without a fold
     * @throws {Error} what the game's own fold threw, here or at an edge
     */
    collect(room, { fold, hold }, epoch, clears = 0) {
      let merged = null;
      for (const edge of rooms.get(room)?.values() ?? []) {
        if (edge.fault !== '') throw faultOf(edge);
        if (edge.epoch !== epoch || edge.clears !== clears) continue;
        const sums = hold ? [edge.newest] : edge.sums;
        edge.sums = [];
        if (!fold) continue;
        for (const sum of sums) if (sum !== null) merged = merged === null ? sum : fold.merge(merged, sum);
      }
      return merged ?? fold?.empty() ?? null;
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
  const { fault } = edge;
  edge.fault = '';
  return new Error(fault);
}
