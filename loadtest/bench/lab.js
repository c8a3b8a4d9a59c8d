/** Runs the processes of a benchmark: servers on one core, the generator of each on another, all up at once. */

/** @import { Validity } from '../types.js' */
/** @import { LoadOptions } from '../swarm/swarm.js' */
/** @import { Turns } from '../harness/turns.js' */
/** @import { Usage } from './child.js' */
/** @import { About } from './servers.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { createCoresMeter } from '../harness/cores.js';
import { fill } from '../harness/hall.js';
import { LabError } from '../harness/errors.js';
import { layoutOf, moveTo } from '../harness/layout.js';
import { canPin } from '../harness/pin.js';
import { watchTurns } from '../harness/turns.js';
import { undisturbed } from '../harness/undisturbed.js';
import { openPool } from '../swarm/pool.js';
import { validityOf } from '../verdict/validity.js';

/** An idle server has given back what a burst of joins took after this time. */
const SETTLE_MS = 3000;
const ARRIVALS_PER_S = 800;
const JOIN_MS = 30_000;
const LOOK_MS = 5;
/** Beyond this share of its core the generator was the limit. A pause of it takes nothing from what is measured. */
const MOST_GENERATOR = 0.9;

/**
 * @typedef {Record<string, any>} Figures of one burst, by name; `server` and `generator` are shares of their cores,
 *   `limit` says why the generator was the limit
 * @typedef {Figures & { validity: Validity, because: string, neighbours: number | null, steal: number | null }} Row a
 *   burst, and what it is worth; null: the cores could not be watched
 * @typedef {'players' | 'lab'} To one of our namespaces; rivals have but one
 */

/**
 * Starts the servers of a comparison, by name, with a crowd for each.
 * @param {Record<string, About>} servers
 * @param {To} to where the crowds go
 * @param {{ returns?: boolean }} [options] `returns`: phones come back as the players that earlier ones have left
 */
export async function openLab(servers, to, { returns = false } = {}) {
  const cores = canPin() ? layoutOf(1) : null;
  if (cores) moveTo(cores.probe);
  const others = createCoresMeter(cores ? [cores.server, ...cores.generators] : []);
  const shuffled = (/** @type {string[]} */ names) => {
    const places = new Map(names.map((name) => [name, Math.random()]));
    return names.toSorted((a, b) => Number(places.get(a)) - Number(places.get(b)));
  };
  /** @type {Map<string, Server>} */
  const open = new Map();
  for (const [name, about] of Object.entries(servers))
    open.set(name, await openServer(name, about, { cores, to, returns }));

  /** Watches the cores while a burst is played. @param {() => Promise<Figures>} burst @returns {Promise<Row>} */
  async function weigh(burst) {
    await others();
    const figures = await burst();
    const taken = await others();
    // Processor times and counts are measured, and no delay that a probe or its clock could spoil.
    const generatorLimit = figures['limit'] ?? null;
    const judged = validityOf({ probes: 1, clockDrift: 0, ...taken, generatorLimit });
    return { ...figures, ...taken, ...judged };
  }

  return {
    server: (/** @type {string} */ name) => /** @type {Server} */ (open.get(name)),
    /** @param {number} count connections that each server is to have */
    async fill(count) {
      for (const server of open.values()) await server.fill(count);
    },
    /**
     * Lets shapes take turns in bursts, in another order each round. A burst that neighbours disturbed is played again.
     * @template S
     * @param {Record<string, S>} shapes @param {number} times
     * @param {(shape: S) => Promise<Figures>} burst
     * @returns {Promise<Record<string, Row[]>>} by shape, one in each round
     */
    async rounds(shapes, times, burst) {
      const rows = Object.fromEntries(Object.keys(shapes).map((name) => [name, /** @type {Row[]} */ ([])]));
      for (let round = 0; round < times; round++)
        for (const name of shuffled(Object.keys(shapes))) {
          const play = () => weigh(() => burst(/** @type {S} */ (shapes[name])));
          const onAgain = (/** @type {string} */ because) => console.error(`again   ${name}: ${because}`);
          rows[name]?.push(await undisturbed(play, onAgain));
        }
      return rows;
    },
    async close() {
      await Promise.all([...open.values()].map((server) => server.close()));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openServer>>} Server */

/**
 * @param {string} name @param {About} about
 * @param {{ cores: ReturnType<typeof layoutOf> | null, to: To, returns: boolean }} options
 */
async function openServer(name, { file, env }, { cores, to, returns }) {
  const child = startChild(new URL(file, import.meta.url), {
    ...{ name: `The server "${name}"`, core: cores?.server ?? null, execArgv: ['--expose-gc'], env },
  });
  const { port, countPort, way } = await child.ask('target', to);
  const url = `http://127.0.0.1:${port}`;
  /** @type {Turns | undefined} from the first question on */
  let turns;
  const crowd = await openPool({ cores: cores?.generators ?? [] });
  await crowd.open({ url, timeoutMs: JOIN_MS, returns, ...way });

  /** Measures what a job costs the server and the generator. @template T @param {() => Promise<T>} job */
  async function measure(job) {
    await crowd.read();
    /** @type {Usage} */
    const before = await child.ask('usage');
    const result = await job();
    /** @type {Usage} */
    const after = await child.ask('usage');
    const { generator } = await crowd.read();
    const [ms, cpuMs] = [after.atMs - before.atMs, after.cpuMs - before.cpuMs];
    const limit = generator.cpu > MOST_GENERATOR ? generator.because : null;
    return { result, ms, cpuMs, server: cpuMs / ms, generator: generator.cpu, limit };
  }

  return {
    ...{ port, crowd, measure },
    /** @returns {Promise<{ inputs: number, sum: number }>} what it has taken so far, once all of it is counted */
    counts: () => child.ask('counts'),
    /** @returns how long the turns of the server were since the last call, in ms; see harness/turns.js */
    async turns() {
      turns ??= await watchTurns(url, { core: cores?.probe ?? null });
      const [{ maxMs, ownLateMs }, turnMs] = await Promise.all([turns.read(), child.ask('turns')]);
      return { turnMs: /** @type {number} */ (turnMs), waitMs: maxMs, watchLateMs: ownLateMs };
    },
    /** Waits until nobody is there any more by the server's own count. @param {number} withinMs */
    async emptied(withinMs) {
      const untilMs = performance.now() + withinMs;
      while (performance.now() < untilMs) {
        if ((await child.ask('present')) === 0) return;
        await wait(LOOK_MS);
      }
      throw new LabError(`"${name}" still counted phones ${withinMs / 1000} s after all had left.`);
    },
    /** Lets ours begin a game. @param {string | undefined} game */
    play: (game) => game && child.ask('play', game),
    /** Lets connections come, or the last ones go. @param {number} count there are to be @param {number} [arrivalsPerS] */
    fill: (count, arrivalsPerS = ARRIVALS_PER_S) =>
      fill(crowd, { to: count, arrivalsPerS, what: `connections to "${name}"` }),
    /** Measures a load for so long. @param {Record<string, unknown> & { kind: string }} load @param {number} seconds */
    load: (load, seconds) =>
      measure(async () => {
        // The load `flood` reads the server's own count, so that it knows how many messages are on their way.
        const counted = load.kind === 'flood' ? { countPort, ...load } : load;
        await crowd.start(/** @type {LoadOptions} */ (counted));
        await wait(seconds * 1000);
        return /** @type {Record<string, any>} */ ((await crowd.stop())[load.kind]);
      }),
    /** @returns {Promise<number>} bytes resident after a full collection */
    async resident() {
      await wait(SETTLE_MS);
      await child.ask('gc');
      await child.ask('gc');
      return (await child.ask('usage')).rss;
    },
    async close() {
      await crowd.close();
      await turns?.close();
      await child.close();
    },
  };
}
