/** The documents of all games: those that come with a game, and those the operator wrote or imported. */

/** @import { ContentDefinition, DocumentCard, Imported, Json, LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { SavedDocument } from '../journal/rows.js' */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ShowError, messageOf } from '../errors.js';
import { randomCode } from '../door/keys.js';

const MAX_DOCUMENTS = 1000;
const MAX_BYTES = 1_000_000;
const TITLE_LENGTH = 120;
/** A deleted one can be brought back for so long. */
export const UNDO_MS = 24 * 3600 * 1000;
/** Ids of documents in a game's folder begin with it. */
const BUILT_IN = 'shipped-';

/**
 * @param {object} options
 * @param {Map<string, LoadedGame>} options.games
 * @param {readonly SavedDocument[]} options.saved
 * @param {Pick<Journal, 'saveDocument'>} options.journal
 * @param {import('../log.js').Log} options.log
 * @param {() => number} [options.now] wall clock
 */
export function createDocuments({ games, saved, journal, log, now = Date.now }) {
  /** @type {Map<string, SavedDocument>} */
  const documents = new Map();
  /** @type {Set<(gameId: string, id: string) => void>} */
  const listeners = new Set();
  for (const loaded of games.values()) addBuiltIn(loaded);
  for (const document of saved) {
    if (document.deletedMs === null || now() - document.deletedMs < UNDO_MS)
      documents.set(document.id, document);
  }

  /** @param {LoadedGame} loaded */
  function addBuiltIn({ id: gameId, folder, game: { content } }) {
    const shelf = join(folder, 'content');
    if (!content || !existsSync(shelf)) return;
    for (const file of readdirSync(shelf)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      try {
        const { json, title } = read(content, JSON.parse(readFileSync(join(shelf, file), 'utf8')));
        const id = `${BUILT_IN}${gameId}-${file.slice(0, -5)}`;
        documents.set(id, { id, gameId, title, json, updatedMs: 0, deletedMs: null });
      } catch (error) {
        log.error(null, `games/${gameId}/content/${file}: ${messageOf(error)}`);
      }
    }
  }

  /** @param {unknown} gameId @returns {ContentDefinition} @throws {ShowError} */
  function contentOf(gameId) {
    const loaded = games.get(String(gameId));
    if (!loaded)
      throw new ShowError('game-unknown', { game: short(gameId), known: [...games.keys()].join(', ') });
    if (!loaded.game.content) throw new ShowError('content-none', { title: loaded.card.title });
    return loaded.game.content;
  }

  /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} also a deleted one */
  function get(gameId, id) {
    contentOf(gameId);
    const document = documents.get(String(id));
    if (!document || document.gameId !== gameId)
      throw new ShowError('document-unknown', { document: short(id) });
    return document;
  }

  /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} */
  function present(gameId, id) {
    const document = get(gameId, id);
    if (document.deletedMs !== null) throw new ShowError('document-unknown', { document: short(id) });
    return document;
  }

  /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} */
  function own(gameId, id) {
    const document = present(gameId, id);
    if (document.updatedMs === 0) throw new ShowError('document-fixed', { title: document.title });
    return document;
  }

  /**
   * In memory once it is on disk: what was not saved has not changed.
   * @param {SavedDocument} document
   * @returns {Promise<DocumentCard>}
   */
  async function keep(document) {
    await journal.saveDocument(document);
    documents.set(document.id, document);
    for (const listener of listeners) listener(document.gameId, document.id);
    return cardOf(document);
  }

  /** @param {string} gameId @param {unknown} raw */
  function make(gameId, raw) {
    const count = [...documents.values()].filter((one) => one.deletedMs === null && one.updatedMs > 0).length;
    if (count >= MAX_DOCUMENTS) throw new ShowError('document-limit', { limit: MAX_DOCUMENTS });
    const id = randomCode(10).toLowerCase();
    return { id, gameId, ...read(contentOf(gameId), raw), updatedMs: stamp(), deletedMs: null };
  }

  let lastMs = 0;
  /** Two changes in one millisecond are two changes. */
  function stamp() {
    return (lastMs = Math.max(now(), lastMs + 1));
  }

  return {
    /** @param {unknown} gameId @returns {DocumentCard[]} newest first, those of the game last */
    list(gameId) {
      contentOf(gameId);
      return [...documents.values()]
        .filter((document) => document.gameId === gameId && document.deletedMs === null)
        .sort((a, b) => b.updatedMs - a.updatedMs || (a.title < b.title ? -1 : 1))
        .map(cardOf);
    },
    /** @param {unknown} gameId @param {unknown} id @returns {{ card: DocumentCard, json: Json }} */
    get(gameId, id) {
      const document = present(gameId, id);
      return { card: cardOf(document), json: document.json };
    },
    /** What a room plays; null when it is gone. @param {string} gameId @param {string | undefined} id */
    find(gameId, id) {
      const document = id === undefined ? undefined : documents.get(id);
      return document?.gameId === gameId && document.deletedMs === null ? document : null;
    },
    /**
     * @param {unknown} gameId @param {unknown} [raw] the game's empty one when missing
     * @returns {Promise<DocumentCard>} once it is on disk
     * @throws {ShowError} `document-bad`, `document-large`, `document-limit`, `content-none`
     */
    async create(gameId, raw) {
      const content = contentOf(gameId);
      return keep(make(String(gameId), raw === undefined ? content.empty() : raw));
    },
    /**
     * @param {unknown} gameId @param {unknown} id @param {unknown} raw
     * @param {number} [ifUpdatedMs] what the writer began with; another by now is not overwritten
     * @returns {Promise<DocumentCard>}
     * @throws {ShowError} `document-changed`, `document-fixed`, `document-unknown`, and as `create`
     */
    async replace(gameId, id, raw, ifUpdatedMs) {
      const document = own(gameId, id);
      if (ifUpdatedMs !== undefined && ifUpdatedMs !== document.updatedMs)
        throw new ShowError('document-changed', { title: document.title });
      return keep({ ...document, ...read(contentOf(gameId), raw), updatedMs: stamp() });
    },
    /** @param {unknown} gameId @param {unknown} id @returns {Promise<DocumentCard>} */
    async copy(gameId, id) {
      const { title, json } = present(gameId, id);
      const raw = isTitled(json) ? { ...json, title: `${title} (2)` } : json;
      return keep(make(String(gameId), raw));
    },
    /** Can be brought back for a day. @param {unknown} gameId @param {unknown} id @returns {Promise<DocumentCard>} */
    async remove(gameId, id) {
      return keep({ ...own(gameId, id), deletedMs: now() });
    },
    /** @param {unknown} gameId @param {unknown} id @returns {Promise<DocumentCard>} */
    async restore(gameId, id) {
      return keep({ ...get(gameId, id), deletedMs: null });
    },
    /**
     * @param {unknown} gameId @param {Buffer} bytes @param {string} fileName
     * @returns {Promise<{ documents: DocumentCard[], skipped: Imported['skipped'], format: string }>}
     * @throws {ShowError} `import-unknown`, `import-bad`
     */
    async import(gameId, bytes, fileName) {
      const { importers = [] } = contentOf(gameId);
      const extension = extname(fileName).toLowerCase();
      const importer = importers.find(({ accept }) => accept.includes(extension));
      if (!importer) {
        const known = [...new Set(importers.flatMap(({ accept }) => accept))].join(', ') || 'none';
        throw new ShowError('import-unknown', { file: short(fileName), known });
      }
      const imported = await asImport(fileName, () => importer.parse(bytes, fileName));
      const made = asImportSync(fileName, () => imported.documents.map((raw) => make(String(gameId), raw)));
      const cards = await Promise.all(made.map(keep));
      return { documents: cards, skipped: imported.skipped, format: imported.format ?? importer.name };
    },
    /**
     * @param {unknown} gameId @param {unknown} id @param {string} name of an exporter
     * @returns {Promise<{ fileName: string, type: string, body: string | Uint8Array }>}
     * @throws {ShowError} `export-unknown`
     */
    async export(gameId, id, name) {
      const { title, json } = present(gameId, id);
      const { exporters = [] } = contentOf(gameId);
      const exporter = exporters.find((one) => one.name === name);
      if (!exporter)
        throw new ShowError('export-unknown', {
          format: short(name),
          known: exporters.map((one) => one.name).join(', ') || 'none',
        });
      const { extension, type } = exporter;
      return { fileName: `${title}${extension}`, type, body: await exporter.serialise(json) };
    },
    /** Who was deleted by then does not come back. The journal forgets them by itself. @param {number} beforeMs */
    forgetDeleted(beforeMs) {
      for (const { id, deletedMs } of documents.values())
        if (deletedMs !== null && deletedMs <= beforeMs) documents.delete(id);
    },
    /** All there are as JSON, with those that can be brought back. @returns {string[]} */
    texts: () => [...documents.values()].map(({ json }) => JSON.stringify(json)),
    /**
     * @param {(gameId: string, id: string) => void} listener called when one changed, appeared or went
     * @returns {() => void} ends it
     */
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createDocuments>} Documents */

/** @param {SavedDocument} document @returns {DocumentCard} */
function cardOf({ id, gameId, title, updatedMs }) {
  return { id, gameId, title, updatedMs, isBuiltIn: updatedMs === 0 };
}

/** @param {ContentDefinition} content @param {unknown} raw @returns {{ json: Json, title: string }} */
function read({ check, complete, titleOf, maxBytes = MAX_BYTES }, raw) {
  const bytes = Buffer.byteLength(JSON.stringify(raw) ?? '');
  if (bytes > maxBytes) throw new ShowError('document-large', { size: bytes, limit: maxBytes });
  const problem = check(raw);
  if (problem) throw new ShowError('document-bad', { problem });
  const json = /** @type {Json} */ (complete ? complete(raw) : raw);
  const title = titleOf ? titleOf(json) : isTitled(json) ? json.title : '';
  return { json, title: String(title).trim().slice(0, TITLE_LENGTH) };
}

/** @param {string} fileName @param {() => Imported | Promise<Imported>} run @returns {Promise<Imported>} */
async function asImport(fileName, run) {
  try {
    return await run();
  } catch (error) {
    throw importError(fileName, error);
  }
}

/** @template T @param {string} fileName @param {() => T} run @returns {T} */
function asImportSync(fileName, run) {
  try {
    return run();
  } catch (error) {
    throw importError(fileName, error);
  }
}

/** @param {string} fileName @param {unknown} error what an importer throws is a sentence for the operator */
function importError(fileName, error) {
  return new ShowError('import-bad', { file: short(fileName), problem: messageOf(error) });
}

/** @param {unknown} json @returns {json is { title: string }} */
function isTitled(json) {
  return typeof json === 'object' && json !== null && typeof (/** @type {any} */ (json).title) === 'string';
}

/** @param {unknown} text */
function short(text) {
  return String(text).slice(0, 60);
}
