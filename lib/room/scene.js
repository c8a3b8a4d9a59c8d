/** The scene of a room: the game on its stage with its settings and its document, and the operator's commands for it. */

/** @import { Actor, Input, Json, LoadedGame, Settings } from '../contract/types.js' */
/** @import { Scene } from '../contract/wire.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord, Way } from '../journal/rows.js' */
/** @import { Stage } from '../stage/types.js' */
/** @import { Player } from './player.js' */

import { ShowError, placeOf } from '../errors.js';
import { checkSettings, createChoices } from './choices.js';
import { GameHost } from './game-host.js';
import { createKeptScenes } from './kept-scenes.js';

/**
 * The stage is dark until `resume()`.
 * @param {object} options
 * @param {Pick<RoomRecord, 'id' | 'scene' | 'settings' | 'chosen' | 'kept'>} options.record
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveScene' | 'saveSettings' | 'saveStage' | 'saveChosen' | 'saveInterlude'>} options.journal
 * @param {Pick<Documents, 'find' | 'onChange'>} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 * @param {(isBack: boolean) => void} options.onBegin is called when another game is on the stage; see `HostOptions`
 * @param {() => void} options.onChange is called when the settings or the document have changed
 * @param {(loaded: LoadedGame, stage: Stage, epoch: number) => void} options.onEnd is called when a game leaves the stage for good
 */
export function createScene({ record, games, journal, documents, log, now, onBegin, onChange, onEnd }) {
  const choices = createChoices({ record, journal, documents });
  const kept = createKeptScenes(record.kept);
  const host = new GameHost({
    roomId: record.id,
    epoch: record.scene?.epoch ?? 0,
    games,
    choices,
    kept,
    journal,
    log,
    now,
    onBegin,
    onEnd,
  });
  const stopListening = documents.onChange((gameId, documentId) => {
    // Nothing waits for this write: after a restart the game gets the document as it is then.
    if (gameId === host.loaded.id && choices.isChosen(gameId, documentId)) changeContent().catch(() => {});
  });

  /** Gives the game its document, when another one is chosen or the chosen one has changed. @returns {Promise<void>} fulfilled when it is on disk */
  async function changeContent() {
    host.onStage((stage) => stage.apply(['setContent', choices.contentOf(host.loaded.id)]));
    onChange();
    await host.submissions?.commit({ isWhole: true });
  }

  /** @param {string} gameId */
  const titleOf = (gameId) => games.get(gameId)?.card.title ?? gameId;

  /** @param {ShowError} fault of an action */
  function logFault({ message, cause }) {
    const { card, folder } = host.loaded;
    log.error(record.id, `${card.title}: ${message}${placeOf(cause, folder)}`, cause);
  }

  return {
    get loaded() {
      return host.loaded;
    },
    get epoch() {
      return host.epoch;
    },
    /** See `GameHost`. @template T @param {(stage: Stage) => T} run */
    onStage: (run) => host.onStage(run),
    /** See `GameHost`. @template T @param {(stage: Stage) => T} run */
    read: (run) => host.read(run),
    /** See `GameHost`. @param {RoomRecord} whole */
    resume: (whole) => host.resume(whole),
    /** @returns {Scene} for the wire */
    describe() {
      const { epoch, sinceMs, loaded } = host;
      const document = choices.documentOf(loaded.id);
      const back = host.way?.back;
      return {
        epoch,
        sinceMs,
        game: loaded.card,
        settings: host.settings,
        document: document && { id: document.id, title: document.title },
        back: back === undefined ? null : { gameId: back, title: titleOf(back) },
      };
    },
    /** Lists the games whose scenes wait, the one left last at the end. @returns {import('../contract/wire.js').KeptCard[]} */
    kept: () =>
      kept
        .all()
        .filter(({ gameId }) => games.has(gameId))
        .map(({ gameId, atMs }) => ({ gameId, title: titleOf(gameId), atMs })),
    /** Stores what happened. Called once a second. */
    checkpoint: () => host.checkpoint(),
    /** Stores the state of the game for the last time. */
    async close() {
      stopListening();
      await host.submissions?.close();
    },
    /** Returns everything the game plays with, as JSON text: an asset that is named in it is in use. */
    text: () =>
      choices.settingsText() +
      (host.onStage((stage) => JSON.stringify(stage.save())) ?? '') +
      kept
        .all()
        .map(({ saved }) => saved)
        .join(''),

    // ── submissions ──

    /** Returns true while something of this player is not on disk, which they must not see yet. @param {string} playerId */
    isPending: (playerId) => host.submissions?.isPending(playerId) ?? false,
    /** See `GameHost`. @param {Player} player @param {{ kind: string, value: unknown, id: string }} said @param {number} sinceTickMs */
    submit: (player, said, sinceTickMs) => host.submit(player, said, sinceTickMs),

    // ── the operator; each promise is fulfilled when the change is on disk ──

    /** See `GameHost`. @param {string} gameId */
    switchTo: (gameId) => host.switchTo(gameId),
    /** @param {unknown} changes @returns {Promise<Settings>} all of them @throws {import('../errors.js').ShowError} `setting-bad` */
    async set(changes) {
      const { way, loaded } = host;
      const saved = way?.settings
        ? host.setForVisit(way, checkSettings(loaded, changes))
        : choices.set(loaded, changes);
      const { settings } = host;
      host.onStage((stage) => stage.apply(['setSettings', settings]));
      onChange();
      await Promise.all([saved, host.submissions?.isRecorded && host.submissions.commit()]);
      return settings;
    },
    /**
     * @param {unknown} action @param {unknown} [args] @param {Actor | null} [by]
     * @returns {Promise<void>}
     * @throws {ShowError} `action-unknown`, `action-refused`, `action-fault`: it threw, which is logged; those of a visit, see
     *   `GameHost`
     */
    async run(action, args, by) {
      try {
        host.run(String(action), args, by);
      } catch (error) {
        if (error instanceof ShowError && error.code === 'action-fault') logFault(error);
        throw error;
      }
      await host.submissions?.commit();
    },
    /** See `GameHost`. @param {string} [gameId] @param {Actor | null} [by] */
    back: async (gameId, by) => host.back(gameId, by),
    /** @param {unknown} documentId null: none @returns {Promise<void>} @throws {import('../errors.js').ShowError} `document-unknown` */
    async choose(documentId) {
      const saved = choices.choose(host.loaded.id, documentId);
      await Promise.all([saved, changeContent()]);
    },
    /** @param {string} gameId @returns {string | null} the document it plays here */
    chosen: (gameId) => choices.documentOf(gameId)?.id ?? null,
  };
}
