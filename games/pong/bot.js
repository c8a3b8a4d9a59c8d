/** How people play pong: they watch the ball, guess where it comes down, and push until the paddle seems to be there. */

/** @import { BotSight, ValuesOf } from 'mass-mobile' */
/** @import { frame, notice } from './rules/views.js' */
/** @import { settings, Side } from './settings.js' */

import { COURT, PADDLE_INSET, clamp, within } from './rules/court.js';

/** The misjudgement of where the ball comes down, in units of the court: of people without skill, and what all share. */
const OFF = 26;
const SHARED_OFF = 6;
/** A paddle is pushed with all force when it is this far from where it should be. */
const FULL_WAY = 25;
/** Where the ball was is worth nothing after this long. */
const STALE_MS = 1500;
const LEAST_SPAN_MS = 40;
/** People reckon a flight no further than this. */
const FURTHEST_MS = 4000;
/** A paddle glides on for about this long after all have let go. */
const GLIDE_MS = 150;
/** Followers and contrarians look at the crowd instead of the ball this often. */
const HERD_SHARE = 0.2;

/** @typedef {ReturnType<typeof frame>} View */
/**
 * The ball and the own paddle at one look; speeds are per ms.
 * @typedef {{ x: number, y: number, vx: number, vy: number, paddle: number, paddleV: number, cut: number, atMs: number }} Look
 */
/** @typedef {BotSight<Side, ValuesOf<typeof settings>, ReturnType<typeof notice>, never, View, null>} Sight */

/** @param {Sight} sight */
export function bot(sight) {
  const { me, notice: told, view, settings: set, random } = sight;
  if (!me.team || !told) return null;
  if (told.warm) return { input: { y: warmUp(sight, told.warm) } };
  if (random() < Math.abs(me.follow) * HERD_SHARE)
    return { input: { y: herd(sight, told.crowd[me.team].mean) } };
  // Without a screen they only have a thumb.
  if (!view) return { input: { y: Math.floor(random() * 3) - 1 } };
  if (view.phase === 'over' || view.phase === 'wait') return { input: { y: 0 } };
  return { input: { y: push(sight, view, set.control) }, waitMs: me.think(220) };
}

/** The hall is asked to push one way; contrarians push the other. @param {Sight} sight @param {NonNullable<View['warm']>} warm */
function warmUp({ me, random }, { side, want }) {
  const isMine = side === me.team && random() < 0.5 + me.skill;
  return isMine ? (want === 'up' ? 1 : -1) * (me.follow < -0.5 ? -1 : 1) : 0;
}

/** Pushes as most of their side do, or against them. @param {Sight} sight @param {number} mean */
function herd({ me, settings: { control } }, mean) {
  const way = clamp(mean * Math.sign(me.follow), 1);
  return control === 'votes' ? Math.sign(Math.round(way * 1.5)) : way;
}

/** @param {Sight} sight @param {View} view @param {Sight['settings']['control']} control @returns {number} 1 is up */
function push(sight, view, control) {
  const { me, nowMs, random } = sight;
  const look = watch(sight, view);
  const goal = goalOf(sight, view, look);
  if (control === 'slider') return clamp(1 - (2 * goal) / COURT.height, 1);
  // A skilled player lets go before the paddle is there, for it glides on.
  const glide = look.paddleV * (nowMs - look.atMs + GLIDE_MS) * me.skill;
  const way = clamp((look.paddle + glide - goal) / FULL_WAY, 1);
  // The nearer the paddle, the shorter people press.
  return control === 'tilt' ? way : random() < Math.abs(way) ? Math.sign(way) : 0;
}

/** Sees where the ball is and, by the look before, where it goes. @param {Sight} sight @param {View} view @returns {Look} */
function watch({ me, memory, seenMs, random }, { ball: { x, y }, paddles, cut, event }) {
  if (memory.event !== event.n) Object.assign(memory, { event: event.n, luck: random() - random() });
  const paddle = paddles[me.team ?? 'left'].y;
  /** @type {Look | undefined} */
  const before = memory.look;
  const spanMs = before ? seenMs - before.atMs : 0;
  if (before && before.cut === cut && spanMs < LEAST_SPAN_MS) return before;
  const look = { x, y, vx: 0, vy: 0, paddle, paddleV: 0, cut, atMs: seenMs };
  if (before && before.cut === cut && spanMs < STALE_MS) {
    look.vx = (x - before.x) / spanMs;
    look.vy = (y - before.y) / spanMs;
    look.paddleV = (paddle - before.paddle) / spanMs;
  }
  return (memory.look = look);
}

/** @param {Sight} sight @param {View} view @param {Look} look @returns {number} where they want the paddle */
function goalOf({ me, memory }, { ball: { r }, event }, { x, y, vx, vy }) {
  const face = me.team === 'left' ? PADDLE_INSET : COURT.width - PADDLE_INSET;
  const isComing = me.team === 'left' ? vx < 0 : vx > 0;
  // Nobody waits at the edge: they stay in the middle, a little on the side of the ball.
  if (!isComing) return COURT.height / 2 + (y - COURT.height / 2) / 3;
  const inMs = within((face - x) / vx, 0, FURTHEST_MS);
  const off = OFF * (1 - me.skill) * memory.luck + SHARED_OFF * fooled(event.n);
  return bounce(y + vy * inMs, r) + off;
}

/** Folds a straight flight at the walls. @param {number} y @param {number} r of the ball */
function bounce(y, r) {
  const room = COURT.height - 2 * r;
  const at = (((y - r) % (2 * room)) + 2 * room) % (2 * room);
  return r + (at > room ? 2 * room - at : at);
}

/** A ball fools a whole side in the same way, as all see it from the same place: -1 to 1, by the number of the hit. @param {number} n */
function fooled(n) {
  const wave = Math.sin(n * 12.9898) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
}
