/** Reads all that brings load in a run, and sums up what it did since a window began. */

/** @import { Crowd, Lab } from '../types.js' */
/** @import { Reading } from '../swarm/readings.js' */

/** @typedef {Pick<Crowd, 'processes' | 'read' | 'close'>} Generating which says of itself whether it was the limit */

export function createCrowds() {
  const open = /** @type {Set<Generating>} */ (new Set());
  const limits = /** @type {Set<string>} */ (new Set());
  let since = nothing();
  let cpuPeak = /** @type {number | null} */ (null);
  let processes = 0;
  let reading = Promise.resolve(/** @type {Reading[]} */ ([]));

  /** One at a time: each reads what was done since the one before. @returns {Promise<Reading[]>} */
  const read = () => (reading = reading.catch(() => []).then(readNow));

  async function readNow() {
    const readings = await Promise.all([...open].map((crowd) => crowd.read()));
    for (const one of readings) take(one);
    return readings;
  }

  /** @param {Reading} one */
  function take({ loads, generator: { cpuPeak: peak, isLimit, because } }) {
    for (const { due, throttled } of Object.values(loads)) {
      since.due += due;
      since.throttled += throttled;
    }
    since.cpu = Math.max(since.cpu ?? 0, peak);
    cpuPeak = Math.max(cpuPeak ?? 0, peak);
    if (!isLimit || because === null) return;
    since.limit ??= because;
    limits.add(because);
  }

  return {
    read,
    /** @template {Generating} T @param {T} crowd @returns {T} which is read until it is closed */
    add(crowd) {
      open.add(crowd);
      processes = Math.max(processes, crowd.processes);
      const { close, stop } = /** @type {T & Partial<Pick<Crowd, 'stop'>>} */ (crowd);
      return Object.assign(crowd, {
        ...(stop && {
          // A load that has stopped is not read any more, and a short one may not have been read at all.
          /** @param {Parameters<Crowd['stop']>} options */
          async stop(...options) {
            await read();
            return stop(...options);
          },
        }),
        async close() {
          open.delete(crowd);
          await close();
        },
      });
    },
    async reset() {
      await read();
      since = nothing();
    },
    async since() {
      await read();
      return since;
    },
    /** @param {Parameters<Lab['generates']>[0]} by */
    tell({ processes: used, cpu, limit }) {
      processes = Math.max(processes, used);
      if (cpu !== undefined) cpuPeak = Math.max(cpuPeak ?? 0, cpu);
      if (limit !== undefined) limits.add(limit);
    },
    /** Describes the generator of the whole run. */
    about: () => ({ processes, cpuPeak, limits: [...limits] }),
  };
}

function nothing() {
  return {
    ...{ due: 0, throttled: 0 },
    cpu: /** @type {number | null} */ (null),
    limit: /** @type {string | null} */ (null),
  };
}
