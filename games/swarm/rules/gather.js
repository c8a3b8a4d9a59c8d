/** Gather: a ring of light comes up somewhere, and all fly into it. When enough are in, it bursts, and another comes. */

/** @import { SwarmContext } from '../settings.js' */
/** @import { Pushes } from './pushes.js' */
/** @import { Swarm } from './swarm.js' */

import { HEIGHT, WIDTH } from '../shared/space.js';
import { moveAll } from './motion.js';
import { isActive, steered } from './pushes.js';
import { lit } from './swarm.js';

/** The ring that is done stays for this long. */
const REST_MS = 3500;
/** Radius for one light, and the most, as shares of the height; between them the area grows with the number of lights. */
const LEAST_R = 0.1;
const MOST_R = 0.27;
const R_PER_ROOT = 0.012;

/** Puts the ring somewhere else. @param {Swarm} swarm @param {SwarmContext} ctx */
export function placeTarget(swarm, { nowMs, random }) {
  const share = Math.min(MOST_R, LEAST_R + R_PER_ROOT * Math.sqrt(lit(swarm)));
  const r = Math.round(share * HEIGHT);
  const before = swarm.target;
  const place = () => ({
    x: Math.round(r + random() * (WIDTH - 2 * r)),
    y: Math.round(r + random() * (HEIGHT - 2 * r)),
    r,
  });
  const [one, other] = [place(), place()];
  const isFar = !before || Math.hypot(one.x - before.x, one.y - before.y) > HEIGHT / 2;
  swarm.target = isFar ? one : other;
  swarm.wonMs = 0;
  swarm.sinceMs = Math.round(nowMs);
}

/** @param {Swarm} swarm @param {Pushes} pushes @param {SwarmContext} ctx */
export function gather(swarm, pushes, ctx) {
  const { settings, nowMs, dt } = ctx;
  moveAll(swarm, dt, steered(pushes, ctx));
  count(swarm, nowMs);
  const isIn = swarm.active > 0 && swarm.inside * 100 >= swarm.active * settings.gatherShare;
  if (isIn && swarm.wonMs === 0) {
    swarm.wonMs = Math.round(nowMs);
    swarm.turn += 1;
  }
  if (swarm.wonMs > 0 && nowMs - swarm.wonMs >= REST_MS) placeTarget(swarm, ctx);
}

/** Counts those who play, and those of them who are in the ring. @param {Swarm} swarm @param {number} nowMs */
function count(swarm, nowMs) {
  const { target, x, y } = swarm;
  swarm.inside = swarm.active = 0;
  if (!target) return;
  const square = target.r ** 2;
  for (let slot = 0; slot < x.length; slot++) {
    if (!isActive(swarm, slot, nowMs)) continue;
    swarm.active++;
    const [dx, dy] = [Number(x[slot]) - target.x, Number(y[slot]) - target.y];
    if (dx * dx + dy * dy <= square) swarm.inside++;
  }
}
