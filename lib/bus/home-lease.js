/**
 * The lease of a home: a key in Redis that only one process holds at a time. It is renewed with each beat and ends by
 * itself. It keeps a second home from starting beside the first; what keeps two from ruling at once is the incarnation,
 * for edges obey the highest one alone.
 */

/** @import { Redis } from './redis.js' */

import { randomBytes } from 'node:crypto';
import { isGone, placeOfThisMachine } from '../this-machine.js';

/** A home that was killed on another machine is followed by the next one after this time. */
const LEASE_MS = 3000;
const RENEW_MS = 500;
const TRY_MS = 50;
/** Longer than the lease of a home that is gone. */
const PATIENCE_MS = LEASE_MS + 1500;
/** A home that stands by waits for one that is told to end, which PM2 grants 15 s. */
const STANDBY_MS = 20_000;

/** Renews the lease if it is still ours, in one step. */
const RENEW =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

/**
 * @typedef {object} Lease
 * @property {number} incarnation higher than that of every home before
 * @property {() => Promise<void>} release lets the next home follow at once
 */

/**
 * Takes the lease, and waits for a moment if another home may just have ended.
 * @param {object} options
 * @param {Redis} options.redis
 * @param {{ lease: string, incarnation: string }} options.keys
 * @param {string} options.cluster
 * @param {string} options.host of this machine
 * @param {(error: Error) => void} options.onLost another home has it now: this one must end
 * @param {() => void} [options.onStandby] called if another home has it: this one is ready to follow, and waits until that one has ended
 * @param {(ms: number) => Promise<void>} options.wait
 * @param {() => number} [options.wallMs]
 * @returns {Promise<Lease>}
 * @throws {Error} with a sentence that names the host of the home that has it
 */
export async function takeLease({ redis, keys, cluster, host, onLost, onStandby, wait, wallMs = Date.now }) {
  const machine = placeOfThisMachine();
  const owner = JSON.stringify({ host, pid: process.pid, machine, mark: randomBytes(6).toString('hex') });
  /** @param {string} key @param {string} script @param {string[]} args */
  const run = (key, script, ...args) => redis.command(['EVAL', script, '1', key, ...args]);
  const take = async () =>
    (await redis.command(['SET', keys.lease, owner, 'NX', 'PX', String(LEASE_MS)])) !== null;

  for (let waitedMs = 0; !(await take()); waitedMs += TRY_MS) {
    if (await follow()) continue;
    if (waitedMs >= (onStandby ? STANDBY_MS : PATIENCE_MS)) throw new Error(await occupied());
    if (waitedMs === 0) onStandby?.();
    await wait(TRY_MS);
  }
  const incarnation = await nextIncarnation(redis, keys.incarnation, wallMs());
  let isHeld = true;
  const timer = setInterval(() => void renew(), RENEW_MS);

  /** Frees the lease of a process of this machine that is gone, as one is that was killed. @returns {Promise<boolean>} */
  async function follow() {
    const held = await redis.command(['GET', keys.lease]);
    const { machine: theirs, pid } = ownerOf(held);
    if (machine === '' || theirs !== machine || !isGone(pid)) return false;
    return Number(await run(keys.lease, RELEASE, String(held))) === 1;
  }

  /** @returns {Promise<string>} */
  async function occupied() {
    const held = await redis.command(['GET', keys.lease]);
    return `The cluster "${cluster}" has a home already: ${placeOf(held)}. Stop that one, or give this one another CLUSTER.`;
  }

  async function renew() {
    try {
      if (Number(await run(keys.lease, RENEW, owner, String(LEASE_MS))) === 1) return;
      // Redis came back empty, or this process stood still for too long: nobody else may have come meanwhile.
      if ((await take()) || !isHeld) return;
      const held = await redis.command(['GET', keys.lease]);
      if (held === owner || held === null || !isHeld) return;
      lose(placeOf(held));
    } catch {
      // Redis is away. Phones of this machine play on, and the lease is asked for again.
    }
  }

  /** @param {string} place */
  function lose(place) {
    isHeld = false;
    clearInterval(timer);
    onLost(
      new Error(
        `Another home (${place}) has taken the cluster "${cluster}" while this one did not answer, so this one ends: there must not be two games in one room.`,
      ),
    );
  }

  return {
    incarnation,
    async release() {
      isHeld = false;
      clearInterval(timer);
      await run(keys.lease, RELEASE, owner).catch(() => {});
    },
  };
}

/**
 * A number that is higher than that of every home before. The clock alone would do on one machine; the number in Redis
 * is for a home that follows on a machine whose clock is behind, and the clock for a Redis that has lost its numbers.
 * @param {Redis} redis @param {string} key @param {number} wallMs
 */
async function nextIncarnation(redis, key, wallMs) {
  const last = Number(await redis.command(['GET', key])) || 0;
  const incarnation = Math.max(last + 1, wallMs);
  await redis.command(['SET', key, String(incarnation)]);
  return incarnation;
}

/** @param {unknown} held */
function placeOf(held) {
  const { host, pid } = ownerOf(held);
  return host === undefined ? 'another process' : `process ${pid} on ${host}`;
}

/** @param {unknown} held @returns {{ host?: string, pid: number, machine?: string }} */
function ownerOf(held) {
  try {
    return JSON.parse(String(held)) ?? { pid: NaN };
  } catch {
    return { pid: NaN };
  }
}
