/**
 * Runs every check, one after the other, and says at the end which held and how long each took: `npm run check`. One that fails
 * does not keep the next from running, so that a run tells all that is wrong. What failed is told once more at the end of a log.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'esbuild';
import { failuresOf } from './check/failures.js';

/** Scripts of package.json, the quickest answers first. */
const PARTS = ['static', 'test', 'test:port', 'test:redis', 'test:pages', 'test:e2e'];

/**
 * Tests start over a thousand servers, and each loads Kysely in a thread of its own: 279 files, in half of the time of a start. So here
 * it is one file, which package.json names by this condition.
 */
const JOINED = { condition: 'joined', file: '.cache/kysely.js' };
await build({ entryPoints: ['kysely'], outfile: JOINED.file, bundle: true, format: 'esm', platform: 'node' });
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=${JOINED.condition}`.trim();

const LAST_WORDS_MS = 2000;

/** @typedef {{ part: string, isGood: boolean, s: number, output: string }} Result output is empty on a terminal */

/** @type {Result[]} */
const results = [];
for (const part of PARTS) results.push(await run(part));
const total = results.reduce((sum, { s }) => sum + s, 0);
for (const { part, output } of results.filter((result) => !good(result) && result.output))
  for (const failure of failuresOf(output)) process.stdout.write(`\n# ${part}\n${failure}\n`);
process.stdout.write('\n');
for (const { part, isGood, s } of [...results, { part: 'all', isGood: results.every(good), s: total }])
  process.stdout.write(`${isGood ? 'passed' : 'FAILED'}  ${part.padEnd(12)} ${minutes(s)}\n`);
process.exitCode = results.every(good) ? 0 : 1;

/** @param {string} part @returns {Promise<Result>} */
async function run(part) {
  const fromMs = performance.now();
  // A terminal is left to the tests, which are told there in colours and with their own summary.
  const child = spawn('npm', ['run', '--silent', part], {
    stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'exit');
  // A process that outlives its test may hold the pipe: it is not waited for.
  if (child.stdout && !child.stdout.closed)
    await once(child.stdout, 'close', { signal: AbortSignal.timeout(LAST_WORDS_MS) }).catch(() =>
      child.stdout?.destroy(),
    );
  return { part, isGood: code === 0, s: (performance.now() - fromMs) / 1000, output };
}

/** @param {{ isGood: boolean }} result */
function good({ isGood }) {
  return isGood;
}

/** @param {number} s */
function minutes(s) {
  return `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;
}
