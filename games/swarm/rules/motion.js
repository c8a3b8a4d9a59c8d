/** How lights move: towards the velocity that they want, with some inertia, and never off the screen. */

/** @import { Swarm } from './swarm.js' */

import { placeOf } from '../shared/frame-codec.js';
import { HEIGHT, WIDTH, clamp } from '../shared/space.js';

/** A light takes this long to reach most of the speed that it wants. */
const EASE_S = 0.14;
/** A light covers this share of the way to its place in a second, as fast as `RUSH` at most. */
const SEEK_PER_S = 2.6;
const RUSH = 120_000;
/** Units from the edge at which a light stops, so that it can be seen whole. */
const EDGE = 1600;

/** Where many stop at an edge, they stop within a band of this width, each at its own depth, and not in one line. */
export const BAND = 11_000;

/** @typedef {{ x: number, y: number }} Vector */
/** @typedef {(slot: number, rank: number, want: Vector) => void} Wish writes the speed that a light wants, units a second */

/**
 * Moves all lights by one tick. The cost is that of a loop over the slots: docs/performance.md.
 * @param {Swarm} swarm @param {number} dt seconds @param {Wish} wish @param {number} [band] see `BAND`; 0: none
 */
export function moveAll({ ids, x, y, vx, vy, q, moved, n }, dt, wish, band = 0) {
  const want = { x: 0, y: 0 };
  const ease = Math.min(1, dt / EASE_S);
  let rank = 0;
  for (let slot = 0; slot < ids.length; slot++) {
    if (ids[slot] === '') continue;
    wish(slot, rank++, want);
    // Towards zero, or a light that nobody steers would keep creeping for ever.
    const speedX = (Number(vx[slot]) + (want.x - Number(vx[slot])) * ease) | 0;
    const speedY = (Number(vy[slot]) + (want.y - Number(vy[slot])) * ease) | 0;
    const edge = EDGE + Math.floor(((slot * 0.618034) % 1) * band);
    const toX = clamp(Math.round(Number(x[slot]) + speedX * dt), edge, WIDTH - edge);
    const toY = clamp(Math.round(Number(y[slot]) + speedY * dt), edge, HEIGHT - edge);
    vx[slot] = speedX;
    vy[slot] = speedY;
    x[slot] = toX;
    y[slot] = toY;
    const place = placeOf(toX, toY);
    if (place === q[slot]) continue;
    q[slot] = place;
    moved[slot] = n;
  }
}

/** @param {Swarm} swarm @param {number} slot @param {Vector} goal @param {Vector} want is written */
export function seek({ x, y }, slot, goal, want) {
  want.x = clamp((goal.x - Number(x[slot])) * SEEK_PER_S, -RUSH, RUSH);
  want.y = clamp((goal.y - Number(y[slot])) * SEEK_PER_S, -RUSH, RUSH);
}
