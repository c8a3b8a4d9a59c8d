/** Adapts the lean generator to scenarios: Artillery says when phones come, the swarm holds and drives them. */

/** @import { Lab } from './lab.js' */
/** @import { LoadOptions, SwarmOptions } from '../swarm/swarm.js' */
/** @import { Reading } from '../swarm/readings.js' */

import { createSwarmProcess } from '../swarm-process.js';
import { tell } from './lab.js';

/** The swarm shares the core of Artillery, which has little to do: see runner/artillery.js. */
const CORE = 1;
const READ_MS = 1000;

/**
 * @param {Lab} lab
 * @param {Omit<SwarmOptions, 'url'>} options
 */
export async function createFleet({ url }, options) {
  const swarm = createSwarmProcess({ core: CORE });
  await swarm.open({ url, ...options });
  /** Each arrival waits for the one before it. */
  let coming = Promise.resolve();
  let joined = 0;
  let disconnects = 0;
  /** @type {{ count: number, resolve: () => void }[]} */
  let waiting = [];
  /** These readings are summed up since the last call of `judge`. */
  let since = nothing();
  let reading = Promise.resolve();
  const look = () => (reading = reading.then(read));
  const timer = setInterval(() => void look(), READ_MS);

  /** Tells what the last second was like, for the report's curves. */
  async function read() {
    const now = await swarm.read();
    add(since, now);
    disconnects += Object.values(now.disconnects).reduce((sum, count) => sum + count, 0);
    const { roundTrip } =
      Object.values(now.loads).find(({ times }) => times['roundTrip']?.count)?.times ?? {};
    tell({
      kind: 'second',
      row: {
        swarmCpu: now.generator.cpu,
        offeredPerS: now.sentPerS,
        p50Ms: roundTrip?.p50Ms ?? null,
        p99Ms: roundTrip?.p99Ms ?? null,
      },
    });
  }

  return {
    swarm,
    /**
     * Brings more connections in.
     * @param {number} count
     * @param {number} [arrivalsPerS] default: as fast as they are let in
     */
    bring(count, arrivalsPerS) {
      coming = coming.then(async () => {
        const {
          joined: more,
          failed,
          why,
        } = await swarm.arrive({ count, ...(arrivalsPerS ? { arrivalsPerS } : {}) });
        joined += more;
        for (const [code, lost] of Object.entries(failed))
          tell({ kind: 'problem', text: `${lost} of ${count} could not join: ${why[code] ?? code}` });
        const there = waiting.filter((one) => one.count <= joined);
        waiting = waiting.filter((one) => one.count > joined);
        for (const { resolve } of there) resolve();
      });
      return coming;
    },
    /** Resolves when this many have joined. @param {number} count @returns {Promise<void>} */
    joined(count) {
      return new Promise((resolve) => {
        if (joined >= count) resolve();
        else waiting.push({ count, resolve });
      });
    },
    /** @param {LoadOptions} load */
    start: (load) => swarm.start(load),
    /** Stops a load and returns its totals since its start. @param {string} kind @param {number} [settleMs] */
    async stop(kind, settleMs) {
      const totals = (await swarm.stop({ kind, ...(settleMs === undefined ? {} : { settleMs }) }))[kind];
      if (!totals) throw new Error(`The swarm has no load "${kind}" to stop.`);
      return totals;
    },
    /** Returns what happened since its last call, and whether the generator was the limit. */
    async judge() {
      await look();
      const judged = since;
      since = nothing();
      return judged;
    },
    /** Counts the phones that left without being asked to. */
    get disconnects() {
      return disconnects;
    },
    async close() {
      clearInterval(timer);
      await reading;
      await swarm.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createFleet>>} Fleet */

function nothing() {
  return { seconds: 0, sent: 0, received: 0, cpuPeak: 0, isLimit: false, because: '' };
}

/** @param {ReturnType<typeof nothing>} since @param {Reading} now */
function add(since, { seconds, loads, generator }) {
  since.seconds += seconds;
  since.cpuPeak = Math.max(since.cpuPeak, generator.cpuPeak);
  for (const { sent, received = 0 } of Object.values(loads)) {
    since.sent += sent;
    since.received += received;
  }
  if (!generator.isLimit) return;
  since.isLimit = true;
  since.because = generator.because ?? '';
}
