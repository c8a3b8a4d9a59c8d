/** GO, BACK and dark screens of this panel: what they do now, and the press that does it. */

import { batch, effect, signal } from '@preact/signals';
import { createStepper } from '../../public/shared/stepper.js';
import { showProblem } from '../parts/toasts.js';
import { ask, order, scene, status } from './session.js';
import { take } from './sheet.js';

/** @import { Steps } from '../../lib/contract/types.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */

/** The note that a step has been taken already stays this long. */
const NOTE_MS = 2500;

/** The steps as the server sent them last, by a status or by its answer to GO. */
export const steps = signal(/** @type {Steps | null} */ (null));
/** The step has been there long enough to be read, so that GO takes it. */
export const isReady = signal(false);
/** The same of the next cue and the one before. */
export const isCueReady = signal(false);
/** A press was too late: the step has been taken already. */
export const isDone = signal(false);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noteTimer;

const askToRun = (/** @type {string} */ action, /** @type {object} */ args) => ask('run', action, args);
const stepper = createStepper({
  go: take,
  run: askToRun,
  epoch: () => scene.value?.epoch,
  onSteps: () =>
    batch(() => {
      steps.value = stepper.steps;
      isReady.value = stepper.isReady;
    }),
});
/** Takes cues of the run sheet. The answer has the steps of GO, which are not these. */
const cues = createStepper({
  go: async (stepId) => ({ ...(await take(stepId)), steps: undefined }),
  run: askToRun,
  epoch: () => status.value?.sheet.turn,
  onSteps: () => (isCueReady.value = cues.isReady),
});
effect(() => {
  const { desk, sheet } = status.value ?? {};
  if (desk) stepper.receive(desk);
  if (sheet) cues.receive({ ...sheet, epoch: sheet.turn, isBlank: false });
});

/** Takes a step. @param {'next' | 'back'} way @param {typeof stepper} [by] */
export async function press(way, by = stepper) {
  const ack = await by.press(way);
  if (ack) say(ack);
}

/** Goes to the cue after the one that is on, or before it. @param {'next' | 'back'} way */
export const pressCue = (way) => press(way, cues);

/** Runs an action of the game, and shows a refusal. @param {string} action @param {object} [args] @returns {Promise<Ack<any>>} */
export async function run(action, args) {
  const ack = await stepper.run(action, args);
  say(ack);
  return ack;
}

/** Says why nothing has happened; quietly, where the step has been taken already. @param {Ack} ack */
function say(ack) {
  if (ack.ok) return;
  if (ack.code !== 'step-done') return ack.message ? showProblem(ack.message) : undefined;
  isDone.value = true;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => (isDone.value = false), NOTE_MS);
}

/** Makes the screens dark, or light again. */
export const darken = () => order('blank', !steps.value?.isBlank);
