/** Names the servers of a comparison. Colyseus is not a dependency: it takes part only if it is installed. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LabError } from '../harness/errors.js';

/** @typedef {{ file: string, env: Record<string, string> }} About file: beside lab.js */

const COLYSEUS = fileURLToPath(new URL('rivals/colyseus/node_modules/@colyseus', import.meta.url));

/** @satisfies {Record<string, About>} */
export const SERVERS = Object.freeze({
  own: { file: './server.js', env: {} },
  inline: { file: './server.js', env: { STAGE: 'inline' } },
  'socket.io': { file: './rivals/socketio.js', env: {} },
  ws: { file: './rivals/ws.js', env: {} },
  colyseus: { file: './rivals/colyseus/server.js', env: { NODE_ENV: 'production' } },
});

/** @param {string} [folder] of Colyseus's packages */
export function hasColyseus(folder = COLYSEUS) {
  return ['core', 'ws-transport'].every((name) => existsSync(`${folder}/${name}/package.json`));
}

/**
 * Lists the servers that can run, and says so if one is left out.
 * @param {readonly string[]} [names] all; `before` is our server as another checkout has it
 * @param {{ before?: string, env?: Record<string, string>, isThere?: boolean, say?: (sentence: string) => void }} [where]
 *   `before`: that checkout, `env`: of ours, `isThere`: whether Colyseus is
 * @returns {Record<string, About>}
 * @throws {LabError} if `before` is no checkout
 */
export function installedServers(
  names = Object.keys(SERVERS),
  { before = '', env = {}, isThere = hasColyseus(), say = console.log } = {},
) {
  if (!isThere && names.includes('colyseus'))
    say(
      'Colyseus is left out: it is not installed. To compare it: npm ci --prefix loadtest/bench/rivals/colyseus',
    );
  if (before !== '' && !existsSync(resolve(before, 'loadtest/bench/server.js')))
    throw new LabError(`--before "${before}" is no other checkout: give its folder.`);
  const own = { ...SERVERS.own, env };
  const inline = { ...SERVERS.inline, env: { ...env, ...SERVERS.inline.env } };
  const all = { ...SERVERS, own, inline, before: { ...own, env: { ...env, CHECKOUT: resolve(before) } } };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name) && (isThere || name !== 'colyseus')),
  );
}
