/**
 * Floods a server: opens the connections of a flood, lets all of them begin in one moment, and tells what the server took
 * of them. It obeys nothing that the server says; only a connection that is not read is not written to.
 */

/** @import { Crowd, Fate } from './crowd.js' */
/** @import { Flood, Group } from './floods.js' */

import { performance } from 'node:perf_hooks';
import { createClock } from '../swarm/clock.js';
import { createOwnMeter } from '../swarm/own.js';
import { createAskers } from './askers.js';
import { sumOf } from './crowd.js';
import { createLoopers } from './loopers.js';
import { createPages } from './pages.js';
import { readQueues } from './queues.js';
import { createSenders } from './senders.js';

/**
 * @param {Flood} flood @param {string} url of the server @param {number} [share] of its connections that come; 1
 */
export function createGenerator({ groups }, url, share = 1) {
  const base = new URL(url);
  const target = { host: base.hostname, port: Number(base.port || 80) };
  const own = createOwnMeter();
  const clock = createClock(() => crowds);
  const crowds = groups.map((group) => crowdOf({ ...group, count: Math.ceil(group.count * share) }));
  let last = performance.now();

  /** @param {Group} group @returns {Crowd} */
  function crowdOf(group) {
    const from = group.from === undefined ? target : { ...target, localAddress: group.from };
    if (group.isPage) return createPages(group, base);
    if (group.http) return createAskers(group, base, from);
    if (group.loopsPerS !== undefined) return createLoopers(group, base, from);
    return createSenders(group, base, from, () => clock.wake());
  }

  return {
    /** Lets all connections come that stay, group by group, and tells how many did. */
    async arrive() {
      for (const crowd of crowds) await crowd.arrive();
      return sumOf(crowds);
    },
    /** Begins, in one moment. */
    start() {
      const nowMs = performance.now();
      for (const crowd of crowds) crowd.start(nowMs);
    },
    /** Looks at the queues of the kernel, and tells all since the start. */
    read() {
      const queues = readQueues(target.port);
      const nowMs = performance.now();
      const open = crowds.reduce((sum, crowd) => sum + crowd.look(queues, nowMs), 0);
      const seconds = (nowMs - last) / 1000;
      last = nowMs;
      return { open, seconds, ...sumOf(crowds), generator: own.read() };
    },
    /** @returns {Fate[]} of all that sent */
    fates: () => crowds.flatMap((crowd) => crowd.fates()),
    async close() {
      clock.stop();
      own.stop();
      await Promise.all(crowds.map((crowd) => crowd.close()));
    },
  };
}

/** @typedef {ReturnType<typeof createGenerator>} Generator */
/** @typedef {ReturnType<Generator['read']>} FloodReading */
