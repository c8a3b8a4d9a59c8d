/** Drum: the room writes a beat. A tap lights the step of the loop on which it falls, and the screen plays what is lit. */

import { defineGame } from 'mass-mobile';
import { BEAT_MS, STEPS, STEP_MS } from './shared/beat.js';

const TEAMS = /** @type {const} */ (['bass', 'snare', 'hat', 'bell']);
/** A tap of everybody in a team adds so much to the light of a step, which is 1 at most. */
const GAIN = 0.5;

/** @returns {number[][]} by team and step */
const silence = () => TEAMS.map(() => Array.from({ length: STEPS }, () => 0));

export default defineGame({
  title: 'Drum',
  summary: 'The room writes a beat: tap along, and what enough people tap is played.',
  teams: TEAMS,
  teamTitles: { bass: 'Bass', snare: 'Snare', hat: 'Hat', bell: 'Bell' },
  input: { taps: { type: 'integer', minimum: 1, maximum: 20 } },
  // An own fold knows when each tap fell, however late its message was.
  aggregate: {
    empty: silence,
    add(sum, { taps }, { team }, atMs) {
      const step = Math.round(atMs / STEP_MS) % STEPS;
      const row = sum[TEAMS.findIndex((one) => one === team)] ?? [];
      row[step] = (row[step] ?? 0) + taps;
      return sum;
    },
    merge: (a, b) => a.map((row, team) => row.map((taps, step) => taps + (b[team]?.[step] ?? 0))),
  },
  settings: {
    memory: { type: 'number', minimum: 1, maximum: 60, default: 6, title: 'Half is forgotten in', unit: 's' },
  },
  setup: () => ({ loop: silence() }),
  tick(state, sum, { dt, players, settings }) {
    const kept = 0.5 ** (dt / settings.memory);
    state.loop = TEAMS.map((team, at) => {
      const share = GAIN / Math.max(1, players.byTeam[team]);
      return (state.loop[at] ?? []).map((light, step) =>
        Math.min(1, light * kept + (sum[at]?.[step] ?? 0) * share),
      );
    });
  },
  frame: ({ loop }) => ({ loop: loop.map((row) => row.map((light) => Math.round(light * 100) / 100)) }),
  actions: { silence: { title: 'Silence', key: 'r', run: () => ({ loop: silence() }) } },
  // The bass is heard on each beat, the bell once in a loop.
  bot: ({ me }) => ({
    input: { taps: 1 },
    waitMs: BEAT_MS * { bass: 1, snare: 2, hat: 0.5, bell: 4 }[me.team ?? 'bass'],
  }),
});
