/** Follow the leader: one light is steered by its person, all others fly behind it like the tail of a comet. */

/** @import { SwarmContext } from '../settings.js' */
/** @import { Pushes } from './pushes.js' */
/** @import { Swarm } from './swarm.js' */

import { HEIGHT, WIDTH } from '../shared/space.js';
import { moveAll, seek } from './motion.js';
import { isActive, steered } from './pushes.js';
import { call, lit } from './swarm.js';

/** The tail is as long as the way of the leader in so many ticks. */
const TRAIL_TICKS = 60;
/** The tail is this broad for one light and for each further one, by the root of their number; shares of the height. */
const BREADTH = 0.03;
const BREADTH_PER_ROOT = 0.004;
const GOLDEN_ANGLE = 2.399963;
/** People push themselves this far out of the tail, and see by that which light is theirs. */
const SWAY = 700;
/** A leader is not slowed by the setting alone: the others have to keep up. */
const LEADER_PACE = 1.25;

/**
 * Makes somebody else the leader: one of those who play, if there are any.
 * @param {Swarm} swarm @param {SwarmContext} ctx
 */
export function pickLeader(swarm, { nowMs, random }) {
  const all = swarm.ids.flatMap((id, slot) => (id === '' || slot === swarm.leader ? [] : [slot]));
  const active = all.filter((slot) => isActive(swarm, slot, nowMs));
  const choice = active.length > 0 ? active : all;
  const picked = choice[Math.floor(random() * choice.length)];
  swarm.sinceMs = Math.round(nowMs);
  if (picked === undefined) return;
  swarm.leader = picked;
  swarm.turn += 1;
  swarm.trail = [];
  call(swarm, picked, nowMs);
}

/** @param {Swarm} swarm @param {Pushes} pushes @param {SwarmContext} ctx */
export function follow(swarm, pushes, ctx) {
  const { settings, nowMs, dt } = ctx;
  const isOver = settings.leadS > 0 && nowMs - swarm.sinceMs >= settings.leadS * 1000;
  if (swarm.leader < 0 || isOver) pickLeader(swarm, ctx);
  const { leader, trail, x, y } = swarm;
  const steer = steered(pushes, ctx);
  const count = lit(swarm);
  const breadth = HEIGHT * (BREADTH + BREADTH_PER_ROOT * Math.sqrt(count));
  const steps = Math.max(1, trail.length / 2);
  const goal = { x: 0, y: 0 };
  moveAll(swarm, dt, (slot, rank, want) => {
    if (slot === leader) {
      steer(slot, rank, want);
      want.x *= LEADER_PACE;
      want.y *= LEADER_PACE;
      return;
    }
    const back = 2 * Math.floor((rank * steps) / count);
    const r = breadth * Math.sqrt(((rank * 7) % count) / count);
    goal.x = (trail[back] ?? WIDTH / 2) + r * Math.cos(rank * GOLDEN_ANGLE) + SWAY * Number(pushes.x[slot]);
    goal.y =
      (trail[back + 1] ?? HEIGHT / 2) + r * Math.sin(rank * GOLDEN_ANGLE) + SWAY * Number(pushes.y[slot]);
    seek(swarm, slot, goal, want);
  });
  if (leader >= 0) trail.unshift(Number(x[leader]), Number(y[leader]));
  trail.length = Math.min(trail.length, 2 * TRAIL_TICKS);
}
