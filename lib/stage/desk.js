/** The desk of a stage: what the game says a host does next, what they see beside it, and which actions make no sense now. */

/** @import { Action, Context, Game, NextStep, StageDesk } from '../contract/types.js' */

import { ShowError } from '../errors.js';
import { isObject } from '../contract/schema.js';

/**
 * Reads the desk of a game. It changes nothing.
 * @param {Game} game @param {unknown} state @param {Context} ctx
 * @param {<T>(hook: string, run: () => T) => T} guarded calls a hook
 * @returns {StageDesk}
 */
export function readDesk(game, state, ctx, guarded) {
  const step = (/** @type {'next' | 'back'} */ hook) =>
    guarded(hook, () => checkStep(game, hook, game[hook]?.(state, ctx) ?? null));
  /** @type {Record<string, string>} */
  const off = {};
  for (const [id, action] of Object.entries(game.actions)) {
    const why = guarded(`actions.${id}.may`, () => refusalOf(action, state, ctx));
    if (why) off[id] = why.message;
  }
  return {
    next: step('next'),
    back: step('back'),
    host: guarded('host', () => game.host?.(state, ctx) ?? null),
    off,
  };
}

/**
 * Asks an action whether it makes sense now.
 * @param {Pick<Action, 'may'>} action @param {unknown} state @param {Context} ctx
 * @returns {ShowError | null} the refusal of the one who runs it now
 */
export function refusalOf({ may }, state, ctx) {
  if (!may) return null;
  try {
    may(state, ctx);
    return null;
  } catch (error) {
    if (error instanceof ShowError) return error;
    throw error;
  }
}

/** @param {Game} game @param {string} hook @param {unknown} step @returns {NextStep | null} @throws {TypeError} */
function checkStep({ actions }, hook, step) {
  if (step === null) return null;
  const { action, label } = /** @type {Record<string, unknown>} */ (isObject(step) ? step : {});
  if (typeof action !== 'string' || typeof label !== 'string' || label === '')
    throw new TypeError(
      `${hook}() must return null, or a step such as { action: 'serve', label: 'pong.serve' }`,
    );
  if (!Object.hasOwn(actions, action))
    throw new TypeError(`${hook}() names the action "${action}", which this game does not have`);
  if (actions[action]?.confirm)
    throw new TypeError(`${hook}() names "${action}", which asks for a confirmation: GO asks for none`);
  return /** @type {NextStep} */ (step);
}
