/** Reads the CPU time and memory of a process, and of all that it started, from /proc. */

import { readFile, readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

/** USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;
const PAGE_MB = 4096 / 1024 / 1024;

/** @typedef {{ pid: number, cpuS: number, rssMb: number }} Process */

/**
 * Measures a process, with all below it if wanted, between one call and the next.
 * @param {number | (() => number)} pid a function: of the process that has this part now; a new one began at nothing
 * @param {{ withChildren?: boolean }} [options]
 * @returns {() => Promise<{ cpu: number, rssMb: number } | null>} CPU in shares of one core; null: it is gone,
 *   or there is no /proc
 */
export function createProcessMeter(pid, { withChildren = false } = {}) {
  const pidNow = typeof pid === 'function' ? pid : () => pid;
  let last = { pid: 0, cpuS: 0, atMs: 0 };
  return async () => {
    const one = await readProcess(pidNow());
    if (!one) return null;
    const all = withChildren ? await readTree([one.pid]) : [one];
    const cpuS = all.reduce((sum, process) => sum + process.cpuS, 0);
    const atMs = performance.now();
    const usedS = Math.max(0, cpuS - (last.pid === one.pid ? last.cpuS : 0));
    const cpu = last.atMs > 0 ? usedS / ((atMs - last.atMs) / 1000) : 0;
    last = { pid: one.pid, cpuS, atMs };
    return { cpu, rssMb: all.reduce((sum, process) => sum + process.rssMb, 0) };
  };
}

/** @param {number} pid @returns {Promise<number | null>} its open files and connections; null: it is gone, or not ours */
export async function countHandles(pid) {
  return readdir(`/proc/${pid}/fd`).then(
    ({ length }) => length,
    () => null,
  );
}

/** @param {readonly number[]} pids @returns {Promise<Process[]>} these processes, and all that they started */
export async function readTree(pids) {
  /** @type {Set<number>} */
  const tree = new Set();
  // Reading all of /proc takes 10 ms of a core that generator and probe need, every second.
  for (let some = [...new Set(pids)]; some.length > 0;) {
    for (const pid of some) tree.add(pid);
    const children = (await Promise.all(some.map(childrenOf))).flat();
    some = children.filter((pid) => !tree.has(pid));
  }
  const found = await Promise.all([...tree].map(readProcess));
  return found.filter((one) => one !== null);
}

/** @param {number} pid @returns {Promise<number[]>} what its threads have started */
async function childrenOf(pid) {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}

/** @param {number} pid @returns {Promise<Process | null>} */
async function readProcess(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name stands in brackets and may contain anything, even brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (fields.length < 22) return null;
  return {
    pid,
    cpuS: ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_S,
    rssMb: (fields[21] ?? 0) * PAGE_MB,
  };
}
