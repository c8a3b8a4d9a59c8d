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
import { originOf } from './origin.js';

/**
 * The stage is dark until `resume()`.
 * @param {object} options
 * @param {Pick<RoomRecord, 'id' | 'scene' | 'settings' | 'chosen' | 'kept'>} options.record
 * @param {Map<string, LoadedGame>} options.games
 * @param {HostOptions['openPlay']} options.openPlay
 * @param {HostOptions['findWhere']} [options.findWhere]
 * @param {HostOptions['shelf']} options.shelf
 * @param {Pick<Journal, 'saveScene' | 'saveSettings' | 'saveStage' | 'saveChosen' | 'saveInterlude' | 'erasePeople'>} options.journal
 * @param {Pick<Documents, 'find' | 'onChange'>} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 * @param {() => boolean} options.isPaused
 * @param {HostOptions['viewSeq']} options.viewSeq
 * @param {HostOptions['whoIsHere']} options.whoIsHere
 * @param {HostOptions['onView']} options.onView
 * @param {HostOptions['onStop']} options.onStop is called when the running game has failed
 * @param {HostOptions['onBegin']} options.onBegin is called when another game is on the stage
 * @param {() => void} options.onChange is called when the settings or the document have changed
 * @param {HostOptions['onEnd']} options.onEnd is called when a game has left the stage for good
 */
export function createScene({ record, games, journal, documents, log, now, isPaused, onChange, ...more }) {
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
        paused: isPaused(),
      };
    },
    /** Lists the games whose scenes wait, the one left last at the end. @returns {import('../contract/wire.js').KeptCard[]} */
    kept: () =>
      kept
        .all()
        .filter(({ gameId }) => games.has(gameId))
        .map(({ gameId, atMs, about: { place } }) => ({ gameId, title: titleOf(gameId), atMs, place })),
    /** Lists those of which results can be had. */
    keptResults: () =>
      kept
        .all()
        .filter(({ gameId, about }) => games.get(gameId)?.game.results && about.hasResults)
        .map(({ epoch, gameId, atMs }) => ({ epoch, gameId, atMs })),
    /** See `GameHost`. @param {number} epoch */
    resultsOf: (epoch) => host.resultsOf(epoch),
    /** See `GameHost`. @param {Parameters<typeof host.erase>[0]} clear */
    erase: (clear) => host.erase(clear),
    /** See `GameHost`. */
    sleep: () => host.sleep(),
    /** See `GameHost`. */
    wake: () => host.wake(),
    /** Stores the game as it stands. @returns {Promise<void>} rejects with `not-saved` */
    commit: () => host.line.commit(),
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
      const origin = originOf(player.network);
      return host.line.submit(personOf(player), { kind, value, id, origin, sinceTickMs });
    },

    // ── the operator; each promise is fulfilled when the change is on disk ──

    /** See `GameHost`. @param {string} gameId @param {Parameters<typeof host.switchTo>[1]} [how] */
    switchTo: (gameId, how) => host.switchTo(gameId, how),
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
     * Puts a game on with settings and a document of its own. If it cannot begin, nothing has changed.
     * @param {string} gameId that is there
     * @param {{ settings: Settings, documentId?: string, isAnew: boolean, isSure: boolean, by: Actor | null }} how checked; without
     *   `isAnew` a round of it that waits goes on, and one that is on gets its settings and document
     * @returns {Promise<void>} @throws {ShowError} as `switchTo`
     */
    async playCue(gameId, { settings, documentId, ...how }) {
      const loaded = /** @type {LoadedGame} */ (games.get(gameId));
      const { epoch } = host;
      if (gameId === host.loaded.id && !how.isAnew) {
        if (Object.keys(settings).length > 0) await this.set(settings);
        if (documentId !== undefined && documentId !== this.chosen(gameId)) await this.choose(documentId);
        return;
      }
      const prepared = choices.prepare(loaded, settings, documentId);
      try {
        await host.switchTo(gameId, how);
      } catch (error) {
        if (host.epoch === epoch) prepared.undo();
        throw error;
      }
      await prepared.save();
    },
    /** @param {string} gameId @returns {number | undefined} the number of its scene that waits */
    keptEpoch: (gameId) => kept.get(gameId)?.epoch,
    /** @param {string} gameId also of one that does not run @returns {Settings | null} null: it is not there */
    settingsOf: (gameId) => {
      const loaded = games.get(gameId);
      if (gameId === host.loaded.id) return host.settings;
      return loaded ? choices.settingsOf(loaded) : null;
    },
    /** Sets those of any game; a game that waits gets them when the room comes back to it. @param {string} gameId @param {Settings} changes */
    async setOf(gameId, changes) {
      const loaded = games.get(gameId);
      if (gameId === host.loaded.id) await this.set(changes);
      else if (loaded) await choices.set(loaded, changes);
    },
    /**
     * @param {unknown} action @param {unknown} [args] @param {Actor | null} [by] @param {string} [stepId] see `go`
     * @returns {Promise<void>}
     * @throws {ShowError} `action-unknown`, `action-refused`, `action-fault`: it threw, which is logged; those of a visit, see
     *   `GameHost`
     */
    async run(action, args, by, stepId) {
      try {
        await host.run(String(action), args, by, stepId);
      } catch (error) {
        if (error instanceof ShowError && error.code === 'action-fault') logFault(error);
        throw error;
      }
      await host.line.commit();
    },
    /** Takes a step of the desk, if it is still there; see `run`. @param {string} stepId @param {Actor | null} by @returns {Promise<void>} @throws {ShowError} `step-done` */
    go(stepId, by) {
      return this.run('', {}, by, stepId);
    },
    /** See `GameHost`. @param {string} [gameId] @param {Actor | null} [by] @param {boolean} [isSure] */
    back: (gameId, by, isSure) => host.back(gameId, by, isSure),
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
