/** How errors leave a play: as values, which a thread can post. */

/** @import { ErrorCode } from '../errors.js' */
/** @import { Fault } from './types.js' */

import { ShowError, causeOf, messageOf } from '../errors.js';
import { StageFault } from '../stage/stage.js';

/** The play came to its end before it answered: its game failed, or another one began. */
export class PlayOver extends Error {
  constructor() {
    super('the play is over');
    this.name = 'PlayOver';
  }
}

/**
 * @typedef {{ code: ErrorCode, message: string, cause: { message: string, stack: string } | null } | Fault} Refused
 */

/** @param {unknown} error @returns {Fault} what a game threw; `save`: its state cannot be stored */
export function faultOf(error) {
  const cause = causeOf(error);
  const hook = error instanceof StageFault ? error.hook : 'save';
  return { hook, message: messageOf(cause), stack: stackOf(cause) };
}

/** @param {Fault} fault @returns {StageFault} with a cause that was thrown where the game threw it */
export function stageFaultOf({ hook, message, stack }) {
  return new StageFault(hook, causeFrom({ message, stack }));
}

/** @param {unknown} error @returns {Refused} */
export function toRefused(error) {
  if (!(error instanceof ShowError)) return faultOf(error);
  const cause =
    error.cause === undefined ? null : { message: messageOf(error.cause), stack: stackOf(error.cause) };
  return { code: error.code, message: error.message, cause };
}

/** @param {Refused} refused @returns {ShowError | StageFault} */
export function fromRefused(refused) {
  if ('hook' in refused) return stageFaultOf(refused);
  const { code, message, cause } = refused;
  const error = new ShowError(code);
  error.message = message;
  return cause ? Object.assign(error, { cause: causeFrom(cause) }) : error;
}

/** @param {{ message: string, stack: string }} thrown */
function causeFrom({ message, stack }) {
  return Object.assign(new Error(message), { stack });
}

/** @param {unknown} error */
function stackOf(error) {
  return error instanceof Error ? (error.stack ?? '') : '';
}

/** @param {string} problem @returns {ShowError} it could not be stored */
export function lossOf(problem) {
  const error = new ShowError('not-saved');
  error.message = problem;
  return error;
}

/** @template T @param {() => T} run @param {T} other where that throws @returns {T} */
export function orElse(run, other) {
  try {
    return run();
  } catch {
    return other;
  }
}
