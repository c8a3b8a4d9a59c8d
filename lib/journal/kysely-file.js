/** Kysely in one file: the thread of the database would read 289 at each start, which takes 80 ms of a core. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The package's `imports` name it, for the condition `joined`. */
const FILE = `${ROOT}.cache/kysely.js`;
const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const BANNER = `/* Kysely ${dependencies.kysely} */`;

/** @returns {string[]} flags of a thread that uses Kysely: none as long as the file has not been made by this version */
export function flagsOfJoined() {
  return isJoined() ? ['--conditions=joined'] : [];
}

/**
 * Makes the file for the next start, in a process of its own, some 0.2 s.
 * @throws {Error} where esbuild does not run, or the checkout is not to be written, as in a container: then it stays as it is
 */
export async function joinKysely() {
  if (isJoined()) return;
  const made = `${FILE}.${process.pid}`;
  const how = ['--bundle', '--format=esm', '--platform=node', `--banner:js=${BANNER}`, `--outfile=${made}`];
  await mkdir(`${ROOT}.cache`, { recursive: true });
  const esbuild = createRequire(import.meta.url).resolve('esbuild/bin/esbuild');
  await promisify(execFile)(esbuild, ['kysely', ...how], { cwd: ROOT });
  await rename(made, FILE);
}

function isJoined() {
  try {
    return readFileSync(FILE, 'utf8').startsWith(BANNER);
  } catch {
    return false;
  }
}
