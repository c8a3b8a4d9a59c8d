/** The lobby: people arrive, and their names and taps light up the big screen. */

import { combine, defineGame, histogram, totals } from 'mass-mobile';

const COLUMNS = 24;
const NAMES_KEPT = 40;
/** Taps per head and second at which the room glows fully. */
const FULL_GLOW = 2;
const GLOW_EASE_S = 0.8;
/** How bots tap: the place moves by a part of the pad, and after some taps they rest. */
const DRIFT = 0.2;
const REST_SHARE = 0.1;
const REST_MS = 4000;

/**
 * @typedef {{ n: number, id: string, name: string, team: string | null }} Arrival `n` counts arrivals
 * @typedef {object} Lobby
 * @property {Arrival[]} names the last to arrive
 * @property {number} arrivals
 * @property {number} taps
 * @property {number} energy how much the room glows, 0 to 1
 * @property {{ left: number[], right: number[] } | null} sparks taps by place on the pad, since the last tick
 */

export default defineGame({
  title: 'Lobby',
  summary: 'People arrive; their names and their taps light up the big screen.',
  teams: ['left', 'right'],
  input: {
    taps: { type: 'integer', minimum: 1, maximum: 30 },
    x: { type: 'number', minimum: 0, maximum: 1 },
  },
  aggregate: combine({
    sparks: histogram('x', { bins: COLUMNS, weight: 'taps' }).by('team'),
    all: totals('taps'),
  }),
  settings: {
    headline: {
      type: 'string',
      maxLength: 60,
      default: '',
      title: 'Headline',
      description: 'Empty: a welcome',
    },
  },

  /** @returns {Lobby} */
  setup: () => ({ names: [], arrivals: 0, taps: 0, energy: 0, sparks: null }),
  place: () => null,

  join(state, { id, name, team }) {
    const others = state.names.filter((other) => other.id !== id);
    state.arrivals += 1;
    state.names = [...others, { n: state.arrivals, id, name, team }].slice(-NAMES_KEPT);
  },
  leave(state, { id }) {
    state.names = state.names.filter((other) => other.id !== id);
  },

  tick(state, sum, { dt, players }) {
    state.sparks = sum.sparks;
    state.taps += sum.all.taps;
    const glow = dt > 0 ? sum.all.taps / dt / Math.max(1, players.count) / FULL_GLOW : 0;
    state.energy += (Math.min(1, glow) - state.energy) * Math.min(1, dt / GLOW_EASE_S);
  },

  frame: ({ taps, energy, sparks }, { players }) => ({ ...players, taps, energy, sparks }),
  backdrop: ({ names }) => ({ names }),
  notice: ({ taps }, { players }) => ({ ...players, taps }),

  // People drum a while, about where the finger was, then look around.
  bot({ me, random, memory }) {
    memory.x = Math.min(1, Math.max(0, (memory.x ?? random()) + DRIFT * (random() - 0.5)));
    const input = { taps: 1 + Math.floor(random() * 3), x: memory.x };
    return random() < REST_SHARE ? { input, waitMs: me.think(REST_MS) } : { input };
  },
});
