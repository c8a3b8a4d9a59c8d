/** Runs the processes of a benchmark, servers on one core and the generator on the other, all up at once. */

/** @import { Validity } from '../types.js' */
/** @import { Child } from '../harness/child.js' */
/** @import { Usage } from './child.js' */
/** @import { About } from './servers.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { startChild } from '../harness/child.js';
import { createCoreMeter } from '../harness/cores.js';
import { layoutOf, moveTo } from '../harness/layout.js';
import { canPin } from '../harness/pin.js';
import { undisturbed } from '../harness/undisturbed.js';
import { percent } from '../verdict/headline.js';
import { validityOf } from '../verdict/validity.js';

/** An idle server has given back what a burst of joins took after this time. */
const SETTLE_MS = 3000;
const ARRIVALS_PER_S = 800;
/** Beyond this share of its core the generator was the limit, and not the server. */
const MOST_GENERATOR = 0.9;
/** Processor times and counts are measured, and no delay that a probe or its clock could spoil. */
const NO_PROBE = { probes: 1, clockDrift: 0 };

/**
 * @typedef {Record<string, any>} Figures of one burst, by name; `server` and `generator` are shares of their cores,
 *   `isTimeless`: nobody who takes a core can spoil them
 * @typedef {Figures & { validity: Validity, because: string, neighbours: number, steal: number }} Row a burst, and what it
 *   is worth; NaN where the cores could not be watched
 * @typedef {Child & { target: any }} Member a server
 */

/**
 * Starts the servers of a comparison, by name, and the generator.
 * @param {Record<string, About>} servers
 * @param {{ seed?: number, node?: readonly string[] }} [options] `seed` of the order of bursts, `node`: flags of the servers
 */
export async function openLab(servers, { seed = 1, node = [] } = {}) {
  const cores = canPin() ? layoutOf(1) : null;
  if (cores) moveTo(cores.probe);
  /** @type {Map<string, Member>} */
  const members = new Map();
  for (const [name, { file, env }] of Object.entries(servers)) {
    const options = { core: cores?.server ?? null, node: [...node], ...(env && { env }) };
    const member = await startChild(new URL(file, import.meta.url), options);
    members.set(name, { ...member, target: await member.ask('target') });
  }
  const generator = await startChild(new URL('generator.js', import.meta.url), {
    core: cores?.generators[0] ?? null,
  });
  /** @param {string} name */
  function server(name) {
    const member = members.get(name);
    if (!member) throw new Error(`There is no server "${name}" in this lab.`);
    return member;
  }
  const swarms = createSwarms(server, generator);
  const worth = createWorth(cores ? [cores.server, ...cores.generators] : []);
  const shuffle = createShuffle(seed);

  /**
   * Measures what a job costs the server and the generator.
   * @template T
   * @param {string} name of the server
   * @param {() => Promise<T>} job
   * @returns {Promise<{ result: T, ms: number, cpuMs: number, server: number, generator: number }>} `cpuMs` of the server
   */
  async function measure(name, job) {
    const usages = () => Promise.all([server(name).ask('usage'), generator.ask('usage')]);
    const before = await usages();
    const result = await job();
    const after = await usages();
    const own = between(before[0], after[0]);
    return { result, ...own, server: own.share, generator: between(before[1], after[1]).share };
  }

  return {
    ...{ server, generator, measure, ...swarms },
    /** Opens a swarm towards each server and lets it join. @param {number} count @param {To} [to] */
    async fill(count, to) {
      for (const name of members.keys()) {
        await swarms.open(name, to);
        await swarms.join(name, count, { arrivalsPerS: ARRIVALS_PER_S });
      }
    },
    async empty() {
      for (const name of members.keys()) await swarms.close(name);
    },
    /**
     * Lets a swarm load its server for a while.
     * @param {string} name @param {{ kind: string } & Record<string, unknown>} load @param {number} seconds
     * @returns what the load counted and what it cost
     */
    load: (name, load, seconds) =>
      measure(name, async () => {
        // The load `flood` reads the server's own count, so that it knows how many messages are on their way.
        const { countPort } = server(name).target;
        await generator.ask('start', { name, ...(load.kind === 'flood' && { countPort }), ...load });
        await wait(seconds * 1000);
        return (await generator.ask('stop', { name }))[load.kind];
      }),
    /**
     * Lets shapes take turns in bursts, in another order each round. A burst that neighbours disturbed is played again.
     * @template S
     * @param {Record<string, S>} shapes @param {number} times
     * @param {(shape: S) => Promise<Figures>} burst
     * @returns {Promise<Record<string, Row[]>>} by shape, one in each round
     */
    async rounds(shapes, times, burst) {
      /** @type {Map<string, Row[]>} */
      const rows = new Map(Object.keys(shapes).map((name) => [name, []]));
      for (let round = 0; round < times; round++)
        for (const [name, shape] of shuffle(Object.entries(shapes))) {
          const onAgain = (/** @type {string} */ because) =>
            process.stderr.write(`again   ${name}: ${because}\n`);
          rows.get(name)?.push(await undisturbed(() => worth(() => burst(shape)), onAgain));
        }
      return Object.fromEntries(rows);
    },
    /** Needs servers with `--expose-gc`. @param {string} name @returns {Promise<number>} bytes after a full collection */
    async resident(name) {
      await wait(SETTLE_MS);
      await server(name).ask('gc');
      await server(name).ask('gc');
      return (await server(name).ask('usage')).rss;
    },
    end() {
      generator.end();
      for (const member of members.values()) member.end();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openLab>>} Lab */

/** @typedef {'players' | 'lab'} To one of our namespaces; rivals have but one */

/** @param {(name: string) => Member} server @param {Child} generator */
function createSwarms(server, generator) {
  return {
    /** Opens a swarm towards a server. @param {string} name @param {To} [to] */
    async open(name, to = 'players') {
      const { port, kind, key } = server(name).target;
      const isOwn = kind === 'own';
      await generator.ask('open', {
        ...{ name, url: `http://127.0.0.1:${port}`, timeoutMs: 30_000 },
        namespace: !isOwn ? '/' : to === 'lab' ? '/loadtest' : '/players',
        protocol: isOwn ? 'socket.io' : kind,
        ...(isOwn && to === 'lab' && { auth: { key } }),
      });
    },
    /**
     * @param {string} name @param {number} count
     * @param {{ arrivalsPerS?: number }} [how] as fast as it goes without it
     * @throws {Error} when a connection could not join
     */
    async join(name, count, how = {}) {
      const arrival = await generator.ask('arrive', { name, count, ...how });
      if (arrival.joined !== count)
        throw new Error(`${name}: ${arrival.joined} of ${count} joined. ${JSON.stringify(arrival.why)}`);
      return arrival;
    },
    close: (/** @type {string} */ name) => generator.ask('close', { name }),
  };
}

/**
 * Watches cores while a burst is played.
 * @param {readonly number[]} cores none: they cannot be watched
 * @returns {(burst: () => Promise<Figures>) => Promise<Row>}
 */
function createWorth(cores) {
  return async (burst) => {
    const meters = cores.map((core) => createCoreMeter(core, () => [process.pid]));
    await Promise.all(meters.map((read) => read()));
    const figures = await burst();
    const taken = await Promise.all(meters.map((read) => read()));
    const most = (/** @type {'others' | 'steal'} */ what) =>
      taken.length === 0 ? NaN : Math.max(...taken.map((one) => one?.[what] ?? NaN));
    const [neighbours, steal] = [most('others'), most('steal')];
    const { generator = 0, isTimeless = false } = figures;
    const generatorLimit =
      generator > MOST_GENERATOR ? `The generator used ${percent(generator)} of its core.` : null;
    const judged = isTimeless
      ? { validity: /** @type {const} */ ('valid'), because: '' }
      : validityOf({ ...NO_PROBE, neighbours, steal, generatorLimit });
    return { ...figures, neighbours, steal, ...judged };
  };
}

/** @param {Usage} from @param {Usage} to */
function between(from, to) {
  const ms = to.atMs - from.atMs;
  const cpuMs = to.cpuMs - from.cpuMs;
  return { ms, cpuMs, share: cpuMs / ms };
}

/** @param {number} seed @returns {<T>(items: readonly T[]) => T[]} another order at each call */
function createShuffle(seed) {
  const random = createRandom(seed).next;
  return (items) =>
    items
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
}
