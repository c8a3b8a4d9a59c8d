/** The documents in memory and on disk: those that come with the games, and those of the operator. */

/** @import { DocumentCard, LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { SavedDocument } from '../journal/rows.js' */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ShowError, messageOf } from '../errors.js';
import { cardOf, isBuiltIn, readDocument } from './document.js';

const MAX_DOCUMENTS = 1000;
/** A deleted document can be brought back for this long. */
export const UNDO_MS = 24 * 3600 * 1000;
/** The ids of documents in a game's folder begin with it. */
const BUILT_IN = 'shipped-';

/**
 * @param {object} options
 * @param {Map<string, LoadedGame>} options.games
 * @param {readonly SavedDocument[]} options.saved
 * @param {Pick<Journal, 'saveDocument'>} options.journal
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now wall clock
 */
export function createDocumentStore({ games, saved, journal, log, now }) {
  /** @type {Map<string, SavedDocument>} */
  const documents = new Map();
  /** The newest version of each document that is on its way to the disk. @type {Map<string, SavedDocument>} */
  const arriving = new Map();
  /** @type {Set<(gameId: string, id: string) => void>} */
  const listeners = new Set();
  let version = 0;
  let lastMs = 0;

  for (const loaded of games.values()) takeBuiltIn(loaded);
  for (const document of saved) {
    // An earlier version stored copies of built-in documents, which would hide what the game ships today.
    if (isBuiltIn(document)) continue;
    if (document.deletedMs === null || now() - document.deletedMs < UNDO_MS)
      documents.set(document.id, document);
  }

  /** @param {LoadedGame} loaded */
  function takeBuiltIn(loaded) {
    for (const document of readBuiltIn(loaded, log)) documents.set(document.id, document);
  }

  /** Counts the documents of the operator, including those that are being stored. */
  function count() {
    let sum = 0;
    for (const one of documents.values()) if (counts(arriving.get(one.id) ?? one)) sum += 1;
    for (const one of arriving.values()) if (!documents.has(one.id) && counts(one)) sum += 1;
    return sum;
  }

  return {
    documents,
    /** A writer begins with this version, so that two writers at the same time do not lose each other's change. @param {string} id */
    newest: (id) => arriving.get(id) ?? documents.get(id),
    /** @returns {number} wall clock ms; two changes in one millisecond get two times */
    stamp() {
      return (lastMs = Math.max(now(), lastMs + 1));
    },
    /** @param {number} more @throws {ShowError} `document-limit`: this many more are too many */
    checkLimit(more) {
      if (count() + more > MAX_DOCUMENTS) throw new ShowError('document-limit', { limit: MAX_DOCUMENTS });
    },
    /**
     * A document changes in memory only once it is on disk, so that a failed save changes nothing.
     * @param {SavedDocument} document
     * @returns {Promise<DocumentCard>} rejects with `not-saved`
     */
    async save(document) {
      const { id, gameId } = document;
      arriving.set(id, document);
      try {
        await journal.saveDocument(document);
      } finally {
        if (arriving.get(id) === document) arriving.delete(id);
      }
      documents.set(id, document);
      version += 1;
      for (const listener of listeners) listener(gameId, id);
      return cardOf(document);
    },
    /** Reads the documents in the folder of a game anew. @param {string} gameId */
    renew(gameId) {
      const before = [...documents.values()].filter((one) => one.gameId === gameId && isBuiltIn(one));
      for (const { id } of before) documents.delete(id);
      const loaded = games.get(gameId);
      if (loaded) takeBuiltIn(loaded);
      version += 1;
      for (const { id, json } of before)
        if (documents.get(id)?.json !== json) for (const listener of listeners) listener(gameId, id);
    },
    /** Grows when a document was saved or deleted. */
    get version() {
      return version;
    },
    /**
     * @param {(gameId: string, id: string) => void} listener called when a document changed, appeared or went
     * @returns {() => void} ends it
     */
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createDocumentStore>} DocumentStore */

/** @param {SavedDocument} document whether it counts towards the limit */
function counts(document) {
  return document.deletedMs === null && !isBuiltIn(document);
}

/**
 * Reads the documents in the folder of a game; one that cannot be read is logged and left out.
 * @param {LoadedGame} loaded @param {import('../log.js').Log} log
 * @returns {SavedDocument[]}
 */
function readBuiltIn({ id: gameId, folder, game: { content } }, log) {
  const shelf = join(folder, 'content');
  if (!content || !existsSync(shelf)) return [];
  const files = readdirSync(shelf).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((file) => {
    try {
      const { json, title } = readDocument(content, JSON.parse(readFileSync(join(shelf, file), 'utf8')));
      const id = `${BUILT_IN}${gameId}-${file.slice(0, -'.json'.length)}`;
      return [{ id, gameId, title, json, updatedMs: 0, deletedMs: null }];
    } catch (error) {
      log.error(null, `games/${gameId}/content/${file}: ${messageOf(error)}`);
      return [];
    }
  });
}
