/** The rules of pong: what a tick does, and the keys of the operator. */

/** @import { PongContext, Side } from './settings.js' */
/** @import { Crowd, Pong } from './rules/state.js' */

import { hurry, moveBall } from './rules/ball.js';
import { movePaddle, nudge } from './rules/paddles.js';
import { newGame, serve, warmUp } from './rules/rounds.js';
import { reset, setup } from './rules/state.js';
import { host, next, someoneThere } from './rules/steps.js';
import { frame, notice } from './rules/views.js';

export { COURT } from './rules/court.js';

/** A key at the screen moves a paddle by this much. */
const KEY_STEP = 4;

/** The keys of 2012, but for the dot, which is a clicker's. */
const actions = {
  serve: {
    title: 'Serve again',
    key: 'r',
    run: (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) =>
      serve(state, ctx),
    may: someoneThere,
  },
  warmUp: {
    title: 'Warm-up round',
    key: 'w',
    run(/** @type {Pong} */ state) {
      if (state.winner) reset(state);
      Object.assign(state, { phase: 'warmup', warm: { step: 0, heldS: 0 }, cut: state.cut + 1 });
    },
  },
  newGame: {
    title: 'New game',
    key: 'n',
    confirm: true,
    run: (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) =>
      newGame(state, ctx),
  },
  slower: { title: 'Slower ball', key: ['-', ','], run: hurry(1 / 1.15) },
  faster: { title: 'Faster ball', key: ['+', '='], run: hurry(1.15) },
  leftUp: { title: 'Left paddle up', key: 'q', run: nudge('left', -KEY_STEP), repeats: true },
  leftDown: { title: 'Left paddle down', key: 'a', run: nudge('left', KEY_STEP), repeats: true },
  rightUp: { title: 'Right paddle up', key: 'p', run: nudge('right', -KEY_STEP), repeats: true },
  rightDown: { title: 'Right paddle down', key: 'l', run: nudge('right', KEY_STEP), repeats: true },
};

/** @returns the hooks of the game */
export function createPong() {
  return { setup, tick, frame, notice, place, next, host, actions };
}

/**
 * @param {Pong} state
 * @param {{ pull: Record<Side, { count: number, mean: number }>, votes: Record<Side, number[]> }} sum
 * @param {PongContext} ctx
 */
function tick(state, sum, ctx) {
  for (const side of /** @type {const} */ (['left', 'right'])) state.crowd[side] = crowdOf(side, sum, ctx);
  const isEmpty = ctx.players.count === 0;
  if (isEmpty && state.phase !== 'over') Object.assign(state, { phase: 'wait', warm: null, point: null });
  else if (state.phase === 'wait') serve(state, ctx, { isFirst: true });

  const stepS = ctx.settings.stepMs / 1000;
  state.restS = Math.min(0.25, state.restS + ctx.dt);
  for (; state.restS >= stepS; state.restS -= stepS) step(state, stepS, ctx);
}

/** Says the score to a host who may come back to it; null: nobody has played yet. @param {Pong} state @returns {import('mass-mobile').Place | null} */
function place({ phase, score: { left, right }, winner }) {
  if (phase === 'wait' && left + right === 0) return null;
  return { text: winner ? 'pong.at.over' : 'pong.at', values: { left, right } };
}

/**
 * @param {Side} side
 * @param {Parameters<typeof tick>[1]} sum
 * @param {PongContext} ctx
 * @returns {Crowd}
 */
function crowdOf(side, { pull, votes }, { players }) {
  const [down = 0, still = 0, up = 0] = votes[side];
  return {
    n: players.byTeam[side],
    up,
    down,
    still,
    mean: pull[side].mean,
    house: players.byTeam[side] === 0,
  };
}

/** @param {Pong} state @param {number} dt seconds @param {PongContext} ctx */
function step(state, dt, ctx) {
  movePaddle(state, 'left', dt, ctx);
  movePaddle(state, 'right', dt, ctx);
  if (state.phase === 'warmup') return warmUp(state, dt, ctx);
  if (state.phase === 'play') return moveBall(state, dt, ctx);
  if (state.phase === 'wait') return;
  state.waitS -= dt;
  if (state.waitS > 0) return;
  if (state.phase === 'serve') state.phase = 'play';
  else if (state.phase === 'over') newGame(state, ctx);
  else serve(state, ctx);
}
