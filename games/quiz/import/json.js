/** Reads the quiz's own file: a pack as JSON. */

/** @import { Imported } from '../types.js' */

import { isObject } from '../shared/pack.js';
import { FORMAT, VERSION } from '../shared/pack-file.js';
import { collectPack } from './collect.js';

export { writeJson } from '../shared/pack-file.js';

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
