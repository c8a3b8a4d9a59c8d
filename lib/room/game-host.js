/** Holds the game that runs in a room: begins it, ends it, goes on with it after a restart, and falls back to the lobby. */

/** @import { Actor, Json, LoadedGame, Settings, Visit } from '../contract/types.js' */
/** @import { KeptScene, RoomRecord, Way } from '../journal/rows.js' */
/** @import { Stage, StoredGame } from '../stage/types.js' */
/** @import { Choices } from './choices.js' */
/** @import { KeptScenes } from './kept-scenes.js' */
/** @import { Player } from './player.js' */
/** @import { RunningGame } from './running-game.js' */
/** @import { Act } from './scene-store.js' */

import { ShowError, messageOf } from '../errors.js';
import { settingsFrom } from '../contract/schema.js';
import { FALLBACK_GAME } from '../load-games.js';
import { StageFault, createStage, unknownKind } from '../stage/stage.js';
import { checkSettings } from './choices.js';
import { createFaults } from './faults.js';
import { createRunningGame, storedGameOf } from './running-game.js';
import { createSceneStore } from './scene-store.js';

/**
 * @typedef {object} HostOptions
 * @property {string} roomId
 * @property {number} epoch of the last scene in the journal
 * @property {Map<string, LoadedGame>} games
 * @property {Choices} choices
 * @property {KeptScenes} kept
 * @property {import('./scene-store.js').SceneJournal} journal
 * @property {import('../log.js').Log} log
 * @property {() => number} now monotonic ms
 * @property {(isBack: boolean) => void} onBegin is called when another game is on the stage, which knows nobody yet; `isBack`: or
 *   who was there when it was left
 * @property {(loaded: LoadedGame, stage: Stage, epoch: number) => void} onEnd is called when a game leaves the stage for good
 *
 * @typedef {{ act: Act, running: RunningGame }} Opened a game that is ready to go on the stage
 *
 * @typedef {object} Beginning
 * @property {Way | null} [way]
 * @property {StoredGame} [stored] the state to go on from
 * @property {number} [epoch] of a scene that is on disk; by default a new one begins
 * @property {number} [sinceMs]
 */

/** The stage is dark until `resume()`, and after too many faults. */
export class GameHost {
  #options;
  #faults;
  #store;
  /** The game that is on, or was last. @type {Act} */
  #act;
  /** Null while the stage is dark. @type {RunningGame | null} */
  #running = null;
  /** The number of the last write, over all games. */
  #seq = 0;

  /** @param {HostOptions} options */
  constructor(options) {
    const { roomId, epoch, games, log, now } = options;
    this.#options = options;
    this.#faults = createFaults({ roomId, log, now });
    this.#store = createSceneStore(options);
    const loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
    this.#act = { loaded, epoch, sinceMs: 0, way: null, receipts: null };
  }

  /** The game that runs; while the stage is dark, the one that ran last. */
  get loaded() {
    return this.#act.loaded;
  }

  get epoch() {
    return this.#act.epoch;
  }

  get sinceMs() {
    return this.#act.sinceMs;
  }

  /** Where the scene leads back to; null: it is no interlude, or nothing waits there any more. @returns {Way | null} */
  get way() {
    const { way } = this.#act;
    return way && this.#options.kept.get(way.back) ? way : null;
  }

  /** All settings that the running game plays with. */
  get settings() {
    return this.#settingsOf(this.#act);
  }

  /** Null while the stage is dark. */
  get submissions() {
    return this.#running?.submissions ?? null;
  }

  /**
   * Goes on with the scene that the journal has, or with the lobby if there is none or its game is gone.
   * @param {Pick<RoomRecord, 'scene' | 'snapshot' | 'transcripts' | 'submissions' | 'interlude'>} record read here, and not held
   *   in memory
   * @returns {boolean} the journal had the state of the game
   */
  resume(record) {
    const { roomId, games, log } = this.#options;
    const { scene, interlude } = record;
    const way = interlude && interlude.epoch === scene?.epoch ? interlude.way : null;
    const found = scene ? games.get(scene.gameId) : undefined;
    if (scene && !found)
      log.warn(roomId, `The game "${scene.gameId}" is no longer there: the lobby takes over.`);
    if (!scene || !found) {
      this.#begin(FALLBACK_GAME, way);
      return false;
    }
    const stored = storedGameOf(record, scene);
    try {
      if (stored) this.#goOn(scene.gameId, { stored, way, epoch: scene.epoch, sinceMs: scene.sinceMs });
      else this.#begin(scene.gameId, way);
    } catch (error) {
      // The game may be a newer version by now. Its state is lost, but the show goes on.
      log.error(roomId, `${found.card.title} could not go on where it was: ${messageOf(error)}`, error);
      this.#restart(scene.gameId, way);
    }
    return stored !== undefined;
  }

  /**
   * Starts a game for the operator. If a scene of it waits, that is given up.
   * @param {string} gameId
   * @returns {Promise<unknown>} fulfilled when it is on disk
   * @throws {ShowError} `game-unknown`; `game-fault`: it cannot even be set up. Nothing has changed then
   */
  switchTo(gameId) {
    const { kept, log, roomId } = this.#options;
    this.#faults.forgive();
    const waiting = kept.get(gameId);
    this.#orRefuse(gameId, () => this.#begin(gameId, null));
    if (waiting) this.#giveUp(waiting);
    log.info(roomId, `${this.loaded.card.title} is on.`);
    return Promise.all([this.#store.saveScene(this.#act), this.submissions?.commit()]);
  }

  /**
   * Runs an action. If it wishes to visit another game, the running scene is kept as it stands, and that game begins. The
   * next write has both, or neither.
   * @param {string} action @param {unknown} [args] @param {Actor | null} [by]
   * @throws {ShowError} as `Stage.apply`, `game-unknown`, `game-kept`, `setting-bad`, `game-fault`: nothing has changed then
   */
  run(action, args, by = null) {
    /** @type {{ visit?: Opened & { then: string | null } }} */
    const found = {};
    this.onStage((stage) =>
      stage.apply(['run', action, args, by], (wish) => {
        found.visit = { ...this.#openVisit(wish), then: wish.then };
      }),
    );
    if (found.visit) this.#leaveFor(found.visit);
  }

  /**
   * Goes back to a scene that waits, as it was left, and runs the action with which it wants to go on.
   * @param {string} [gameId] by default the one to which the running scene leads back
   * @param {Actor | null} [by] runs that action
   * @returns {Promise<void> | undefined} fulfilled when it is on disk
   * @throws {ShowError} `back-none`; `game-fault`: it cannot go on, and waits as before
   */
  back(gameId = this.#act.way?.back, by = null) {
    const { kept, log, roomId } = this.#options;
    const scene = kept.get(gameId ?? '');
    if (!scene) throw new ShowError('back-none');
    this.#faults.forgive();
    const { saved, receipts, sinceMs, way, then } = scene;
    const stored = { saved: JSON.parse(saved), transcripts: [], submissions: receipts };
    this.#orRefuse(scene.gameId, () =>
      this.#goOn(scene.gameId, { stored, sinceMs, way }, () => kept.forget(scene.gameId)),
    );
    const { title } = this.loaded.card;
    log.info(roomId, `${title} goes on.`);
    try {
      if (then !== null) this.run(then, {}, by);
    } catch (error) {
      log.warn(roomId, `${title} came back, but its action "${then}" was refused: ${messageOf(error)}`);
    }
    return this.submissions?.commit({ isWhole: true });
  }

  /**
   * Changes the settings of a visit, which count for this visit only.
   * @param {Way} way the one that is on @param {Settings} changes checked
   * @returns {Promise<void>} fulfilled when they are on disk
   */
  setForVisit(way, changes) {
    this.#act.way = { ...way, settings: { ...way.settings, ...changes } };
    return this.#store.saveInterlude(this.epoch, this.#act.way);
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
    if (!this.#running) throw unknownKind(this.loaded.game, said.kind);
    const receipt = this.#attempt((game) => game.submit(player, said, sinceTickMs));
    if (!receipt) throw new ShowError('internal');
    return receipt;
  }

  /** Stores what happened. Called once a second. */
  checkpoint() {
    this.#attempt(({ submissions }) => submissions.checkpoint());
  }

  /**
   * Makes the stage of a game. Nothing has changed yet.
   * @param {string} gameId @param {Beginning} [beginning]
   * @returns {Opened}
   * @throws {ShowError} `game-unknown`
   * @throws {StageFault} the game cannot be set up, or what is stored cannot be played
   */
  #open(gameId, { way = null, stored, epoch, sinceMs = Date.now() } = {}) {
    const { games, choices, now } = this.#options;
    const loaded = games.get(gameId);
    if (!loaded) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
    const receipts = epoch === undefined ? (stored?.submissions ?? []) : null;
    /** @type {Act} */
    const act = { loaded, epoch: epoch ?? this.epoch + 1, sinceMs, way, receipts };
    const running = createRunningGame({
      loaded,
      settings: this.#settingsOf(act),
      content: () => choices.contentOf(loaded.id),
      stored,
      seq: this.submissions?.seq ?? this.#seq,
      save: (write) => this.#store.save(act, write),
      now,
      onFault: (error) => act === this.#act && this.#fall(error),
    });
    return { act, running };
  }

  /** @param {Opened} opened @param {boolean} isBack */
  #enter({ act, running }, isBack) {
    this.#act = act;
    this.#running = running;
    this.#options.onBegin(isBack);
  }

  /** Puts a game on the stage, from its beginning. If it throws, nothing has changed. @param {string} gameId @param {Way | null} way */
  #begin(gameId, way) {
    const opened = this.#open(gameId, { way });
    this.#end();
    this.#enter(opened, false);
    void this.#store.saveScene(this.#act);
  }

  /**
   * Puts a game on the stage, from where it was. If it throws, nothing has changed.
   * @param {string} gameId @param {Beginning & { stored: StoredGame }} beginning
   * @param {() => void} [onEntering] nothing can go wrong any more
   */
  #goOn(gameId, beginning, onEntering) {
    const opened = this.#open(gameId, beginning);
    opened.running.submissions.stage.apply(['setSettings', this.#settingsOf(opened.act)]);
    onEntering?.();
    this.#end();
    this.#enter(opened, onEntering !== undefined);
  }

  /** @param {Visit} wish @throws {ShowError} */
  #openVisit({ gameId, settings }) {
    const { games, kept } = this.#options;
    const found = games.get(gameId);
    if (found && (found === this.loaded || kept.get(gameId)))
      throw new ShowError('game-kept', { title: found.card.title });
    if (found && settings) checkSettings(found, settings);
    const way = { back: this.loaded.id, settings };
    return this.#orRefuse(gameId, () => this.#open(gameId, { way }));
  }

  /** @param {Opened & { then: string | null }} visit */
  #leaveFor({ act, running, then }) {
    const { kept, log, roomId } = this.#options;
    const { loaded, epoch, sinceMs, way } = this.#act;
    const left = this.#attempt(({ submissions }) => submissions.keep());
    if (!left) return;
    const { saved, receipts, settle } = left;
    const times = { epoch, sinceMs, atMs: Date.now() };
    kept.keep({ gameId: loaded.id, ...times, saved, receipts, then, way }, settle);
    this.#seq = this.submissions?.seq ?? this.#seq;
    this.#running = null;
    this.#enter({ act, running }, false);
    log.info(roomId, `${act.loaded.card.title} is on, and ${loaded.card.title} waits.`);
  }

  /** Archives what is left of a scene that nobody comes back to. @param {KeptScene} scene */
  #giveUp({ gameId, saved, epoch }) {
    const { games, kept, choices, onEnd, log, roomId } = this.#options;
    kept.forget(gameId);
    const loaded = games.get(gameId);
    try {
      if (!loaded) return;
      const settings = choices.settingsOf(loaded);
      const content = choices.contentOf(gameId);
      onEnd(
        loaded,
        createStage({ game: loaded.game, settings, seed: 0, content, saved: JSON.parse(saved) }),
        epoch,
      );
    } catch (error) {
      log.warn(roomId, `What waited of ${loaded?.card.title} could not be read: ${messageOf(error)}`);
    }
  }

  /** @param {Act} act @returns {Settings} */
  #settingsOf({ loaded, way }) {
    const chosen = this.#options.choices.settingsOf(loaded);
    return way?.settings ? settingsFrom(loaded.game.settings, { ...chosen, ...way.settings }) : chosen;
  }

  #end() {
    if (!this.#running) return;
    const { submissions } = this.#running;
    this.#options.onEnd(this.loaded, submissions.stage, this.epoch);
    submissions.end();
    this.#seq = submissions.seq;
    this.#running = null;
  }

  /** Starts a game from its beginning, or the lobby if it cannot. @param {string} gameId @param {Way | null} way */
  #restart(gameId, way) {
    try {
      this.#begin(gameId, way);
    } catch (error) {
      this.#fall(error);
    }
  }

  /** @template T @param {string} gameId @param {() => T} begin @returns {T} @throws {ShowError} */
  #orRefuse(gameId, begin) {
    try {
      return begin();
    } catch (error) {
      if (!(error instanceof StageFault)) throw error;
      throw this.#faults.refuse(this.#options.games.get(gameId)?.card.title, error);
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
    const mayGoOn = this.#faults.add(this.loaded, error);
    const { way } = this.#act;
    this.#end();
    if (mayGoOn) this.#restart(FALLBACK_GAME, way && { ...way, settings: null });
  }
}
