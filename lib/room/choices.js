/** The settings and the document that the operator chose for each game of one room. They outlive the scene. */

/** @import { LoadedGame, Settings } from '../contract/types.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */

import { ShowError } from '../errors.js';
import { compileFields, settingsFrom } from '../contract/schema.js';

/**
 * @param {object} options
 * @param {Pick<RoomRecord, 'id' | 'settings' | 'chosen'>} options.record
 * @param {Pick<Journal, 'saveSettings' | 'saveChosen'>} options.journal
 * @param {Pick<Documents, 'find'>} options.documents
 */
export function createChoices({ record: { id: roomId, settings, chosen }, journal, documents }) {
  /** The settings of all games, also of those that do not run now. @type {Record<string, Settings>} */
  const settingsByGame = { ...settings };
  /** The games whose settings have been checked and completed. @type {Set<string>} */
  const resolved = new Set();
  /** @type {Record<string, string | null>} */
  const documentByGame = { ...chosen };

  /** @param {LoadedGame} loaded @returns {Settings} all of them */
  function settingsOf({ id, game }) {
    if (!resolved.has(id)) settingsByGame[id] = settingsFrom(game.settings, settingsByGame[id]);
    resolved.add(id);
    return /** @type {Settings} */ (settingsByGame[id]);
  }

  return {
    settingsOf,
    /** Returns all settings of all games, as JSON text. */
    settingsText: () => JSON.stringify(settingsByGame),
    /** @param {string} gameId @returns the document that the game plays here */
    documentOf: (gameId) => documents.find(gameId, documentByGame[gameId] ?? undefined),
    /** @param {string} gameId @returns {import('../contract/types.js').Json} what the game plays here; null for none */
    contentOf: (gameId) => documents.find(gameId, documentByGame[gameId] ?? undefined)?.json ?? null,
    /** @param {string} gameId @param {string} documentId */
    isChosen: (gameId, documentId) => documentByGame[gameId] === documentId,
    /**
     * @param {LoadedGame} loaded @param {unknown} changes
     * @returns {Promise<void>} fulfilled when they are on disk
     * @throws {ShowError} `setting-bad`
     */
    set(loaded, changes) {
      const all = { ...settingsOf(loaded), ...checkSettings(loaded, changes) };
      settingsByGame[loaded.id] = all;
      return journal.saveSettings(roomId, loaded.id, all);
    },
    /**
     * Gives a game that is about to begin other settings and another document.
     * @param {LoadedGame} loaded @param {Settings} changes checked @param {string} [documentId] one that is there
     * @returns {{ save: () => Promise<unknown>, undo: () => void }} `undo`: it has not begun
     */
    prepare(loaded, changes, documentId) {
      const { id } = loaded;
      const before = { settings: settingsOf(loaded), document: documentByGame[id] };
      settingsByGame[id] = { ...before.settings, ...changes };
      if (documentId !== undefined) documentByGame[id] = documentId;
      return {
        save: () =>
          Promise.all([
            journal.saveSettings(roomId, id, settingsOf(loaded)),
            documentId !== undefined && journal.saveChosen(roomId, id, documentId),
          ]),
        undo() {
          settingsByGame[id] = before.settings;
          if (before.document === undefined) delete documentByGame[id];
          else documentByGame[id] = before.document;
        },
      };
    },
    /** @param {string} gameId @param {unknown} documentId null: none @returns {Promise<void>} @throws {ShowError} `document-unknown` */
    choose(gameId, documentId) {
      const found = documentId === null ? null : documents.find(gameId, String(documentId));
      if (documentId !== null && !found)
        throw new ShowError('document-unknown', { document: String(documentId).slice(0, 60) });
      documentByGame[gameId] = found?.id ?? null;
      return journal.saveChosen(roomId, gameId, documentByGame[gameId]);
    },
  };
}

/** @param {LoadedGame} loaded @param {unknown} changes some of its settings @returns {Settings} the same @throws {ShowError} `setting-bad` */
export function checkSettings({ game }, changes) {
  const problem = compileFields(game.settings, { partial: true })(changes);
  if (problem) throw new ShowError('setting-bad', { problem });
  return /** @type {Settings} */ (changes);
}

/** @typedef {ReturnType<typeof createChoices>} Choices */
