/** Pong: what phones send, how it folds, and the rules by which it is played. */

import { combine, defineGame, histogram, mean } from 'mass-mobile';
import { bot } from './bot.js';
import { createPong } from './rules.js';
import { settings } from './settings.js';

export default defineGame({
  title: 'Pong',
  summary: 'Each side moves its paddle by the mean of all its phones. A wall behind a paddle is a point.',
  teams: ['left', 'right'],
  // 1 is up, -1 is down. A push for `votes` and `tilt`, a place on the court for `slider`.
  input: { y: { type: 'number', minimum: -1, maximum: 1 } },
  hold: true,
  slowestHz: 2,
  aggregate: combine({
    pull: mean('y').by('team'),
    votes: histogram('y', { bins: 3 }).by('team'), // down, still, up
  }),
  settings,
  ...createPong(),
  bot,
});
