/** Swarm: every phone is a light with a name on the big screen, and together they are a picture. */

import { defineGame } from 'mass-mobile';
import { bot } from './bot.js';
import { steering } from './rules/fold.js';
import { begin, goOn, moveOn } from './rules/modes.js';
import { readPushes } from './rules/pushes.js';
import { next } from './rules/steps.js';
import { arrive, createSwarm, depart } from './rules/swarm.js';
import { backdrop, frame, notice, personal, personalKey } from './rules/views.js';
import { settings } from './settings.js';

/** @import { Mode, Swarm } from './rules/swarm.js' */
/** @import { SwarmContext } from './settings.js' */

/** @param {string} title @param {string} key @param {Mode} mode */
function pick(title, key, mode) {
  return {
    title,
    key,
    /** @param {Swarm} state @param {unknown} _args @param {SwarmContext} ctx */
    run: (state, _args, ctx) => void begin(state, mode, ctx),
  };
}

export default defineGame({
  title: 'Swarm',
  summary: 'Every phone is a light: fly, gather, paint, follow a leader, make waves, be a pixel.',
  input: {
    x: { type: 'integer', minimum: -8, maximum: 8 },
    y: { type: 'integer', minimum: -8, maximum: 8 },
    find: { type: 'boolean' },
    row: { type: 'integer', minimum: 0, maximum: 26 },
    seat: { type: 'integer', minimum: 0, maximum: 99 },
  },
  hold: true,
  aggregate: steering,
  slowestHz: 2,
  settings,

  setup: createSwarm,
  join: arrive,
  leave: depart,
  tick(state, sum, ctx) {
    state.n += 1;
    const pushes = readPushes(state, sum, ctx);
    moveOn(state, pushes, ctx);
    if (state.calls.some(({ untilMs }) => untilMs <= ctx.nowMs))
      state.calls = state.calls.filter(({ untilMs }) => untilMs > ctx.nowMs);
  },
  frame,
  backdrop,
  notice,
  personal,
  personalKey,
  next,
  bot,

  actions: {
    fly: pick('Fly freely', '1', 'fly'),
    gather: pick('Gather', '2', 'gather'),
    paint: pick('Paint', '3', 'paint'),
    follow: pick('Follow the leader', '4', 'follow'),
    wave: pick('Wave through the room', '5', 'wave'),
    pixels: pick('Phones as pixels', '6', 'pixels'),
    patterns: pick('Patterns', '7', 'patterns'),
    tune: pick('Tap when you see it', '8', 'tune'),
    next: {
      title: 'Next place, wall, leader or pattern',
      key: 'n',
      run: (state, _args, ctx) => void goOn(state, ctx),
      step: true,
    },
  },
});
