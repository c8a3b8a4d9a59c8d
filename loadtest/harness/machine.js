/** Describes the machine of a run, so that a figure can be believed or repeated. */

/** @import { Machine } from '../types.js' */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = new URL('../../', import.meta.url);
const PACKAGES = ['socket.io', 'engine.io', 'ws', 'artillery'];

/** @returns {Promise<Machine>} */
export async function describeMachine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'not known',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    os: `${type()} ${release()}`,
    node: process.version,
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    git: await git('rev-parse', '--short', 'HEAD'),
    dirty: (await git('status', '--porcelain')) !== '',
  };
}

/** @param {string} name */
function versionOf(name) {
  try {
    return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8')).version;
  } catch {
    return 'not installed';
  }
}

/** @param {...string} args @returns {Promise<string>} empty outside a checkout */
async function git(...args) {
  const { stdout } = await promisify(execFile)('git', args, { cwd: fileURLToPath(ROOT) }).catch(() => ({
    stdout: '',
  }));
  return stdout.trim();
}
