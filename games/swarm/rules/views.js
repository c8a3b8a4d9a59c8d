/** The views of the swarm: screens and phones are told of it. */

/** @import { Swarm } from './swarm.js' */

import { encodeFrame } from '../shared/frame-codec.js';
import { HEIGHT, WIDTH } from '../shared/space.js';

/** A phone shows its light on a map of so many places across and down. */
export const MAP = Object.freeze({ columns: 64, rows: 36 });
/** Phones learn once a second where their light is: 2,000 of them, 60 bytes each. */
const MAP_EVERY_MS = 1000;

/** Frames are bytes: see shared/frame-codec.js. @param {Swarm} swarm */
export function frame({ n, q, moved, calls, inside, active, painted, wall }) {
  return encodeFrame({
    ...{ n, q, moved, inside, active, wall },
    called: calls.map(({ slot }) => slot),
    painted: wall.length > 0 ? Math.floor((1000 * painted) / wall.length) : 0,
  });
}

/** Returns what screens show that changes slowly. With 2,000 names some 30 KB, when somebody comes or goes. @param {Swarm} swarm */
export function backdrop(swarm) {
  return { ...scene(swarm), names: swarm.names, leader: swarm.leader };
}

/** @param {Swarm} swarm */
export function notice(swarm) {
  return scene(swarm);
}

/** @param {Swarm} swarm */
function scene({ mode, sinceMs, turn, isIdle, target, wonMs }) {
  const place = target && {
    x: round(target.x / WIDTH),
    y: round(target.y / HEIGHT),
    r: round(target.r / HEIGHT),
  };
  return { mode, sinceMs, turn, isIdle, target: place, hasWon: wonMs > 0 };
}

/** @param {number} share */
function round(share) {
  return Math.round(share * 1000) / 1000;
}

/** A few look-ups: it is computed for everybody once a second. @param {Swarm} swarm @param {string} playerId */
export function personal({ slots, x, y, leader }, playerId) {
  const slot = slots[playerId];
  if (slot === undefined) return undefined;
  return {
    slot,
    x: Math.floor((Number(x[slot]) / WIDTH) * MAP.columns),
    y: Math.floor((Number(y[slot]) / HEIGHT) * MAP.rows),
    leads: slot === leader,
  };
}

/** @param {Swarm} swarm @param {{ nowMs: number }} ctx */
export function personalKey({ mode, leader }, { nowMs }) {
  return `${mode} ${leader} ${Math.floor(nowMs / MAP_EVERY_MS)}`;
}
