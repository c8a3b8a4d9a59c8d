/** How people fly: they wander, rest, hurry to the ring when there is one, and now and then ask where they are. */

/** @import { BotSight, ValuesOf } from 'mass-mobile' */
/** @import { settings } from './settings.js' */
/** @import { notice, personal } from './rules/views.js' */

import { MAP } from './rules/views.js';

const FULL = 8;
/** How far people turn between two acts, in radians. */
const WHIM = 1.4;
/** People turn back before the edge of the map. */
const EDGE = 9;
const REST_SHARE = 0.25;
const FIND_SHARE = 0.01;
/** Some people tell their seat: a hall of 26 rows of 40. */
const SEATED_SHARE = 0.5;
const ROWS = 26;
const SEATS = 40;
const STEERED = new Set(['fly', 'gather', 'paint', 'follow']);

/**
 * @typedef {BotSight<never, ValuesOf<typeof settings>, ReturnType<typeof notice>,
 *   Exclude<ReturnType<typeof personal>, undefined>, Uint8Array, null>} Sight
 */

/** @param {Sight} sight */
export function bot({ me, notice: told, personal: mine, random, memory }) {
  if (!told) return null;
  memory.angle = (memory.angle ?? random() * 2 * Math.PI) + WHIM * (random() - 0.5);
  const said = { x: 0, y: 0, find: random() < FIND_SHARE, ...seatOf(memory, random) };
  if (!STEERED.has(told.mode)) return { input: said, waitMs: me.think(3000) };
  if (random() < REST_SHARE && !(mine && isAtEdge(mine))) return { input: said, waitMs: me.think(1500) };
  const way = told.target && mine ? wayTo(told.target, mine, me.skill) : null;
  if (!way && mine && isAtEdge(mine)) memory.angle = inwards(mine) + WHIM * (random() - 0.5);
  const { x, y } = way ?? { x: Math.cos(memory.angle), y: Math.sin(memory.angle) };
  return { input: { ...said, x: Math.round(FULL * x), y: Math.round(FULL * y) }, waitMs: me.think(500) };
}

/** @param {{ x: number, y: number }} place on the map */
function isAtEdge({ x, y }) {
  return x < EDGE || y < EDGE || x > MAP.columns - EDGE || y > MAP.rows - EDGE;
}

/** @param {{ x: number, y: number }} place on the map @returns {number} radians, towards the middle */
function inwards({ x, y }) {
  return Math.atan2(MAP.rows / 2 - y, MAP.columns / 2 - x);
}

/** @param {any} memory @param {() => number} random */
function seatOf(memory, random) {
  memory.row ??= random() < SEATED_SHARE ? 1 + Math.floor(random() * ROWS) : 0;
  memory.seat ??= memory.row > 0 ? 1 + Math.floor(random() * SEATS) : 0;
  return { row: memory.row, seat: memory.seat };
}

/**
 * @param {{ x: number, y: number, r: number }} target shares of the screen @param {{ x: number, y: number }} mine on the map
 * @param {number} skill
 * @returns {{ x: number, y: number } | null} null: they are there, or do not care
 */
function wayTo(target, mine, skill) {
  const [x, y] = [target.x - mine.x / MAP.columns, ((target.y - mine.y / MAP.rows) * 9) / 16];
  const away = Math.hypot(x, y);
  if (away < (target.r * 9) / 32) return { x: 0, y: 0 };
  return skill < 0.15 ? null : { x: x / away, y: y / away };
}
