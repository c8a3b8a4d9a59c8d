#!/usr/bin/env node
/**
 * Tells the lab lies, and shows what it makes of them: `node loadtest/lies/run.js [words of a name]`. Each lie patches a
 * copy of this checkout in a temporary folder and runs the lab there; this checkout stays as it is.
 */

/** @import { Lie } from './lies.js' */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OUTCOMES } from '../verdict/outcomes.js';
import { LIES } from './lies.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Neighbours of this machine may take the core; then the lie is told again. */
const MOST_PLAYS = 3;
/** Long enough for a clock to be seen to drift, and for a process to die in the middle. */
const USUAL = ['ramp', '--smoke', '--set', 'holdS=8', '--set', 'phones=[60]'];

const wanted = process.argv.slice(2).join(' ');
const lies = LIES.filter(({ name }) => name.includes(wanted));
if (lies.length === 0) {
  process.stderr.write(
    `No lie has "${wanted}" in its name:\n${LIES.map(({ name }) => `  ${name}\n`).join('')}`,
  );
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
    copyTo(folder);
    if (lie) patch(folder, lie);
    for (let plays = 1; ; plays++) {
      const told = await play(folder, lie?.run ?? USUAL);
      const isDisturbed = told.startsWith(OUTCOMES.disturbed.word) && lie?.outcome !== 'disturbed';
      if (!isDisturbed || plays === MOST_PLAYS) return told;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function copyTo(folder) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files)
    if (/^(lib|public|games|bots|loadtest|control-panel)\/|^[^/]+$/.test(file))
      cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** @param {string} folder @param {Lie} lie @throws {Error} if the text to be replaced does not stand there once */
function patch(folder, { name, file, find, put }) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(find);
  if (at < 0) throw new Error(`"${name}" does not fit ${file} any more: its text is not there.`);
  writeFileSync(path, text.slice(0, at) + put.replaceAll('$&', find) + text.slice(at + find.length));
}

/** @param {string} folder @param {string[]} args */
async function play(folder, args) {
  const child = spawn(process.execPath, ['loadtest/run.js', ...args, '--out', join(folder, 'out')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => (said = (said + chunk).slice(-4000)));
  const [code] = await once(child, 'exit');
  const result = JSON.parse(
    await Promise.resolve(readFileSync(join(folder, 'out/result.json'), 'utf8')).catch(() => 'null'),
  );
  if (result === null) return `nothing, exit code ${code}: ${said.trim().split('\n').at(-1)}`;
  const { outcome, sentence } = result.verdict;
  return `${OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (outcome)].word} (${code}): ${sentence}`;
}
