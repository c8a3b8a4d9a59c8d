/**
 * Slices: stand-ins for cores. A machine with two cores cannot hold two edges that are each limited by a core and a generator
 * beside them, so a core is made smaller: a group of processes gets so much of one core's time in each 5 ms, and no more. The
 * kernel enforces it (cgroups of version 1 or 2). What is not a question of how much time there is, such as caches that cores
 * have for themselves, is as it is on the cores of this machine.
 */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const PERIOD_US = 5000;
const [OLD, NEW] = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];

/**
 * @param {number} share of a core, 0 to 1
 * @param {string} name unlike that of any other slice
 * @returns {{ add: (pid: number) => void, close: () => void } | null} null: this machine lets us make none
 */
export function createSlice(share, name) {
  const isOld = existsSync(`${OLD}/cpu.cfs_quota_us`) || existsSync(`${OLD}/cgroup.procs`);
  const folder = `${isOld ? OLD : NEW}/mass-mobile-${process.pid}-${name}`;
  const quotaUs = Math.round(PERIOD_US * share);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  try {
    if (isOld) {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quotaUs));
    } else writeFileSync(`${folder}/cpu.max`, `${quotaUs} ${PERIOD_US}`);
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    add: (pid) => writeFileSync(`${folder}/cgroup.procs`, String(pid)),
    close() {
      // A group with members cannot be removed; those that end are ours, and are gone by then.
      if (readFileSync(`${folder}/cgroup.procs`, 'utf8').trim() === '') rmdirSync(folder);
    },
  };
}

/** @typedef {NonNullable<ReturnType<typeof createSlice>>} Slice */
