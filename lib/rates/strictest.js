/**
 * The grants of several edges as one: a room has one rate, and the edge that can afford least sets it. Pure.
 */

/** @import { Rates } from './rates.js' */

/** From the most to the least that is shown. */
const EXTRAS = /** @type {const} */ (['on', 'digest', 'off']);

/**
 * @typedef {object} RoomGrant
 * @property {Rates} rates
 * @property {'on' | 'digest' | 'off'} extras
 * @property {number} hardForMs how long the edge has been about to jam
 */

/** @param {readonly RoomGrant[]} grants one at least @returns {RoomGrant} the least of each */
export function strictestOf(grants) {
  const least = (/** @type {keyof Rates} */ rate) => Math.min(...grants.map(({ rates }) => rates[rate]));
  return {
    rates: { sendHz: least('sendHz'), noticeHz: least('noticeHz'), tickHz: least('tickHz') },
    extras: EXTRAS[Math.max(...grants.map(({ extras }) => EXTRAS.indexOf(extras)))] ?? 'off',
    hardForMs: Math.max(...grants.map(({ hardForMs }) => hardForMs)),
  };
}

/** The last grants of all edges. */
export function createStrictest() {
  /** By room, then by edge. @type {Map<string, Map<string, RoomGrant>>} */
  const rooms = new Map();
  return {
    /** @param {string} room @param {string} edgeId @param {RoomGrant} grant its new one @returns {RoomGrant} what all edges can afford */
    of(room, edgeId, grant) {
      const edges = rooms.get(room) ?? new Map();
      rooms.set(room, edges.set(edgeId, grant));
      return edges.size === 1 ? grant : strictestOf([...edges.values()]);
    },
    /** @param {string} edgeId its phones are gone */
    forgetEdge(edgeId) {
      for (const edges of rooms.values()) edges.delete(edgeId);
    },
  };
}
