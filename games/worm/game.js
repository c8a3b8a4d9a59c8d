/** The worm: what phones send, how it folds, and the files with its rules. */

import { defineGame } from 'mass-mobile';
import { SEGMENTS, crowdFold } from './rules/fold.js';
import { actions } from './rules/actions.js';
import { bot } from './rules/bot.js';
import { MOST_CHOICES, QUESTIONS, acceptAnswer } from './rules/questions.js';
import { tick } from './rules/record.js';
import { results } from './rules/results.js';
import { settings } from './rules/settings.js';
import { newWorm } from './rules/state.js';
import { host, nextStep } from './rules/steps.js';
import { backdrop, frame, notice, panel, personal, personalKey } from './rules/views.js';
import { toReport } from './import/report.js';
import { translateTables } from './import/translate.js';
import { toVtt } from './import/vtt.js';

export default defineGame({
  title: 'Worm',
  summary: 'The room’s opinion of a debate as a line: each phone is a slider, the mean of all draws it.',
  teams: ['left', 'right'],
  input: {
    y: { type: 'number', minimum: -1, maximum: 1 },
    s: { type: 'string', enum: SEGMENTS },
  },
  hold: true,
  aggregate: crowdFold,
  settings,

  setup: () => newWorm(),
  tick,
  frame,
  backdrop,
  notice,
  panel,
  next: nextStep,
  host,
  personal,
  personalKey,
  place: ({ phase }) => (phase === 'idle' ? null : { text: `worm.panel.${phase}` }),

  submit: {
    answer: {
      fields: {
        question: { type: 'integer', minimum: 0, maximum: QUESTIONS - 1 },
        when: { type: 'string', enum: ['before', 'after'] },
        choice: { type: 'integer', minimum: 0, maximum: MOST_CHOICES - 1 },
      },
      accept: acceptAnswer,
    },
  },
  actions,
  results,
  resultsIn: translateTables,
  reports: {
    vtt: { title: 'WebVTT', extension: '.vtt', type: 'text/vtt; charset=utf-8', make: toVtt },
    report: { title: 'HTML report', extension: '.html', type: 'text/html; charset=utf-8', make: toReport },
  },
  bot,
});
