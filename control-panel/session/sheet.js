/** The run sheet as this panel knows it: asked for when its version has changed, and changed by one edit after the other. */

import { effect, signal } from '@preact/signals';
import { showProblem } from '../parts/toasts.js';
import { askBeforeLoss } from './leave.js';
import { ask, status, welcome } from './session.js';

/** @import { Ack } from '../../lib/contract/wire.js' */
/** @import { SheetEdit, SheetView } from '../../lib/contract/run-sheet.js' */

export const sheet = signal(/** @type {SheetView | null} */ (null));
/** The cue that was deleted here last, as long as it can be brought back. */
export const removedId = signal('');
/** Which sheet was asked for last: a room, and the number that grows with each change. */
let shown = '';
/** Edits that wait for the one before: each needs its revision. @type {Promise<unknown>} */
let line = Promise.resolve();

effect(() => {
  const { roomId, sheet: now } = status.value ?? {};
  const wanted = `${roomId} ${now?.version} ${welcome.value?.roomId}`;
  if (now && wanted !== shown) void load(wanted);
});

/** @param {string} wanted */
async function load(wanted) {
  shown = wanted;
  const ack = await ask('sheet');
  if (shown !== wanted) return;
  if (ack.ok) sheet.value = ack.sheet;
  else shown = '';
}

/**
 * @typedef {SheetEdit extends infer E ? (E extends { rev: number } ? Omit<E, 'rev'> : E) : never} Change an edit without its revision
 */

/**
 * Changes the sheet. A refusal is shown, with the sheet as it is now.
 * @param {Change} change @returns {Promise<boolean>} it is stored
 */
export function edit(change) {
  const done = line.then(async () => {
    const ack = await ask('editSheet', { ...change, rev: sheet.value?.rev });
    if (ack.ok) sheet.value = ack.sheet;
    else {
      showProblem(ack.message);
      shown = '';
    }
    return ack.ok;
  });
  line = done.catch(() => {});
  return done;
}

/**
 * Goes to a cue.
 * @param {string} cueId
 */
export async function goTo(cueId) {
  const ack = await take(`cue ${status.value?.sheet.turn} ${cueId}`);
  if (!ack.ok && ack.message) showProblem(ack.message);
}

/**
 * Takes a step. Where the game that is on cannot be kept, a person is asked.
 * @param {string} stepId @returns {Promise<Ack<any>>} without a message where they thought better of it
 */
export function take(stepId) {
  return askBeforeLoss((more) => ask('go', stepId, more));
}
