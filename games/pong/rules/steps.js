/** Says what the host of a game of pong does next, and what they see beside it. */

/** @import { HostView, NextStep } from 'mass-mobile' */
/** @import { PongContext } from '../settings.js' */
/** @import { Pong } from './state.js' */

import { refuse } from 'mass-mobile';

/** The ball is served by itself: a host begins the game after a warm-up, and another one when it is over. @param {Pong} state @param {PongContext} ctx @returns {NextStep | null} */
export function next({ phase, cut }, { players }) {
  if (players.count === 0) return null;
  const values = { cut };
  if (phase === 'warmup') return { action: 'serve', label: 'pong.go.serve', values };
  if (phase === 'over') return { action: 'serve', label: 'pong.go.again', values, again: true };
  return null;
}

/** @param {Pong} state @returns {HostView} */
export function host({ score }) {
  return {
    score: [
      { label: 'team.left', value: score.left },
      { label: 'team.right', value: score.right },
    ],
  };
}

/** @param {Pong} _state @param {PongContext} ctx */
export function someoneThere(_state, { players }) {
  if (players.count === 0) throw refuse('Nobody is here to play yet.');
}
