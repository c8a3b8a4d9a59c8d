/** One run of one job: a tool, or a test file in a process of its own. */

/** @import { Job } from './plan.js' */
/** @import { Entry } from './reporter.js' */

import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MARK, RUN, end, familyOf } from './family.js';
import { RECORD, readRecord } from './reporter.js';

/**
 * @typedef {object} Outcome
 * @property {number} seconds
 * @property {number} passed tests
 * @property {number} skipped tests; each is among the failures, too
 * @property {string[]} failures a text each
 */

export const RESULTS = resolve('test-results');
const FILE_DEADLINE_MS = Number(process.env['FILE_DEADLINE_MS'] ?? 600_000);
/** A browser that a test has closed needs a moment until it is gone. */
const FAREWELL_MS = 5000;
const LOOK_MS = 50;
const LAST_LINES = 30;

let number = 0;

/** @param {Job} job @returns {Promise<Outcome>} */
export async function runJob({ name, command: [program = '', ...args], env, isTool }) {
  const fromMs = performance.now();
  number += 1;
  const run = `${RUN}/${number}`;
  const record = join(RESULTS, `${number}.record`);
  const output = join(RESULTS, `${number}.output`);
  writeFileSync(record, '');
  const sink = openSync(output, 'w');
  const child = spawn(program, args, {
    env: { ...process.env, ...env, [MARK]: run, [RECORD]: record },
    stdio: ['ignore', sink, sink],
    detached: true,
  });
  closeSync(sink);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const family = () => familyOf({ run, group: child.pid });
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    for (const { pid } of family()) end(pid);
  }, FILE_DEADLINE_MS);
  const code = await ended;
  clearTimeout(deadline);
  const left = await endAll(family);

  const entries = readRecord(record);
  const text = readFileSync(output, 'utf8');
  for (const file of [record, output]) rmSync(file);
  const tests = entries.flatMap((entry) => (entry.text ? [`${entry.name}: ${entry.text}`] : []));
  appendFileSync(join(RESULTS, 'output.txt'), `\n# ${name}\n${text}${tests.join('\n')}\n`);
  const last = text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  const fault = isLate
    ? `did not end within ${FILE_DEADLINE_MS / 1000} s${openOf(entries)}`
    : faultOf({ code, entries, isTool });
  const orphans = isLate ? [] : left.map(({ pid, command }) => `left a process behind: ${pid} ${command}`);
  const failures = [...tests, ...(fault ? [`${fault}\n${last}`] : []), ...orphans];
  return {
    seconds: (performance.now() - fromMs) / 1000,
    passed: isTool ? Number(failures.length === 0) : count(entries, 'pass'),
    skipped: count(entries, 'skip'),
    failures,
  };
}

/**
 * Says what is wrong with the end of a process, beside the failures of its tests; '': nothing.
 * @param {{ code: unknown, entries: Entry[], isTool: boolean }} ended
 */
function faultOf({ code, entries, isTool }) {
  const ending = `ended with ${code}`;
  if (isTool) return code === 0 ? '' : ending;
  if (code === 0 && entries.every(({ type }) => type === 'done')) return 'has no test';
  if (count(entries, 'done') === 0) return `${ending} before its tests${openOf(entries)}`;
  const isExplained = count(entries, 'fail') > 0;
  return code === 0 || isExplained ? '' : ending;
}

/** @param {Entry[]} entries @param {Entry['type']} type */
function count(entries, type) {
  return entries.filter((entry) => entry.type === type).length;
}

/** @param {Entry[]} entries */
function openOf(entries) {
  const open = new Set();
  for (const { type, name } of entries) {
    if (type === 'begin') open.add(name);
    if (type === 'over') open.delete(name);
  }
  return open.size === 0 ? '' : `, in "${[...open].join('", "')}"`;
}

/** @param {() => ReturnType<typeof familyOf>} family @returns {Promise<ReturnType<typeof familyOf>>} those that did not end by themselves */
async function endAll(family) {
  const untilMs = performance.now() + FAREWELL_MS;
  while (family().length > 0 && performance.now() < untilMs) await delay(LOOK_MS);
  const left = family();
  for (let more = left; more.length > 0; more = family()) {
    for (const { pid } of more) end(pid);
    await delay(LOOK_MS);
  }
  return left;
}
