/** Which extensions a server has, by its settings. What an extension is: lib/extension.d.ts. */

/** @import { Config } from './lib/config.js' */
/** @import { Extension } from './lib/extension.js' */

import { existsSync } from 'node:fs';
import { rehearsalExtension } from './bots/extension.js';

/** The lab needs this package, which `npm ci --omit=dev` leaves out. */
const LAB_PACKAGE = 'piscina';

/**
 * @param {Pick<Config, 'loadTest'> & Partial<Pick<Config, 'hall' | 'dev'>>} config
 * @param {(name: string) => unknown} [resolve] throws when a package is not installed
 * @returns {Promise<Extension[]>}
 * @throws {Error} a sentence that says which installation is missing
 */
export async function extensionsOf(
  { loadTest, hall = null, dev = false },
  resolve = (name) => import.meta.resolve(name),
) {
  return [
    rehearsalExtension(),
    ...(hall ? [(await import('./lib/hall.js')).hallExtension()] : []),
    ...(dev ? [await authors()] : []),
    ...(loadTest ? [await lab(resolve)] : []),
  ];
}

async function authors() {
  if (!existsSync(new URL('dev', import.meta.url)))
    throw new Error(
      'DEV is on, but the folder dev/ is not here: write games in a checkout, or leave DEV unset.',
    );
  return (await import('./dev/extension.js')).devExtension();
}

/** @param {(name: string) => unknown} resolve */
async function lab(resolve) {
  if (!isInstalled(LAB_PACKAGE, resolve)) {
    throw new Error(
      `LOADTEST is on, but the load lab needs ${LAB_PACKAGE}, which is not installed: ` +
        'run "npm ci" instead of "npm ci --omit=dev", or leave LOADTEST unset.',
    );
  }
  const { labExtension } = await import('./loadtest/lab/extension.js');
  return labExtension();
}

/** @param {string} name @param {(name: string) => unknown} resolve */
function isInstalled(name, resolve) {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
