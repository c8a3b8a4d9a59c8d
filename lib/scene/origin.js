/** Names an address to games, who store what they are given: by a word that nobody can read back, as its key is in memory alone. */

import { createHmac, randomBytes } from 'node:crypto';

const KEY = randomBytes(16);

/** @param {string | null} network the mark of one @returns {string | undefined} see `Submission` */
export function originOf(network) {
  return network === null
    ? undefined
    : createHmac('sha256', KEY).update(network).digest('base64url').slice(0, 8);
}
