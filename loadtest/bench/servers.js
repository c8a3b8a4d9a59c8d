/** Names the servers of a comparison. Colyseus is not a dependency: it takes part only if it is installed. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LabError } from '../harness/errors.js';

/** @typedef {{ file: string, env?: Record<string, string> }} About file: beside lab.js */

const COLYSEUS = fileURLToPath(new URL('rivals/colyseus/node_modules/@colyseus', import.meta.url));

/** @type {Readonly<Record<'own' | 'socket.io' | 'ws' | 'colyseus', About>>} */
export const SERVERS = Object.freeze({
  own: { file: './server.js' },
  'socket.io': { file: './rivals/socketio.js' },
  ws: { file: './rivals/ws.js' },
  colyseus: { file: './rivals/colyseus/server.js', env: { NODE_ENV: 'production' } },
});

/** @typedef {keyof typeof SERVERS} ServerName */

/** @param {string} [folder] of Colyseus's packages */
export function hasColyseus(folder = COLYSEUS) {
  return ['core', 'ws-transport'].every((name) => existsSync(`${folder}/${name}/package.json`));
}

/**
 * Lists the servers that can run, and says so if one is left out.
 * @param {readonly string[]} [names] all
 * @param {object} [where]
 * @param {boolean} [where.isThere] whether Colyseus is
 * @param {(sentence: string) => void} [where.say]
 * @returns {Record<string, About>}
 */
export function installedServers(
  names = Object.keys(SERVERS),
  { isThere = hasColyseus(), say = print } = {},
) {
  const unknown = names.find((name) => !Object.hasOwn(SERVERS, name));
  if (unknown !== undefined)
    throw new LabError(`There is no server "${unknown}": it is one of ${Object.keys(SERVERS).join(', ')}.`);
  const isMissing = names.includes('colyseus') && !isThere;
  if (isMissing)
    say(
      'Colyseus is left out: it is not installed. To compare it: npm ci --prefix loadtest/bench/rivals/colyseus',
    );
  return Object.fromEntries(
    names
      .filter((name) => !(isMissing && name === 'colyseus'))
      .map((name) => [name, SERVERS[/** @type {ServerName} */ (name)]]),
  );
}

/** @param {string} sentence */
function print(sentence) {
  process.stdout.write(`${sentence}\n`);
}
