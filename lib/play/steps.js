/**
 * The names of the steps that a game offers. GO carries the name that its host saw, so that one step is taken once, however many
 * press: a name is good until the step is taken or the game offers another one.
 */

/** @import { NextStep, StageDesk, StepCard } from '../contract/types.js' */

import { createHash } from 'node:crypto';
import { ShowError } from '../errors.js';

/** @param {number} seed of this play: a name of an earlier one means nothing here */
export function createSteps(seed) {
  let taken = 0;

  /** @param {'next' | 'back'} way @param {NextStep} step */
  function idOf(way, step) {
    const { action, args, label, values } = step;
    return createHash('sha256')
      .update(JSON.stringify([seed, taken, way, action, args, label, values]))
      .digest('base64url')
      .slice(0, 16);
  }

  /** @param {'next' | 'back'} way @param {NextStep | null} step @returns {StepCard | null} */
  function cardOf(way, step) {
    if (!step) return null;
    const { action, args, label, values } = step;
    return { id: idOf(way, step), action, ...(args && { args }), label, ...(values && { values }) };
  }

  return {
    /** @param {StageDesk} desk */
    name: ({ next, back, host, off }) => ({
      next: cardOf('next', next),
      back: cardOf('back', back),
      isAgain: next?.again === true,
      isResting: next?.rest === true,
      host,
      off,
    }),
    /** @param {string} id @param {StageDesk} desk of now @returns {NextStep} @throws {ShowError} `step-done` */
    find(id, { next, back }) {
      if (next && idOf('next', next) === id) return next;
      if (back && idOf('back', back) === id) return back;
      throw new ShowError('step-done');
    },
    /** A step was taken: the names that were given are good no longer. */
    taken() {
      taken += 1;
    },
  };
}
