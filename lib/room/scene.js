/** The scene of a room: which game is on its stage, with which settings and document. A fault ends its round, no more. */

/** @import { Input, Json, LoadedGame, Settings } from '../contract/types.js' */
/** @import { Scene } from '../contract/wire.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Kept, Lane } from '../stage/submissions.js' */
/** @import { Player } from './players.js' */
/** @import { Saved, Stage } from '../stage/stage.js' */

import { randomInt } from 'node:crypto';
import { ShowError, messageOf } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';
import { createSubmissions } from '../stage/submissions.js';
import { publicPlayer } from './players.js';
import { compileFields, compileSubmission, isObject, settingsFrom } from '../contract/schema.js';
import { StageFault, createStage, unknownKind } from '../stage/stage.js';

/** This many faults in 10 s, the fallback's own included, and the stage stays dark until the next switch. */
const MAX_FAULTS = 3;
const FAULT_WINDOW_MS = 10_000;

/**
 * Dark until `resume()`.
 * @param {object} options
 * @param {Pick<RoomRecord, 'id' | 'scene' | 'settings' | 'chosen'>} options.record
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveScene' | 'saveSettings' | 'saveStage' | 'saveChosen'>} options.journal
 * @param {Pick<import('../content/documents.js').Documents, 'find' | 'onChange'>} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 * @param {() => void} options.onBegin another game is on the stage, which knows nobody yet
 * @param {() => void} options.onChange other settings, or another document
 * @param {(loaded: LoadedGame, stage: Stage, epoch: number) => void} options.onEnd it leaves the stage
 */
export function createScene({ record, games, journal, documents, log, now, onBegin, onChange, onEnd }) {
  const { id } = record;
  /** @type {Record<string, Settings>} what was set for each game, also those that do not run now */
  const settingsByGame = { ...record.settings };
  /** Which document each game plays here. @type {Record<string, string | null>} */
  const chosen = { ...record.chosen };
  let epoch = record.scene?.epoch ?? 0;
  /** When the scene began, ms since 1970. */
  let sinceMs = 0;
  /** @type {LoadedGame} */
  let loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
  /** @type {Settings} */
  let settings = {};
  /** @type {Lane | null} null: dark, after too many faults */
  let lane = null;
  /** Checks of submissions by kind. @type {Map<string, (value: unknown) => string>} */
  let checks = new Map();
  /** Of the last transcript on disk, over all games. */
  let seq = 0;
  /** @type {number[]} */
  let faultsAtMs = [];
  documents.onChange((gameId, documentId) => {
    if (gameId === loaded.id && documentId === chosen[gameId]) void changeContent().catch(() => {});
  });

  /** @param {string} gameId from its beginning, or the lobby */
  function restart(gameId) {
    try {
      begin(gameId);
    } catch (error) {
      fall(error);
    }
  }

  /** @param {string} gameId @param {Kept & { sinceMs: number }} [kept] same epoch goes on; without it a new one begins */
  function begin(gameId, kept) {
    const next = games.get(gameId);
    if (!next) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
    const nextSettings = settingsFrom(next.game.settings, settingsByGame[gameId]);
    const nextEpoch = kept ? epoch : epoch + 1;
    const nextSinceMs = kept?.sinceMs ?? Date.now();
    const nextLane = openLane(next, nextSettings, nextEpoch, nextSinceMs, kept);
    endGame();
    loaded = next;
    settings = nextSettings;
    lane = nextLane;
    epoch = nextEpoch;
    sinceMs = nextSinceMs;
    checks = new Map(
      Object.entries(next.game.submit).map(([kind, { fields }]) => [kind, compileSubmission(fields)]),
    );
    if (kept) onStage((on) => on.setSettings(settings));
    onBegin();
    if (!kept) void journal.saveScene({ roomId: id, gameId, epoch, sinceMs });
  }

  /**
   * @param {LoadedGame} of @param {Settings} its @param {number} atEpoch @param {number} fromMs when the scene began
   * @param {Kept} [kept]
   */
  function openLane({ id: gameId, game }, its, atEpoch, fromMs, kept) {
    const seed = randomInt(2 ** 31);
    return createSubmissions({
      make: (saved) =>
        createStage({ game, settings: its, seed, content: contentOf(gameId)?.json ?? null, saved }),
      isRecorded: Object.keys(game.submit).length > 0,
      save: (write) =>
        journal.saveStage({ roomId: id, gameId, epoch: atEpoch, sinceMs: fromMs, atMs: Date.now() }, write),
      onFault: (error) => atEpoch === epoch && fall(error),
      kept,
      seq: lane?.seq ?? seq,
    });
  }

  function endGame() {
    if (!lane) return;
    onEnd(loaded, lane.stage, epoch);
    lane.end();
    seq = lane.seq;
    lane = null;
  }

  /** @param {string} gameId */
  function contentOf(gameId) {
    return documents.find(gameId, chosen[gameId] ?? undefined);
  }

  /**
   * Run what may meet a fault of the game; a fault ends the game's round and nothing else.
   * @template T
   * @param {(stage: Stage) => T} run
   * @returns {T | undefined}
   */
  function onStage(run) {
    if (!lane) return undefined;
    try {
      return run(lane.stage);
    } catch (error) {
      if (error instanceof ShowError) throw error;
      fall(error);
      return undefined;
    }
  }

  /** @param {unknown} error */
  function fall(error) {
    const hook = error instanceof StageFault ? error.hook : 'save';
    const fault = new ShowError('game-fault', { title: loaded.card.title, hook, problem: messageOf(error) });
    log.error(id, fault.message, error instanceof Error ? (error.cause ?? error) : error);
    const nowMs = now();
    faultsAtMs = [...faultsAtMs.filter((atMs) => nowMs - atMs < FAULT_WINDOW_MS), nowMs];
    endGame();
    if (faultsAtMs.length >= MAX_FAULTS) {
      log.error(id, 'Too many faults: the stage stays dark until the operator starts a game.');
      return;
    }
    restart(FALLBACK_GAME);
  }

  /** The document chosen is another one now, or has changed. @returns {Promise<void>} kept when it is on disk */
  async function changeContent() {
    onStage((on) => on.setContent(contentOf(loaded.id)?.json ?? null));
    onChange();
    await lane?.commit({ isWhole: true });
  }

  return {
    get loaded() {
      return loaded;
    },
    get epoch() {
      return epoch;
    },
    onStage,
    /** @returns {Scene} for the wire */
    describe() {
      const document = contentOf(loaded.id);
      return {
        epoch,
        sinceMs,
        game: loaded.card,
        settings,
        document: document && { id: document.id, title: document.title },
      };
    },
    /**
     * Take up the scene that the journal has; the lobby if there is none or its game is gone.
     * @param {RoomRecord} from the same record, whole; it is not kept
     * @returns {boolean} the game goes on where it was, or would have
     */
    resume(from) {
      const { scene } = from;
      const found = scene ? games.get(scene.gameId) : undefined;
      if (scene && !found)
        log.warn(id, `The game "${scene.gameId}" is no longer there: the lobby takes over.`);
      if (!scene || !found) {
        begin(FALLBACK_GAME);
        return false;
      }
      const kept = keptOf(from, scene);
      try {
        begin(scene.gameId, kept);
      } catch (error) {
        // The game is another one by now. What was on the stage is lost, the show is not.
        log.error(id, `${found.card.title} could not go on where it was: ${messageOf(error)}`, error);
        restart(scene.gameId);
      }
      return kept !== undefined;
    },
    /** Called once a second. */
    checkpoint() {
      try {
        lane?.checkpoint();
      } catch (error) {
        fall(error);
      }
    },
    /** Store what there is. */
    async close() {
      await lane?.close();
    },

    // ── the durable lane ──

    /** Something of this player is not on disk: he must not see it yet. @param {string} playerId */
    isPending: (playerId) => lane?.isPending(playerId) ?? false,
    /**
     * @param {Player} player
     * @param {{ kind: string, value: unknown, id: string }} said
     * @param {number} sinceTickMs it counts so long after the stage's last tick, or before it
     * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`
     */
    submit(player, { kind, value, id: submissionId }, sinceTickMs) {
      const check = checks.get(kind);
      if (!lane || !check) throw unknownKind(loaded.game, kind);
      const problem = check(value);
      if (problem) throw new ShowError('submit-bad', { kind, problem });
      try {
        const atMs = Math.round(lane.stage.nowMs() + sinceTickMs);
        const checked = /** @type {Input} */ (value);
        return lane.submit(kind, { id: submissionId, player: publicPlayer(player), value: checked, atMs });
      } catch (error) {
        if (error instanceof ShowError) throw error;
        fall(error);
        throw new ShowError('internal');
      }
    },

    // ── the operator; each is kept when it is on disk ──

    /** Throws before anything has changed. @param {string} gameId @throws {ShowError} see `switchTo` of a room */
    switchTo(gameId) {
      faultsAtMs = [];
      try {
        begin(gameId);
      } catch (error) {
        if (!(error instanceof StageFault)) throw error;
        const title = games.get(gameId)?.card.title;
        log.error(id, `${title} could not start.`, error.cause);
        throw new ShowError('game-fault', { title, hook: error.hook, problem: error.message });
      }
      log.info(id, `${loaded.card.title} is on.`);
      return Promise.all([
        journal.saveScene({ roomId: id, gameId: loaded.id, epoch, sinceMs }),
        lane?.commit(),
      ]);
    },
    /** @param {unknown} changes @returns {Promise<Settings>} all of them @throws {ShowError} `setting-bad` */
    async set(changes) {
      const problem = compileFields(loaded.game.settings, { partial: true })(changes);
      if (problem) throw new ShowError('setting-bad', { problem });
      settings = { ...settings, .../** @type {Settings} */ (changes) };
      settingsByGame[loaded.id] = settings;
      onStage((on) => on.setSettings(settings));
      onChange();
      const all = settings;
      const isInTranscript = lane?.isRecorded;
      await Promise.all([journal.saveSettings(id, loaded.id, all), isInTranscript && lane?.commit()]);
      return all;
    },
    /**
     * @param {unknown} action @param {unknown} [args]
     * @returns {Promise<void>}
     * @throws {ShowError} `action-unknown`, `action-refused`
     */
    async run(action, args) {
      onStage((on) => on.run(String(action), args));
      await lane?.commit();
    },
    /** @param {unknown} documentId null: none @returns {Promise<void>} @throws {ShowError} `document-unknown` */
    async choose(documentId) {
      const found = documentId === null ? null : documents.find(loaded.id, String(documentId));
      if (documentId !== null && !found)
        throw new ShowError('document-unknown', { document: String(documentId).slice(0, 60) });
      const gameId = loaded.id;
      chosen[gameId] = found?.id ?? null;
      await Promise.all([journal.saveChosen(id, gameId, chosen[gameId]), changeContent()]);
    },
    /** @param {string} gameId @returns {string | null} the document it plays here */
    chosen: (gameId) => contentOf(gameId)?.id ?? null,
    /** All that it plays with, as JSON: what stands in there is in use. */
    text: () => JSON.stringify(settingsByGame) + (onStage((on) => JSON.stringify(on.save())) ?? ''),
  };
}

/** @param {RoomRecord} record @param {{ gameId: string, epoch: number, sinceMs: number }} scene */
function keptOf({ snapshot, transcripts, submissions }, { gameId, epoch, sinceMs }) {
  if (!snapshot || snapshot.gameId !== gameId || snapshot.epoch !== epoch) return undefined;
  if (!isObject(snapshot.state)) return undefined;
  return {
    saved: /** @type {Saved} */ (/** @type {unknown} */ (snapshot.state)),
    transcripts: transcripts.filter((one) => one.epoch === epoch),
    submissions: submissions.filter((one) => one.epoch === epoch),
    sinceMs,
  };
}
