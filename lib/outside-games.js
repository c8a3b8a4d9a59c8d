/**
 * Lets a game outside the checkout import what one in it can, and a game that has changed be imported anew. Costs nothing as long as all
 * games are inside, and none changes.
 */

import { realpathSync } from 'node:fs';
import module from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
/** Node looks here for 'mass-mobile': from here the package finds itself, by its own `exports`. */
const HERE = import.meta.url;

let isRegistered = false;

/** A module by its version: it stands in the address of `game.js`, and from there in those of all modules that this imports by paths. */
const VERSION = /\?v=\d+$/;

/** @param {string} url of a file @param {number} version 0: as it was first @returns {string} */
export const versioned = (url, version) => (version > 0 ? `${url}?v=${version}` : url);

/**
 * Called before a game is imported. Registers the hook once a process, and only for a game outside, or one that is imported anew: the
 * hook of Node 20 is a thread of its own.
 * @param {string} folder of a game, or of games @param {boolean} [isAnew]
 */
export function allowImports(folder, isAnew = false) {
  if (isRegistered || (!isAnew && `${realpathSync(folder)}${sep}`.startsWith(`${ROOT}${sep}`))) return;
  isRegistered = true;
  const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (module);
  // In one thread since Node 22.15; before that the hooks run in another one, which loads this file by itself.
  if (registerHooks) registerHooks({ resolve });
  else module.register(HERE);
}

/**
 * Every 'mass-mobile' is this server's own, even where a game has brought another copy: a second contract would
 * throw errors that the first does not know. What is not found where a game lies, and is here, is taken from here: `../../public/…`,
 * as pages find it by its address, and packages. A module that is imported by a path has the version of the one that imports it.
 * @template {{ url: string }} T
 * @param {string} specifier
 * @param {{ parentURL?: string }} context
 * @param {(specifier: string, context: object) => T | Promise<T>} next
 * @returns {T | Promise<T>} a promise where the hooks run in a thread of their own
 */
export function resolve(specifier, context, next) {
  const isOurs = specifier === 'mass-mobile' || specifier.startsWith('mass-mobile/');
  const here = { ...context, parentURL: HERE };
  const found = attempt(
    () => next(specifier, isOurs ? here : context),
    (error) => {
      const asked = askedHere(specifier, context.parentURL);
      const fail = () => {
        throw error;
      };
      return asked === null ? fail() : attempt(() => next(asked, here), fail);
    },
  );
  const [version] = VERSION.exec(context.parentURL ?? '') ?? [];
  if (!version || !/^\.{0,2}\//.test(specifier)) return found;
  const mark = (/** @type {T} */ one) => ({ ...one, url: one.url + version });
  return found instanceof Promise ? found.then(mark) : mark(found);
}

/** @template T @param {() => T | Promise<T>} find @param {(error: unknown) => T | Promise<T>} orElse @returns {T | Promise<T>} */
function attempt(find, orElse) {
  try {
    const found = find();
    return found instanceof Promise ? found.catch(orElse) : found;
  } catch (error) {
    return orElse(error);
  }
}

/** @param {string} specifier that was not found @param {string} [parentURL] @returns {string | null} what to look for here; null: only the game can have it */
function askedHere(specifier, parentURL) {
  if (!/^\.{1,2}\//.test(specifier)) return specifier;
  const [path] = /\/public\/[^?]+$/.exec(new URL(specifier, parentURL).pathname) ?? [];
  return path ? new URL(`..${path}`, HERE).href : null;
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
