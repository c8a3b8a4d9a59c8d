/** The documents of all games, as rooms and the operator use them: listed, written, imported, deleted, brought back. */

/** @import { ContentDefinition, DocumentCard, Json, LoadedGame } from '../contract/types.js' */
/** @import { SavedDocument } from '../journal/rows.js' */
/** @import { DocumentStore } from './document-store.js' */

import { UPLOAD_BYTES } from '../contract/limits.js';
import { ShowError, refuse } from '../errors.js';
import { randomCode } from '../door/keys-and-tokens.js';
import { cardOf, isBuiltIn, isTitled, short } from './document.js';
import { createDocumentStore } from './document-store.js';

export { UNDO_MS } from './document-store.js';

/**
 * Runs what a game has to say about its documents; see lib/errands/tasks.js.
 * @typedef {(gameId: string, task: 'document', args: readonly unknown[]) => Promise<any>} RunErrand
 */

/**
 * @param {Omit<Parameters<typeof createDocumentStore>[0], 'now'> & { now?: () => number, runErrand: RunErrand }} options now: wall clock
 */
export function createDocuments({ now = Date.now, runErrand, ...options }) {
  const { games } = options;
  const store = createDocumentStore({ ...options, now });
  const { documents } = store;
  const catalogue = createCatalogue({ games, store });

  return {
    list: catalogue.list,
    get version() {
      return store.version;
    },
    /** @param {unknown} gameId @param {unknown} id @returns {{ card: DocumentCard, json: Json }} */
    get(gameId, id) {
      const document = catalogue.get(gameId, id);
      return { card: cardOf(document), json: document.json };
    },
    /**
     * @param {string} gameId @param {string | undefined} id
     * @returns {SavedDocument | null} what a room plays; null when it is gone
     */
    find(gameId, id) {
      const document = id === undefined ? undefined : documents.get(id);
      return document?.gameId === gameId && document.deletedMs === null ? document : null;
    },
    ...createEdits({ catalogue, store, now, runErrand }),
    /**
     * @param {unknown} gameId @returns {number} bytes of a file to import
     * @throws {ShowError} `game-unknown`, `content-none`, `document-limit`: a file would be read in vain
     */
    importLimit(gameId) {
      const { maxImportBytes = UPLOAD_BYTES } = catalogue.contentOf(gameId);
      store.checkLimit(1);
      return maxImportBytes;
    },
    /**
     * Forgets the documents that were deleted by then: they cannot be brought back. The journal deletes its rows itself.
     * @param {number} beforeMs
     */
    forgetDeleted(beforeMs) {
      for (const { id, deletedMs } of documents.values())
        if (deletedMs !== null && deletedMs <= beforeMs) documents.delete(id);
    },
    /** @returns {string[]} all documents as JSON, with those that can be brought back */
    texts: () => [...documents.values()].map(({ json }) => JSON.stringify(json)),
    onChange: store.onChange,
    renew: store.renew,
  };
}

/** @typedef {ReturnType<typeof createDocuments>} Documents */

/**
 * Finds documents of a game, or says in a sentence why there is none.
 * @param {{ games: Map<string, LoadedGame>, store: DocumentStore }} parts
 */
function createCatalogue({ games, store }) {
  /** @param {unknown} gameId @returns {ContentDefinition} @throws {ShowError} `game-unknown`, `content-none` */
  function contentOf(gameId) {
    const loaded = games.get(String(gameId));
    if (!loaded)
      throw new ShowError('game-unknown', { game: short(gameId), known: [...games.keys()].join(', ') });
    if (!loaded.game.content) throw new ShowError('content-none', { title: loaded.card.title });
    return loaded.game.content;
  }

  /**
   * @param {unknown} gameId @param {unknown} id @param {SavedDocument | undefined} document with this id
   * @returns {SavedDocument} @throws {ShowError} `document-unknown`
   */
  function checked(gameId, id, document) {
    contentOf(gameId);
    if (!document || document.gameId !== gameId)
      throw new ShowError('document-unknown', { document: short(id) });
    return document;
  }

  /** @param {SavedDocument} document @param {unknown} id @throws {ShowError} `document-unknown` */
  function present(document, id) {
    if (document.deletedMs !== null) throw new ShowError('document-unknown', { document: short(id) });
    return document;
  }

  /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} also a deleted one; see `newest` of the store */
  function newest(gameId, id) {
    return checked(gameId, id, store.newest(String(id)));
  }

  return {
    contentOf,
    newest,
    /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} as it is on disk */
    get: (gameId, id) => present(checked(gameId, id, store.documents.get(String(id))), id),
    /** @param {unknown} gameId @param {unknown} id @returns {SavedDocument} one that the operator may change */
    own(gameId, id) {
      const document = present(newest(gameId, id), id);
      if (isBuiltIn(document)) throw new ShowError('document-fixed', { title: document.title });
      return document;
    },
    /** @param {unknown} gameId @returns {DocumentCard[]} newest first, those of the game last */
    list(gameId) {
      contentOf(gameId);
      return [...store.documents.values()]
        .filter((document) => document.gameId === gameId && document.deletedMs === null)
        .sort((a, b) => b.updatedMs - a.updatedMs || (a.title < b.title ? -1 : 1))
        .map(cardOf);
    },
  };
}

/**
 * The changes that the operator makes. Each resolves once it is on disk, and rejects with `not-saved` when nothing changed.
 * @param {{ catalogue: ReturnType<typeof createCatalogue>, store: DocumentStore, now: () => number,
 *   runErrand: RunErrand }} parts
 */
// eslint-disable-next-line max-lines-per-function -- the changes of one catalogue, and each waits for its write in the same way
function createEdits({ catalogue, store, now, runErrand }) {
  const { contentOf, get, newest, own } = catalogue;
  /** By game: fulfilled when the last change is on its way to the disk. @type {Map<unknown, Promise<unknown>>} */
  const turns = new Map();

  /**
   * Makes one change of a game's documents after the one before, because reading one takes its time: who writes and then deletes
   * must not delete what was there before. Nobody waits here for the disk.
   * @param {unknown} gameId @param {() => { saved: Promise<DocumentCard> } | Promise<{ saved: Promise<DocumentCard> }>} change
   */
  async function inTurn(gameId, change) {
    const begun = (turns.get(gameId) ?? Promise.resolve()).then(change);
    turns.set(
      gameId,
      begun.catch(() => {}),
    );
    return (await begun).saved;
  }

  /** @param {unknown} gameId @param {{ json: Json, title: string }} content @returns {SavedDocument} */
  function fresh(gameId, content) {
    const id = randomCode(10).toLowerCase();
    return { id, gameId: String(gameId), ...content, updatedMs: store.stamp(), deletedMs: null };
  }

  /** @param {unknown} gameId @param {unknown} raw undefined: the game's empty document @returns {Promise<{ json: Json, title: string }>} */
  function read(gameId, raw) {
    return runErrand(String(gameId), 'document', [raw]).catch((error) => refuse(error, 'document-bad'));
  }

  /** @param {unknown} gameId @param {unknown} id @param {number} [ifUpdatedMs] @returns {SavedDocument} @throws {ShowError} `document-changed` */
  function unchanged(gameId, id, ifUpdatedMs) {
    const document = own(gameId, id);
    if (ifUpdatedMs !== undefined && ifUpdatedMs !== document.updatedMs)
      throw new ShowError('document-changed', { title: document.title });
    return document;
  }

  /** @param {unknown} gameId @param {unknown} [raw] @returns {Promise<DocumentCard>} */
  async function create(gameId, raw) {
    contentOf(gameId);
    return inTurn(gameId, async () => {
      const content = await read(gameId, raw);
      // Nothing is awaited between the check and the save, or parallel calls would all pass the check.
      store.checkLimit(1);
      return { saved: store.save(fresh(gameId, content)) };
    });
  }

  return {
    /**
     * @param {unknown} gameId @param {unknown} [raw] the game's empty document when missing
     * @returns {Promise<DocumentCard>}
     * @throws {ShowError} `document-bad`, `document-large`, `document-limit`, `content-none`
     */
    async create(gameId, raw) {
      return create(gameId, raw);
    },
    /**
     * @param {unknown} gameId @param {unknown} id @param {unknown} raw
     * @param {number} [ifUpdatedMs] the version that the writer began with; a newer one is not overwritten
     * @returns {Promise<DocumentCard>}
     * @throws {ShowError} `document-changed`, `document-fixed`, `document-unknown`, and as `create`
     */
    async replace(gameId, id, raw, ifUpdatedMs) {
      return inTurn(gameId, async () => {
        unchanged(gameId, id, ifUpdatedMs);
        const content = await read(gameId, raw);
        const document = unchanged(gameId, id, ifUpdatedMs);
        return { saved: store.save({ ...document, ...content, updatedMs: store.stamp() }) };
      });
    },
    /** @param {unknown} gameId @param {unknown} id @returns {Promise<DocumentCard>} @throws {ShowError} as `create` */
    async copy(gameId, id) {
      const { title, json } = get(gameId, id);
      return create(gameId, isTitled(json) ? { ...json, title: `${title} (2)` } : json);
    },
    /**
     * Deletes a document; it can be brought back for a day.
     * @param {unknown} gameId @param {unknown} id
     * @returns {Promise<DocumentCard>}
     * @throws {ShowError} `document-fixed`, `document-unknown`
     */
    async remove(gameId, id) {
      return inTurn(gameId, () => ({ saved: store.save({ ...own(gameId, id), deletedMs: now() }) }));
    },
    /**
     * Brings a deleted document back. One that was not deleted, such as a built-in one, stays as it is.
     * @param {unknown} gameId @param {unknown} id
     * @returns {Promise<DocumentCard>}
     * @throws {ShowError} `document-limit`, `document-unknown`
     */
    async restore(gameId, id) {
      return inTurn(gameId, () => {
        const document = newest(gameId, id);
        if (document.deletedMs === null) return { saved: Promise.resolve(cardOf(document)) };
        store.checkLimit(1);
        return { saved: store.save({ ...document, deletedMs: null }) };
      });
    },
    /**
     * Stores what was read from a file.
     * @param {unknown} gameId @param {readonly { json: Json, title: string }[]} contents as `readDocument` gives them
     * @returns {Promise<DocumentCard[]>}
     * @throws {ShowError} `document-limit`: then none of them was stored
     */
    async add(gameId, contents) {
      contentOf(gameId);
      store.checkLimit(contents.length);
      return Promise.all(contents.map((content) => store.save(fresh(gameId, content))));
    },
  };
}
