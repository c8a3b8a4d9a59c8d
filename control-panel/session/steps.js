/** GO, BACK and dark screens of this panel: what they do now, and the press that does it. */

import { effect, signal } from '@preact/signals';
import { createStepper } from '../../public/shared/stepper.js';
import { showProblem } from '../parts/toasts.js';
import { ask, order, scene, status } from './session.js';
import { sureToLose } from './sheet.js';

/** @import { Steps } from '../../lib/contract/types.js' */

/** So long a host reads that somebody else was quicker. */
const NOTE_MS = 2500;

/** The steps as the server told them last, by a status or by its answer to GO. */
export const steps = signal(/** @type {Steps | null} */ (null));
/** A press is under way. */
export const isGoing = signal(false);
/** Somebody else has just taken the step. */
export const isDone = signal(false);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noteTimer;

/** The step that was asked for last. */
let askedFor = '';

const stepper = createStepper({
  go: (stepId) => ask('go', (askedFor = stepId)),
  epoch: () => scene.value?.epoch,
  onSteps: (next) => (steps.value = next),
});
effect(() => {
  const { desk } = status.value ?? {};
  if (desk) stepper.hear(desk);
});

/** Takes a step; that somebody else was quicker is said quietly. @param {'next' | 'back'} way */
export async function press(way) {
  isGoing.value = true;
  let ack = await stepper.press(way);
  isGoing.value = false;
  if (ack && !ack.ok && ack.code.startsWith('leave-')) ack = await sureToLose(ack.message, askedFor);
  if (!ack || ack.ok) return;
  if (ack.code !== 'step-done') return showProblem(ack.message);
  isDone.value = true;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => (isDone.value = false), NOTE_MS);
}

/** Makes the screens dark, or light again. */
export const darken = () => order('blank', !steps.value?.isBlank);
