/** Gathers a pack from the items of a file. Items that cannot be used are listed with their reasons. */

/** @import { Imported, Question } from '../types.js' */

import { LIMITS, blankPack, readQuestion, unready } from '../shared/pack.js';

/** Nobody reads more reasons than this. */
const LISTED = 200;

/** The sentences in which an import reports what `unready` finds. @type {Record<string, string>} */
const UNREADY = {
  'quiz.unready.text': 'it has no text',
  'quiz.unready.options': 'it has fewer than two answers',
  'quiz.unready.option': 'one of its answers is empty',
  'quiz.unready.correct': 'no answer is marked as correct',
  'quiz.unready.one': 'several answers are marked as correct',
  'quiz.unready.accepted': 'it has no accepted answer',
  'quiz.unready.items': 'it has fewer than two items',
  'quiz.unready.twice': 'the same item appears twice',
};

/** @param {string} format its name, as people know it */
export function collectPack(format) {
  const pack = blankPack();
  /** @type {Imported['skipped']} */
  const skipped = [];
  const skip = (/** @type {string} */ item, /** @type {string} */ reason) =>
    skipped.length < LISTED && skipped.push({ item, reason });
  let beyond = 0;

  return {
    pack,
    skip,

    /**
     * @param {string} item its place in the file, for example `Row 12`
     * @param {Partial<Question> | Record<string, unknown>} raw
     * @param {{ draft?: boolean }} [options] draft: take it even if it cannot be played yet
     */
    take(item, raw, { draft = false } = {}) {
      if (pack.questions.length >= LIMITS.questions) return void (beyond += 1);
      const { question, problems } = readQuestion(raw);
      const reason = problems[0] ?? (draft ? '' : UNREADY[unready(question)]);
      if (reason) return void skip(item, sentence(reason));
      pack.questions.push(question);
    },

    /** @param {{ title?: unknown, fallback?: string }} about @returns {Imported} */
    finish({ title, fallback = '' }) {
      if (beyond > 0)
        skip(
          `${beyond.toLocaleString('en')} more questions`,
          `A pack holds ${LIMITS.questions}. Split the file.`,
        );
      const named = typeof title === 'string' && title.trim() !== '' ? title : fallback;
      pack.title = named.trim().slice(0, LIMITS.title);
      return { pack, skipped, format };
    },
  };
}

/** @typedef {ReturnType<typeof collectPack>} Into */

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? '' : '.'}`;
}
