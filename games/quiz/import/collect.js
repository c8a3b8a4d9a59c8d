/** Gathers a pack from the items of a file. Whatever of an item does not get into the pack is listed with its reason. */

/** @import { Imported, Question } from '../types.js' */

import { ASSET_BYTES, pictureAddress, pictureType, watch } from 'mass-mobile/import';
import { LIMITS, blankPack, readPack, readQuestion, unready } from '../shared/pack.js';

/** Nobody reads more reasons than this. */
const LISTED = 200;
/** A value is shown up to this many letters. */
const SHOWN = 60;
/** As many items and values are named for one reason. */
const NAMED = 3;

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

/**
 * @typedef {(sentence: string) => void} Note lists something that became another than it was in the file
 * @typedef {Partial<Question> | Record<string, unknown>} Raw
 */

/** @param {string} format its name, as people know it */
export function collectPack(format) {
  const pack = blankPack();
  /** Items and values by reason. @type {Map<string, { items: string[], values: Set<string> }>} */
  const reasons = new Map();
  /** By address. @type {Map<string, Uint8Array>} */
  const pictures = new Map();
  let beyond = 0;

  /** @param {string} item its place in the file, for example `Row 12` @param {string} reason @param {unknown} [value] */
  const skip = (item, reason, value) => {
    const said = sentence(reason);
    const { items, values } = reasons.get(said) ?? { items: [], values: new Set() };
    reasons.set(said, { items, values });
    if (items.at(-1) !== item) items.push(item);
    if (value !== undefined) values.add(short(value));
  };

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
      if (missing !== undefined)
        notes.push(`${sentence(missing)} It is in the pack, and played when that is mended`);
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
      return { pack, skipped: listed(reasons), format, pictures: [...pictures.values()] };
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

/** @param {Map<string, { items: string[], values: Set<string> }>} reasons @returns {Imported['skipped']} */
function listed(reasons) {
  const all = [...reasons].map(([reason, { items, values }]) => ({
    item: some(items, ', '),
    reason: values.size === 0 ? reason : `${reason.slice(0, -1)}: ${some([...values], ', ')}.`,
  }));
  if (all.length <= LISTED) return all;
  const more = (all.length - LISTED).toLocaleString('en');
  return [
    ...all.slice(0, LISTED),
    { item: `${more} more`, reason: 'Not listed here. Import a part of the file to read them.' },
  ];
}

/** @param {string[]} list @param {string} separator */
function some(list, separator) {
  const more = list.length - NAMED;
  const named = list.slice(0, NAMED).join(separator);
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}

/** @param {unknown} value as a list shows it: in one line, and not long */
export function short(value) {
  const isText = typeof value !== 'number' && typeof value !== 'boolean';
  const letters = [...textsIn(value).replace(/\s+/g, ' ').trim()];
  const text = letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
  return isText ? `“${text}”` : text;
}

/** The texts and figures in an object; attributes of XML only where it has nothing else. @param {unknown} value @returns {string} */
function textsIn(value) {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value);
  const inside = entries.filter(([key]) => !key.startsWith('@'));
  const texts = (inside.length > 0 ? inside : entries).map(([, child]) => textsIn(child));
  return texts.filter((text) => text !== '').join(' ');
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? '' : '.'}`;
}
