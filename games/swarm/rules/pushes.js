/** The words of the phones at this tick: where each light is steered, who calls, who has told their seat. */

/** @import { SwarmContext } from '../settings.js' */
/** @import { Swarm } from './swarm.js' */

import { WIDTH } from '../shared/space.js';
import { unpack } from './fold.js';
import { call } from './swarm.js';

/** A pad that is pushed all the way. */
const FULL = 8;
/** Somebody who has not steered for so long does not count among those who play. */
const ACTIVE_MS = 20_000;

/** @typedef {{ x: Int8Array, y: Int8Array }} Pushes by slot, -8 to 8 */

/**
 * Reads the sum, and notes in the state what outlives the tick.
 * @param {Swarm} swarm @param {Record<string, number>} sum @param {SwarmContext} ctx
 * @returns {Pushes}
 */
export function readPushes(swarm, sum, { nowMs }) {
  const { ids, slots, pushedMs, row, seat } = swarm;
  const pushes = { x: new Int8Array(ids.length), y: new Int8Array(ids.length) };
  const atMs = Math.round(nowMs);
  for (const id in sum) {
    const slot = slots[id];
    // A phone may have left, and its level not yet.
    if (slot === undefined) continue;
    const said = unpack(Number(sum[id]));
    if (said.find) call(swarm, slot, atMs);
    if (said.row > 0 || said.seat > 0) {
      row[slot] = said.row;
      seat[slot] = said.seat;
    }
    if (said.x === 0 && said.y === 0) continue;
    pushes.x[slot] = said.x;
    pushes.y[slot] = said.y;
    pushedMs[slot] = swarm.stirredMs = atMs;
  }
  return pushes;
}

/**
 * Makes the wish of lights that are steered: their push, at the speed of the settings.
 * @param {Pushes} pushes @param {SwarmContext} ctx
 * @returns {import('./motion.js').Wish}
 */
export function steered({ x, y }, { settings }) {
  const speed = (settings.speed * WIDTH) / FULL;
  return (slot, _rank, want) => {
    want.x = Number(x[slot]) * speed;
    want.y = Number(y[slot]) * speed;
  };
}

/** @param {Swarm} swarm @param {number} slot @param {number} nowMs @returns {boolean} its person plays */
export function isActive({ ids, pushedMs }, slot, nowMs) {
  const atMs = Number(pushedMs[slot]);
  return ids[slot] !== '' && atMs > 0 && nowMs - atMs < ACTIVE_MS;
}
