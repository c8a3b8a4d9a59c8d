/** The processor time of processes by their kind, from /proc, with that of their threads and of what they started. */

import { readTree } from '../harness/proc.js';

/** @typedef {{ atMs: number, cpuS: Record<string, number>, rssMb: Record<string, number> }} Usage by kind of process */

/** @param {readonly { kind: string, pid: number }[]} processes @returns {Promise<Usage>} */
export async function readUsage(processes) {
  const trees = await Promise.all(
    processes.map(async ({ kind, pid }) => ({ kind, tree: await readTree(pid) })),
  );
  /** @type {Usage} */
  const usage = { atMs: performance.now(), cpuS: {}, rssMb: {} };
  for (const { kind, tree } of trees)
    for (const { cpuS, rssMb } of tree) {
      usage.cpuS[kind] = (usage.cpuS[kind] ?? 0) + cpuS;
      usage.rssMb[kind] = (usage.rssMb[kind] ?? 0) + rssMb;
    }
  return usage;
}

/** @param {Usage} before @param {Usage} after @returns {{ seconds: number, cpu: Record<string, number> }} `cpu`: cores, by kind */
export function usedBetween(before, after) {
  const seconds = (after.atMs - before.atMs) / 1000;
  const cpu = Object.fromEntries(
    Object.entries(after.cpuS).map(([kind, cpuS]) => [kind, (cpuS - (before.cpuS[kind] ?? 0)) / seconds]),
  );
  return { seconds, cpu };
}
