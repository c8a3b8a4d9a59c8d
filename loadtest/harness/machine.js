/** Describes the machine of a run, so that a figure can be believed or repeated. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = new URL('../../', import.meta.url);
const PACKAGES = ['socket.io', 'engine.io', 'ws', 'artillery'];

export async function describeMachine() {
  const versions = PACKAGES.map(async (name) => [name, await versionOf(name)]);
  return {
    cpu: cpus()[0]?.model.trim() ?? 'not known',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    os: `${type()} ${release()}`,
    node: process.version,
    packages: Object.fromEntries(await Promise.all(versions)),
    git: await git('rev-parse', '--short', 'HEAD'),
    dirty: (await git('status', '--porcelain')) !== '',
  };
}

/** @param {string} name @returns {Promise<string>} */
async function versionOf(name) {
  const text = await readFile(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8').catch(() => null);
  return text === null ? 'not installed' : JSON.parse(text).version;
}

/** @param {...string} args @returns {Promise<string>} empty outside a checkout */
async function git(...args) {
  const asked = promisify(execFile)('git', args, { cwd: fileURLToPath(ROOT) });
  return (await asked.catch(() => ({ stdout: '' }))).stdout.trim();
}
