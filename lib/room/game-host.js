/**
 * Holds the game that runs in a room: begins it, ends it, goes on with it after a restart or a fault, and falls back to the
 * lobby. The game itself plays elsewhere (lib/play), so what changes the scene takes its time, one change after the other.
 */

/** @import { Actor, LoadedGame, Settings, Visit } from '../contract/types.js' */
/** @import { KeptScene, RoomRecord, Way } from '../journal/rows.js' */
/** @import { Fault, OpenPlay } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { Beginning, HostOptions } from './host.js' */
/** @import { Leaving } from './leaving.js' */
/** @import { Act } from './scene-store.js' */

import { ShowError, messageOf } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';
import { CHANGED } from '../play/play.js';
import { PlayOver, faultOf } from '../play/values.js';
import { StageFault } from '../stage/stage.js';
import { Acts, ENDED, actOf } from './acts.js';
import { createCandidates } from './candidates.js';
import { checkSettings } from './choices.js';
import { createFaults } from './faults.js';
import { createLeaving } from './leaving.js';
import { Line } from './line.js';
import { createRecovery } from './recovery.js';
import { createSceneStore } from './scene-store.js';
import { storedGameOf, storedOf } from './stored-game.js';
import { within } from './within.js';

/** Whoever starts a game waits this long for the results of the one before, so that they are in the list at once. */
const RESULTS_WITHIN_MS = 200;

/** The stage is dark until `resume()`. */
export class GameHost {
  #options;
  #faults;
  #candidates;
  #store;
  /** The game that is on, or was last. @type {Act} */
  #act;
  #acts;
  #line;
  #recover;
  #leaving;
  /** Changes of the scene, one after the other. @type {Promise<unknown>} */
  #changes = Promise.resolve();

  /** @param {HostOptions} options */
  constructor(options) {
    const { roomId, epoch, games, log, now, shelf } = options;
    this.#options = options;
    this.#faults = createFaults({ roomId, games, log, shelf });
    this.#candidates = createCandidates(options);
    this.#store = createSceneStore(options);
    this.#acts = new Acts({
      ...options,
      store: this.#store,
      current: () => this.#act,
      onFault: (act, fault) => this.#failed(act, fault),
    });
    this.#line = new Line({ act: () => this.#act, changes: () => this.#changes, wake: () => this.wake() });
    this.#leaving = createLeaving({ ...options, acts: this.#acts });
    const { fallback } = this.#candidates;
    this.#recover = createRecovery({ acts: this.#acts, faults: this.#faults, now, nextId: fallback });
    const loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
    this.#act = actOf({ loaded, epoch, sinceMs: 0, way: null, receipts: null });
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
    return this.#acts.settingsOf(this.#act);
  }

  /** The line to the game that runs. */
  get line() {
    return this.#line;
  }

  /** Ends the round because a part of the game has failed that runs elsewhere. @param {string} hook @param {unknown} error */
  fail(hook, error) {
    if (this.#act.play) this.#acts.hear(this.#act, ['fault', faultOf(new StageFault(hook, error))]);
  }

  // ── changes of the scene ──

  /**
   * Runs one change after the one before.
   * @template T @param {() => Promise<T>} run @returns {Promise<T>}
   */
  #inTurn(run) {
    const done = this.#changes.then(run);
    this.#changes = done.catch(() => {});
    return done;
  }

  /**
   * Goes on with the scene that the journal has, or with the lobby if there is none or its game is gone.
   * @param {Pick<RoomRecord, 'scene' | 'snapshot' | 'transcripts' | 'submissions' | 'interlude'>} record read here, and not held
   *   in memory
   * @returns {Promise<boolean>} true: the game goes on where it was
   */
  resume(record) {
    return this.#inTurn(async () => {
      const { roomId, games, log } = this.#options;
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
          log.error(roomId, `${found.card.title} could not go on where it was: ${messageOf(error)}`, error);
        }
      }
      // A game that is out of the list may be brought back.
      if (scene && stored && !found && games.has(scene.gameId)) this.#leaving.hold(scene, stored, way);
      await this.#restart(found?.id ?? this.#candidates.fallback(), way);
      return false;
    });
  }

  /**
   * Puts a game on the stage for the operator: where it was left, if it waits, else from its beginning. The one that is on is
   * kept. A game that is on stays as it is.
   * @param {string} gameId
   * @param {{ isAnew?: boolean, isSure?: boolean, by?: Actor | null }} [how] isAnew: what waits of it, or is on, is given up
   * @returns {Promise<boolean>} fulfilled when it is on disk; false: it was on already
   * @throws {ShowError} `game-unknown`, and of `Leaving`; `game-fault`: it cannot even be set up. Nothing has changed then
   */
  async switchTo(gameId, { isAnew = false, isSure = false, by = null } = {}) {
    /** @type {Promise<unknown>} */
    let ended = Promise.resolve();
    const isOther = await this.#inTurn(async () => {
      if (gameId === this.loaded.id && !isAnew) return false;
      const waiting = this.#options.kept.get(gameId);
      // To begin anew is to be sure that this game may end.
      const isMeant = isSure || gameId === this.loaded.id;
      if (waiting && !isAnew) ({ ended } = await this.#comeBack(waiting, { isSure, by }));
      else ({ ended } = await this.#faults.orRefuse(gameId, () => this.#begin(gameId, null, isMeant)));
      if (waiting && isAnew) ended = Promise.all([ended, this.#leaving.giveUp(waiting)]);
      return true;
    });
    await Promise.all([
      this.#store.saveScene(this.#act),
      this.#line.commit(isOther),
      within(ended, RESULTS_WITHIN_MS, null),
    ]);
    return isOther;
  }

  /**
   * Runs an action. If it wishes to visit another game, the running scene is kept as it stands, and that game begins. The
   * next write has both, or neither. `stepId`: the step of the desk that is taken instead of an action that is named.
   * @param {string} action @param {unknown} [args] @param {Actor | null} [by] @param {string} [stepId]
   * @throws {ShowError} as `Stage.apply`, `game-unknown`, `game-kept`, `setting-bad`, `game-fault`: nothing has changed then
   */
  async run(action, args, by = null, stepId) {
    const act = this.#act;
    const done = stepId === undefined ? null : await this.#line.once('go', stepId, by);
    const wish = done ? done.wish : await this.#line.once('run', action, args, by);
    if (!wish) return;
    await this.#inTurn(async () => {
      if (act !== this.#act) throw new ShowError('action-refused', { problem: CHANGED });
      await this.#visit(wish, done?.action ?? action, done?.args ?? args, by);
    });
  }

  /**
   * Goes back to a scene that waits, as it was left, and runs the action with which it wants to go on. A visit is over then.
   * @param {string} [gameId] by default the one to which the running scene leads back
   * @param {Actor | null} [by] runs that action @param {boolean} [isSure] see `Leave`
   * @returns {Promise<void>} fulfilled when it is on disk
   * @throws {ShowError} `back-none`, and of `Leaving`; `game-fault`: it cannot go on, and waits as before
   */
  async back(gameId, by = null, isSure = false) {
    await this.#inTurn(async () => {
      const scene = this.#options.kept.get(gameId ?? this.#act.way?.back ?? '');
      if (!scene) throw new ShowError('back-none');
      await this.#comeBack(scene, { isSure, by });
    });
    await this.#line.commit(true);
  }

  /** @param {KeptScene} scene @param {{ isSure: boolean, by: Actor | null }} how @returns {ReturnType<Leaving['leave']>} */
  async #comeBack(scene, { isSure, by }) {
    const { gameId, sinceMs, way, then } = scene;
    const { kept, log, roomId } = this.#options;
    const isOver = this.#act.way?.back === gameId;
    const act = await this.#faults.orRefuse(gameId, () =>
      this.#open(gameId, { stored: storedOf(scene), sinceMs, way, isBack: true }),
    );
    const { ended } = await this.#leaving.leave(this.#act, act, { isOver, isSure });
    kept.forget(gameId);
    this.#enter(act, true);
    try {
      const wish = then === null ? null : await this.#act.play?.ask('run', then, {}, by);
      if (then !== null && wish) await this.#visit(wish, then, {}, by);
    } catch (error) {
      const { title } = act.loaded.card;
      log.warn(roomId, `${title} came back, but its action "${then}" was refused: ${messageOf(error)}`);
    }
    return { ended };
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
   * Begins the lobby, and gives up all scenes before it, unsaved, with what the disk has of them and of the people in them.
   * @param {(lastEpoch: number) => void} clear forgets in the same moment what else there is of them
   * @returns {Promise<string[]>} see `erasePeople` of the journal @throws {ShowError} `game-fault`: nothing has changed; `not-saved`
   */
  async erase(clear) {
    const [erasing] = await this.#inTurn(async () => {
      const gameId = this.#candidates.fallback();
      const act = await this.#faults.orRefuse(gameId, () => this.#open(gameId));
      this.#act.play?.stop();
      this.#options.kept.forgetAll(ENDED);
      clear(this.epoch);
      const erased = this.#store.erase(act);
      this.#enter(act, false);
      return [erased];
    });
    return erasing;
  }

  /** See `Leaving`. @param {number} epoch */
  resultsOf(epoch) {
    return this.#leaving.resultsOf(epoch);
  }

  /** Stores the game as it is and ends its thread, because nobody is there. It goes on as soon as somebody asks for anything. */
  sleep() {
    return this.#inTurn(() => this.#acts.sleep(this.#act));
  }

  /** Goes on with a game that sleeps. */
  wake() {
    void this.#inTurn(async () => {
      const act = this.#act;
      if (!act.isAsleep) return;
      act.isAsleep = false;
      try {
        await this.#acts.open(act, act.shadow.stored() ?? undefined, { isBack: true });
        this.#introduce(true);
      } catch (error) {
        await this.#replace(act.loaded, error, null);
      }
    });
  }

  /** The state of a game that sleeps, as JSON text; null: it is awake. */
  get sleepingText() {
    return this.#act.isAsleep ? JSON.stringify(this.#act.shadow.stored()?.saved) : null;
  }

  /** Stores the state of the game for the last time, and ends it. */
  close() {
    return this.#inTurn(async () => {
      const act = this.#act;
      this.#line.close();
      await act.play?.ask('close').catch(() => {});
      act.play?.stop();
      act.play = null;
    });
  }

  // ── beginnings and ends ──

  /**
   * Opens the play of a game. Nothing has changed yet.
   * @param {string} gameId @param {Beginning} [beginning]
   * @returns {Promise<Act>}
   * @throws {ShowError} `game-unknown`, `game-shelved`
   * @throws {StageFault} the game cannot be set up, or what is stored cannot be played
   */
  async #open(gameId, { way = null, stored, epoch, sinceMs = Date.now(), isBack = false } = {}) {
    const loaded = this.#candidates.get(gameId);
    const receipts = epoch === undefined ? (stored?.submissions ?? []) : null;
    const act = actOf({ loaded, epoch: epoch ?? this.epoch + 1, sinceMs, way, receipts }, stored);
    await this.#acts.open(act, stored, { isBack: isBack || epoch !== undefined });
    return act;
  }

  /** @param {Act} act @param {boolean} isBack */
  #enter(act, isBack) {
    this.#act = act;
    act.isOn = true;
    this.#options.onBegin(/** @type {OpenPlay} */ (act.play).time, isBack);
    this.#introduce(isBack);
  }

  /**
   * Puts a game on the stage, from its beginning. If it throws, nothing has changed.
   * @param {string} gameId @param {Way | null} way @param {boolean} [isSure] see `Leave`
   * @returns {ReturnType<Leaving['leave']>}
   */
  async #begin(gameId, way, isSure = true) {
    const act = await this.#open(gameId, { way });
    const end = await this.#leaving.leave(this.#act, act, { isSure });
    this.#enter(act, false);
    void this.#store.saveScene(act);
    return end;
  }

  /**
   * Visits another game, if it can be: the action, which was undone, runs again, and the game is kept as it stands then.
   * @param {Visit} wish @param {string} action @param {unknown} args @param {Actor | null} by
   * @throws {ShowError}
   */
  async #visit({ gameId, settings, then }, action, args, by) {
    const left = this.#act;
    const found = this.#options.games.get(gameId);
    if (found && this.#leaving.isAwaited(left, gameId))
      throw new ShowError('game-kept', { title: found.card.title });
    if (found && settings) checkSettings(found, settings);
    const way = { back: this.loaded.id, settings };
    const act = await this.#faults.orRefuse(gameId, () => this.#open(gameId, { way }));
    const { play } = left;
    try {
      if (!play) throw new ShowError('internal');
      const given = await play.ask('leave', action, args, by, gameId);
      this.#leaving.keep(left, given, then);
    } catch (error) {
      act.play?.stop();
      throw error instanceof PlayOver ? new ShowError('internal') : error;
    }
    this.#enter(act, false);
  }

  /** Starts a game from its beginning, or the lobby if it cannot. @param {string} gameId @param {Way | null} way */
  async #restart(gameId, way) {
    try {
      await this.#begin(gameId, way);
    } catch (error) {
      await this.#replace(this.#options.games.get(gameId) ?? this.loaded, error, way);
    }
  }

  /** Puts the lobby in the place of a game that could not begin, and the plain screen in that of the lobby. @param {LoadedGame} loaded @param {unknown} error @param {Way | null} way */
  async #replace(loaded, error, way) {
    const fault = faultOf(error);
    this.#faults.note(loaded, fault);
    const nextId = this.#candidates.after(loaded.id);
    this.#faults.tellOver(loaded, fault, nextId);
    await this.#restart(nextId, way);
  }

  /**
   * The running game has failed. It goes on from where the disk has it; if it fails there again, the lobby takes over.
   * @param {Act} act whose play is over @param {Fault} fault
   */
  #failed(act, fault) {
    const wasOn = act === this.#act;
    if (wasOn) this.#options.onStop();
    void this.#inTurn(async () => {
      if (act !== this.#act) return wasOn && this.#faults.noteLeft(act.loaded, fault);
      const { way } = act;
      if (await this.#recover(act, fault)) this.#introduce(true);
      else await this.#restart(this.#candidates.fallback(), way && { ...way, settings: null });
    });
  }

  /** Tells the game who is there. @param {boolean} isBack those who have gone since have left */
  #introduce(isBack) {
    const { players, here } = this.#options.whoIsHere();
    this.#line.tell('enter', players, here);
    if (isBack) this.#line.tell('sweep');
  }
}
