/** What the big screen and the phones are told of the state. */

/** @import { PongContext, Side } from '../settings.js' */
/** @import { Crowd, Pong } from './state.js' */

import { COURT, PADDLE_INSET, round } from './court.js';
import { paddleHeight } from './paddles.js';
import { WARM_HOLD_S, WARM_STEPS } from './rounds.js';

/** @param {Pong} state @param {PongContext} ctx */
export function frame(state, ctx) {
  const { phase, ball, paddles, score, rally, record, crowd, event, cut, winner } = state;
  const { ballRadius, paddleWidth, debug } = ctx.settings;
  const inset = { left: PADDLE_INSET, right: COURT.width - PADDLE_INSET };
  const paddle = (/** @type {Side} */ side) => ({
    x: inset[side],
    y: round(paddles[side].y),
    h: round(paddleHeight(state, side, ctx)),
  });
  return {
    phase,
    ball: { x: round(ball.x), y: round(ball.y), r: ballRadius },
    paddles: { left: paddle('left'), right: paddle('right') },
    paddleWidth,
    score,
    rally,
    record,
    crowd: { left: rounded(crowd.left), right: rounded(crowd.right) },
    event,
    cut,
    warm: warmView(state),
    winner,
    debug: debug
      ? {
          dx: ball.dx,
          dy: round(ball.dy),
          pace: round(state.pace),
          left: round(paddles.left.v),
          right: round(paddles.right.v),
          dtMs: round(ctx.dt * 1000),
        }
      : null,
  };
}

/** @param {Pong} state @param {PongContext} ctx */
export function notice(state, { settings }) {
  const { phase, score, rally, record, crowd, winner, point: scored } = state;
  const crowds = { left: rounded(crowd.left), right: rounded(crowd.right) };
  return {
    phase,
    score,
    rally,
    record,
    crowd: crowds,
    warm: warmView(state),
    winner,
    point: scored,
    control: settings.control,
  };
}

/** @param {Pong} state */
function warmView({ phase, warm }) {
  const wanted = phase === 'warmup' && warm ? WARM_STEPS[warm.step] : undefined;
  if (!warm || !wanted) return null;
  return { ...wanted, step: warm.step, progress: round(Math.min(1, warm.heldS / WARM_HOLD_S)) };
}

/** @param {Crowd} crowd @returns {Crowd} */
function rounded(crowd) {
  return { ...crowd, mean: round(crowd.mean) };
}
