/** The play of the game that is on, whichever that is: plays come and go, and who asks need not know. */

/** @import { Json, LoadedGame } from '../contract/types.js' */
/** @import { OrderKind, Orders, QuestionKind, Questions } from '../play/types.js' */
/** @import { Person } from '../stage/types.js' */
/** @import { Round } from './round.js' */
/** @import { Scene } from './types.js' */

import { ShowError } from '../errors.js';
import { compileSubmission } from '../contract/schema.js';
import { PlayOver, faultOf } from '../play/values.js';
import { personOf } from '../stage/player-entries.js';
import { StageFault, unknownKind } from '../stage/stage.js';
import { originOf } from './origin.js';
import { ENDED } from './round.js';

/** These may be asked again of a play that goes on from where the disk had it; see `Submissions` for why none counts twice. */
const REPEATED = new Set(['arrive', 'submit', 'set', 'choose', 'results', 'panel', 'desk', 'text']);

/** The play that a room talks to. */
export class CurrentPlay {
  #scene;
  /** Nothing is stored any more. */
  #isClosed = false;
  /** The checks of the submissions of the game that was on last. @type {{ game?: LoadedGame['game'], byKind: Map<string, (value: unknown) => string> }} */
  #checks = { byKind: new Map() };

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
  }

  /**
   * Sends the running game an order; while there is none, it goes nowhere.
   * @template {OrderKind} K @param {K} kind @param {Parameters<Orders[K]>} args @returns {boolean} false: no game is running
   */
  send(kind, ...args) {
    this.#scene.round.play?.send(kind, ...args);
    return this.#scene.round.play !== null;
  }

  /**
   * Asks the running game, as soon as there is one.
   * @template {QuestionKind} K @param {K} kind @param {Parameters<Questions[K]>} args
   * @returns {Promise<Awaited<ReturnType<Questions[K]>> | undefined>} undefined: the stage is dark, or the game has failed
   * @throws {ShowError} the mistake of the caller
   */
  async ask(kind, ...args) {
    for (let tries = 0; ; tries++) {
      const { round } = this.#scene;
      if (round.isAsleep) this.#scene.wake();
      if (!round.play) await this.#scene.changes;
      const { play } = this.#scene.round;
      if (!play || (tries > 0 && round !== this.#scene.round)) return undefined;
      try {
        return await play.ask(kind, ...args);
      } catch (error) {
        if (!(error instanceof PlayOver)) throw error;
        if (tries > 0 || !REPEATED.has(kind)) return undefined;
      }
    }
  }

  /**
   * Has the running game do once what must not be done twice.
   * @template {'run' | 'go'} K @param {K} kind @param {Parameters<Questions[K]>} args @returns {Promise<ReturnType<Questions[K]>>}
   * @throws {ShowError} `game-stopped`, `not-saved`: it failed meanwhile, so nothing is done; `step-done`, those of the action
   */
  async once(kind, ...args) {
    const { round } = this.#scene;
    const done = await this.ask(kind, ...args);
    if (done === undefined) throw lossOf(round);
    return /** @type {never} */ (done);
  }

  /** Stores the game as it stands. @param {boolean} [isWhole] @returns {Promise<void>} rejects with `not-saved`, `game-stopped` */
  async commit(isWhole = false) {
    const { round } = this.#scene;
    if (this.#isClosed) throw lossOf(null);
    await round.play?.ask('commit', isWhole).catch((error) => {
      throw error instanceof PlayOver ? lossOf(round) : error;
    });
  }

  /**
   * @param {Person & { network: string | null }} player @param {{ kind: string, value: unknown, id: string }} said
   * @param {number} sinceTickMs it counts this long after the stage's last tick; negative: before it
   * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
   * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`, `internal`
   */
  async submit(player, { kind, value, id }, sinceTickMs) {
    const { game } = this.#scene.loaded;
    if (game !== this.#checks.game) this.#checks = { game, byKind: checksOf(game) };
    const check = this.#checks.byKind.get(kind);
    if (!check) throw unknownKind(game, kind);
    const problem = check(value);
    if (problem) throw new ShowError('submit-bad', { kind, problem });
    const said = { kind, value, id, origin: originOf(player.network), sinceTickMs };
    const receipt = await this.ask('submit', personOf(player), said);
    if (receipt === undefined) throw new ShowError('internal');
    return receipt;
  }

  /** Ends it because a part of the game has failed that runs elsewhere. @param {string} hook @param {unknown} error */
  fail(hook, error) {
    const { round } = this.#scene;
    if (round.play) round.receive(['fault', faultOf(new StageFault(hook, error))]);
  }

  /** Stores the game for the last time, and ends it. */
  async close() {
    const { round } = this.#scene;
    this.#isClosed = true;
    await round.play?.ask('close').catch(() => {});
    round.play?.stop();
    round.play = null;
  }
}

/** @param {LoadedGame['game']} game @returns {Map<string, (value: unknown) => string>} by kind; each says what is wrong with a value */
function checksOf(game) {
  return new Map(Object.entries(game.submit).map(([kind, { fields }]) => [kind, compileSubmission(fields)]));
}

/** A game has ended before what it did was on disk. @param {Round | null} round */
function lossOf(round) {
  if (!round?.fault) return new ShowError('not-saved', { problem: ENDED });
  const { hook, message: problem } = round.fault;
  return new ShowError('game-stopped', { title: round.loaded.card.title, hook, problem });
}
