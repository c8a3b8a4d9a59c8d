/** Opens a hall of bots in processes of their own, so that neither the probe nor the lab waits for them. */

/** @import { Bots, BotsOptions, BotsReading, Comeback } from '../types.js' */
/** @import { Reading } from '../swarm/readings.js' */

import { startChild } from './child.js';

const CHILD = new URL('./bots-process.js', import.meta.url);
/** Collecting young objects less often spares a tenth of the processor (bots/index.js). */
const NODE = ['--max-semi-space-size=32'];

/**
 * @param {BotsOptions & { url: string, ca?: string, insecure?: boolean }} options
 * @param {{ processes: number, cores: readonly number[] | null }} where
 * @returns {Promise<Bots>}
 */
export async function openBots({ seed = 7, arrivalsPerS, ...options }, { processes, cores }) {
  const children = await Promise.all(
    Array.from({ length: processes }, (_none, index) =>
      startChild(CHILD, { core: cores?.[index] ?? null, node: NODE }),
    ),
  );
  /** @param {string} what @param {(index: number) => unknown} [argumentOf] @returns {Promise<any[]>} */
  const all = (what, argumentOf = () => undefined) =>
    Promise.all(children.map((child, index) => child.ask(what, argumentOf(index))));
  await all('open', (index) => ({
    ...{ ...options, arrivalsPerS: arrivalsPerS / processes, seed: seed + 1000 * index },
  }));

  return {
    processes,
    machines: 1,
    async arrive({ count }) {
      const arrived = await all('arrive', (index) => ({
        count: Math.floor((count + index) / processes),
      }));
      return {
        joined: sumOf(arrived.map(({ joined }) => joined)),
        why: arrived.find(({ why }) => why !== '')?.why ?? '',
      };
    },
    async stats() {
      const readings = /** @type {BotsReading[]} */ (await all('stats'));
      const sum = (/** @type {(reading: BotsReading) => number} */ of) => sumOf(readings.map(of));
      /** @type {Record<string, number>} */
      const states = {};
      for (const reading of readings)
        for (const [state, count] of Object.entries(reading.states))
          states[state] = (states[state] ?? 0) + count;
      return {
        states,
        playing: sum(({ playing }) => playing),
        sent: sum(({ sent }) => sent),
        faults: sum(({ faults }) => faults),
        why: readings.flatMap(({ why }) => why),
        acknowledged: sum(({ acknowledged }) => acknowledged),
        refused: sum(({ refused }) => refused),
        unreached: sum(({ unreached }) => unreached),
      };
    },
    async read() {
      return merged(await all('read'));
    },
    async lock(how) {
      await all('lock', () => how);
    },
    async mark() {
      await all('mark');
    },
    async cut(how) {
      await all('cut', () => how);
    },
    async comeback() {
      const parts = /** @type {Comeback[]} */ (await all('comeback'));
      return {
        afterMs: parts.flatMap(({ afterMs }) => afterMs).sort((a, b) => a - b),
        strangers: sumOf(parts.map(({ strangers }) => strangers)),
      };
    },
    missing: async (options) => sumOf(await all('missing', () => options)),
    async close() {
      await Promise.race([all('close'), new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
      for (const child of children) child.end();
    },
  };
}

/** @param {any[]} readings @returns {Reading} the sum, and the busiest process */
function merged(readings) {
  const busiest = readings.reduce((most, one) =>
    one.generator.cpuPeak > most.generator.cpuPeak ? one : most,
  );
  const limit = readings.find(({ generator }) => generator.isLimit) ?? busiest;
  /** @type {Record<string, any>} */
  const load = { ...busiest.loads.bots };
  for (const key of ['due', 'sent']) load[key] = sumOf(readings.map(({ loads }) => loads.bots[key]));
  return { ...busiest, loads: { bots: load }, generator: { ...busiest.generator, ...limitOf(limit) } };
}

/** @param {{ generator: { isLimit: boolean, because: string | null } }} reading */
function limitOf({ generator: { isLimit, because } }) {
  return { isLimit, because };
}

/** @param {readonly number[]} values */
function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0);
}
