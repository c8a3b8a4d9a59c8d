/** Holds the game that runs in a room: begins it, ends it, goes on with it after a restart, and falls back to the lobby. */

/** @import { Json, LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Stage, StoredGame } from '../stage/types.js' */
/** @import { Choices } from './choices.js' */
/** @import { Player } from './player.js' */
/** @import { RunningGame } from './running-game.js' */

import { ShowError, messageOf } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';
import { StageFault, unknownKind } from '../stage/stage.js';
import { createFaults } from './faults.js';
import { createRunningGame, storedGameOf } from './running-game.js';

/**
 * @typedef {object} HostOptions
 * @property {string} roomId
 * @property {number} epoch of the last scene in the journal
 * @property {Map<string, LoadedGame>} games
 * @property {Choices} choices
 * @property {Pick<Journal, 'saveScene' | 'saveStage'>} journal
 * @property {import('../log.js').Log} log
 * @property {() => number} now monotonic ms
 * @property {() => void} onBegin is called when another game is on the stage, which knows nobody yet
 * @property {(loaded: LoadedGame, stage: Stage, epoch: number) => void} onEnd is called when a game leaves the stage
 */

/** The stage is dark until `resume()`, and after too many faults. */
export class GameHost {
  #options;
  #faults;
  #epoch;
  /** When the scene began, ms since 1970. */
  #sinceMs = 0;
  #loaded;
  /** Null while the stage is dark. @type {RunningGame | null} */
  #running = null;
  /** The number of the last write, over all games. */
  #seq = 0;

  /** @param {HostOptions} options */
  constructor(options) {
    const { roomId, epoch, games, log, now } = options;
    this.#options = options;
    this.#faults = createFaults({ roomId, log, now });
    this.#epoch = epoch;
    this.#loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
  }

  /** The game that runs; while the stage is dark, the one that ran last. */
  get loaded() {
    return this.#loaded;
  }

  get epoch() {
    return this.#epoch;
  }

  get sinceMs() {
    return this.#sinceMs;
  }

  /** Null while the stage is dark. */
  get submissions() {
    return this.#running?.submissions ?? null;
  }

  /**
   * Goes on with the scene that the journal has, or with the lobby if there is none or its game is gone.
   * @param {Pick<RoomRecord, 'scene' | 'snapshot' | 'transcripts' | 'submissions'>} record read here, and not held in memory
   * @returns {boolean} the journal had the state of the game
   */
  resume(record) {
    const { roomId, games, log } = this.#options;
    const { scene } = record;
    const found = scene ? games.get(scene.gameId) : undefined;
    if (scene && !found)
      log.warn(roomId, `The game "${scene.gameId}" is no longer there: the lobby takes over.`);
    if (!scene || !found) {
      this.#begin(FALLBACK_GAME);
      return false;
    }
    const stored = storedGameOf(record, scene);
    try {
      this.#begin(scene.gameId, stored);
    } catch (error) {
      // The game may be a newer version by now. Its state is lost, but the show goes on.
      log.error(roomId, `${found.card.title} could not go on where it was: ${messageOf(error)}`, error);
      this.#restart(scene.gameId);
    }
    return stored !== undefined;
  }

  /**
   * Starts a game for the operator.
   * @param {string} gameId
   * @returns {Promise<unknown>} fulfilled when it is on disk
   * @throws {ShowError} `game-unknown`; `game-fault`: it cannot even be set up. Nothing has changed then
   */
  switchTo(gameId) {
    const { roomId, games, log } = this.#options;
    this.#faults.forgive();
    try {
      this.#begin(gameId);
    } catch (error) {
      if (error instanceof StageFault) throw this.#faults.refuse(games.get(gameId)?.card.title, error);
      throw error;
    }
    log.info(roomId, `${this.#loaded.card.title} is on.`);
    return Promise.all([this.#saveScene(), this.submissions?.commit()]);
  }

  /**
   * Runs code that may meet a fault of the game.
   * @template T
   * @param {(stage: Stage) => T} run
   * @returns {T | undefined} undefined: the stage is dark, or the game has just failed
   * @throws {ShowError} the mistake of the sender of an entry
   */
  onStage(run) {
    return this.#attempt(({ submissions }) => run(submissions.stage));
  }

  /**
   * Reads something without which the game can go on: a fault of the game goes to the caller, and ends nothing.
   * @template T
   * @param {(stage: Stage) => T} run may only read
   * @returns {T | undefined} undefined: the stage is dark
   * @throws {StageFault}
   */
  read(run) {
    return this.#running ? run(this.#running.submissions.stage) : undefined;
  }

  /**
   * @param {Player} player
   * @param {{ kind: string, value: unknown, id: string }} said
   * @param {number} sinceTickMs it counts this long after the stage's last tick; negative: before it
   * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
   * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`, `internal`
   */
  submit(player, said, sinceTickMs) {
    if (!this.#running) throw unknownKind(this.#loaded.game, said.kind);
    const receipt = this.#attempt((game) => game.submit(player, said, sinceTickMs));
    if (!receipt) throw new ShowError('internal');
    return receipt;
  }

  /** Stores what happened. Called once a second. */
  checkpoint() {
    this.#attempt(({ submissions }) => submissions.checkpoint());
  }

  /**
   * Puts a game on the stage. If it throws, nothing has changed.
   * @param {string} gameId
   * @param {StoredGame & { sinceMs: number }} [stored] its epoch goes on; without it a new one begins
   * @throws {ShowError} `game-unknown`
   * @throws {StageFault} the game cannot be set up, or what is stored cannot be played
   */
  #begin(gameId, stored) {
    const { games, choices, onBegin } = this.#options;
    const loaded = games.get(gameId);
    if (!loaded) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
    const epoch = stored ? this.#epoch : this.#epoch + 1;
    const sinceMs = stored?.sinceMs ?? Date.now();
    const running = this.#open(loaded, { epoch, sinceMs }, stored);
    this.#end();
    this.#loaded = loaded;
    this.#epoch = epoch;
    this.#sinceMs = sinceMs;
    this.#running = running;
    if (stored) this.onStage((stage) => stage.apply(['setSettings', choices.settingsOf(loaded)]));
    onBegin();
    if (!stored) void this.#saveScene();
  }

  /** @param {LoadedGame} loaded @param {{ epoch: number, sinceMs: number }} begun @param {StoredGame} [stored] */
  #open(loaded, { epoch, sinceMs }, stored) {
    const { roomId, choices, journal, now } = this.#options;
    return createRunningGame({
      roomId,
      loaded,
      settings: choices.settingsOf(loaded),
      content: () => choices.contentOf(loaded.id),
      epoch,
      sinceMs,
      stored,
      seq: this.submissions?.seq ?? this.#seq,
      journal,
      now,
      onFault: (error) => epoch === this.#epoch && this.#fall(error),
    });
  }

  #saveScene() {
    const { roomId, journal } = this.#options;
    const gameId = this.#loaded.id;
    return journal.saveScene({ roomId, gameId, epoch: this.#epoch, sinceMs: this.#sinceMs });
  }

  #end() {
    if (!this.#running) return;
    const { submissions } = this.#running;
    this.#options.onEnd(this.#loaded, submissions.stage, this.#epoch);
    submissions.end();
    this.#seq = submissions.seq;
    this.#running = null;
  }

  /** Starts a game from its beginning, or the lobby if it cannot. @param {string} gameId */
  #restart(gameId) {
    try {
      this.#begin(gameId);
    } catch (error) {
      this.#fall(error);
    }
  }

  /** @template T @param {(game: RunningGame) => T} run @returns {T | undefined} */
  #attempt(run) {
    if (!this.#running) return undefined;
    try {
      return run(this.#running);
    } catch (error) {
      if (error instanceof ShowError) throw error;
      this.#fall(error);
      return undefined;
    }
  }

  /** Ends the round, and nothing else, when the running game has failed. @param {unknown} error */
  #fall(error) {
    const mayGoOn = this.#faults.add(this.#loaded, error);
    this.#end();
    if (mayGoOn) this.#restart(FALLBACK_GAME);
  }
}
