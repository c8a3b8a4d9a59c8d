/** The quiz as the stage sees it: its settings, its hooks, the answers it takes, the actions, the packs. */

import { UPLOAD_BYTES, defineGame, refuse } from 'mass-mobile';
import { blankPack, readPack } from './shared/pack.js';
import { LONGEST_TEXT } from './shared/answers.js';
import { exporters, importers, reports, resultsIn } from './import/files.js';
import { Refusal } from './shared/refusal.js';
import { politely } from './polite.js';
import { results } from './results.js';
import { bot } from './shared/bot.js';
import * as may from './shared/may.js';
import * as rules from './shared/rules.js';
import { settings } from './shared/settings.js';
import { chosenPack } from './shared/chosen.js';
import { host, next } from './shared/steps.js';
import { frame, notice, panel, personal, personalKey } from './shared/views.js';

/** @import { Problem } from './types.js' */

export default defineGame({
  title: 'Quiz',
  summary:
    'Questions on the screen, answers on the phones, points for being right and quick; or votes as in 2012.',
  settings,

  setup: () => rules.newState(),
  tick: (state, _sum, ctx) => rules.tick(state, ctx),
  join: (state, who, ctx) => rules.join(state, who, ctx),
  leave: (state, who, ctx) => rules.leave(state, who, ctx),
  frame: (state, ctx) => politely(frame(state, ctx)),
  notice,
  panel,
  next,
  host,
  personal,
  personalKey,
  place: (state) => rules.place(state),

  submit: {
    answer: {
      fields: {
        round: { type: 'integer', minimum: 0, maximum: 1e9 },
        choice: { type: 'string', maxLength: LONGEST_TEXT },
      },
      accept: (state, submission, ctx) => orRefuse(() => rules.accept(state, submission, ctx)),
    },
  },

  actions: {
    start: {
      title: 'Start the quiz',
      key: 'g',
      // A quiz that is over has its results, which a new round leaves as they are.
      run: (state, _args, ctx) =>
        state.phase === 'podium'
          ? ctx.beginAnew({ then: 'start' })
          : orRefuse(() => rules.start(state, chosenPack(ctx), ctx)),
      may: (state, ctx) => orRefuse(() => may.mayStart(state, chosenPack(ctx))),
      step: true,
    },
    next: {
      title: 'Next',
      key: 'n',
      run: (state, _args, ctx) => orRefuse(() => rules.next(state, ctx)),
      may: (state) => orRefuse(() => may.mayNext(state)),
      step: true,
    },
    votes: {
      title: 'Show votes',
      key: 'v',
      confirm: true,
      run: (state, _args, ctx) => orRefuse(() => rules.showVotes(state, ctx)),
      may: (state) => orRefuse(() => may.mayShowVotes(state)),
    },
    correct: {
      title: 'Show the answer',
      key: 'c',
      run: (state, _args, ctx) => orRefuse(() => rules.showResults(state, ctx)),
      may: (state) => orRefuse(() => may.mayReveal(state)),
    },
    skip: {
      title: 'Skip this question',
      key: 'k',
      confirm: true,
      run: (state, _args, ctx) => orRefuse(() => rules.skip(state, ctx)),
      may: (state) => orRefuse(() => may.maySkip(state)),
    },
    reopen: {
      title: 'Open answers again',
      key: 'o',
      run: (state, _args, ctx) => orRefuse(() => rules.reopen(state, ctx)),
      may: (state) => orRefuse(() => may.mayReopen(state)),
    },
    finish: {
      title: 'To the podium',
      confirm: true,
      run: (state, _args, ctx) => orRefuse(() => rules.finish(state, ctx)),
      may: (state) => orRefuse(() => may.mayFinish(state)),
    },
    reset: {
      title: 'End the quiz',
      confirm: true,
      run: (_state, _args, ctx) => ctx.beginAnew(),
      may: (state) => orRefuse(() => may.mayReset(state)),
    },
  },

  content: {
    title: 'Quiz packs',
    empty: () => blankPack(),
    check: (document) => readPack(document).problems.map(sentenceOf)[0] ?? '',
    complete: (document) => readPack(document).pack,
    titleOf: ({ title }) => title,
    maxBytes: UPLOAD_BYTES,
    importers,
    exporters,
  },

  results,
  resultsIn,
  reports,
  bot,
});

/**
 * Turns a refusal of the rules into one that the stage knows, so that it does not count as a fault of the game.
 * @template T @param {() => T} step @returns {T}
 */
function orRefuse(step) {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) throw refuse(error.message, error.code);
    throw error;
  }
}

/** @param {Problem} problem */
function sentenceOf({ question, problem }) {
  const text = problem.replace(/\.$/, '');
  return question === null ? text : `question ${question + 1}: ${text}`;
}
