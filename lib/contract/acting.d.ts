/** Who runs an action, and where it may lead. */

import type { Settings } from './types.js';

/**
 * The role in which somebody runs an action: the `operator` at the control panel, a `host` at the panel by a link, the presenter
 * at a `screen`, the presenter with the `remote`, or a `moderator`. The server knows roles, which belong to keys and links, and not
 * names.
 */
export type Actor = 'operator' | 'host' | 'screen' | 'remote' | 'moderator';

/** Where an action leads: to another game, and back again; or to this one, anew. */
export type Visit = {
  /** Null: the game that is on begins anew. */
  gameId: string | null;
  /** Some of that game's settings, for this visit only; null: those that the room has chosen for it. */
  settings: Settings | null;
  /** The action of this game that runs, with its default arguments, when the room has come back, or in the new round; null: none. */
  then: string | null;
};
