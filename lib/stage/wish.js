/** The wish of an action to visit another game. It is a value like any other outcome: the holder of the stage carries it out. */

/** @import { Context, Game, Visit } from '../contract/types.js' */
/** @import { Approve } from './types.js' */

import { isObject } from '../contract/schema.js';

/** @param {Pick<Game, 'actions'>} game */
export function createWish({ actions }) {
  let isActing = false;
  /** @type {Visit | null} */
  let wished = null;

  return {
    /** See `Context.visit`. @type {Context['visit']} */
    visit(gameId, { settings, then } = {}) {
      if (!isActing) throw new TypeError('ctx.visit() works in actions only');
      if (wished) throw new TypeError('ctx.visit() was called twice in one action: a room plays one game');
      if (typeof gameId !== 'string' || gameId === '')
        throw new TypeError("ctx.visit() needs the id of a game, such as 'pong'");
      if (settings !== undefined && !isObject(settings))
        throw new TypeError('ctx.visit(): settings must be an object such as { pointsToWin: 3 }');
      if (then !== undefined && !Object.hasOwn(actions, then))
        throw new TypeError(`ctx.visit(): then names no action of this game, but "${then}"`);
      wished = { gameId, settings: settings ? { ...settings } : null, then: then ?? null };
    },
    /**
     * Runs an action, in which a visit may be wished for.
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
