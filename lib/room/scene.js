/** The scene of a room: the game on its stage with its settings and its document, and the operator's commands for it. */

/** @import { Actor, LoadedGame, Settings } from '../contract/types.js' */
/** @import { Scene } from '../contract/wire.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { OrderKind, Orders, QuestionKind, Questions } from '../play/types.js' */
/** @import { HostOptions } from './host.js' */
/** @import { Player } from './player.js' */

import { ShowError, placeOf } from '../errors.js';
import { compileSubmission } from '../contract/schema.js';
import { personOf } from '../stage/entries.js';
import { unknownKind } from '../stage/stage.js';
import { checkSettings, createChoices } from './choices.js';
import { GameHost } from './game-host.js';
import { createKeptScenes } from './kept-scenes.js';

/**
 * The stage is dark until `resume()`.
 * @param {object} options
 * @param {Pick<RoomRecord, 'id' | 'scene' | 'settings' | 'chosen' | 'kept'>} options.record
 * @param {Map<string, LoadedGame>} options.games
 * @param {HostOptions['openPlay']} options.openPlay
 * @param {HostOptions['findWhere']} [options.findWhere]
 * @param {Pick<Journal, 'saveScene' | 'saveSettings' | 'saveStage' | 'saveChosen' | 'saveInterlude'>} options.journal
 * @param {Pick<Documents, 'find' | 'onChange'>} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 * @param {HostOptions['viewSeq']} options.viewSeq
 * @param {HostOptions['whoIsHere']} options.whoIsHere
 * @param {HostOptions['onView']} options.onView
 * @param {HostOptions['onStop']} options.onStop is called when the running game has failed
 * @param {HostOptions['onBegin']} options.onBegin is called when another game is on the stage
 * @param {() => void} options.onChange is called when the settings or the document have changed
 * @param {HostOptions['onEnd']} options.onEnd is called when a game has left the stage for good
 */
export function createScene({ record, games, journal, documents, log, now, onChange, ...more }) {
  const choices = createChoices({ record, journal, documents });
  const kept = createKeptScenes(record.kept);
  const host = new GameHost({
    roomId: record.id,
    epoch: record.scene?.epoch ?? 0,
    ...{ games, choices, kept, journal, log, now },
    ...more,
  });
  const stopListening = documents.onChange((gameId, documentId) => {
    // Nothing waits for this write: after a restart the game gets the document as it is then.
    if (gameId === host.loaded.id && choices.isChosen(gameId, documentId)) changeContent().catch(() => {});
  });
  /** The checks of the submissions of the game that was on last. */
  let checks = { game: host.loaded.game, byKind: checksOf(host.loaded.game) };

  /** Gives the game its document, when another one is chosen or the chosen one has changed. @returns {Promise<void>} fulfilled when it is on disk */
  async function changeContent() {
    const told = host.line.ask('choose', choices.contentOf(host.loaded.id));
    onChange();
    await told;
    await host.line.commit(true);
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
    /** See `Line`. @template {OrderKind} K @param {K} kind @param {Parameters<Orders[K]>} args */
    tell: (kind, ...args) => host.line.tell(kind, ...args),
    /** See `Line`. @template {QuestionKind} K @param {K} kind @param {Parameters<Questions[K]>} args */
    ask: (kind, ...args) => host.line.ask(kind, ...args),
    /** The running game has failed outside its play. @param {string} hook @param {unknown} error */
    fail: (hook, error) => host.fail(hook, error),
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
    /** See `GameHost`. */
    sleep: () => host.sleep(),
    /** See `GameHost`. */
    wake: () => host.wake(),
    /** Stores the state of the game for the last time. */
    async close() {
      stopListening();
      await host.close();
    },
    /** Returns everything the game plays with, as JSON text: an asset that is named in it is in use. */
    async text() {
      const waiting = kept.all().map(({ saved }) => saved);
      const text = host.sleepingText ?? (await host.line.ask('text')) ?? '';
      return [choices.settingsText(), text, ...waiting].join('');
    },

    /**
     * @param {Player} player @param {{ kind: string, value: unknown, id: string }} said
     * @param {number} sinceTickMs it counts this long after the stage's last tick; negative: before it
     * @returns {Promise<import('../contract/types.js').Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`, `internal`
     */
    async submit(player, { kind, value, id }, sinceTickMs) {
      const { game } = host.loaded;
      if (game !== checks.game) checks = { game, byKind: checksOf(game) };
      const check = checks.byKind.get(kind);
      if (!check) throw unknownKind(game, kind);
      const problem = check(value);
      if (problem) throw new ShowError('submit-bad', { kind, problem });
      return host.line.submit(personOf(player), { kind, value, id, sinceTickMs });
    },

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
      const told = host.line.ask('set', settings);
      onChange();
      await Promise.all([saved, told]);
      if (Object.keys(loaded.game.submit).length > 0) await host.line.commit();
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
        await host.run(String(action), args, by);
      } catch (error) {
        if (error instanceof ShowError && error.code === 'action-fault') logFault(error);
        throw error;
      }
      await host.line.commit();
    },
    /** See `GameHost`. @param {string} [gameId] @param {Actor | null} [by] */
    back: (gameId, by) => host.back(gameId, by),
    /** @param {unknown} documentId null: none @returns {Promise<void>} @throws {import('../errors.js').ShowError} `document-unknown` */
    async choose(documentId) {
      const saved = choices.choose(host.loaded.id, documentId);
      await Promise.all([saved, changeContent()]);
    },
    /** @param {string} gameId @returns {string | null} the document it plays here */
    chosen: (gameId) => choices.documentOf(gameId)?.id ?? null,
  };
}

/** @param {LoadedGame['game']} game @returns {Map<string, (value: unknown) => string>} by kind; each says what is wrong with a value */
function checksOf(game) {
  return new Map(Object.entries(game.submit).map(([kind, { fields }]) => [kind, compileSubmission(fields)]));
}
