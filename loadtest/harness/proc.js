/** Reads the CPU time and memory of a process, and of all that it started, from /proc. */

import { readFile, readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

/** USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;
const PAGE_MB = 4096 / 1024 / 1024;

/** @typedef {{ pid: number, parent: number, cpuS: number, rssMb: number }} Process */

/**
 * Measures a process, with all below it if wanted, between one call and the next.
 * @param {number} pid
 * @param {{ withChildren?: boolean }} [options]
 * @returns {() => Promise<{ cpu: number, rssMb: number } | null>} CPU in shares of one core; null: it is gone,
 *   or there is no /proc
 */
export function createProcessMeter(pid, { withChildren = false } = {}) {
  let last = { cpuS: 0, atMs: 0 };
  return async () => {
    const one = await readProcess(pid);
    if (!one) return null;
    const all = withChildren ? [one, ...descendants(pid, await readAll())] : [one];
    const cpuS = all.reduce((sum, process) => sum + process.cpuS, 0);
    const atMs = performance.now();
    const cpu = last.atMs > 0 ? Math.max(0, cpuS - last.cpuS) / ((atMs - last.atMs) / 1000) : 0;
    last = { cpuS, atMs };
    return { cpu, rssMb: all.reduce((sum, process) => sum + process.rssMb, 0) };
  };
}

/**
 * Measures what others took of the core that a process is held to, between one call and the next: neighbours, and the
 * host under a virtual machine.
 * @param {number} core
 * @param {number} pid
 * @returns {() => Promise<number>} share of the core, 0 to 1; 0 where there is no /proc
 */
export function createNeighbourMeter(core, pid) {
  let last = { othersS: NaN, atMs: 0 };
  return async () => {
    const [one, text] = await Promise.all([readProcess(pid), readFile('/proc/stat', 'utf8').catch(() => '')]);
    const fields = new RegExp(`^cpu${core} (.*)$`, 'm').exec(text)?.[1]?.split(' ').map(Number);
    if (!one || !fields) return 0;
    // Interrupts are left out, because they serve our own packets.
    const [user = 0, nice = 0, system = 0, , , , , steal = 0] = fields;
    const othersS = (user + nice + system + steal) / TICKS_PER_S - one.cpuS;
    const atMs = performance.now();
    const share = (othersS - last.othersS) / ((atMs - last.atMs) / 1000);
    last = { othersS, atMs };
    return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  };
}

/** @returns {Promise<Process[]>} */
async function readAll() {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => readProcess(Number(pid))),
  );
  return found.filter((one) => one !== null);
}

/** @param {number} pid @returns {Promise<Process | null>} */
async function readProcess(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name stands in brackets and may contain anything, even brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  if (fields.length < 22) return null;
  return {
    pid,
    parent,
    cpuS: ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_S,
    rssMb: (fields[21] ?? 0) * PAGE_MB,
  };
}

/** @param {number} pid @param {Process[]} all @returns {Process[]} */
function descendants(pid, all) {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendants(child.pid, all)]);
}
