/** The ball: it flies, bounces off the walls and the paddles, and gets past one of them. */

/** @import { PongContext, Side } from '../settings.js' */
/** @import { Pong } from './state.js' */

import { COURT, PADDLE_INSET, clamp, other, within } from './court.js';
import { paddleHeight } from './paddles.js';
import { point } from './rounds.js';
import { happen } from './state.js';

/** Each hit of a rally makes the ball faster, up to double. */
const RALLY_GAIN = 0.03;
const MAX_GAIN = 2;
/** A ball flies in stretches no longer than this, so that at 800 units/s, the most there is, it passes through nothing. */
const LONGEST_STRETCH = 0.5;
/** A hit with the outer eighth of a paddle. */
const CORNER = 0.75;

/** @param {Pong} state @param {number} dt @param {PongContext} ctx */
export function moveBall(state, dt, ctx) {
  const { ballSpeed, ballRise } = ctx.settings;
  const gain = Math.min(MAX_GAIN, 1 + state.rally * RALLY_GAIN) * state.pace;
  const pieces = Math.ceil((Math.max(ballSpeed, ballRise) * gain * dt) / LONGEST_STRETCH);
  const share = (gain * dt) / pieces;
  for (let i = 0; i < pieces && state.phase === 'play'; i++)
    fly(state, ballSpeed * share, ballRise * share, ctx);
}

/** @param {number} factor */
export function hurry(factor) {
  return (/** @type {Pong} */ state) => {
    state.pace = within(state.pace * factor, 0.4, 2.5);
  };
}

/** @param {Pong} state @param {number} across @param {number} along @param {PongContext} ctx */
function fly(state, across, along, ctx) {
  const { ball } = state;
  const r = ctx.settings.ballRadius;
  const from = ball.x;
  ball.x += ball.dx * across;
  ball.y += ball.dy * along;
  const isOut = ball.y < r ? ball.dy < 0 : ball.y > COURT.height - r && ball.dy > 0;
  // Also where it is not flying out: a ball at the wall may just have been made larger.
  ball.y = within(ball.y, r, COURT.height - r);
  if (isOut) {
    ball.dy = -ball.dy;
    happen(state, 'wall', null);
  }
  const side = ball.dx < 0 ? 'left' : 'right';
  if (isHit(state, side, from, ctx)) return hit(state, side, ctx);
  if (ball.x >= r && ball.x <= COURT.width - r) return;
  ball.x = within(ball.x, r, COURT.width - r);
  point(state, other(side), ctx);
}

/**
 * Only when the ball's rim passes the paddle's face: behind the paddle it is lost.
 * @param {Pong} state @param {Side} side @param {number} from x before @param {PongContext} ctx
 */
function isHit(state, side, from, ctx) {
  const { ball, paddles } = state;
  const face = faceOf(side, ctx);
  const passes = side === 'left' ? from >= face && ball.x < face : from <= face && ball.x > face;
  const reach = paddleHeight(state, side, ctx) / 2 + ctx.settings.ballRadius;
  return passes && Math.abs(ball.y - paddles[side].y) <= reach;
}

/** Where the ball's centre is when it touches a paddle. @param {Side} side @param {PongContext} ctx */
function faceOf(side, { settings }) {
  const reach = PADDLE_INSET + settings.paddleWidth / 2 + settings.ballRadius;
  return side === 'left' ? reach : COURT.width - reach;
}

/** Where it hits decides how it flies. @param {Pong} state @param {Side} side @param {PongContext} ctx */
function hit(state, side, ctx) {
  const { ball, paddles } = state;
  const half = paddleHeight(state, side, ctx) / 2;
  const where = clamp((ball.y - paddles[side].y) / half, 1);
  ball.x = faceOf(side, ctx);
  ball.dx = -ball.dx;
  ball.dy = where;
  state.rally += 1;
  const isRecord = state.toBeat > 0 && state.rally === state.toBeat + 1;
  state.record = Math.max(state.record, state.rally);
  happen(state, isRecord ? 'record' : Math.abs(where) > CORNER ? 'corner' : 'hit', side);
}
