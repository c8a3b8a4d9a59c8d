/** Tug of war: the side that pulls more per head moves the rope; when the time is up, the side that has more of it wins. */

import { defineGame, totals } from 'mass-mobile';

/** The effort that is shown follows the taps within about this time. */
const EFFORT_S = 0.7;
/** Phones are told who is ahead only from here on, so that a rope that trembles is no message to everybody. */
const CLEARLY = 0.06;

/** @returns {Tug} */
const newRound = () => ({
  phase: 'wait',
  spentS: 0,
  rope: 0,
  effort: { left: 0, right: 0 },
  winner: null,
});

export default defineGame({
  title: 'Tug of war',
  summary: 'Tap as fast as you can: the side that pulls more per head wins.',
  teams: ['left', 'right'],
  input: { pulls: { type: 'integer', minimum: 1, maximum: 20 } },
  aggregate: totals('pulls').by('team'),
  settings: {
    weight: { type: 'number', minimum: 5, maximum: 200, default: 20, title: 'Rope weight' },
    seconds: { type: 'integer', minimum: 10, maximum: 180, default: 30, title: 'Time to pull', unit: 's' },
    countdown: { type: 'integer', minimum: 0, maximum: 10, default: 4, title: 'Countdown', unit: 's' },
  },
  setup: newRound,
  tick(state, sum, { settings, players, dt }) {
    const { left, right } = players.byTeam;
    const pulls = { left: sum.left.pulls / (left || 1), right: sum.right.pulls / (right || 1) };
    if (state.phase === 'over') return;
    if (players.count === 0) {
      Object.assign(state, newRound());
      return;
    }
    state.spentS += dt;
    if (state.phase === 'wait') Object.assign(state, { phase: 'ready', spentS: 0 });
    if (state.phase === 'ready' && state.spentS >= settings.countdown)
      Object.assign(state, { phase: 'pull', spentS: 0 });
    if (state.phase !== 'pull') return;
    for (const side of /** @type {const} */ (['left', 'right']))
      state.effort[side] +=
        (pulls[side] / Math.max(dt, 0.001) - state.effort[side]) * Math.min(1, dt / EFFORT_S);
    state.rope += (pulls.right - pulls.left) / settings.weight;
    const isDone = Math.abs(state.rope) >= 1 || state.spentS >= settings.seconds;
    if (isDone) Object.assign(state, { phase: 'over', winner: sideOf(state.rope, 0) });
  },
  frame: ({ phase, spentS, rope, effort, winner }, { settings }) => ({
    phase,
    leftS: round(Math.max(0, lengthOf(phase, settings) - spentS)),
    rope: round(Math.min(1, Math.max(-1, rope))),
    effort: { left: round(effort.left), right: round(effort.right) },
    winner,
  }),
  notice: ({ phase, spentS, rope, winner }, { settings }) => ({
    phase,
    leftS: phase === 'ready' || phase === 'pull' ? Math.ceil(lengthOf(phase, settings) - spentS) : 0,
    ahead: sideOf(rope, CLEARLY),
    winner,
  }),
  place: ({ phase }) => (phase === 'pull' ? { text: 'rope under tension' } : null),
  next: ({ phase }) => (phase === 'over' ? { action: 'again', label: 'Pull again', again: true } : null),
  // People pull in bursts, and harder while their side is ahead; nobody pulls at a rope that lies on the ground.
  bot({ me, notice, view, memory, random }) {
    if (notice?.phase !== 'pull') return { waitMs: 300 };
    memory.left = (memory.left ?? 20 * random()) - 1;
    if (memory.left < 0) {
      memory.left = 10 + 20 * random();
      return { waitMs: me.think(1500) };
    }
    const ahead = (view?.rope ?? 0) * (me.team === 'right' ? 1 : -1);
    return {
      input: { pulls: 1 + Math.max(0, Math.floor(random() * (2 + me.skill + 2 * ahead))) },
      waitMs: 500,
    };
  },
  actions: { again: { title: 'Pull again', key: 'r', run: newRound } },
});

/**
 * @typedef {object} Tug the state
 * @property {'wait' | 'ready' | 'pull' | 'over'} phase
 * @property {number} spentS in this phase
 * @property {number} rope -1: at the left end, 1: at the right end
 * @property {{ left: number, right: number }} effort taps a second of each head
 * @property {'left' | 'right' | null} winner in `over`, null for a draw
 */

/** @param {number} rope @param {number} least @returns {'left' | 'right' | null} */
function sideOf(rope, least) {
  if (Math.abs(rope) <= least) return null;
  return rope > 0 ? 'right' : 'left';
}

/** @param {Tug['phase']} phase @param {{ seconds: number, countdown: number }} settings @returns {number} s */
function lengthOf(phase, { seconds, countdown }) {
  return { wait: 0, ready: countdown, pull: seconds, over: 0 }[phase];
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
