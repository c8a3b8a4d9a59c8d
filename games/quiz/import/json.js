/** The quiz's own file: a pack as JSON, read and written. */

/** @import { Imported, Pack } from '../types.js' */

import { isObject } from '../shared/pack.js';
import { collectPack } from './collect.js';

const FORMAT = 'mass-mobile-quiz';
const VERSION = 1;

/** @param {unknown} raw @returns {raw is Record<string, unknown>} */
export function looksLikeOurs(raw) {
  return isObject(raw) && (raw['format'] === FORMAT || Array.isArray(raw['questions']));
}

/** Reads a pack with its drafts, that is, questions that are not ready yet. @param {Record<string, unknown>} raw @param {string} title @returns {Imported} */
export function readJson(raw, title) {
  const into = collectPack('Mass Mobile JSON');
  const { version } = raw;
  if (typeof version === 'number' && version > VERSION)
    into.skip(
      'The file',
      `It is of version ${version}, which is newer than this program knows. Parts may be missing.`,
    );
  const { questions = [], description = '', language = '' } = raw;
  (Array.isArray(questions) ? questions : []).forEach((one, at) =>
    into.take(`Question ${at + 1}`, one, { draft: true }),
  );
  if (typeof description === 'string') into.pack.description = description;
  if (typeof language === 'string') into.pack.language = language;
  return into.finish({ title: raw['title'], fallback: title });
}

/** @param {Pack} pack @returns {string} */
export function writeJson(pack) {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...pack }, null, 2)}\n`;
}
