/** Lets a game outside the checkout import 'mass-mobile'. Costs nothing as long as all games are inside. */

import { realpathSync } from 'node:fs';
import module from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
/** Node looks here for 'mass-mobile': from here the package finds itself, by its own `exports`. */
const HERE = import.meta.url;

let isRegistered = false;

/**
 * Called before a game is imported. Registers the hook once a process, and only for a game outside: the hook of
 * Node 20 is a thread of its own.
 * @param {string} folder of a game, or of games
 */
export function allowImports(folder) {
  if (isRegistered || `${realpathSync(folder)}${sep}`.startsWith(`${ROOT}${sep}`)) return;
  isRegistered = true;
  const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (module);
  // In one thread since Node 22.15; before that the hooks run in another one, which loads this file by itself.
  if (registerHooks) registerHooks({ resolve });
  else module.register(HERE);
}

/**
 * Every 'mass-mobile' is this server's own, even where a game has brought another copy: a second contract would
 * throw errors that the first does not know.
 * @template T
 * @param {string} specifier
 * @param {{ parentURL?: string }} context
 * @param {(specifier: string, context: object) => T} next
 * @returns {T}
 */
export function resolve(specifier, context, next) {
  const isOurs = specifier === 'mass-mobile' || specifier.startsWith('mass-mobile/');
  return next(specifier, isOurs ? { ...context, parentURL: HERE } : context);
}

/**
 * Explains why a game could not be imported if it still looks for the contract by a path.
 * @param {unknown} error
 * @returns {string} '' for any other error
 */
export function oldPathOf(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  const [, missing = '', file = ''] = /module '(.+?)' imported from (.+?)\.?$/m.exec(message ?? '') ?? [];
  if (code !== 'ERR_MODULE_NOT_FOUND' || !OLD_PATH.test(missing)) return '';
  return `${file} imports ${missing}, which is not there: write "import { defineGame } from 'mass-mobile'" instead`;
}

/** The paths by which games imported the contract before it was a package, from wherever they were copied. */
const OLD_PATH = /[\\/]lib[\\/](contract[\\/]|define-game\.js$|fold\.js$)/;
