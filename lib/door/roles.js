/** Roles, and what each of them may command: the one table that the home asks before it does anything, by whichever edge a wish comes. */

/** @import { Actor } from '../contract/types.js' */
/** @import { LinkRole } from '../contract/links.js' */

/** The roles that a link can give. @type {readonly LinkRole[]} */
export const LINK_ROLES = Object.freeze(['operator', 'host', 'presenter', 'moderator']);

/** A clicker sends these. */
const STEPS = ['go', 'back', 'blank'];
/** The view that remotes show, and the question whether something else is allowed. */
const LOOKS = ['remote', 'permit'];

/**
 * The operator may do everything; what is in no row is for the operator alone. `content:…` are documents, `extension:…` what
 * extensions add. A command of the home that others may give needs its name here, and nothing else.
 * @type {Readonly<Record<Exclude<Actor, 'operator'>, ReadonlySet<string>>>}
 */
const MAY = Object.freeze({
  host: new Set([
    ...[...LOOKS, ...STEPS, 'run', 'pause', 'switch', 'choose', 'documents', 'players', 'names'],
    ...['events', 'undo', 'offer', 'sheet'],
  ]),
  remote: new Set([...LOOKS, ...STEPS, 'run', 'pause']),
  screen: new Set([...STEPS, 'steps', 'run', 'pause']),
  moderator: new Set([
    ...[...LOOKS, 'run', 'players', 'names', 'approve', 'hide', 'rename'],
    ...['kick', 'kick-many', 'alike', 'unkick'],
  ]),
});
/** An edge does this by itself, for nobody in particular: it reads, removes players whose phones flood, and reports guessed keys. */
const PROCESS = new Set([
  ...['remote', 'steps', 'status', 'kick', 'probed', 'guessed'],
  ...['content:get', 'content:asset'],
]);

/**
 * @param {Actor | null} actor null: the process itself
 * @param {string} name of the command
 */
export function may(actor, name) {
  if (actor === 'operator') return true;
  if (actor === null) return PROCESS.has(name);
  return Object.hasOwn(MAY, actor) && MAY[actor].has(name);
}

/** @param {Actor} actor @returns {string[] | null} null: everything */
export function allowedTo(actor) {
  return actor === 'operator' ? null : [...(MAY[actor] ?? [])];
}

/** Gives the role by which games know the holder of such a link: a presenter has a remote in the hand. @param {LinkRole} role @returns {Actor} */
export function actorOf(role) {
  return role === 'presenter' ? 'remote' : role;
}
