/** One document: checked before it is stored, and described for lists. */

/** @import { ContentDefinition, DocumentCard, Json } from '../contract/types.js' */
/** @import { SavedDocument } from '../journal/rows.js' */

import { MOST_LEVELS, isTooDeep } from '../contract/nesting.js';
import { ShowError } from '../errors.js';

/** This limit holds for a game that sets none of its own. */
const MAX_BYTES = 1_000_000;
const TITLE_LENGTH = 120;
/** The longest tag of RFC 5646 that is in use has fewer letters. */
const LANGUAGE_LENGTH = 35;

/**
 * @param {ContentDefinition} content of the game
 * @param {unknown} raw
 * @returns {{ json: Json, title: string }}
 * @throws {ShowError} `document-large`, `document-bad`
 */
export function readDocument({ check, complete, titleOf, maxBytes = MAX_BYTES }, raw) {
  // Importers of games give documents as well, and one that is deeper could not be stored.
  if (isTooDeep(raw))
    throw new ShowError('document-bad', { problem: `it is nested more than ${MOST_LEVELS} levels deep` });
  const bytes = Buffer.byteLength(JSON.stringify(raw) ?? '');
  if (bytes > maxBytes) throw new ShowError('document-large', { size: bytes, limit: maxBytes });
  const problem = check(raw);
  if (problem) throw new ShowError('document-bad', { problem });
  const json = /** @type {Json} */ (complete ? complete(raw) : raw);
  const title = titleOf ? titleOf(json) : isTitled(json) ? json.title : '';
  return { json, title: String(title).trim().slice(0, TITLE_LENGTH) };
}

/** @param {SavedDocument} document @returns {DocumentCard} */
export function cardOf({ id, gameId, title, updatedMs, json }) {
  return { id, gameId, title, updatedMs, isBuiltIn: updatedMs === 0, language: languageOf(json) };
}

/** @param {Json} json */
function languageOf(json) {
  const language = typeof json === 'object' && json !== null && 'language' in json ? json.language : '';
  return typeof language === 'string' ? language.slice(0, LANGUAGE_LENGTH) : '';
}

/** Tells a document that comes with a game from one of the operator's. @param {SavedDocument} document */
export function isBuiltIn({ updatedMs }) {
  return updatedMs === 0;
}

/** @param {unknown} json @returns {json is { title: string }} */
export function isTitled(json) {
  return typeof json === 'object' && json !== null && 'title' in json && typeof json.title === 'string';
}

/** Shortens what somebody sent, for an error sentence. @param {unknown} text */
export function short(text) {
  return String(text).slice(0, 60);
}
