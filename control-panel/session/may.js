/** Tells what this panel may do: everything with the operator's key, less by the link of a host. */

import { welcome } from './session.js';

/** @param {string} command of the home @returns {boolean} */
export function may(command) {
  const allowed = welcome.value?.may ?? null;
  return allowed === null || allowed.includes(command);
}

/** Tells whether this is the whole panel. */
export const isOperator = () => (welcome.value?.may ?? null) === null;
