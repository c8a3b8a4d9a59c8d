/** The modes that the operator picks: each says how it begins, moves and goes on. */

/** @import { SwarmContext } from '../settings.js' */
/** @import { Pushes } from './pushes.js' */
/** @import { Mode, Swarm } from './swarm.js' */

import { follow, pickLeader } from './follow.js';
import { FORMATIONS, seatPlan } from './formations.js';
import { gather, placeTarget } from './gather.js';
import { BAND, moveAll, seek } from './motion.js';
import { clearWall, paint } from './paint.js';
import { steered } from './pushes.js';
import { lit } from './swarm.js';

/** An idle hall sees another pattern after this long. */
const PATTERN_MS = 20_000;

/** From so many lights on, lights keep off the edge each by another distance. */
const CROWD = 60;

/**
 * @typedef {object} Acting
 * @property {(swarm: Swarm, ctx: SwarmContext) => void} [next] begins the next turn, and the first one
 * @property {(swarm: Swarm, pushes: Pushes, ctx: SwarmContext) => void} move
 */

/** @type {Record<Mode, Acting>} */
const MODES = {
  fly: { move: fly },
  gather: { next: placeTarget, move: gather },
  paint: { next: clearWall, move: paint },
  follow: { next: pickLeader, move: follow },
  wave: { next: turn, move: sit },
  pixels: { next: turn, move: sit },
  tune: { move: sit },
  patterns: { next: turn, move: (swarm, _pushes, ctx) => form(swarm, swarm.turn, ctx) },
};

/** @param {Swarm} swarm @param {Mode} mode @param {SwarmContext} ctx */
export function begin(swarm, mode, ctx) {
  const nothing = { target: null, leader: -1, trail: [], wall: [], painted: 0, inside: 0, active: 0 };
  Object.assign(swarm, nothing, { mode, turn: 0, wonMs: 0, isIdle: false });
  swarm.sinceMs = swarm.stirredMs = Math.round(ctx.nowMs);
  const { next } = MODES[mode];
  if (next && next !== turn) next(swarm, ctx);
}

/** Goes on to the next place, wall, leader, wave or pattern. @param {Swarm} swarm @param {SwarmContext} ctx */
export function goOn(swarm, ctx) {
  if (MODES[swarm.mode].next) MODES[swarm.mode].next?.(swarm, ctx);
  else begin(swarm, 'patterns', ctx);
}

/** @param {Swarm} swarm @param {Pushes} pushes @param {SwarmContext} ctx */
export function moveOn(swarm, pushes, ctx) {
  MODES[swarm.mode].move(swarm, pushes, ctx);
}

/** @param {Swarm} swarm @param {SwarmContext} ctx */
function turn(swarm, { nowMs }) {
  swarm.turn += 1;
  swarm.sinceMs = Math.round(nowMs);
}

/** Lights are free. When nobody has steered for a while, they fly in patterns. @param {Swarm} swarm @param {Pushes} pushes @param {SwarmContext} ctx */
function fly(swarm, pushes, ctx) {
  const restMs = ctx.nowMs - swarm.stirredMs - ctx.settings.idleS * 1000;
  swarm.isIdle = restMs >= 0;
  if (swarm.isIdle) form(swarm, Math.floor(restMs / PATTERN_MS), ctx);
  else moveAll(swarm, ctx.dt, steered(pushes, ctx), bandOf(swarm));
}

/** A small room may use all of the screen. @param {Swarm} swarm */
function bandOf({ ids }) {
  return ids.length > CROWD ? BAND : 0;
}

/** @param {Swarm} swarm @param {number} number of the formation @param {SwarmContext} ctx */
function form(swarm, number, { dt, nowMs }) {
  const formation = FORMATIONS[number % FORMATIONS.length];
  const count = lit(swarm);
  const goal = { x: 0, y: 0 };
  moveAll(swarm, dt, (slot, rank, want) => {
    formation?.(rank, count, nowMs / 1000, goal);
    seek(swarm, slot, goal, want);
  });
}

/** Everybody takes their seat, and stays there. @param {Swarm} swarm @param {Pushes} _pushes @param {SwarmContext} ctx */
function sit(swarm, _pushes, { dt }) {
  const plan = seatPlan(swarm, lit(swarm));
  const goal = { x: 0, y: 0 };
  moveAll(swarm, dt, (slot, rank, want) => {
    plan(slot, rank, goal);
    seek(swarm, slot, goal, want);
  });
}
