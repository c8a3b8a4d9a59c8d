/**
 * The threads of the load lab's server that compute beside the event loop, on a core of their own where there is one: a
 * server that is held to one core would otherwise hold its threads to the same, and the pool would help nobody.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { cpus } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { Piscina } from 'piscina';

const SELF = new URL(import.meta.url).href;
const THREADS = 2;
/** Tells a thread of the pool its core. */
const CORE = 'LAB_POOL_CORE';

if (!isMainThread) moveTo(process.env[CORE]);

/**
 * Computes by plain recursion, because the point is to keep a processor busy. A thread of the pool runs it, or the event
 * loop of the server.
 * @param {number} n 0 to 40 @returns {number}
 */
export default function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/** A thread of the pool runs it. @returns {string} the cores that the kernel allows this thread, `1` or `0-3`; '' where there is no /proc */
export function cores() {
  return allowedCores('/proc/thread-self/status');
}

export function createPool() {
  const core = otherCore();
  const pool = new Piscina({
    filename: SELF,
    minThreads: THREADS,
    maxThreads: THREADS,
    env: { ...process.env, ...(core !== null && { [CORE]: String(core) }) },
  });
  return {
    /** @param {number} n 0 to 40 @returns {Promise<number>} */
    fibonacci: (n) => pool.run(n),
    /** @returns {Promise<string>} see `cores` */
    cores: () => pool.run(undefined, { name: 'cores' }),
    close: () => pool.destroy(),
  };
}

/** @returns {number | null} the last core beside the event loop's; null: it is held to none, or there is no other */
function otherCore() {
  const own = allowedCores('/proc/self/status');
  const numbers = cpus().map((_cpu, number) => number);
  return /^\d+$/.test(own) ? (numbers.findLast((core) => core !== Number(own)) ?? null) : null;
}

/**
 * Moves this thread, and no other of the process, to a core. Node has no call for it; `taskset` takes the id of a thread.
 * A container may forbid the core: then the thread stays where it is, and `cores` says so.
 * @param {string | undefined} core
 */
function moveTo(core) {
  if (core === undefined) return;
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
    execFileSync('taskset', ['-p', '-c', core, thread], { stdio: 'ignore' });
  } catch {
    // There is no /proc or no taskset here.
  }
}

/** @param {string} file of /proc @returns {string} '' where it is not there */
function allowedCores(file) {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
