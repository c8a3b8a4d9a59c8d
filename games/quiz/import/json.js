/** The quiz's own file: a pack as JSON, read and written. */

/** @import { Imported, Pack } from '../types.js' */

import { collectPack } from './collect.js';

const FORMAT = 'mass-mobile-quiz';
const VERSION = 1;

/** @param {unknown} raw */
export function looksLikeOurs(raw) {
  const { format, questions } = /** @type {any} */ (raw ?? {});
  return format === FORMAT || Array.isArray(questions);
}

/** @param {any} raw @param {string} title @returns {Imported} questions that are not ready yet are taken, too */
export function readJson(raw, title) {
  const into = collectPack('Mass Mobile JSON');
  if (typeof raw.version === 'number' && raw.version > VERSION)
    into.skip(
      'The file',
      `It is of version ${raw.version}, newer than this program knows; parts may be missing.`,
    );
  const { questions = [], description = '', language = '' } = raw;
  (Array.isArray(questions) ? questions : []).forEach((one, at) =>
    into.take(`Question ${at + 1}`, one, { draft: true }),
  );
  if (typeof description === 'string') into.pack.description = description;
  if (typeof language === 'string') into.pack.language = language;
  return into.finish({ title: raw.title, fallback: title });
}

/** @param {Pack} pack @returns {string} */
export function writeJson(pack) {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...pack }, null, 2)}\n`;
}
