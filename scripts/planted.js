#!/usr/bin/env node
/**
 * Plants one fault after the other, and looks whether a test sees it: `npm run test:planted`. Each patch of `test/planted/` breaks
 * one promise of the product: its first line says which, and its second one which test files are to go red. They run in a copy of
 * the last commit. A file that is red once and then green has seen nothing.
 *
 *   npm run test:planted -- 03 undo   the patches whose names contain one of these words
 *   npm run test:planted -- --quick   does not ask all other tests when the named files are green
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const PATCHES = 'test/planted';
/** One may wait for its test. */
const MOST_UNSEEN = 1;
/** A file that does not even run has tested no promise. */
const RED_TWICE = /^RED (.+), run 2: (?!ended with .* before its tests|has no test)(.+)$/m;
const TEXT_LENGTH = 150;

const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const words = args.filter((arg) => !arg.startsWith('--'));
const names = readdirSync(PATCHES)
  .map((file) => basename(file, '.patch'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
/** The run of tests that is under way. @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null> | null} */
let tests = null;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    tests?.kill();
    cleanUp();
    process.exit(1);
  });

try {
  let seen = 0;
  for (const name of names) seen += Number(await isSeen(name));
  process.stdout.write(`${seen} of ${names.length} seen\n`);
  process.exitCode = seen > 0 && seen >= names.length - MOST_UNSEEN ? 0 : 1;
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
} finally {
  cleanUp();
}

/** @param {string} name of a patch @returns {Promise<boolean>} */
async function isSeen(name) {
  const fromMs = performance.now();
  const patch = resolve(PATCHES, `${name}.patch`);
  const [, files] = /^Promise: .+\nSeen by: (.+)\n/.exec(readFileSync(patch, 'utf8')) ?? [];
  if (!files) throw new Error(`${name}.patch has to begin with "Promise: …" and "Seen by: …".`);
  const copy = join(folder, name);
  git('worktree', 'add', '--quiet', '--detach', copy, 'HEAD');
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  try {
    git('-C', copy, 'apply', patch);
  } catch (cause) {
    throw new Error(`${name}.patch does not apply any more: renew it.`, { cause });
  }
  const red = (await redIn(copy, files.split(' '))) ?? (isQuick ? null : await redIn(copy, []));
  git('worktree', 'remove', '--force', copy);
  const s = Math.round((performance.now() - fromMs) / 1000);
  process.stdout.write(`${red === null ? 'UNSEEN' : 'seen  '} ${name}${red ?? ''}, ${s} s\n`);
  return red !== null;
}

/** @param {string} cwd @param {string[]} files none: the whole of `npm test` @returns {Promise<string | null>} the first red test */
async function redIn(cwd, files) {
  const command = ['scripts/test.js', '--tries=2', ...files];
  tests = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const output = (await tests.stdout.toArray()).join('');
  const [, file, text = ''] = RED_TWICE.exec(output) ?? [];
  return file === undefined ? null : `: ${file}: ${text.slice(0, TEXT_LENGTH)}`;
}

/** @param {string[]} command */
function git(...command) {
  execFileSync('git', command, { stdio: 'pipe' });
}

function cleanUp() {
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
}
