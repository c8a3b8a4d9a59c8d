/** The paddles: how a side's crowd, or the house in its place, moves them. */

/** @import { PongContext, Side } from '../settings.js' */
/** @import { Pong } from './state.js' */

import { COURT, clamp, other, within } from './court.js';

/** A side that pushes as one moves its paddle by this much: in 2012, 7 px per 16 ms frame of a 600 px court. */
const PADDLE_SPEED = 68;
/** Share of the missing speed taken up per 16 ms frame, as in 2012; see `ease`. */
const EASING_2012 = 0.12;
const FRAME_2012_S = 0.016;
/** How hard the house plays a side that nobody is on: slow enough to be beaten. */
const HOUSE_SPEED = 30;
const MAX_GROWTH = 1.4;

/** @param {Pong} state @param {Side} side @param {number} dt @param {PongContext} ctx */
export function movePaddle(state, side, dt, ctx) {
  const paddle = state.paddles[side];
  const wanted = wantedSpeed(state, side, ctx);
  paddle.v += (wanted - paddle.v) * ease(dt);
  const half = paddleHeight(state, side, ctx) / 2;
  const y = paddle.y + paddle.v * dt;
  paddle.y = within(y, half, COURT.height - half);
  if (paddle.y !== y) paddle.v = 0;
}

/**
 * Fairness when sides are uneven: the smaller one's paddle grows with the fourth root of the ratio, so
 * that 10 against 40 get the full 40 %.
 * @param {Pong} state @param {Side} side @param {PongContext} ctx
 */
export function paddleHeight({ crowd }, side, { settings }) {
  const own = crowd[side].n;
  const others = crowd[other(side)].n;
  if (!settings.evenOut || own === 0 || own >= others) return settings.paddleHeight;
  return settings.paddleHeight * Math.min(MAX_GROWTH, (others / own) ** 0.25);
}

/** @param {Side} side @param {number} by */
export function nudge(side, by) {
  return (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) => {
    const half = paddleHeight(state, side, ctx) / 2;
    const paddle = state.paddles[side];
    paddle.y = within(paddle.y + by, half, COURT.height - half);
  };
}

/** @param {Pong} state @param {Side} side @param {PongContext} ctx @returns {number} units/s, down is positive */
function wantedSpeed(state, side, ctx) {
  const { crowd, paddles, ball } = state;
  const { y } = paddles[side];
  if (crowd[side].house) {
    const goal = isComing(state, side) ? ball.y : COURT.height / 2;
    return clamp((goal - y) * 6, HOUSE_SPEED);
  }
  if (ctx.settings.control !== 'slider') return -crowd[side].mean * PADDLE_SPEED;
  const goal = ((1 - crowd[side].mean) / 2) * COURT.height;
  return clamp((goal - y) * 12, PADDLE_SPEED * 2);
}

/** @param {Pong} state @param {Side} side */
function isComing({ ball, phase }, side) {
  return phase === 'play' && (side === 'left' ? ball.dx < 0 : ball.dx > 0);
}

/**
 * 2012 took up 12 % of the missing speed in every frame; this is the same curve for any step.
 * @param {number} dt seconds
 */
function ease(dt) {
  return 1 - (1 - EASING_2012) ** (dt / FRAME_2012_S);
}
