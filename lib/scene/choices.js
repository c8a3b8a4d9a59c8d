/** The settings and the document that the operator chose for each game of one room. They outlive the scene. */

/** @import { Actor, Json, LoadedGame, Settings } from '../contract/types.js' */
/** @import { Way } from '../journal/rows.js' */
/** @import { Scene, SceneOptions } from './types.js' */

/** @typedef {{ settingsOf: (gameId: string) => Settings | null, chosen: (gameId: string) => string | null }} Chosen by the id of the game */

import { ShowError } from '../errors.js';
import { compileFields, settingsFrom } from '../contract/schema.js';

/** @param {SceneOptions} options @param {Scene} scene whose game is given what changes; each promise is fulfilled when it is on disk */
// eslint-disable-next-line max-lines-per-function -- the choices of one scene, and each is made in the same order: checked, saved, given to the game
export function createChoices({ record, games, journal, documents, onChange }, scene) {
  const { id: roomId } = record;
  /** The settings of all games, also of those that do not run now. @type {Record<string, Settings>} */
  const settingsByGame = { ...record.settings };
  /** The games whose settings have been checked and completed. @type {Set<string>} */
  const resolved = new Set();
  /** @type {Record<string, string | null>} */
  const documentByGame = { ...record.chosen };
  const stopListening = documents.onChange((gameId, documentId) => {
    // Nothing waits for this write: after a restart the game gets the document as it is then.
    if (gameId === scene.loaded.id && documentByGame[gameId] === documentId) changeContent().catch(() => {});
  });

  /** @param {LoadedGame} loaded @returns {Settings} all of them */
  function settingsOf({ id, game }) {
    if (!resolved.has(id)) settingsByGame[id] = settingsFrom(game.settings, settingsByGame[id]);
    resolved.add(id);
    return /** @type {Settings} */ (settingsByGame[id]);
  }

  /** @param {string} gameId @returns the document that the game plays here */
  const documentOf = (gameId) => documents.find(gameId, documentByGame[gameId] ?? undefined);

  /** @param {LoadedGame} loaded @param {unknown} changes @returns {Promise<void>} @throws {ShowError} `setting-bad` */
  function store(loaded, changes) {
    const all = { ...settingsOf(loaded), ...checkSettings(loaded, changes) };
    settingsByGame[loaded.id] = all;
    return journal.saveSettings(roomId, loaded.id, all);
  }

  /** Gives the game its document, when another one is chosen or the chosen one has changed. */
  async function changeContent() {
    const given = scene.play.ask('choose', contentOf(scene.loaded.id));
    onChange();
    await given;
    await scene.play.commit(true);
  }

  /** @param {string} gameId @returns {Json} what the game plays here; null for none */
  const contentOf = (gameId) => documentOf(gameId)?.json ?? null;

  /**
   * Gives a game that is about to begin other settings and another document.
   * @param {LoadedGame} loaded @param {Settings} changes checked @param {string} [documentId] one that is there
   * @returns {{ save: () => Promise<unknown>, undo: () => void }} `undo`: it has not begun
   */
  function prepare(loaded, changes, documentId) {
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
  }

  return {
    documentOf,
    contentOf,
    /** @param {LoadedGame} loaded @param {Way | null} way of its round, which may have settings of its own @returns {Settings} all that it plays with */
    settingsIn(loaded, way) {
      const chosen = settingsOf(loaded);
      return way?.settings ? settingsFrom(loaded.game.settings, { ...chosen, ...way.settings }) : chosen;
    },
    /** Returns all settings of all games, as JSON text. */
    text: () => JSON.stringify(settingsByGame),
    /** @param {string} gameId also of one that does not run @returns {Settings | null} null: it is not there */
    settingsOf(gameId) {
      const loaded = games.get(gameId);
      if (gameId === scene.loaded.id) return scene.settings;
      return loaded ? settingsOf(loaded) : null;
    },
    /** Changes those of the running game; in a visit, for the visit. @param {unknown} changes @returns {Promise<Settings>} all of them @throws {ShowError} `setting-bad` */
    async set(changes) {
      const { loaded, way } = scene;
      const saved = way?.settings
        ? scene.setForVisit(way, checkSettings(loaded, changes))
        : store(loaded, changes);
      const { settings } = scene;
      const given = scene.play.ask('set', settings);
      onChange();
      await Promise.all([saved, given]);
      if (Object.keys(loaded.game.submit).length > 0) await scene.play.commit();
      return settings;
    },
    /** Sets those of any game; a game that waits gets them when the room comes back to it. @param {string} gameId @param {Settings} changes */
    async setOf(gameId, changes) {
      const loaded = games.get(gameId);
      if (gameId === scene.loaded.id) await this.set(changes);
      else if (loaded) await store(loaded, changes);
    },
    /** Takes over what another room chose, for all games but the one that is on. @param {Chosen} other @returns {Promise<unknown>} stored */
    copy(other) {
      const idle = [...games.values()].filter(({ id }) => id !== scene.loaded.id);
      return Promise.all(
        idle.map((loaded) =>
          prepare(loaded, other.settingsOf(loaded.id) ?? {}, other.chosen(loaded.id) ?? undefined).save(),
        ),
      );
    },
    /** @param {unknown} documentId of the running game; null: none @returns {Promise<void>} @throws {ShowError} `document-unknown` */
    async choose(documentId) {
      const gameId = scene.loaded.id;
      const found = documentId === null ? null : documents.find(gameId, String(documentId));
      if (documentId !== null && !found)
        throw new ShowError('document-unknown', { document: String(documentId).slice(0, 60) });
      documentByGame[gameId] = found?.id ?? null;
      await Promise.all([journal.saveChosen(roomId, gameId, documentByGame[gameId]), changeContent()]);
    },
    /** @param {string} gameId @returns {string | null} the document that it plays here */
    chosen: (gameId) => documentOf(gameId)?.id ?? null,
    /**
     * Puts a game on with settings and a document of its own. If it cannot begin, nothing has changed.
     * @param {string} gameId that is there
     * @param {{ settings: Settings, documentId?: string, isAnew: boolean, isSure: boolean, by: Actor | null }} how checked; without
     *   `isAnew` a round of it that waits goes on, and one that is on gets its settings and document
     * @returns {Promise<void>} @throws {ShowError} as `switchTo`
     */
    async playCue(gameId, { settings, documentId, ...how }) {
      const { epoch } = scene;
      if (gameId === scene.loaded.id && !how.isAnew) {
        if (Object.keys(settings).length > 0) await this.set(settings);
        if (documentId !== undefined && documentId !== this.chosen(gameId)) await this.choose(documentId);
        return;
      }
      const prepared = prepare(/** @type {LoadedGame} */ (games.get(gameId)), settings, documentId);
      try {
        await scene.switchTo(gameId, how);
      } catch (error) {
        if (scene.epoch === epoch) prepared.undo();
        throw error;
      }
      await prepared.save();
    },
    /** The settings of a game may be others now. @param {string} gameId */
    renew: (gameId) => void resolved.delete(gameId),
    close: () => stopListening(),
  };
}

/** @param {LoadedGame} loaded @param {unknown} changes some of its settings @returns {Settings} the same @throws {ShowError} `setting-bad` */
export function checkSettings({ game }, changes) {
  const problem = compileFields(game.settings, { partial: true })(changes);
  if (problem) throw new ShowError('setting-bad', { problem });
  return /** @type {Settings} */ (changes);
}

/** @typedef {ReturnType<typeof createChoices>} Choices */
