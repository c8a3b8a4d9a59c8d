/** Other versions of Node.js to run a check with. They come from npm, as packages that hold one program. */

import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** The lines of Node.js that are maintained beside the oldest one, which runs every check: nodejs.org/en/about/previous-releases. */
export const NODES = ['22', '24'];

/**
 * Runs the check again with the newest of a line of Node.js.
 * @param {string} line a major version @param {string[]} args of the check
 * @returns {number} its exit code
 * @throws {Error} there is no such version, or npm cannot be reached: npm has said which
 */
export function checkWith(line, args) {
  const program = `node-${process.platform}-${process.arch}`;
  const folder = resolve('.cache', `node-${line}`);
  const options = [
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  try {
    execFileSync('npm', ['install', ...options, `${program}@${line}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    throw new Error(`npm has no Node.js "${line}" for this machine, or cannot be reached: see above.`);
  }
  const bin = resolve(folder, 'node_modules', program, 'bin');
  const PATH = `${bin}${delimiter}${process.env['PATH']}`;
  const script = [resolve('scripts/test.js'), ...args];
  return (
    spawnSync(resolve(bin, 'node'), script, { stdio: 'inherit', env: { ...process.env, PATH } }).status ?? 1
  );
}
