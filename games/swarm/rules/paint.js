/** Paint: lights that are steered leave their colour on a wall, until it is full. */

/** @import { SwarmContext } from '../settings.js' */
/** @import { Pushes } from './pushes.js' */
/** @import { Swarm } from './swarm.js' */

import { lookOf } from '../shared/light.js';
import { COLUMNS, HEIGHT, ROWS, WIDTH, clamp } from '../shared/space.js';
import { moveAll } from './motion.js';
import { steered } from './pushes.js';
import { lit } from './swarm.js';

/** Few lights have a broad brush, or the wall would never be full: half its width in cells, by the number of lights. */
const BRUSHES = [
  { upTo: 8, half: 4 },
  { upTo: 40, half: 3 },
  { upTo: 200, half: 2 },
  { upTo: Infinity, half: 1 },
];
/** A wall that is full is shown for this long, then the next one begins. */
const FULL_SHARE = 0.985;
const FULL_MS = 8000;

/** @param {Swarm} swarm @param {SwarmContext} ctx */
export function clearWall(swarm, { nowMs }) {
  swarm.wall = new Array(COLUMNS * ROWS).fill(0);
  swarm.painted = 0;
  swarm.wonMs = 0;
  swarm.sinceMs = Math.round(nowMs);
}

/** @param {Swarm} swarm @param {Pushes} pushes @param {SwarmContext} ctx */
export function paint(swarm, pushes, ctx) {
  moveAll(swarm, ctx.dt, steered(pushes, ctx));
  if (swarm.wonMs > 0 && ctx.nowMs - swarm.wonMs >= FULL_MS) clearWall(swarm, ctx);
  if (swarm.wonMs > 0) return;
  const half = BRUSHES.find(({ upTo }) => lit(swarm) <= upTo)?.half ?? 1;
  for (let slot = 0; slot < pushes.x.length; slot++)
    if (pushes.x[slot] !== 0 || pushes.y[slot] !== 0) stroke(swarm, slot, half);
  if (swarm.painted < FULL_SHARE * swarm.wall.length) return;
  swarm.wonMs = Math.round(ctx.nowMs);
  swarm.turn += 1;
}

/** Paints a round spot under a light. @param {Swarm} swarm @param {number} slot @param {number} half */
function stroke(swarm, slot, half) {
  const { wall, x, y } = swarm;
  const colour = lookOf(slot).hue + 1;
  const column = clamp(Math.floor((Number(x[slot]) / WIDTH) * COLUMNS), 0, COLUMNS - 1);
  const row = clamp(Math.floor((Number(y[slot]) / HEIGHT) * ROWS), 0, ROWS - 1);
  for (let r = Math.max(0, row - half); r <= Math.min(ROWS - 1, row + half); r++) {
    for (let c = Math.max(0, column - half); c <= Math.min(COLUMNS - 1, column + half); c++) {
      if ((r - row) ** 2 + (c - column) ** 2 > half * half + 1) continue;
      const cell = r * COLUMNS + c;
      if (wall[cell] === 0) swarm.painted += 1;
      wall[cell] = colour;
    }
  }
}
