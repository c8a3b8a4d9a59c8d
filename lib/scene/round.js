/**
 * A round is one game of a room from when it goes on the stage until it leaves it for good. It opens the play in which it runs, stores
 * what that wants stored, knows what the disk has of it, and makes its results when it has ended.
 */

/** @import { SavedTape } from '../contract/testing.js' */
/** @import { Table } from '../contract/types.js' */
/** @import { Beginning, Fault, OpenPlay, Output, Outputs } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { End, RoundAbout, Rounds } from './types.js' */

import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import { createInlinePlays } from '../play/inline.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { Shadow } from './saved-scenes.js';

/** The writes of a game that leaves the stage may be behind by so many numbers. */
const SEQ_GAP = 1000;
/** It plays beside its room. */
const openPlainScreen = createInlinePlays(() => PLAIN_SCREEN);
/** After so long the results of a game that failed are asked for again. */
const AGAIN_MS = 2000;
/** Why nothing of a game is stored that has left the stage. */
export const ENDED = 'the game ended';

/** One round. */
export class Round {
  #room;
  /** Null: it is over, is begun again, or sleeps. @type {OpenPlay | null} */
  play = null;
  /** It is on the stage, or was. */
  isOn = false;
  /** Its room is empty: it goes on from its shadow when somebody comes. */
  isAsleep = false;
  /** Fulfilled when its last write is on disk or was refused. @type {Promise<unknown>} */
  saving = Promise.resolve();
  /** Why it failed last. @type {Fault | null} */
  fault = null;
  /** When it failed last, monotonic ms. */
  failedAtMs = -Infinity;

  /** @param {Rounds} room @param {RoundAbout} about @param {StoredGame} [stored] what the disk has of it */
  constructor(room, { loaded, epoch, sinceMs, way, receipts }, stored) {
    this.#room = room;
    this.loaded = loaded;
    this.epoch = epoch;
    this.sinceMs = sinceMs;
    this.way = way;
    this.receipts = receipts;
    this.shadow = new Shadow(stored);
  }

  /** All settings that it plays with. */
  get settings() {
    return this.#room.choices.settingsIn(this.loaded, this.way);
  }

  /**
   * Opens its play.
   * @param {StoredGame} [stored] the state to go on from
   * @param {{ isBack?: boolean, isTrial?: boolean, tape?: SavedTape | undefined }} [how] see `Beginning`
   * @throws {import('../stage/stage.js').StageFault} the game cannot be set up, or what is stored cannot be played
   */
  async open(stored, how) {
    const room = this.#room;
    const seqs = [stored?.saved.seq ?? 0, ...(stored?.transcripts.map(({ seq }) => seq) ?? [])];
    const openPlay = this.loaded === PLAIN_SCREEN ? openPlainScreen : room.options.openPlay;
    room.seq = Math.max(room.seq + (room.current().play ? SEQ_GAP : 0), ...seqs);
    this.play = await openPlay(this.#beginning(stored, how), (output) => this.receive(output));
  }

  /** Opens its play where the disk has it. @param {boolean} [isTrial] see `Beginning` */
  async reopen(isTrial = false) {
    this.isAsleep = false;
    await this.open(this.shadow.stored() ?? undefined, { isBack: true, isTrial });
  }

  /** @param {StoredGame} [stored] @param {{ isBack?: boolean, isTrial?: boolean, tape?: SavedTape | undefined }} [how] @returns {Beginning} */
  #beginning(stored, { isBack = false, isTrial = false, tape } = {}) {
    const { seq, choices, options } = this.#room;
    const { loaded, epoch, settings } = this;
    return {
      ...{ gameId: loaded.id, folder: loaded.folder, epoch, settings, seq, isBack, isTrial },
      viewSeq: options.viewSeq(),
      seed: randomInt(2 ** 31),
      content: choices.contentOf(loaded.id),
      ...(stored && { stored }),
      ...(tape && { tape }),
    };
  }

  /** Takes what its play says. @param {Output} output */
  receive(output) {
    const room = this.#room;
    if (output[0] === 'save') return void this.#save(output[1]);
    if (output[0] === 'fault') {
      this.play?.stop();
      this.play = null;
      this.fault = output[1];
      return room.onFault(this, output[1]);
    }
    if (this === room.current()) room.options.onView(output);
  }

  /** @param {Outputs['save']} save */
  async #save({ number, write }) {
    const room = this.#room;
    const { play } = this;
    // A game that has left the stage would replace what the one that is on has written.
    if (this !== room.current() && this.isOn) return play?.send('saved', number, ENDED);
    room.seq = Math.max(room.seq, write.seq);
    const saving = room.saved.save(this, write);
    this.saving = saving.catch(() => {});
    try {
      await saving;
      this.shadow.note(write);
      play?.send('saved', number, null);
    } catch (error) {
      play?.send('saved', number, messageOf(error));
    }
  }

  /** Stores it, and ends its play for now. */
  async sleep() {
    const { play } = this;
    if (!play) return;
    await play.ask('close').catch(() => {});
    await this.saving;
    // It may have failed meanwhile.
    if (this.play !== play || this.shadow.isEmpty) return;
    this.isAsleep = true;
    this.play = null;
    play.stop();
  }

  /** Ends it for good. @returns {Promise<unknown>} fulfilled when it has given its results, or could not */
  async end() {
    const { play, loaded, epoch } = this;
    this.play = null;
    // It sleeps, or has failed.
    if (!play) return this.archive();
    return play
      .ask('end')
      .then((end) => this.#room.options.onEnd(loaded, end, epoch))
      .catch(() => this.archive())
      .finally(() => play.stop());
  }

  /**
   * Makes its results when it does not run any more. What made it fail may be the load of the moment, so it is tried twice: people
   * were told that their answers are stored.
   * @param {StoredGame | null} [stored] null: nothing is known of it
   */
  async archive(stored = this.shadow.stored()) {
    const { onEnd, log, record } = this.#room.options;
    const { loaded, epoch } = this;
    if (!loaded.game.results || !stored) return;
    const again = () => wait(AGAIN_MS, undefined, { ref: false }).then(() => this.#endBeside(stored));
    try {
      onEnd(loaded, await this.#endBeside(stored).catch(again), epoch);
    } catch (error) {
      log.warn(record.id, `What there was of ${loaded.card.title} could not be read: ${messageOf(error)}`);
    }
  }

  /** Makes its results while it waits. @param {StoredGame} stored @returns {Promise<Table[]>} @throws {Error} its game failed in it */
  async results(stored) {
    const { tables, problem } = await this.#endBeside(stored);
    if (problem !== undefined) throw new Error(problem);
    return tables;
  }

  /** Ends a copy of it, which does not write: the stage belongs to another game. @param {StoredGame} stored @returns {Promise<End>} */
  async #endBeside(stored) {
    const copy = new Round(this.#room, { ...this, way: null, receipts: null });
    copy.isOn = true;
    await copy.open(stored);
    const play = /** @type {OpenPlay} */ (copy.play);
    return play.ask('end').finally(() => play.stop());
  }

  /** @param {NonNullable<Fault['tail']>} tail of a play that hung @returns {Promise<string>} a stack; '' when it cannot be found */
  async findWhere(tail) {
    const { findWhere } = this.#room.options;
    if (!findWhere) return '';
    return findWhere(this.#beginning(this.shadow.stored() ?? undefined, { isBack: true }), tail);
  }
}
