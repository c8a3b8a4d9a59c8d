/** Reads the quiz's own file: a pack as JSON. */

/** @import { Imported } from '../types.js' */
/** @import { Note, Raw } from './collect.js' */

import { isOwnPicture } from '../../../public/shared/pictures.js';
import { isObject } from '../shared/pack.js';
import { FORMAT, VERSION } from '../shared/pack-file.js';
import { collectPack } from './collect.js';

export { writeJson } from '../shared/pack-file.js';

/** @param {unknown} raw @returns {raw is Record<string, unknown>} */
export function looksLikeOurs(raw) {
  return isObject(raw) && (raw['format'] === FORMAT || Array.isArray(raw['questions']));
}

/** Reads a pack with its drafts, that is, questions that are not ready yet. @param {Record<string, unknown>} raw @param {string} title @returns {Imported} */
export function readJson({ questions, ...head }, title) {
  const into = collectPack('Mass Mobile JSON');
  if (Array.isArray(questions))
    questions.forEach((one, at) => into.take(`Question ${at + 1}`, one, readQuestion));
  else into.skip('The file', 'questions is not a list');
  return into.finish(head, readHead, title);

  /** @param {Record<string, unknown>} file */
  function readHead({ format, version, title: named, description, language }) {
    if (format !== undefined && format !== FORMAT)
      into.skip('The file', 'Its format has another name', format);
    if (version !== undefined && version !== VERSION)
      into.skip(
        'The file',
        'Its version is not the one that this program knows. Parts may be missing',
        version,
      );
    return { title: named, description, language };
  }
}

/** @param {unknown} question @param {Note} note @returns {Raw | string} */
function readQuestion(question, note) {
  if (!isObject(question)) return 'It is not an object.';
  const { image } = question;
  if (typeof image !== 'string' || image === '' || isOwnPicture(image)) return question;
  note(`Its picture (${image}) was left out: nothing is fetched from other servers. Add it in the editor`);
  return Object.create(question, { image: { value: '' } });
}
