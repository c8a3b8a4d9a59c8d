/**
 * The scene of a room: the game that is on, and all that puts another one in its place, such as an interlude and the way back. The game
 * plays elsewhere (lib/play), so a change of the scene takes its time, and changes go one after the other.
 */

/** @import { Actor, LoadedGame, Settings, Visit } from '../contract/types.js' */
/** @import { Scene as Described } from '../contract/wire.js' */
/** @import { KeptScene, RoomRecord, Way } from '../journal/rows.js' */
/** @import { Beginning, OpenPlay } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { Leaving } from './leaving.js' */
/** @import { Rounds, SceneOptions } from './types.js' */

import { ShowError, messageOf } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';
import { CHANGED } from '../play/play.js';
import { PlayOver, faultOf } from '../play/values.js';
import { createCandidates } from './candidates.js';
import { checkSettings, createChoices } from './choices.js';
import { CurrentPlay } from './current-play.js';
import { createFaults } from './faults.js';
import { createLeaving } from './leaving.js';
import { createRecovery } from './recovery.js';
import { ENDED, Round } from './round.js';
import { createSavedScenes, storedGameOf, storedOf } from './saved-scenes.js';
import { within } from './within.js';

/** The operator who starts a game waits this long for the results of the one before, so that they are in the list at once. */
const RESULTS_WITHIN_MS = 200;

/** The stage is dark until `resume()`. One state machine, so it is longer than others: each change may meet a fault, and each fault a change. */
export class Scene {
  #options;
  #faults;
  #candidates;
  #saved;
  #recovery;
  /** @type {Rounds} */
  #rounds;
  /** The round that is on, or was last. @type {Round} */
  round;
  /** Changes of the scene, one after the other. @type {Promise<unknown>} */
  changes = Promise.resolve();

  /** @param {SceneOptions} options */
  constructor(options) {
    this.#options = options;
    this.#candidates = createCandidates(options);
    this.#faults = createFaults(options, this.#candidates.fallback, () => this.epoch);
    this.#saved = createSavedScenes(options);
    /** The settings and documents of its games. */
    this.choices = createChoices(options, this);
    /** The way to the game that is on. */
    this.play = new CurrentPlay(this);
    this.#rounds = {
      ...{ options, choices: this.choices, saved: this.#saved, seq: 0 },
      current: () => this.round,
      onFault: (round, fault) => this.#recovery.failed(round, fault),
    };
    /** The scenes that wait. */
    this.waiting = createLeaving(this.#rounds);
    this.#recovery = createRecovery(options, this.#faults, {
      current: () => this.round,
      inTurn: (run) => this.#inTurn(run),
      open: (gameId, beginning) => this.#open(gameId, beginning),
      enter: (round, isBack) => this.#enter(round, isBack),
      introduce: () => this.#introduce(true),
      restart: (gameId, way) => this.#restart(gameId, way),
      replace: (loaded, error, way) => this.#replace(loaded, error, way),
      fallback: this.#candidates.fallback,
    });
    const loaded = /** @type {LoadedGame} */ (options.games.get(FALLBACK_GAME));
    const epoch = options.record.scene?.epoch ?? 0;
    this.round = new Round(this.#rounds, { loaded, epoch, sinceMs: 0, way: null, receipts: null });
  }

  /** The game that runs; while the stage is dark, the one that ran last. */
  get loaded() {
    return this.round.loaded;
  }

  get epoch() {
    return this.round.epoch;
  }

  /** All settings that the running game plays with. */
  get settings() {
    return this.round.settings;
  }

  /** Where the scene leads back to; null: it is no interlude, or nothing waits there any more. @returns {Way | null} */
  get way() {
    const { way } = this.round;
    return way && this.#saved.get(way.back) ? way : null;
  }

  /** The last fault of its game that concerns the scene, for panels. */
  get fault() {
    return this.#faults.last;
  }

  /** @returns {Described} */
  describe() {
    const { epoch, sinceMs, loaded } = this.round;
    const document = this.choices.documentOf(loaded.id);
    const back = this.way?.back;
    return {
      epoch,
      sinceMs,
      game: loaded.card,
      settings: this.settings,
      document: document && { id: document.id, title: document.title },
      back: back === undefined ? null : { gameId: back, title: this.waiting.titleOf(back) },
      paused: this.#options.isPaused(),
    };
  }

  /** Returns everything that its games play with, as JSON text: an asset that is named in it is in use. */
  async text() {
    const { isAsleep, shadow } = this.round;
    const text = isAsleep ? JSON.stringify(shadow.stored()?.saved) : await this.play.ask('text');
    return [this.choices.text(), text ?? '', ...this.#saved.all().map(({ saved }) => saved)].join('');
  }

  // ── changes of the scene ──

  /**
   * Runs one change after the one before.
   * @template T @param {() => Promise<T>} run @returns {Promise<T>}
   */
  #inTurn(run) {
    const done = this.changes.then(run);
    this.changes = done.catch(() => {});
    return done;
  }

  /**
   * Goes on with the scene that the journal has, or with the lobby if there is none or its game is gone.
   * @param {Pick<RoomRecord, 'scene' | 'snapshot' | 'transcripts' | 'submissions' | 'interlude'>} record read here, and not kept
   * @returns {Promise<boolean>} true: the game goes on where it was
   */
  resume(record) {
    return this.#inTurn(async () => {
      const { games, log } = this.#options;
      const { scene, interlude } = record;
      const way = interlude && interlude.epoch === scene?.epoch ? interlude.way : null;
      const found = scene ? this.#candidates.find(scene.gameId) : undefined;
      const stored = scene ? storedGameOf(record, scene) : undefined;
      if (scene && found && stored) {
        const { gameId, epoch, sinceMs } = scene;
        try {
          this.#enter(await this.#open(gameId, { stored, way, epoch, sinceMs }), false);
          return true;
        } catch (error) {
          // The game may be a newer version by now. Its state is lost, but the show goes on.
          const problem = `${found.card.title} could not go on where it was: ${messageOf(error)}`;
          log.error(this.#options.record.id, problem, error);
        }
      }
      // A game that is out of the list may be brought back.
      if (scene && stored && !found && games.has(scene.gameId)) this.waiting.hold(scene, stored, way);
      await this.#restart(found?.id ?? this.#candidates.fallback(), way);
      return false;
    });
  }

  /**
   * Puts a game on the stage for the operator: where it was left, if it waits, else from its beginning. The one that is on is
   * kept. A game that is on stays as it is.
   * @param {string} gameId @param {{ isAnew?: boolean, isSure?: boolean, by?: Actor | null }} [how] isAnew: what waits of it, or is on, is given up
   * @returns {Promise<boolean>} fulfilled when it is on disk; false: it was on already
   * @throws {ShowError} `game-unknown`, and of `Leaving`; `game-fault`: it cannot even be set up. Nothing has changed then
   */
  async switchTo(gameId, { isAnew = false, isSure = false, by = null } = {}) {
    /** @type {Promise<unknown>} */
    let ended = Promise.resolve();
    const isOther = await this.#inTurn(async () => {
      if (gameId === this.loaded.id && !isAnew) return false;
      const waiting = this.#saved.get(gameId);
      // To begin anew is to be sure that this game may end.
      const isMeant = isSure || gameId === this.loaded.id;
      if (waiting && !isAnew) ({ ended } = await this.#comeBack(waiting, { isSure, by }));
      else ({ ended } = await this.#faults.orRefuse(gameId, () => this.#begin(gameId, null, isMeant)));
      if (waiting && isAnew) ended = Promise.all([ended, this.waiting.giveUp(waiting)]);
      return true;
    });
    await Promise.all([
      this.#saved.saveScene(this.round),
      this.play.commit(isOther),
      within(ended, RESULTS_WITHIN_MS, null),
    ]);
    return isOther;
  }

  /**
   * Runs an action. If it wishes to visit another game, the running scene is kept as it stands, and that game begins. The
   * next write has both, or neither.
   * @param {unknown} action @param {unknown} [args] @param {Actor | null} [by]
   * @param {string} [stepId] the step of the desk that is taken instead, if it is still there
   * @returns {Promise<void>} stored @throws {ShowError} `action-unknown`, `action-refused`, `action-fault`: it threw, which is logged; `game-unknown`, `game-kept`,
   *   `setting-bad`, `game-fault`: nothing has changed then; `step-done`
   */
  async run(action, args, by = null, stepId) {
    try {
      await this.#perform(String(action), args, by, stepId);
    } catch (error) {
      this.#faults.logAction(this.loaded, error);
      throw error;
    }
    await this.play.commit();
  }

  /** @param {string} action @param {unknown} args @param {Actor | null} by @param {string} [stepId] */
  async #perform(action, args, by, stepId) {
    const { round } = this;
    const done = stepId === undefined ? null : await this.play.once('go', stepId, by);
    const wish = done ? done.wish : await this.play.once('run', action, args, by);
    if (!wish) return;
    await this.#inTurn(async () => {
      if (round !== this.round) throw new ShowError('action-refused', { problem: CHANGED });
      await this.#visit(wish, done?.action ?? action, done?.args ?? args, by);
    });
  }

  /**
   * Goes back to a scene that waits, as it was left, and runs the action with which it wants to go on. A visit is over then.
   * @param {string} [gameId] by default the one to which the running scene leads back
   * @param {Actor | null} [by] runs that action @param {boolean} [isSure] see `Leave` @returns {Promise<void>} stored
   * @throws {ShowError} `back-none`, and of `Leaving`; `game-fault`: it cannot go on, and waits as before
   */
  async back(gameId, by = null, isSure = false) {
    await this.#inTurn(async () => {
      const scene = this.#saved.get(gameId ?? this.round.way?.back ?? '');
      if (!scene) throw new ShowError('back-none');
      await this.#comeBack(scene, { isSure, by });
    });
    await this.play.commit(true);
  }

  /** @param {KeptScene} scene @param {{ isSure: boolean, by: Actor | null }} how @returns {ReturnType<Leaving['leave']>} */
  async #comeBack(scene, { isSure, by }) {
    const { gameId, sinceMs, way, then } = scene;
    const isOver = this.round.way?.back === gameId;
    const round = await this.#faults.orRefuse(gameId, () =>
      this.#open(gameId, { stored: storedOf(scene), sinceMs, way, isBack: true }),
    );
    const { ended } = await this.waiting.leave(this.round, round, { isOver, isSure });
    this.#saved.forget(gameId);
    this.#enter(round, true);
    try {
      const wish = then === null ? null : await this.round.play?.ask('run', then, {}, by);
      if (then !== null && wish) await this.#visit(wish, then, {}, by);
    } catch (error) {
      const problem = `${round.loaded.card.title} came back, but its action "${then}" was refused`;
      this.#options.log.warn(this.#options.record.id, `${problem}: ${messageOf(error)}`);
    }
    return { ended };
  }

  /** Changes the settings of a visit, which count for this visit only. @param {Way} way the one that is on @param {Settings} changes checked @returns {Promise<void>} stored */
  setForVisit(way, changes) {
    this.round.way = { ...way, settings: { ...way.settings, ...changes } };
    return this.#saved.saveWay(this.epoch, this.round.way);
  }

  /**
   * Begins the lobby, and gives up all scenes before it, unsaved, with what the disk has of them and of the people in them.
   * @param {(lastEpoch: number) => void} clear forgets in the same moment what else there is of them
   * @returns {Promise<string[]>} see `erasePeople` of the journal @throws {ShowError} `game-fault`: nothing has changed; `not-saved`
   */
  async erase(clear) {
    const [erasing] = await this.#inTurn(async () => {
      const gameId = this.#candidates.fallback();
      const round = await this.#faults.orRefuse(gameId, () => this.#open(gameId));
      this.round.play?.stop();
      clear(this.epoch);
      const erased = this.#saved.erase(round, ENDED);
      this.#enter(round, false);
      return [erased];
    });
    return erasing;
  }

  /** Goes on with another version of a game, whose files have changed, if it is on here. @param {string} gameId */
  renew(gameId) {
    this.choices.renew(gameId);
    return this.#inTurn(() => this.#recovery.renew(gameId));
  }

  /** Stores the game as it is and ends its thread, because nobody is there. It goes on as soon as somebody asks for anything. */
  sleep() {
    return this.#inTurn(() => this.round.sleep());
  }

  /** Goes on with a game that sleeps. */
  wake() {
    void this.#inTurn(() => this.#recovery.wake());
  }

  /** Stores the state of the game for the last time, and ends it. */
  close() {
    this.choices.close();
    return this.#inTurn(() => this.play.close());
  }

  // ── beginnings and ends ──

  /**
   * Opens the play of a game. Nothing has changed yet.
   * @param {string} gameId
   * @param {{ way?: Way | null, stored?: StoredGame, epoch?: number, sinceMs?: number, isBack?: boolean, tape?: Beginning['tape'] }} [beginning] stored: the state
   *   to go on from; epoch: of a scene that is on disk, by default a new one begins
   * @returns {Promise<Round>} @throws {ShowError} `game-unknown`, `game-shelved`
   * @throws {StageFault} the game cannot be set up, or what is stored cannot be played
   */
  async #open(gameId, { way = null, stored, epoch, sinceMs = Date.now(), isBack = false, tape } = {}) {
    const loaded = this.#candidates.get(gameId);
    const receipts = epoch === undefined ? (stored?.submissions ?? []) : null;
    const about = { loaded, epoch: epoch ?? this.epoch + 1, sinceMs, way, receipts };
    const round = new Round(this.#rounds, about, stored);
    await round.open(stored, { isBack: isBack || epoch !== undefined, tape });
    return round;
  }

  /** @param {Round} round @param {boolean} isBack */
  #enter(round, isBack) {
    this.round = round;
    round.isOn = true;
    this.#recovery.forget();
    this.#options.onBegin(/** @type {OpenPlay} */ (round.play).time, isBack);
    this.#introduce(isBack);
  }

  /**
   * Puts a game on the stage, from its beginning. If it throws, nothing has changed.
   * @param {string} gameId @param {Way | null} way @param {boolean} [isSure] see `Leave` @returns {ReturnType<Leaving['leave']>}
   */
  async #begin(gameId, way, isSure = true) {
    const round = await this.#open(gameId, { way });
    const end = await this.waiting.leave(this.round, round, { isSure });
    this.#enter(round, false);
    return end;
  }

  /**
   * Visits another game, if it can be: the action, which was undone, runs again, and the game is kept as it stands then. A game that
   * wishes for itself begins anew, and what was played has ended.
   * @param {Visit} wish @param {string} action @param {unknown} args @param {Actor | null} by
   * @throws {ShowError}
   */
  async #visit({ gameId, settings, then }, action, args, by) {
    const left = this.round;
    if (gameId === null) {
      await this.#faults.orRefuse(left.loaded.id, () => this.#begin(left.loaded.id, left.way));
      const saved = this.#saved.saveScene(this.round);
      await (then === null ? saved : Promise.all([saved, this.play.ask('run', then, {}, by)]));
      return;
    }
    const found = this.#options.games.get(gameId);
    if (found && this.waiting.isAwaited(left, gameId))
      throw new ShowError('game-kept', { title: found.card.title });
    if (found && settings) checkSettings(found, settings);
    const way = { back: left.loaded.id, settings };
    const round = await this.#faults.orRefuse(gameId, () => this.#open(gameId, { way }));
    const { play } = left;
    try {
      if (!play) throw new ShowError('internal');
      const given = await play.ask('leave', action, args, by, gameId);
      this.waiting.keep(left, given, then);
    } catch (error) {
      round.play?.stop();
      throw error instanceof PlayOver ? new ShowError('internal') : error;
    }
    this.#enter(round, false);
  }

  /** Starts a game from its beginning, or the lobby if it cannot. @param {string} gameId @param {Way | null} way */
  async #restart(gameId, way) {
    try {
      await this.#begin(gameId, way);
      void this.#saved.saveScene(this.round);
    } catch (error) {
      await this.#replace(this.#options.games.get(gameId) ?? this.loaded, error, way);
    }
  }

  /** Puts the lobby in the place of a game that could not begin, and the plain screen in that of the lobby. @param {LoadedGame} loaded @param {unknown} error @param {Way | null} way */
  async #replace(loaded, error, way) {
    const nextId = this.#candidates.after(loaded.id);
    this.#faults.noteOver(loaded, faultOf(error), nextId);
    await this.#restart(nextId, way);
  }

  /** Tells the game who is there. @param {boolean} isBack those who have gone since have left */
  #introduce(isBack) {
    const { players, here } = this.#options.whoIsHere();
    this.play.send('enter', players, here);
    if (isBack) this.play.send('sweep');
  }
}
