/** The commands about names and people that panels and moderators' remotes have in common. */

/** @import { Check } from '../door/guard.js' */

import { is } from '../door/guard.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

const ID = is.text(60);
/** So many rows are shown of those who are alike; none but these can be left out. */
const MOST_SPARED = 500;
const MAX_ROWS = 100;

/** @type {Check} */
const ids = (value) =>
  Array.isArray(value) && value.length <= MOST_SPARED && value.every((id) => ID(id) === '')
    ? ''
    : `must be a list of at most ${MOST_SPARED} ids of players`;

/** Events and their arguments; the home runs them under the same names. @type {[string, Check[]][]} */
export const NAME_COMMANDS = [
  [CLIENT_EVENT.names, []],
  [CLIENT_EVENT.approve, [ID, is.boolean]],
  [CLIENT_EVENT.hide, [ID, is.boolean]],
  [CLIENT_EVENT.kickMany, [ID, is.object, is.optional(ids)]],
  [CLIENT_EVENT.unkick, [ID]],
  [CLIENT_EVENT.alike, [ID, is.object]],
];

/** Reads which part of the list of players is wanted. @param {{ query?: unknown, offset?: unknown, limit?: unknown }} wanted */
export function readPage({ query, offset, limit }) {
  const whole = (/** @type {unknown} */ value, /** @type {number} */ usual) =>
    Number.isInteger(value) && Number(value) >= 0 ? Number(value) : usual;
  return {
    query: typeof query === 'string' ? query.slice(0, 100) : '',
    offset: whole(offset, 0),
    limit: Math.min(MAX_ROWS, whole(limit, 50)),
  };
}
