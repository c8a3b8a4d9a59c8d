/** The course of a game: serves, points, victory and a new game, and the warm-up before it. */

/** @import { PongContext, Side } from '../settings.js' */
/** @import { Pong } from './state.js' */

import { COURT } from './court.js';
import { happen, reset } from './state.js';

const SERVE_WAIT_S = 1.2;
/** Before the first serve of a game everybody is told what to do: three, two, one. */
const START_WAIT_S = 3;
const POINT_WAIT_S = 1.6;
const OVER_WAIT_S = 12;
/** Warm-up: this share of a side's votes must be for the right way for this long. */
const WARM_SHARE = 0.6;
export const WARM_HOLD_S = 1.2;
export const WARM_STEPS = /** @type {const} */ ([
  { side: 'left', want: 'up' },
  { side: 'right', want: 'down' },
  { side: 'left', want: 'down' },
  { side: 'right', want: 'up' },
]);

/** Serves to either side by chance, never straight. @param {Pong} state @param {PongContext} ctx @param {{ isFirst?: boolean }} [options] */
export function serve(state, { random }, { isFirst = false } = {}) {
  if (state.winner) reset(state);
  const waitS = isFirst ? START_WAIT_S : SERVE_WAIT_S;
  Object.assign(state, { phase: 'serve', waitS, isFirst, rally: 0, point: null, warm: null });
  state.toBeat = state.record;
  state.ball = {
    x: COURT.width / 2,
    y: COURT.height * (0.3 + 0.4 * random()),
    dx: random() < 0.5 ? -1 : 1,
    dy: (0.2 + 0.5 * random()) * (random() < 0.5 ? -1 : 1),
  };
  state.cut += 1;
  happen(state, 'serve', null);
}

/** @param {Pong} state @param {Side} side who scores @param {PongContext} ctx */
export function point(state, side, ctx) {
  state.score[side] += 1;
  state.point = side;
  const { pointsToWin } = ctx.settings;
  const isWon = pointsToWin > 0 && state.score[side] >= pointsToWin;
  if (isWon) Object.assign(state, { phase: 'over', winner: side, waitS: OVER_WAIT_S });
  else Object.assign(state, { phase: 'point', waitS: POINT_WAIT_S });
  happen(state, isWon ? 'win' : 'point', side);
}

/** @param {Pong} state @param {PongContext} ctx */
export function newGame(state, ctx) {
  reset(state);
  serve(state, ctx, { isFirst: true });
}

/** @param {Pong} state @param {number} dt @param {PongContext} ctx */
export function warmUp(state, dt, ctx) {
  const { warm } = state;
  const wanted = WARM_STEPS[warm?.step ?? 0];
  if (!warm || !wanted) return serve(state, ctx);
  const { house, ...votes } = state.crowd[wanted.side];
  // Only phones that play count: those asleep in pockets must not hold up the round.
  const share = votes[wanted.want] / Math.max(1, votes.up + votes.down + votes.still);
  warm.heldS = share >= WARM_SHARE ? warm.heldS + dt : Math.max(0, warm.heldS - dt);
  if (!house && warm.heldS < WARM_HOLD_S) return;
  state.warm = { step: warm.step + 1, heldS: 0 };
  happen(state, 'hit', wanted.side);
}
