/**
 * The desk of a room's host: what GO and BACK do now, what the host sees beside them, and whether the screens are dark. The game
 * says its steps; the room adds the way back from an interlude, the next cue of the run sheet, the end of a pause, and light where it is
 * dark.
 */

/** @import { Actor, Desk, StepCard } from '../contract/types.js' */
/** @import { Log } from '../log.js' */
/** @import { Scene } from '../contract/wire.js' */

import { ShowError, messageOf } from '../errors.js';
import { within } from '../scene/within.js';
import { ROOM_STEPS } from '../../public/shared/stepper.js';

/** A panel shows what it has when the game takes longer than this. */
const WITHIN_MS = 150;
/** Stands in for a game that has no steps, or cannot say them. */
const NOTHING = Object.freeze({
  next: null,
  back: null,
  isAgain: false,
  isResting: false,
  host: null,
  off: {},
});
/** Stands in for a game until it says something: nobody knows yet whether it has a step. */
const UNKNOWN = Object.freeze({ ...NOTHING });
/** A game that is dark by an action of its own, and takes the light back by the same. */
const BLANK = 'blank';

/** @typedef {Omit<Desk, 'epoch' | 'isBlank' | 'isKnown'> & { isAgain: boolean, isResting: boolean }} Said what the game says */

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Pick<import('../scene/scene.js').Scene, 'play' | 'run' | 'back' | 'describe' | 'epoch' | 'loaded'>} options.scene
 * @param {Pick<import('./run-sheet.js').RunSheet, 'step' | 'go' | 'isOn'>} options.sheet
 * @param {Log} options.log
 * @param {{ isOn: () => boolean, end: () => Promise<unknown> }} options.pause of the room
 * @param {boolean} options.isBlank as it was stored
 * @param {(isBlank: boolean) => Promise<void>} options.onBlank sends it to the screens, and stores it
 */
export function createHostDesk({ id, scene, sheet, log, pause, isBlank, onBlank }) {
  const { ask, soon } = createQuestioner({ id, scene, log });
  /** How often it became dark: a step to make light is good for one time. */
  let blanks = 0;

  /** Finds the step that the room itself offers before the game's. @param {Said} said @param {Scene['back']} back @returns {StepCard | null} */
  function ownStep(said, back) {
    if (isBlank) return { id: `light ${blanks}`, action: null, label: ROOM_STEPS.light };
    // A step of the game would be taken behind the pause, and seen when it ends.
    if (pause.isOn()) return { id: 'on', action: null, label: ROOM_STEPS.goOn };
    if (said.next && !said.isAgain && !said.isResting) return null;
    if (!back) return said === UNKNOWN ? null : sheet.step(said.next === null);
    return {
      id: `back ${scene.epoch}`,
      action: null,
      label: ROOM_STEPS.back,
      values: { title: back.title },
    };
  }

  /** @returns {Promise<Desk>} */
  async function read() {
    const { epoch } = scene;
    const said = await soon(epoch);
    const { next, back, host, off } = said;
    return {
      ...{ epoch, host, off, back: isBlank ? null : back },
      // A sheet that is through must not lead back into its last game: a press too many would end the winners.
      next: ownStep(said, scene.describe().back) ?? (said.isAgain && sheet.isOn ? null : next),
      isBlank: isBlank || (host?.blank ?? false),
      isKnown: said !== UNKNOWN,
    };
  }

  /** @param {boolean} wanted */
  async function blankRoom(wanted) {
    if (wanted === isBlank) return;
    isBlank = wanted;
    if (wanted) blanks += 1;
    await onBlank(isBlank);
  }

  /** Goes back from an interlude, if it is still on. @param {string} stepId @param {Actor | null} by */
  async function goBack(stepId, by) {
    const { back, epoch } = scene.describe();
    if (!back || stepId !== `back ${epoch}`) throw new ShowError('step-done');
    await scene.back(back.gameId, by).catch((error) => {
      throw error instanceof ShowError && error.code === 'back-none' ? new ShowError('step-done') : error;
    });
  }

  return {
    get isBlank() {
      return isBlank;
    },
    read,
    /**
     * Takes a step, if nobody has taken it and it is still one.
     * @param {string} stepId @param {Actor | null} by @param {boolean} [isSure] what a cue cannot keep may end
     * @returns {Promise<void>} stored
     * @throws {ShowError} `step-done`, and what the action throws
     */
    async go(stepId, by, isSure) {
      if (stepId.startsWith('light ')) {
        if (!isBlank || stepId !== `light ${blanks}`) throw new ShowError('step-done');
        return blankRoom(false);
      }
      if (isBlank) throw new ShowError('step-done');
      if (stepId === 'on' && pause.isOn()) return void (await pause.end());
      if (stepId.startsWith('cue ')) return sheet.go(stepId, by, isSure);
      if (pause.isOn()) throw new ShowError('step-done');
      if (stepId.startsWith('back ')) return goBack(stepId, by);
      return scene.run('', {}, by, stepId);
    },
    /**
     * Makes the screens dark, or light again; a game that has an action for it does it by that.
     * @param {boolean} wanted @param {Actor | null} by
     */
    async blank(wanted, by) {
      if (!Object.hasOwn(scene.loaded.game.actions, BLANK)) return blankRoom(wanted);
      // It was dark before this game began.
      if (isBlank) return blankRoom(wanted);
      const { host } = await ask(scene.epoch);
      if ((host?.blank ?? false) !== wanted) await scene.run(BLANK, {}, by);
    },
  };
}

/**
 * Asks the game for its steps.
 * @param {Pick<Parameters<typeof createHostDesk>[0], 'id' | 'scene' | 'log'>} options
 */
function createQuestioner({ id, scene, log }) {
  /** @type {{ epoch: number, said: Said }} */
  let last = { epoch: -1, said: UNKNOWN };
  /** The last scene whose fault was logged. */
  let brokenEpoch = -1;

  /** @param {number} epoch @returns {Promise<Said>} */
  async function ask(epoch) {
    try {
      return (await scene.play.ask('desk')) ?? NOTHING;
    } catch (error) {
      if (brokenEpoch !== epoch)
        log.error(id, `What a host does next is not known: ${messageOf(error)}`, error);
      brokenEpoch = epoch;
      return NOTHING;
    }
  }

  /** An answer that comes late is what the next one who asks sees, or a slow game would never show a step. @param {number} epoch */
  async function note(epoch) {
    const said = await ask(epoch);
    if (epoch >= last.epoch) last = { epoch, said };
    return said;
  }

  return {
    ask,
    /** Gives what it says within a moment, or else what it said last in this scene. @param {number} epoch @returns {Promise<Said>} */
    soon: (epoch) => within(note(epoch), WITHIN_MS, last.epoch === epoch ? last.said : UNKNOWN),
  };
}

/** @typedef {ReturnType<typeof createHostDesk>} HostDesk */
