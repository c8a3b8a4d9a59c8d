/** Opens a hall of bots in processes of their own, so that neither the probe nor the lab waits for them. */

/** @import { Bots, BotsOptions, Comeback } from '../types.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { Trust } from './trust.js' */

import { startChild } from './child.js';

const CHILD = new URL('./bots-process.js', import.meta.url);
/** Collecting young objects less often spares a tenth of the processor (bots/index.js). */
const NODE = ['--max-semi-space-size=32'];
/** Each run has the same hall. */
const SEED = 7;

/**
 * @param {BotsOptions & { url: string } & Trust} options
 * @param {{ processes: number, cores: readonly number[] | null }} where @returns {Promise<Bots>}
 */
export async function openBots({ arrivalsPerS, ...options }, { processes, cores }) {
  const children = Array.from({ length: processes }, (_none, index) =>
    startChild(CHILD, { name: `Bots' process ${index + 1}`, core: cores?.[index] ?? null, execArgv: NODE }),
  );
  /** @param {string} verb @param {(index: number) => unknown} [optionsOf] @returns {Promise<any[]>} */
  const all = (verb, optionsOf = () => undefined) =>
    Promise.all(children.map((child, index) => child.ask(verb, optionsOf(index))));
  const share = { ...options, arrivalsPerS: arrivalsPerS / processes };
  await all('open', (index) => ({ ...share, seed: SEED + 1000 * index }));

  return {
    processes,
    async arrive({ count }) {
      const arrived = await all('arrive', (index) => ({ count: Math.floor((count + index) / processes) }));
      const why = arrived.map((one) => one.why).find(Boolean) ?? '';
      return { joined: sum(arrived.map(({ joined }) => joined)), why };
    },
    stats: async () => sum(await all('stats')),
    read: async () => merged(await all('read')),
    lock: async (how) => void (await all('lock', () => how)),
    mark: async () => void (await all('mark')),
    cut: async (how) => void (await all('cut', () => how)),
    async comeback() {
      /** @type {Comeback} */
      const { afterMs, strangers } = sum(await all('comeback'));
      return { afterMs: afterMs.toSorted((a, b) => a - b), strangers };
    },
    missing: async (options) => sum(await all('missing', () => options)),
    close: async () => void (await Promise.all(children.map((child) => child.close()))),
  };
}

/** @param {any[]} readings @returns {Reading} the sum, and the busiest process */
function merged(readings) {
  const [busiest] = readings.toSorted((a, b) => b.generator.cpuPeak - a.generator.cpuPeak);
  const { isLimit, because } = (readings.find(({ generator }) => generator.isLimit) ?? busiest).generator;
  return {
    ...busiest,
    loads: sum(readings.map(({ loads }) => loads)),
    generator: { ...busiest.generator, isLimit, because },
  };
}

/** Adds up numbers, joins lists, and does so with the fields of objects. @param {any[]} parts @returns {any} */
function sum(parts) {
  if (typeof parts[0] === 'number') return parts.reduce((all, part) => all + part, 0);
  if (Array.isArray(parts[0])) return parts.flat();
  const names = new Set(parts.flatMap((part) => Object.keys(part)));
  return Object.fromEntries(
    [...names].map((name) => [name, sum(parts.flatMap((part) => (name in part ? [part[name]] : [])))]),
  );
}
