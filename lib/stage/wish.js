/** The wish of an action for another scene: a visit, or this game anew. It is a value like any other outcome: the holder of the stage carries it out. */

/** @import { Context, Game, Visit } from '../contract/types.js' */
/** @import { Approve } from './types.js' */

import { isObject } from '../contract/schema.js';

/** @param {Pick<Game, 'actions'>} game */
export function createWish({ actions }) {
  let isActing = false;
  /** @type {Visit | null} */
  let wished = null;

  /** @param {string} name of the call @param {Visit} wish */
  function wishFor(name, wish) {
    if (!isActing) throw new TypeError(`ctx.${name}() works in actions only`);
    if (wished) throw new TypeError(`ctx.${name}() is the second wish of one action: a room plays one game`);
    if (wish.then !== null && !Object.hasOwn(actions, wish.then))
      throw new TypeError(`ctx.${name}(): then names no action of this game, but "${wish.then}"`);
    wished = wish;
  }

  return {
    /** See `Context.beginAnew`. @type {Context['beginAnew']} */
    beginAnew: ({ then = null } = {}) => wishFor('beginAnew', { gameId: null, settings: null, then }),
    /** See `Context.visit`. @type {Context['visit']} */
    visit(gameId, { settings, then = null } = {}) {
      if (typeof gameId !== 'string' || gameId === '')
        throw new TypeError("ctx.visit() needs the id of a game, such as 'pong'");
      if (settings !== undefined && !isObject(settings))
        throw new TypeError('ctx.visit(): settings must be an object such as { pointsToWin: 3 }');
      wishFor('visit', { gameId, settings: settings ? { ...settings } : null, then });
    },
    /**
     * Runs an action, in which another scene may be wished for.
     * @param {() => void} act @param {Approve} [approve]
     * @returns {Visit | undefined}
     * @throws what `act` or `approve` threw
     */
    during(act, approve) {
      isActing = true;
      wished = null;
      try {
        act();
      } finally {
        isActing = false;
      }
      const visit = /** @type {Visit | null} */ (wished) ?? undefined;
      if (visit) approve?.(visit);
      return visit;
    },
  };
}
