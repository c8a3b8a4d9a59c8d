/**
 * The grants of several edges as one: a room has one rate, and the edge that can afford least sets it. Pure.
 */

/** @import { Rates, RoomGrant } from '../contract/wire.js' */

/** From the most to the least that is shown. */
const EXTRAS = /** @type {const} */ (['on', 'digest', 'off']);

/** @param {readonly RoomGrant[]} grants one at least @returns {RoomGrant} the least of each */
export function strictestOf(grants) {
  const least = (/** @type {keyof Rates} */ rate) => Math.min(...grants.map(({ rates }) => rates[rate]));
  return {
    rates: { sendHz: least('sendHz'), noticeHz: least('noticeHz'), tickHz: least('tickHz') },
    extras: EXTRAS[Math.max(...grants.map(({ extras }) => EXTRAS.indexOf(extras)))] ?? 'off',
    hardForMs: Math.max(...grants.map(({ hardForMs }) => hardForMs)),
  };
}

/**
 * Says whether the edges together may afford more now: one that could afford least can afford more.
 * @param {RoomGrant} least of all edges @param {RoomGrant} before of one of them @param {RoomGrant} grant its new one
 */
function isEased(least, before, grant) {
  const rates = /** @type {(keyof Rates)[]} */ (Object.keys(least.rates));
  const rank = (/** @type {RoomGrant} */ { extras }) => EXTRAS.indexOf(extras);
  return (
    rates.some((rate) => before.rates[rate] <= least.rates[rate] && grant.rates[rate] > before.rates[rate]) ||
    (rank(before) >= rank(least) && rank(grant) < rank(before)) ||
    (before.hardForMs >= least.hardForMs && grant.hardForMs < before.hardForMs)
  );
}

/** The last grants of all edges, and the least of them: a thousand edges grant 4,000 times a second, mostly the same again. */
export function createStrictest() {
  /** By room, then by edge. @type {Map<string, { edges: Map<string, RoomGrant>, least: RoomGrant }>} */
  const rooms = new Map();
  return {
    /** @param {string} room @param {string} edgeId @param {RoomGrant} grant its new one @returns {RoomGrant} what all edges can afford */
    of(room, edgeId, grant) {
      const known = rooms.get(room);
      if (!known) {
        rooms.set(room, { edges: new Map([[edgeId, grant]]), least: grant });
        return grant;
      }
      const { edges, least } = known;
      const before = edges.get(edgeId);
      edges.set(edgeId, grant);
      const isLooser = before !== undefined && isEased(least, before, grant);
      known.least = strictestOf(isLooser ? [...edges.values()] : [least, grant]);
      return known.least;
    },
    /** @param {string} edgeId its phones are gone */
    forgetEdge(edgeId) {
      for (const [room, known] of rooms) {
        if (!known.edges.delete(edgeId)) continue;
        if (known.edges.size === 0) rooms.delete(room);
        else known.least = strictestOf([...known.edges.values()]);
      }
    },
  };
}
