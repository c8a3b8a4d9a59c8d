import { UPLOAD_BYTES, defineGame, refuse } from 'mass-mobile';
import { blankPack, readPack } from './shared/pack.js';
import { importInWorker } from './import/in-worker.js';
import { writeGift } from './import/gift.js';
import { writeJson } from './import/json.js';
import { Refusal } from './shared/refusal.js';
import { results } from './results.js';
import * as rules from './shared/rules.js';
import { CURVES } from './shared/scoring.js';
import { frame, notice, panel, personal, personalKey } from './shared/views.js';

/** @import { Pack, State } from './types.js' */

/** What a thumb types, and an order of six places. */
const LONGEST_ANSWER = 100;

export default defineGame({
  title: 'Quiz',
  summary:
    'Questions on the screen, answers on the phones, points for who is right and quick; or votes as in 2012.',
  settings: {
    way: {
      type: 'string',
      enum: ['show', '2012'],
      enumTitles: ['Show', 'As in 2012'],
      default: 'show',
      title: 'Way to play',
      description: 'As in 2012: no clock, no points; votes may change and are shown when you say',
    },
    pace: {
      type: 'string',
      enum: ['hand', 'auto'],
      enumTitles: ['By hand', 'By itself'],
      default: 'hand',
      title: 'Pace',
    },
    curve: {
      type: 'string',
      enum: [...CURVES, 'closest'],
      enumTitles: ['Kahoot', 'Linear', 'Flat', 'Closest'],
      default: 'kahoot',
      title: 'Points',
      description:
        'Kahoot: the slowest right answer earns half. Linear: none. Flat and closest: speed does not count',
    },
    streaks: { type: 'boolean', default: false, title: 'Extra points for right answers in a row' },
    change: { type: 'boolean', default: false, title: 'Answers may be changed until time is up' },
    onPhone: {
      type: 'boolean',
      default: true,
      title: 'Questions on the phones too',
      description: 'Off: letters and shapes only',
    },
    teams: {
      type: 'integer',
      minimum: 0,
      maximum: 6,
      default: 0,
      title: 'Teams',
      description: '0: everybody for themselves',
    },
    readS: {
      type: 'integer',
      minimum: 0,
      maximum: 30,
      default: 5,
      title: 'Time to read a question',
      unit: 's',
    },
    revealS: {
      type: 'integer',
      minimum: 3,
      maximum: 60,
      default: 8,
      title: 'Answer stays, by itself',
      unit: 's',
    },
    boardS: {
      type: 'integer',
      minimum: 3,
      maximum: 60,
      default: 6,
      title: 'Top five stay, by itself',
      unit: 's',
    },
  },

  setup: () => rules.newState(),
  tick: (state, _sum, ctx) => rules.tick(state, ctx),
  join: (state, who) => rules.join(state, who),
  leave: (state, who, ctx) => rules.leave(state, who, ctx),
  frame,
  notice,
  panel,
  personal,
  personalKey,

  submit: {
    answer: {
      fields: {
        round: { type: 'integer', minimum: 0, maximum: 1e9 },
        choice: { type: 'string', maxLength: LONGEST_ANSWER },
      },
      accept: (state, submission, ctx) => orRefuse(() => rules.accept(state, submission, ctx)),
    },
  },

  actions: {
    start: {
      title: 'Start the quiz',
      key: 'g',
      run: (state, _args, ctx) => orRefuse(() => rules.start(state, packOf(ctx.content), ctx)),
    },
    next: { title: 'Next', key: 'n', run: (state, _args, ctx) => orRefuse(() => rules.next(state, ctx)) },
    pause: { title: 'Pause', key: ' ', run: (state, _args, ctx) => orRefuse(() => rules.pause(state, ctx)) },
    votes: {
      title: 'Show votes',
      key: 'v',
      run: (state, _args, ctx) => orRefuse(() => rules.showVotes(state, ctx)),
    },
    correct: {
      title: 'Show correct',
      key: 'c',
      run: (state, _args, ctx) => orRefuse(() => rules.showResults(state, ctx)),
    },
    skip: {
      title: 'Skip this question',
      key: 'k',
      run: (state, _args, ctx) => orRefuse(() => rules.skip(state, ctx)),
    },
    reopen: {
      title: 'Open answers again',
      key: 'o',
      run: (state, _args, ctx) => orRefuse(() => rules.reopen(state, ctx)),
    },
    finish: {
      title: 'To the podium',
      confirm: true,
      run: (state, _args, ctx) => orRefuse(() => rules.finish(state, ctx)),
    },
    reset: { title: 'End the quiz', confirm: true, run: (state) => rules.reset(state) },
  },

  content: {
    title: 'Quiz packs',
    empty: () => /** @type {any} */ (blankPack()),
    check: (document) => readPack(document).problems.map(told)[0] ?? '',
    complete: (document) => /** @type {any} */ (readPack(document).pack),
    titleOf: ({ title }) => title,
    maxBytes: UPLOAD_BYTES,
    importers: [
      { name: 'Kahoot', accept: ['.xlsx', '.csv'], parse },
      { name: 'GIFT', accept: ['.gift', '.txt'], parse },
      { name: 'JSON (ours, Razzia, Open Trivia DB)', accept: ['.json'], parse },
    ],
    exporters: [
      { name: 'JSON', extension: '.json', type: 'application/json', serialise: writeJson },
      { name: 'GIFT', extension: '.gift', type: 'text/plain', serialise: (pack) => writeGift(pack).text },
    ],
  },

  results: (/** @type {State} */ state, ctx) => results(state, ctx),
});

/** The format is told from what is in the file; its name may lie. @param {Uint8Array} bytes @param {string} fileName */
async function parse(bytes, fileName) {
  const { pack, skipped, format } = await importInWorker(bytes, fileName);
  return { documents: [/** @type {any} */ (pack)], skipped, format };
}

/**
 * What the rules refuse is no fault of theirs.
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

/** @param {unknown} document @returns {Pack | null} */
function packOf(document) {
  return document ? readPack(document).pack : null;
}

/** @param {import('./types.js').Problem} problem */
function told({ question, problem }) {
  const text = problem.replace(/\.$/, '');
  return question === null ? text : `question ${question + 1}: ${text}`;
}
