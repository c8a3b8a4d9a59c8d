#!/usr/bin/env node
/**
 * Runs every check: `npm test`. First the tools that read the code, then all test files, several at a time, those with a browser last.
 * A file that failed runs again by itself when the others are done: one that is red three times fails the check, one that is green
 * later is listed as unsteady. All output is in `test-results/`.
 *
 *   npm test -- door journal     the files of these folders, or by path; "static" or "lint" are the tools
 *   npm test -- --changed [rev]  the files that a change since a revision concerns (default: HEAD)
 *   npm test -- --long [folder]  what takes long: test/long, the whole of what is sampled else, the end-to-end tests in every layout;
 *                                without a folder also the whole check with each version of Node.js in scripts/test/nodes.js
 *   npm test -- --node=22 door   with another version of Node.js
 *   npm test -- --tries=2 door   red twice is red: for callers that expect a red file, as scripts/planted.js does
 *
 * A test has a minute unless it names another `timeout`, and a file ten: TEST_DEADLINE_MS and FILE_DEADLINE_MS change that.
 */

/** @import { Outcome } from './test/job.js' */
/** @import { Job } from './test/plan.js' */

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { joinKysely } from '../lib/journal/kysely-file.js';
import { RUN, end, familyOf, isInner } from './test/family.js';
import { RESULTS, runJob } from './test/job.js';
import { NODES, checkWith } from './test/nodes.js';
import { planOf } from './test/plan.js';

const CORES = availableParallelism();
/** So many files run at once at least: half of the time of a file is spent waiting, of one with a browser a quarter. */
const leastAtOnce = (/** @type {Job} */ { hasBrowser }) => (hasBrowser ? CORES + 1 : 2 * CORES);
/** Each second one more where so much of the processor was idle, one fewer where less than the other was; so many more at most. */
const IDLE = 0.15;
const BUSY = 0.05;
const LOOK_MS = 1000;
const MOST_MORE = 2 * CORES;
const PROGRESS_MS = 20_000;

const fromMs = performance.now();
/** The jobs under way. @type {Map<Job, Promise<void>>} */
const running = new Map();
/** All runs of a job, the first one first. @type {Map<Job, Outcome[]>} */
const runs = new Map();

const args = process.argv.slice(2);
const node = args.find((arg) => arg.startsWith('--node='));
const TRIES = Number(args.find((arg) => arg.startsWith('--tries='))?.split('=')[1] ?? 3);
/** @type {Job[]} */
let jobs;
try {
  if (node) process.exit(checkWith(node.replace('--node=', ''), args.toSpliced(args.indexOf(node), 1)));
  jobs = planOf(args);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
const tree = args.length === 0 ? treeOfCommit() : '';
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
// Tests start a thousand servers.
if (!isInner) await joinKysely();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    for (const { pid } of familyOf({ run: RUN })) end(pid);
    process.exit(1);
  });

const progress = setInterval(() => {
  const done = jobs.filter((job) => runs.has(job) && !running.has(job)).length;
  say(`${done} of ${jobs.length}, running: ${[...running.keys()].map(({ name }) => name).join(', ')}`);
}, PROGRESS_MS);
await runAll();
for (let tries = 1; tries < TRIES; tries++)
  for (const job of jobs.filter((job) => isRed(job) && !job.isTool)) await begin(job);
clearInterval(progress);
report();
if (args.join() === '--long') for (const line of NODES) if (checkWith(line, []) !== 0) process.exitCode = 1;

async function runAll() {
  const more = watchProcessor();
  for (const job of jobs) {
    while (running.size >= leastAtOnce(job) + more())
      await Promise.race([...running.values(), delay(LOOK_MS)]);
    void begin(job);
  }
  await Promise.all(running.values());
}

/** @param {Job} job @returns {Promise<void>} it has run */
function begin(job) {
  const work = runJob(job).then((outcome) => {
    runs.set(job, [...(runs.get(job) ?? []), outcome]);
    running.delete(job);
    if (outcome.failures.length > 0) say(`RED ${job.name}: ${outcome.failures.map(firstLine).join('; ')}`);
  });
  running.set(job, work);
  return work;
}

/** @returns {() => number} files that are let in beside the least */
function watchProcessor() {
  const read = () => ({
    atMs: performance.now(),
    idleMs: cpus().reduce((sum, { times }) => sum + times.idle, 0),
  });
  let last = read();
  let more = 0;
  return () => {
    const { atMs, idleMs } = last;
    if (performance.now() - atMs < LOOK_MS) return more;
    last = read();
    const idle = (last.idleMs - idleMs) / (cpus().length * (last.atMs - atMs));
    if (idle > IDLE) more = Math.min(more + 1, MOST_MORE);
    if (idle < BUSY) more = Math.max(more - 1, 0);
    return more;
  };
}

function report() {
  const seconds = (/** @type {Job} */ job) => runs.get(job)?.reduce((sum, run) => sum + run.seconds, 0) ?? 0;
  const table = jobs.map((job) => `${seconds(job).toFixed(1)}\t${job.name}`);
  writeFileSync(join(RESULTS, 'seconds.tsv'), `${table.join('\n')}\n`);
  const red = jobs.filter(isRed);
  const unsteady = jobs.filter((job) => !isRed(job) && (runs.get(job)?.length ?? 0) > 1);
  const unsteadyTexts = unsteady.map((job) => textOf('unsteady', job));
  if (unsteady.length > 0) writeFileSync(join(RESULTS, 'unsteady.txt'), unsteadyTexts.join('\n'));
  process.stdout.write(['', ...red.map((job) => textOf('RED', job)), ...unsteadyTexts, ''].join('\n'));
  say(`${jobs.length} files, ${red.length} red, ${unsteady.length} unsteady`);
  const counts = jobs.map((job) => runs.get(job)?.at(-1)).filter((run) => run !== undefined);
  const passed = counts.reduce((sum, run) => sum + run.passed, 0);
  const failed = counts.reduce((sum, run) => sum + run.failures.length, 0);
  const skipped = counts.reduce((sum, run) => sum + run.skipped, 0);
  if (tree && failed === 0) noteGreen();
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** @param {string} word @param {Job} job */
function textOf(word, job) {
  return runs
    .get(job)
    ?.flatMap(({ failures }, at) => failures.map((text) => `${word} ${job.name}, run ${at + 1}: ${text}\n`))
    .join('\n');
}

/** @param {Job} job */
function isRed(job) {
  return (runs.get(job)?.at(-1)?.failures.length ?? 0) > 0;
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0];
}

/** @param {string} text */
function say(text) {
  const s = Math.round((performance.now() - fromMs) / 1000);
  process.stdout.write(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}\n`);
}

/** Gives the hash of the tree that is checked, '' if the checkout differs from it. */
function treeOfCommit() {
  const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  try {
    return git('status', '--porcelain') ? '' : git('rev-parse', 'HEAD^{tree}');
  } catch {
    return '';
  }
}

/** Leaves a file for all who ask whether this very tree was seen green. */
function noteGreen() {
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mass-mobile/green');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, tree), '');
}
