/**
 * The acts of a room: one after the other, each a game from when it goes on the stage until it leaves it for good. This file
 * opens the plays in which they run, stores what these want stored, and makes the results of those that have ended.
 */

/** @import { LoadedGame, Settings, Table } from '../contract/types.js' */
/** @import { Way } from '../journal/rows.js' */
/** @import { Beginning, Fault, FindWhere, OpenPlay, OpenPlayFunction, Output, Outputs } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { Choices } from './choices.js' */
/** @import { Act } from './scene-store.js' */

import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import { settingsFrom } from '../contract/schema.js';
import { createInlinePlays } from '../play/inline.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { Shadow } from './shadow.js';

/** The writes of a game that leaves the stage may be behind by so many numbers. */
const SEQ_GAP = 1000;
/** It plays beside its room. */
const openPlainScreen = createInlinePlays(() => PLAIN_SCREEN);
/** After so long the results of a game that failed are asked for again. */
const AGAIN_MS = 2000;
/** Why nothing of a game is stored that has left the stage. */
export const ENDED = 'the game ended';

/** @typedef {Exclude<Output, { 0: 'save' | 'fault' }>} View what a play says that is for others than its room */
/** @typedef {{ tables: Table[], problem?: string }} End the results of a game that has ended */

/**
 * @typedef {object} ActsOptions
 * @property {string} roomId
 * @property {OpenPlayFunction} openPlay
 * @property {FindWhere} [findWhere] default: nobody looks where a game hung
 * @property {Choices} choices
 * @property {import('../log.js').Log} log
 * @property {() => number} viewSeq of the last view that was sent
 * @property {(loaded: LoadedGame, end: End, epoch: number) => void} onEnd is called when a game has left the stage for good
 */

/** Only one act is on; while one is opened beside it, that one is not on yet. */
export class Acts {
  #options;
  /** The number of the last write, over all acts. */
  #seq = 0;

  /**
   * @param {ActsOptions & { store: ReturnType<typeof import('./scene-store.js').createSceneStore>, current: () => Act,
   *   onView: (view: View) => void, onFault: (act: Act, fault: Fault) => void }} options current: the act that is on, or was last
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {{ loaded: LoadedGame, way: Way | null }} act @returns {Settings} all that it plays with */
  settingsOf({ loaded, way }) {
    const chosen = this.#options.choices.settingsOf(loaded);
    return way?.settings ? settingsFrom(loaded.game.settings, { ...chosen, ...way.settings }) : chosen;
  }

  /**
   * Opens the play of an act.
   * @param {Act} act @param {StoredGame} [stored] the state to go on from
   * @param {{ isBack?: boolean, isTrial?: boolean }} [how] see `Beginning`
   * @throws {import('../stage/stage.js').StageFault} the game cannot be set up, or what is stored cannot be played
   */
  async open(act, stored, how) {
    const seqs = [stored?.saved.seq ?? 0, ...(stored?.transcripts.map(({ seq }) => seq) ?? [])];
    const { current } = this.#options;
    const openPlay = act.loaded === PLAIN_SCREEN ? openPlainScreen : this.#options.openPlay;
    this.#seq = Math.max(this.#seq + (current().play ? SEQ_GAP : 0), ...seqs);
    act.play = await openPlay(this.#beginningOf(act, stored, how), (output) => this.hear(act, output));
  }

  /** @param {Act} act @param {StoredGame} [stored] @param {{ isBack?: boolean, isTrial?: boolean }} [how] @returns {Beginning} */
  #beginningOf(act, stored, { isBack = false, isTrial = false } = {}) {
    const { choices, viewSeq } = this.#options;
    const { loaded, epoch } = act;
    return {
      ...{ gameId: loaded.id, folder: loaded.folder, epoch, isBack, isTrial },
      seq: this.#seq,
      viewSeq: viewSeq(),
      settings: this.settingsOf(act),
      seed: randomInt(2 ** 31),
      content: choices.contentOf(loaded.id),
      ...(stored && { stored }),
    };
  }

  /** @param {Act} act @param {Output} output */
  hear(act, output) {
    const { current, onView, onFault } = this.#options;
    if (output[0] === 'save') return void this.#save(act, output[1]);
    if (output[0] === 'fault') {
      act.play?.stop();
      act.play = null;
      act.fault = output[1];
      return onFault(act, output[1]);
    }
    if (act === current()) onView(output);
  }

  /** @param {Act} act @param {Outputs['save']} save */
  async #save(act, { number, write }) {
    const { current, store } = this.#options;
    const { play } = act;
    // A game that has left the stage would replace what the one that is on has written.
    if (act !== current() && act.isOn) return play?.tell('saved', number, ENDED);
    this.#seq = Math.max(this.#seq, write.seq);
    const saving = store.save(act, write);
    act.saving = saving.catch(() => {});
    try {
      await saving;
      act.shadow.note(write);
      play?.tell('saved', number, null);
    } catch (error) {
      play?.tell('saved', number, messageOf(error));
    }
  }

  /** Stores an act, and ends its play for now. @param {Act} act */
  async sleep(act) {
    const { play } = act;
    if (!play) return;
    await play.ask('close').catch(() => {});
    await act.saving;
    // It may have failed meanwhile.
    if (act.play !== play || !act.shadow.stored()) return;
    act.isAsleep = true;
    act.play = null;
    play.stop();
  }

  /** Ends an act for good. @param {Act} act @returns {Promise<unknown>} fulfilled when it has given its results, or could not */
  async end(act) {
    const { play, loaded, epoch, shadow } = act;
    act.play = null;
    // It sleeps, or has failed.
    if (!play) return this.archive(loaded, epoch, shadow.stored());
    return play
      .ask('end')
      .then((end) => this.#options.onEnd(loaded, end, epoch))
      .catch(() => this.archive(loaded, epoch, shadow.stored()))
      .finally(() => play.stop());
  }

  /**
   * Makes the results of a game that does not run any more. What made it fail may be the load of the moment, so it is tried twice:
   * people were told that their answers are stored.
   * @param {LoadedGame} loaded @param {number} epoch @param {StoredGame | null} stored null: nothing is known of it
   */
  async archive(loaded, epoch, stored) {
    const { onEnd, log, roomId } = this.#options;
    if (!loaded.game.results || !stored) return;
    try {
      onEnd(
        loaded,
        await this.#endOf(loaded, epoch, stored).catch(async () => {
          await wait(AGAIN_MS, undefined, { ref: false });
          return this.#endOf(loaded, epoch, stored);
        }),
        epoch,
      );
    } catch (error) {
      log.warn(roomId, `What there was of ${loaded.card.title} could not be read: ${messageOf(error)}`);
    }
  }

  /**
   * Makes the results of a scene that waits.
   * @param {LoadedGame} loaded @param {number} epoch @param {StoredGame} stored @returns {Promise<Table[]>}
   * @throws {Error} its game failed in it
   */
  async resultsOf(loaded, epoch, stored) {
    const { tables, problem } = await this.#endOf(loaded, epoch, stored);
    if (problem !== undefined) throw new Error(problem);
    return tables;
  }

  /** @param {LoadedGame} loaded @param {number} epoch @param {StoredGame} stored @returns {Promise<End>} */
  async #endOf(loaded, epoch, stored) {
    const act = actOf({ loaded, epoch, sinceMs: 0, way: null, receipts: null });
    // It must not write: the stage belongs to another game.
    act.isOn = true;
    await this.open(act, stored);
    const play = /** @type {OpenPlay} */ (act.play);
    return play.ask('end').finally(() => play.stop());
  }

  /** @param {Act} act that hung @param {NonNullable<Fault['tail']>} tail @returns {Promise<string>} a stack; '' when it cannot be found */
  async findWhere(act, tail) {
    const { findWhere } = this.#options;
    if (!findWhere) return '';
    return findWhere(this.#beginningOf(act, act.shadow.stored() ?? undefined, { isBack: true }), tail);
  }
}

/**
 * @param {Pick<Act, 'loaded' | 'epoch' | 'sinceMs' | 'way' | 'receipts'>} scene
 * @param {StoredGame} [stored] what the disk has of it
 * @returns {Act}
 */
export function actOf(scene, stored) {
  const shadow = new Shadow(stored);
  return {
    ...scene,
    play: null,
    shadow,
    isOn: false,
    isAsleep: false,
    saving: Promise.resolve(),
    fault: null,
    failedAtMs: -Infinity,
  };
}
