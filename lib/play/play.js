/**
 * Runs one game of one room on its stage: takes orders and questions, and says by itself what leaves the stage. Only values
 * go in and out, so that it runs in a thread of its own as well as beside the room (inline.js, worker.js).
 */

/** @import { Context, Json, LoadedGame, Visit } from '../contract/types.js' */
/** @import { Gathered } from '../contract/rows.js' */
/** @import { Person, StageWrite } from '../stage/types.js' */
/** @import { Beginning, Kept, Orders, Output, Questions, Step } from './types.js' */

import { isOwn } from '../contract/make-fold.js';
import { ShowError, messageOf } from '../errors.js';
import { joinOf, leaveOf, personOf } from '../stage/player-entries.js';
import { foldGathered } from '../stage/rows.js';
import { StageFault } from '../stage/stage.js';
import { createBackdrop } from './backdrop.js';
import { createFitting } from './fitting.js';
import { createNotice } from './notice.js';
import { openStage } from './open-stage.js';
import { createPersonal } from './personal.js';
import { createSteps } from './steps.js';
import { lossOf, orElse } from './values.js';

/**
 * One running game, from its beginning until another one begins. It is long because it answers all that a room may ask of a game.
 * @implements {Orders}
 * @implements {Questions}
 */
export class Play {
  #game;
  #say;
  #onHook;
  #submissions;
  /** The ids of the players who are there. @type {Set<string>} */
  #here = new Set();
  /** @type {Context['players']} */
  #players = { count: 0, byTeam: {} };
  /** The writes that are on their way to the disk. @type {Map<number, (problem: string | null) => void>} */
  #writes = new Map();
  #writeNumber = 0;
  #clears;
  #notice;
  #personal;
  #backdrop;
  #steps;
  #fitting;
  #inspection;
  /** @type {((error?: unknown) => void) | null} */
  #settle = null;
  /** When the game was asked last, there was nothing in it to come back to. */
  #isAtBeginning = false;

  /**
   * @param {object} options
   * @param {Pick<LoadedGame, 'game'>} options.loaded
   * @param {Beginning} options.beginning
   * @param {(output: Output) => void} options.say
   * @param {() => number} options.now monotonic ms
   * @param {(error: unknown) => void} options.onFault the state cannot be JSON, or a rebuilt stage threw
   * @param {(hook: string) => void} [options.onHook] is called with each hook of the game before it runs
   * @throws {import('../stage/stage.js').StageFault} `setup` threw, or what is stored cannot be played
   */
  constructor({ loaded: { game }, beginning, say, now, onFault, onHook = () => {} }) {
    const { epoch, seed, viewSeq } = beginning;
    this.content = beginning.content;
    this.#game = game;
    this.#say = say;
    this.#onHook = onHook;
    ({ submissions: this.#submissions, inspection: this.#inspection } = openStage({
      ...{ game, beginning, now, onFault, onHook },
      content: () => this.content,
      save: (write) => this.#save(write),
    }));
    this.#clears = this.#stage.clears();
    this.#fitting = createFitting((text) => say(['warning', text]));
    this.#notice = createNotice({
      view: (there) => this.#fitting(() => this.#stage.notice(there)),
      players: () => this.#players,
      epoch,
      seq: viewSeq,
      send: (message) => say(['notice', message]),
    });
    this.#personal = createPersonal({
      connected: this.#here,
      view: (playerId) => this.#fitting(() => this.#stage.personal(playerId)),
      key: () => this.#stage.personalKey(),
      isPending: (playerId) => this.#submissions.isPending(playerId),
      epoch,
      seq: viewSeq,
      send: (playerId, message) => say(['personal', { playerId, message }]),
    });
    this.#backdrop = createBackdrop({
      view: () => this.#fitting(() => this.#stage.backdrop()),
      epoch,
      seq: viewSeq,
      send: (message) => say(['backdrop', message]),
    });
    this.#steps = createSteps(seed);
  }

  /** The stage is replaced after each refused write. */
  get #stage() {
    return this.#submissions.stage;
  }

  /** The time of the stage. */
  get time() {
    return { stageMs: this.#stage.nowMs(), clears: this.#stage.clears() };
  }

  /** Says at once when levels were cleared, so that phones do not send old ones on. */
  #sayIfCleared() {
    if (this.#stage.clears() !== this.#clears) this.#sayTime('time');
  }

  /** @param {'played' | 'time'} kind */
  #sayTime(kind) {
    const { time } = this;
    this.#clears = time.clears;
    this.#say([kind, time]);
  }

  /** @param {StageWrite} write @returns {Promise<void>} */
  #save(write) {
    const number = ++this.#writeNumber;
    const answer = /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        this.#writes.set(number, (problem) => (problem === null ? resolve() : reject(lossOf(problem))));
      })
    );
    this.#say(['save', { number, write }]);
    return answer;
  }

  /** @param {number} number @param {string | null} problem */
  saved(number, problem) {
    this.#writes.get(number)?.(problem);
    this.#writes.delete(number);
  }

  // ── players ──

  /** @param {Context['players']} players @param {Person[]} here */
  enter(players, here) {
    this.#players = players;
    this.#stage.apply(['setPlayers', players]);
    for (const who of here) {
      this.#here.add(who.id);
      this.#stage.apply(joinOf(who));
    }
    this.#sayIfCleared();
  }

  /** @param {Person} who @param {Context['players']} players @param {number} nowMs */
  arrive(who, players, nowMs) {
    this.#players = players;
    this.#here.add(who.id);
    this.#stage.apply(['setPlayers', players]);
    this.#stage.apply(joinOf(who));
    this.#sayIfCleared();
    return this.#game.personal ? this.#personal.of(who.id, nowMs) : null;
  }

  /** @param {Person} who */
  announce(who) {
    this.#stage.apply(joinOf(who));
    this.#sayIfCleared();
  }

  /** @param {Person & { kicked?: boolean }} who */
  depart(who) {
    this.#here.delete(who.id);
    this.#stage.apply(leaveOf(who));
    this.#personal.forget(who.id);
    this.#sayIfCleared();
  }

  sweep() {
    for (const who of this.#stage.here()) if (!this.#here.has(who.id)) this.#stage.apply(leaveOf(who));
  }

  // ── time and views ──

  /** @param {Step} step */
  step({ nowMs, elapsedMs, isStill, sum, clears, players, meter, isShown, isTold, noticeEveryMs }) {
    const stage = this.#stage;
    this.#players = players;
    if (this.#inspection?.takesStep() ?? true) {
      stage.apply(['setPlayers', players]);
      if (meter) stage.apply(['setMeter', meter]);
      if (stage.isPaused() !== isStill) stage.apply(['setPaused', isStill]);
      // A sum from before levels were cleared must not bring them back.
      const isOld = clears !== stage.clears();
      if (!isStill) stage.apply(['tick', elapsedMs, this.#folded(isOld ? null : sum)]);
    }
    if (isShown) {
      const frame = this.#fitting(() => stage.frame());
      if (this.#game.backdrop) this.#backdrop.tick(nowMs);
      if (frame) this.#say(['frame', frame]);
    }
    this.#sayTime('played');
    if (!isTold) return;
    this.#notice.tick(nowMs, noticeEveryMs);
    if (this.#game.personal) this.#personal.tick(nowMs);
  }

  /**
   * @param {unknown} sum null: none that counts
   * @returns {unknown} null for a game without input
   * @throws {StageFault} what an author's own fold threw, which is folded here
   */
  #folded(sum) {
    const { fold, input } = this.#game;
    if (!fold || (sum !== null && !isOwn(fold))) return sum;
    this.#onHook('aggregate');
    try {
      if (sum === null) return fold.empty();
      return foldGathered(fold, Object.keys(input), /** @type {Gathered} */ (sum));
    } catch (error) {
      throw new StageFault('aggregate', error);
    }
  }

  /** @param {number} elapsedMs */
  tryOut(elapsedMs) {
    const stage = this.#stage;
    // A tape has played all its ticks.
    const isPlayed = stage.isPaused() || this.#inspection?.isStopped;
    if (!isPlayed) stage.apply(['tick', elapsedMs, this.#folded(null)]);
    for (const view of /** @type {const} */ (['frame', 'notice', 'backdrop', 'panel'])) stage[view]();
  }

  /** @param {number} nowMs */
  refresh(nowMs) {
    this.#backdrop.refresh(nowMs);
  }

  panel() {
    return this.#fitting(() => this.#stage.panel()) ?? '';
  }

  desk() {
    return this.#steps.name(this.#stage.desk());
  }

  // ── what is stored ──

  /** @param {Person} who @param {import('./types.js').Said} said @returns {Promise<Json>} */
  submit(who, { kind, value, id, origin, sinceTickMs }) {
    const atMs = Math.round(this.#stage.nowMs() + sinceTickMs);
    const checked = /** @type {import('../contract/types.js').Input} */ (value);
    const from = origin === undefined ? {} : { origin };
    const submission = { id, player: personOf(who), value: checked, atMs, ...from };
    const receipt = this.#submissions.submit(kind, submission);
    this.#sayIfCleared();
    this.#personal.touch(who.id);
    return receipt;
  }

  /** @param {string} action @param {unknown} args @param {import('../contract/types.js').Actor | null} by */
  run(action, args, by) {
    /** @type {{ wish: Visit | null }} */
    const found = { wish: null };
    try {
      // Nobody can say at once whether the visit is possible, so the action is undone, and run again when it is (`leave`).
      this.#stage.apply(['run', action, args, by], (wish) => {
        found.wish = wish;
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
    this.#sayIfCleared();
    return found.wish;
  }

  /**
   * Takes a step of the desk, if it is one that is there now.
   * @param {string} id @param {import('../contract/types.js').Actor | null} by @throws {ShowError} `step-done`, and those of `run`
   */
  go(id, by) {
    const { action, args = {} } = this.#steps.find(id, this.#stage.desk());
    const wish = this.run(action, args, by);
    this.#steps.taken();
    return { action, args, wish };
  }

  /** @param {string} action @param {unknown} args @param {import('../contract/types.js').Actor | null} by @param {string} gameId @returns {Kept} */
  leave(action, args, by, gameId) {
    const wish = this.#stage.apply(['run', action, args, by], (now) => {
      if (now.gameId !== gameId) throw new ShowError('action-refused', { problem: CHANGED });
    });
    if (!wish) throw new ShowError('action-refused', { problem: CHANGED });
    return /** @type {Kept} */ (this.#keep(this.#about(), Infinity));
  }

  /** @param {number} most @returns {Kept | 'nothing' | 'large'} */
  keep(most) {
    const about = this.#about();
    if (this.#isAtBeginning) return 'nothing';
    return this.#keep(about, most) ?? 'large';
  }

  /** @param {Kept['about']} about @param {number} most @returns {Kept | null} */
  #keep(about, most) {
    const found = this.#submissions.keep(most);
    if (!found) return null;
    const { saved, receipts, settle } = found;
    this.#settle = settle;
    return { saved, receipts, about };
  }

  /** Says what the panel shows of a scene that waits. What throws in it says nothing, and keeps nobody from leaving. @returns {Kept['about']} */
  #about() {
    const place = orElse(() => this.#stage.place(), undefined);
    this.#isAtBeginning = place === null;
    // An operator who asks for tables that cannot be made is told why.
    const hasResults = orElse(() => this.#stage.results().some(({ rows }) => rows.length > 0), true);
    return { place: place ?? null, hasResults };
  }

  /** @param {string | null} problem */
  settle(problem) {
    this.#settle?.(problem === null ? undefined : lossOf(problem));
  }

  /** @param {import('../contract/types.js').Settings} settings */
  set(settings) {
    this.#stage.apply(['setSettings', settings]);
    this.#sayIfCleared();
  }

  /** @param {Json} content */
  choose(content) {
    this.content = content;
    this.#stage.apply(['setContent', content]);
    this.#sayIfCleared();
  }

  /** @param {boolean} isWhole */
  commit(isWhole) {
    return this.#submissions.commit({ isWhole });
  }

  checkpoint() {
    this.#submissions.checkpoint();
  }

  results() {
    return this.#stage.results();
  }

  /** @param {import('../contract/wire.js').InspectWish} wish */
  async inspect(wish) {
    if (!this.#inspection) return null;
    const seen = await this.#inspection.look(this.#submissions, wish, this.#here);
    if (wish.to !== undefined) for (const id of this.#here) this.#personal.touch(id);
    this.#sayIfCleared();
    return seen;
  }

  /** @param {boolean} isKept */
  tape(isKept) {
    return this.#inspection?.tape(this.#stage, isKept) ?? null;
  }

  text() {
    return JSON.stringify(this.#stage.save());
  }

  end() {
    try {
      return { tables: this.#game.results ? this.#stage.results() : [] };
    } catch (error) {
      return { tables: [], problem: messageOf(error) };
    } finally {
      this.#submissions.end();
    }
  }

  close() {
    return this.#submissions.close();
  }
}

/** The game has moved on between the two runs of an action. */
export const CHANGED = 'The game has moved on in the meantime: try again';

/** Undoes an action; it is nobody's fault. */
class Undone extends Error {}
