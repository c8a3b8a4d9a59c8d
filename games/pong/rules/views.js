/** The views of the state: the frame for the big screen, and the notice for the phones. */

/** @import { PongContext, Side } from '../settings.js' */
/** @import { Crowd, Pong } from './state.js' */

import { COURT, PADDLE_INSET, round } from './court.js';
import { paddleHeight } from './paddles.js';
import { WARM_HOLD_S, WARM_STEPS } from './rounds.js';

/** @param {Pong} state @param {PongContext} ctx */
export function frame(state, ctx) {
  const { phase, ball, paddles, score, rally, record, event, cut, winner } = state;
  const { ballRadius, paddleWidth, debug } = ctx.settings;
  const inset = { left: PADDLE_INSET, right: COURT.width - PADDLE_INSET };
  const paddle = (/** @type {Side} */ side) => ({
    x: inset[side],
    y: round(paddles[side].y),
    h: round(paddleHeight(state, side, ctx)),
  });
  return {
    phase,
    // Seconds to the first serve; 0: it is none.
    three: phase === 'serve' && state.isFirst ? Math.ceil(state.waitS) : 0,
    ball: { x: round(ball.x), y: round(ball.y), r: ballRadius },
    paddles: { left: paddle('left'), right: paddle('right') },
    paddleWidth,
    score,
    rally,
    record,
    crowd: crowds(state, ctx),
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

/**
 * All phones show this. A hit of the ball and the moment of a serve are left to the big screen: each would be a message to
 * everybody.
 * @param {Pong} state @param {PongContext} ctx
 */
export function notice(state, ctx) {
  const { score, winner, point: scored } = state;
  return {
    phase: state.phase === 'serve' ? 'play' : state.phase,
    // While the screen counts down, phones say what to do.
    isFirst: state.phase === 'serve' && state.isFirst,
    score,
    crowd: crowds(state, ctx),
    warm: warmView(state),
    winner,
    point: scored,
    control: ctx.settings.control,
  };
}

/** @param {Pong} state */
function warmView({ phase, warm }) {
  const wanted = phase === 'warmup' && warm ? WARM_STEPS[warm.step] : undefined;
  if (!warm || !wanted) return null;
  return { ...wanted, step: warm.step, progress: round(Math.min(1, warm.heldS / WARM_HOLD_S)) };
}

/**
 * The sizes are those of the players now, not those of the last tick: a stage tells by them whether anything else has
 * changed.
 * @param {Pong} state @param {PongContext} ctx @returns {Record<Side, Crowd>}
 */
function crowds({ crowd }, { players: { byTeam } }) {
  const shown = (/** @type {Side} */ side) => ({
    ...crowd[side],
    n: byTeam[side],
    mean: round(crowd[side].mean),
  });
  return { left: shown('left'), right: shown('right') };
}
