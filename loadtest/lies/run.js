#!/usr/bin/env node
/**
 * Tells the lab lies, and shows what it makes of them: `node loadtest/lies/run.js [words of a name]`. Each lie patches a
 * copy of this checkout in a temporary folder and runs the lab there; this checkout stays as it is.
 */

/** @import { Lie } from './lies.js' */
/** @import { Result } from '../types.js' */

import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OUTCOMES } from '../verdict/outcomes.js';
import { LIES } from './lies.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = /^(lib|public|games|bots|loadtest|control-panel)\/|^[^/]+$/;
/** Neighbours of this machine may take the core; then the lie is told again. */
const MOST_PLAYS = 3;
/** Long enough for a clock to be seen to drift, and for a process to die in the middle. */
const RAMP = 'loadtest/run.js ramp --smoke --set holdS=8 --set phones=[60] --out out'.split(' ');

const wanted = process.argv.slice(2).join(' ');
const lies = LIES.filter(({ name }) => name.includes(wanted));
if (lies.length === 0) {
  const names = LIES.map(({ name }) => `  ${name}\n`).join('');
  process.stderr.write(`No lie has "${wanted}" in its name:\n${names}`);
  process.exit(2);
}
process.stdout.write(`the truth: ${await verdictOf(null)}\n\n`);
for (const lie of lies) {
  const told = await verdictOf(lie);
  const isRight = told.startsWith(OUTCOMES[lie.outcome].word);
  if (!isRight) process.exitCode = 1;
  process.stdout.write(`${isRight ? 'seen    ' : 'BELIEVED'}  ${lie.name}\n          ${told}\n`);
}

/** @param {Lie | null} lie null: none @returns {Promise<string>} the outcome, and its sentence */
async function verdictOf(lie) {
  const folder = mkdtempSync(join(tmpdir(), 'mass-mobile-lies-'));
  try {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    for (const file of files) if (COPIED.test(file)) cpSync(join(ROOT, file), join(folder, file));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    if (lie) await patch(folder, lie);
    for (let plays = 1; ; plays++) {
      const told = await play(folder);
      const isDisturbed = told.startsWith(OUTCOMES.disturbed.word) && lie?.outcome !== 'disturbed';
      if (!isDisturbed || plays === MOST_PLAYS) return told;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {Lie} lie @throws {Error} if the text to be replaced does not stand there */
async function patch(folder, { name, file, find, put }) {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(find))
    throw new Error(`"${name}" does not fit ${file} any more: its text is not there.`);
  await writeFile(
    path,
    text.replace(find, () => put.replaceAll('$&', () => find)),
  );
}

/** @param {string} folder */
async function play(folder) {
  const ran = promisify(execFile)(process.execPath, RAMP, { cwd: folder });
  // The error of an exit code has the same fields, and the code.
  const { code = 0, stdout, stderr } = await ran.catch((error) => error);
  const text = await readFile(join(folder, 'out/result.json'), 'utf8').catch(() => null);
  if (text === null) return `nothing, exit code ${code}: ${(stdout + stderr).trim().split('\n').at(-1)}`;
  const { outcome, sentence } = /** @type {Result} */ (JSON.parse(text)).verdict;
  return `${OUTCOMES[outcome].word} (${code}): ${sentence}`;
}
