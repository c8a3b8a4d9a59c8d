/** A talk in which the room takes part: what phones send, how it counts, and the files with its rules. */

import { IMPORT_BYTES, defineGame } from 'mass-mobile';
import { exporters, importers, reports } from './import/files.js';
import { REACTIONS } from './shared/looks.js';
import { checkDeck, completeDeck, emptyDeck } from './shared/deck.js';
import { LIMITS } from './shared/limits.js';
import { titleOf } from './shared/title.js';
import { settings } from './settings.js';
import { actions } from './rules/actions.js';
import { NO_PACE, NO_REACTION, crowdFold, refreshPace, takeCrowd } from './rules/crowd.js';
import { bot } from './rules/bot.js';
import { acceptAnswer } from './rules/elements.js';
import { acceptQuestion, acceptVote } from './rules/questions.js';
import { results } from './rules/results.js';
import { newTalk } from './rules/state.js';
import { backStep, host, nextStep } from './rules/steps.js';
import { tickTalk } from './rules/talk.js';
import { backdrop, frame, notice, panel, personal, personalKey, place, refreshTold } from './rules/views.js';
import { acceptWord } from './rules/words.js';

/** A word of ten thousand letters is cut by the rules; a longer one does not get as far as them. */
const MOST_SENT = 2000;
const ELEMENT = /** @type {const} */ ({ type: 'string', maxLength: 100 });

export default defineGame({
  title: 'Presentation',
  summary: 'A talk in which the room takes part: slides in Markdown with polls, questions and games.',
  input: {
    // A fold is given the default of a field that was left out.
    reaction: {
      type: 'integer',
      minimum: NO_REACTION,
      maximum: REACTIONS.length - 1,
      default: NO_REACTION,
      optional: true,
    },
    pace: { type: 'integer', minimum: -1, maximum: NO_PACE, default: NO_PACE, optional: true },
  },
  aggregate: crowdFold,
  settings,

  setup: () => newTalk(),
  tick(talk, sum, ctx) {
    tickTalk(talk, ctx);
    takeCrowd(talk, sum, ctx);
    if (refreshTold(talk, ctx)) refreshPace(talk, ctx);
  },
  frame,
  backdrop,
  notice,
  panel,
  next: nextStep,
  back: backStep,
  host,
  personal,
  personalKey,
  place,
  join: (talk, { id }) => void (talk.here[id] = 1),
  leave: (talk, { id }) => void delete talk.here[id],

  submit: {
    answer: {
      fields: { element: ELEMENT, value: { type: 'string', maxLength: 100 } },
      accept: acceptAnswer,
    },
    word: {
      fields: { element: ELEMENT, text: { type: 'string', maxLength: MOST_SENT } },
      accept: acceptWord,
    },
    ask: {
      fields: { text: { type: 'string', maxLength: MOST_SENT }, anonymous: { type: 'boolean' } },
      accept: acceptQuestion,
    },
    vote: {
      fields: { question: { type: 'string', maxLength: 40 }, up: { type: 'boolean' } },
      accept: acceptVote,
    },
  },
  actions,

  content: {
    title: 'Decks',
    empty: emptyDeck,
    check: checkDeck,
    complete: completeDeck,
    titleOf: ({ title, markdown }) => title || titleOf(markdown, LIMITS.slideTitle),
    maxImportBytes: IMPORT_BYTES,
    importers,
    exporters,
  },

  results,
  reports,
  bot,
});
