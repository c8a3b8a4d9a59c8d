/** The line from a room to the game that is on, whichever that is: plays come and go, and who asks need not know. */

/** @import { Json } from '../contract/types.js' */
/** @import { OrderKind, Orders, QuestionKind, Questions, Said } from '../play/types.js' */
/** @import { Person } from '../stage/types.js' */
/** @import { Actor } from '../contract/types.js' */
/** @import { Act } from './scene-store.js' */

import { ShowError } from '../errors.js';
import { PlayOver } from '../play/values.js';
import { ENDED } from './acts.js';

/** These may be asked again of a play that goes on from where the disk had it; see `Submissions` for why none counts twice. */
const REPEATED = new Set(['arrive', 'submit', 'set', 'choose', 'results', 'panel', 'desk', 'text']);

/** The line of one room. */
export class Line {
  #act;
  #changes;
  #wake;
  #isClosed = false;

  /** @param {{ act: () => Act, changes: () => Promise<unknown>, wake: () => void }} options changes: fulfilled when the scene has changed */
  constructor({ act, changes, wake }) {
    this.#act = act;
    this.#wake = wake;
    this.#changes = changes;
  }

  /**
   * Tells the running game something; while there is none, nobody hears it.
   * @template {OrderKind} K @param {K} kind @param {Parameters<Orders[K]>} args @returns {boolean} false: nobody heard it
   */
  tell(kind, ...args) {
    this.#act().play?.tell(kind, ...args);
    return this.#act().play !== null;
  }

  /**
   * Asks the running game, as soon as there is one.
   * @template {QuestionKind} K @param {K} kind @param {Parameters<Questions[K]>} args
   * @returns {Promise<Awaited<ReturnType<Questions[K]>> | undefined>} undefined: the stage is dark, or the game has failed
   * @throws {ShowError} the mistake of whoever asked
   */
  async ask(kind, ...args) {
    for (let tries = 0; ; tries++) {
      const act = this.#act();
      if (act.isAsleep) this.#wake();
      if (!act.play) await this.#changes();
      const { play } = this.#act();
      if (!play || (tries > 0 && act !== this.#act())) return undefined;
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
    const act = this.#act();
    const done = await this.ask(kind, ...args);
    if (done === undefined) throw loss(act);
    return /** @type {never} */ (done);
  }

  /** Stores all that has happened so far. @param {boolean} [isWhole] @returns {Promise<void>} rejects with `not-saved`, `game-stopped` */
  async commit(isWhole = false) {
    const act = this.#act();
    if (this.#isClosed) throw loss(null);
    await act.play?.ask('commit', isWhole).catch((error) => {
      throw error instanceof PlayOver ? loss(act) : error;
    });
  }

  /**
   * @param {Person} who @param {Said} said
   * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
   * @throws {ShowError} `submit-refused`, `submit-closed`, `not-saved`, `internal`
   */
  async submit(who, said) {
    const receipt = await this.ask('submit', who, said);
    if (receipt === undefined) throw new ShowError('internal');
    return receipt;
  }

  /** The room closes: nothing is stored from now on. */
  close() {
    this.#isClosed = true;
  }
}

/** A game has ended before what it did was on disk. @param {Act | null} act */
function loss(act) {
  if (!act?.fault) return new ShowError('not-saved', { problem: ENDED });
  const { hook, message: problem } = act.fault;
  return new ShowError('game-stopped', { title: act.loaded.card.title, hook, problem });
}
