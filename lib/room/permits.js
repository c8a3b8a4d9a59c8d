/** Permits: the home looks at each command once, before it runs, for whether its sender may. */

/** @import { Actor } from '../contract/types.js' */
/** @import { Giver } from '../contract/links.js' */

import { MAIN_ROOM } from '../contract/room-ids.js';
import { may } from '../door/roles.js';
import { ShowError } from '../errors.js';

/**
 * @param {Pick<import('./links.js').Links, 'actorIn'>} links
 * @returns {Permit}
 *
 * @typedef {(request: Giver & { room?: string }, name: string) => Actor | null} Permit gives the role in which the command runs,
 *   null for the process itself; throws `role-wrong`, and `link-…` for a link that is over
 */
export function createPermits(links) {
  return ({ by = null, link, room = MAIN_ROOM }, name) => {
    // An edge may not know yet that a link is over, so its word does not count.
    const actor = link === undefined ? by : links.actorIn(link, room);
    if (may(actor, name)) return actor;
    throw new ShowError('role-wrong');
  };
}
