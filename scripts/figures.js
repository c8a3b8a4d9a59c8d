#!/usr/bin/env node
/**
 * The figures of the house: how much of the code sits in long functions, which files are long, and how often a game
 * says `any`. `npm run figures` prints them, and ends with 1 when one is past its limit.
 */

import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { countAny, functionsOf, linesOf } from './figures/measure.js';

/** A function of more lines cannot be seen at once; of all lines, so many may sit in such functions. */
const LONG_FUNCTION = 100;
const MOST_IN_LONG_FUNCTIONS = 0.08;
/** A file of more lines has a second subject. Tables and styles are lists, not prose, and may be longer. */
const LONG_FILE = 400;
const TABLE = /(^|\/)strings\/|\.css$|\.json$|\.csv$/;
const MOST_ANY = 15;
const FOLDERS = ['lib', 'public', 'control-panel', 'games'];

const isCode = (/** @type {string} */ file) => /\.(m?js|d\.ts)$/.test(file) && !file.endsWith('.test.js');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => isCode(file) && !TABLE.test(file))
  .map(read);

const lines = files.reduce((sum, { length }) => sum + length, 0);
const long = files.flatMap(({ functions }) => functions).filter(({ length }) => length > LONG_FUNCTION);
const inLong = long.reduce((sum, { length }) => sum + length, 0);
const longFiles = files.filter(({ length }) => length > LONG_FILE);
const anys = files.filter((file) => file.anys > 0);
const anyCount = anys.reduce((sum, file) => sum + file.anys, 0);

const share = inLong / lines;
console.log(`${files.length} files, ${lines} lines in ${FOLDERS.join(', ')}`);
console.log(
  `\nfunctions of more than ${LONG_FUNCTION} lines: ${long.length}, ${percent(share)} of the lines`,
);
for (const { file, name, length, line } of long.sort((a, b) => b.length - a.length))
  console.log(`  ${String(length).padStart(4)}  ${file}:${line} ${name}`);
console.log(`\nfiles of more than ${LONG_FILE} lines: ${longFiles.length}`);
for (const { file, length } of longFiles) console.log(`  ${String(length).padStart(4)}  ${file}`);
console.log(`\n"any" in games: ${anyCount}`);
for (const { file, anys: count } of anys) console.log(`  ${String(count).padStart(4)}  ${file}`);

const faults = [
  share > MOST_IN_LONG_FUNCTIONS &&
    `long functions hold ${percent(share)} of the lines, at most ${percent(MOST_IN_LONG_FUNCTIONS)} may be: split them`,
  longFiles.length > 0 &&
    `${longFiles.length} files are longer than ${LONG_FILE} lines: split them by subject`,
  anyCount > MOST_ANY &&
    `games say "any" ${anyCount} times, at most ${MOST_ANY} may be: let the types be inferred`,
].filter(Boolean);
for (const fault of faults) console.error(`figures: ${fault}.`);
if (faults.length > 0) process.exitCode = 1;

/** @param {string} file */
function read(file) {
  const text = readFileSync(file, 'utf8');
  return {
    file,
    length: linesOf(text),
    functions: functionsOf(text, file).map((found) => ({ file, ...found })),
    anys: file.startsWith('games/') ? countAny(text, file) : 0,
  };
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
