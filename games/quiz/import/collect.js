/** Gathers a pack from the items of a file. Whatever of an item does not get into the pack is listed with its reason. */

/** @import { Imported, Question } from '../types.js' */

import { ASSET_BYTES, createListing, pictureAddress, pictureType, short, watch } from 'mass-mobile/import';
import { LIMITS, blankPack, readPack, readQuestion, unready } from '../shared/pack.js';

/** The sentences in which an import reports what `unready` finds. @type {Record<string, string>} */
const UNREADY = {
  'quiz.unready.text': 'It has no text.',
  'quiz.unready.options': 'It has fewer than two answers.',
  'quiz.unready.option': 'One of its answers is empty.',
  'quiz.unready.correct': 'No answer is marked as correct.',
  'quiz.unready.one': 'Several answers are marked as correct.',
  'quiz.unready.accepted': 'It has no accepted answer.',
  'quiz.unready.items': 'It has fewer than two items.',
  'quiz.unready.twice': 'The same item appears twice.',
};

/**
 * @typedef {(sentence: string) => void} Note lists something that became another than it was in the file
 * @typedef {Partial<Question> | Record<string, unknown>} Raw
 */

/** @param {string} format its name, as people know it */
export function collectPack(format) {
  const pack = blankPack();
  const { skip, lines } = createListing();
  /** By address. @type {Map<string, Uint8Array>} */
  const pictures = new Map();
  let beyond = 0;

  /** @param {string} item @param {ReturnType<typeof watch>} watched */
  const listRest = (item, watched) =>
    watched.rest().forEach(({ path, value }) => skip(item, `“${path}” has no place in a quiz here`, value));

  return {
    skip,

    /**
     * Takes the first picture of a question that pages can show; the others are noted.
     * @param {{ src: string, alt: string }[]} found @param {(src: string) => Uint8Array | undefined} bytesOf in the same file
     * @param {Note} note
     * @returns {{ image: string, imageAlt: string }}
     */
    pictureOf(found, bytesOf, note) {
      const taken = { image: '', imageAlt: '' };
      for (const { src, alt } of found) {
        const bytes = taken.image === '' ? bytesOf(src) : undefined;
        if (bytes && bytes.length <= ASSET_BYTES && pictureType(bytes)) {
          taken.image = pictureAddress(bytes);
          taken.imageAlt = alt.trim().slice(0, LIMITS.option);
          pictures.set(taken.image, bytes);
        } else
          note(
            `Its picture ${short(src)}${alt === '' ? '' : ` (${alt})`} was left out: a question has one, PNG, JPEG, GIF or WebP up to 2 MB, that is in the file`,
          );
      }
      return taken;
    },

    /**
     * Takes one question. Parts of `raw` that `read` does not read are listed.
     * @template T
     * @param {string} item its place in the file, for example `Row 12`
     * @param {T} raw
     * @param {(raw: T, note: Note) => Raw | string} read makes a question of it; a text says why there is none
     */
    take(item, raw, read) {
      if (pack.questions.length >= LIMITS.questions) return void (beyond += 1);
      const watched = watch(raw);
      /** @type {string[]} */
      const notes = [];
      const made = read(watched.value, (note) => notes.push(note));
      if (typeof made === 'string') return void skip(item, made);
      const { question, problems } = readQuestion(made);
      if (problems[0] !== undefined) return void skip(item, problems[0]);
      const missing = UNREADY[unready(question)];
      if (missing !== undefined) notes.push(`${missing} It is in the pack, and played when that is mended`);
      pack.questions.push(question);
      notes.forEach((note) => skip(item, note));
      listRest(item, watched);
    },

    /**
     * @param {Record<string, unknown>} head the file without its questions
     * @param {(head: Record<string, unknown>) => { title?: unknown, description?: unknown, language?: unknown }} read as in `take`
     * @param {string} [fallback] the title of a file that has none
     * @returns {Imported}
     */
    finish(head, read, fallback = '') {
      const watched = watch(head);
      const { title, ...about } = read(watched.value);
      const isNamed = typeof title === 'string' && title.trim() !== '';
      const { pack: named, problems } = readPack({
        ...about,
        title: isNamed ? title : fallback.slice(0, LIMITS.title),
      });
      Object.assign(pack, { ...named, questions: pack.questions });
      problems.forEach(({ problem }) => skip('The file', problem));
      listRest('The file', watched);
      if (beyond > 0)
        skip(
          `${beyond.toLocaleString('en')} more questions`,
          `A pack holds ${LIMITS.questions}. Split the file.`,
        );
      return { pack, skipped: lines(), format, pictures: [...pictures.values()] };
    },
  };
}

/** @typedef {ReturnType<typeof collectPack>} Into */

/**
 * Reads how long answers stay open.
 * @param {unknown} given in seconds; nothing: 20
 * @param {Note} note
 * @returns {number}
 */
export function secondsOf(given, note) {
  const { least, most } = LIMITS.seconds;
  const usual = 20;
  if (given === undefined || given === null || given === '') return usual;
  const [figure] = /^[\d.]+(?=\s*(?:s|secs?|seconds?|sekunden?)?\.?$)/i.exec(String(given).trim()) ?? [];
  const seconds = Number(figure);
  if (!Number.isFinite(seconds))
    note(`Its time, ${short(given)}, is not a number of seconds; it got ${usual} s`);
  const fitting = Number.isFinite(seconds) ? Math.round(Math.min(most, Math.max(least, seconds))) : usual;
  if (Number.isFinite(seconds) && fitting !== seconds)
    note(`Its time, ${seconds} s, became ${fitting} s: whole seconds from ${least} to ${most} are possible`);
  return fitting;
}
