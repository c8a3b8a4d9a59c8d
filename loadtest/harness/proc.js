/** Reads the CPU time and memory of a process, and of all that it started, from /proc. */

import { readFile, readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

/** USER_HZ is 100 on every Linux that Node runs on. */
export const TICKS_PER_S = 100;
const PAGE_MB = 4096 / 1024 / 1024;

/** @typedef {{ pid: number, cpuS: number, rssMb: number }} Process */

/**
 * Measures a process between one call and the next.
 * @param {() => number} pid of the process that has this part now; a new one began at nothing
 * @returns {() => Promise<{ cpu: number, rssMb: number } | null>} CPU in shares of one core; null: it is gone,
 *   or there is no /proc
 */
export function createProcessMeter(pid) {
  let last = { pid: 0, cpuS: 0, atMs: 0 };
  return async () => {
    const now = await readProcess(pid());
    if (!now) return null;
    const { cpuS, rssMb } = now;
    const atMs = performance.now();
    const usedS = Math.max(0, cpuS - (last.pid === now.pid ? last.cpuS : 0));
    const cpu = last.atMs > 0 ? usedS / ((atMs - last.atMs) / 1000) : 0;
    last = { pid: now.pid, cpuS, atMs };
    return { cpu, rssMb };
  };
}

/** @param {number | null} pid @returns {Promise<number | null>} its open files and connections; null: it is gone, or not ours */
export async function countHandles(pid) {
  return readdir(`/proc/${pid}/fd`).then(
    ({ length }) => length,
    () => null,
  );
}

/** @param {number} pid @returns {Promise<Process[]>} the process, and all that it started */
export async function readTree(pid) {
  // Reading all of /proc takes 10 ms of a core that generator and probe need, every second.
  const [own, children] = await Promise.all([readProcess(pid), childrenOf(pid)]);
  const trees = await Promise.all(children.map(readTree));
  return [...(own ? [own] : []), ...trees.flat()];
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
  const rest = text.slice(text.lastIndexOf(')') + 2);
  const fields = rest.split(' ').map(Number);
  if (fields.length < 22) return null;
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { pid, cpuS: (user + system) / TICKS_PER_S, rssMb: pages * PAGE_MB };
}
