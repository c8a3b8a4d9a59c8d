/** Places that a swarm takes: patterns for a hall at rest, and the seats of the hall. */

/** @import { Swarm } from './swarm.js' */
/** @import { Vector } from './motion.js' */

import { HEIGHT, WIDTH } from '../shared/space.js';

const TURN = 2 * Math.PI;
/** The angle from leaf to leaf of a sunflower, which fills a disc evenly (H. Vogel, 1979). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const ARMS = 3;
const STRANDS = 4;
const HEART_RINGS = 4;
/** Points of a heart, at even distances, so that lights do not crowd in its corners. */
const HEART_POINTS = 2000;
const HEART = evenly(HEART_POINTS, (a) => ({
  x: 16 * Math.sin(a) ** 3,
  y: 13 * Math.cos(a) - 5 * Math.cos(2 * a) - 2 * Math.cos(3 * a) - Math.cos(4 * a),
}));

/** @typedef {(rank: number, count: number, s: number, goal: Vector) => void} Formation the `rank`th of `count` lights after `s` seconds */

/** @type {readonly Formation[]} */
export const FORMATIONS = [sunflower, galaxy, heart, ribbons];

/** @type {Formation} */
function sunflower(rank, count, s, goal) {
  const r = 0.42 * HEIGHT * Math.sqrt((rank + 0.5) / count);
  around(r, rank * GOLDEN_ANGLE + s * 0.12, goal);
}

/** @type {Formation} */
function galaxy(rank, count, s, goal) {
  const out = Math.sqrt((rank + 0.5) / count);
  around(0.45 * HEIGHT * out, ((rank % ARMS) / ARMS) * TURN + out * 4 + s * 0.15, goal);
}

/** @type {Formation} */
function heart(rank, count, s, goal) {
  const ring = rank % HEART_RINGS;
  const along = Math.floor(rank / HEART_RINGS) / Math.ceil(count / HEART_RINGS) + s * 0.02;
  const point = HEART[Math.floor((along % 1) * HEART.length)] ?? { x: 0, y: 0 };
  const size = (0.028 * HEIGHT * (ring + 2)) / (HEART_RINGS + 1);
  goal.x = WIDTH / 2 + size * point.x;
  goal.y = HEIGHT * 0.46 - size * point.y;
}

/** @type {Formation} */
function ribbons(rank, count, s, goal) {
  const strand = rank % STRANDS;
  const across = (Math.floor(rank / STRANDS) + 0.5) / Math.ceil(count / STRANDS);
  goal.x = WIDTH * (0.04 + 0.92 * across);
  const bend = Math.sin(TURN * (across * 1.5 + strand / STRANDS) + s * 0.4);
  goal.y = HEIGHT * (0.5 + 0.3 * bend);
}

/** @param {number} r @param {number} a radians @param {Vector} goal is written */
function around(r, a, goal) {
  goal.x = WIDTH / 2 + r * Math.cos(a) * 1.35;
  goal.y = HEIGHT / 2 + r * Math.sin(a);
}

/**
 * The plan of the hall. People who told their row and seat stand there, row A at the bottom, seat 1 on the left, in a plan
 * as large as the largest row and seat told. All others fill a grid in the order of their arrival.
 * @param {Swarm} swarm @param {number} count of lights
 * @returns {(slot: number, rank: number, goal: Vector) => void}
 */
export function seatPlan({ row, seat }, count) {
  const columns = Math.max(1, Math.ceil(Math.sqrt((count * WIDTH) / HEIGHT)));
  const lines = Math.max(1, Math.ceil(count / columns));
  const rows = row.reduce((most, one) => (one > most ? one : most), 1);
  const seats = seat.reduce((most, one) => (one > most ? one : most), 1);
  return (slot, rank, goal) => {
    const isTold = Number(row[slot]) > 0 && Number(seat[slot]) > 0;
    const u = isTold ? (Number(seat[slot]) - 0.5) / seats : ((rank % columns) + 0.5) / columns;
    const v = isTold ? 1 - (Number(row[slot]) - 0.5) / rows : (Math.floor(rank / columns) + 0.5) / lines;
    goal.x = WIDTH * (0.03 + 0.94 * u);
    goal.y = HEIGHT * (0.16 + 0.78 * v);
  };
}

/**
 * Walks a closed curve and puts points on it at even distances.
 * @param {number} count @param {(a: number) => Vector} curve of an angle @returns {Vector[]}
 */
function evenly(count, curve) {
  const steps = Array.from({ length: 4 * count + 1 }, (_, step) => curve((step / (4 * count)) * 2 * Math.PI));
  const lengths = steps.map((at, step) => {
    const last = steps[Math.max(0, step - 1)] ?? at;
    return Math.hypot(at.x - last.x, at.y - last.y);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  /** @type {Vector[]} */
  const points = [];
  let walked = 0;
  steps.forEach((at, step) => {
    walked += Number(lengths[step]);
    while (points.length < count && walked >= (points.length / count) * whole) points.push(at);
  });
  return points;
}
