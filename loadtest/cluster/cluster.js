/** Opens a home and its edges around a Redis, each with phones of its own generator, and reports how much of the processor they use. */

/** @import { Usage } from './usage.js' */
/** @import { LoadOptions } from '../swarm/swarm.js' */

import { io } from 'socket.io-client';
import { fill } from '../harness/hall.js';
import { startChild } from '../harness/child.js';
import { openPool } from '../swarm/pool.js';
import { startRedis } from './redis.js';
import { readUsage } from './usage.js';

const SERVER = new URL('../bench/server.js', import.meta.url);
const JOIN_MS = 60_000;
const ARRIVALS_PER_S = 600;

/**
 * Starts what is measured: `edges: 0` is a single process, which needs no Redis.
 * @param {object} options
 * @param {number} options.edges
 * @param {'adder' | 'show'} [options.games] of which a server has one or all
 * @param {(kind: Kind, index: number, pid: number) => void} [options.place] gives a process its core, or its slice of one
 *
 * @typedef {'one' | 'home' | 'edge' | 'redis' | 'generator'} Kind of process
 */
export async function openCluster({ edges, games = 'adder', place = () => {} }) {
  const redis = edges > 0 ? await startRedis() : null;
  if (redis) place('redis', 0, redis.pid);
  const env = { GAMES: games, ...(redis && { REDIS_URL: redis.url }) };
  /** @param {Kind} kind @param {number} index */
  const start = (kind, index) => {
    /** @type {Record<string, string>} */
    const role = kind === 'one' ? {} : { ROLE: kind };
    const child = startChild(SERVER, { name: `The ${kind} ${index}`, env: { ...env, ...role } });
    place(kind, index, child.pid);
    return { kind, child };
  };
  const home = start(edges > 0 ? 'home' : 'one', 0);
  // An edge waits for its home, which must already hold the lease in Redis.
  await home.child.ask('taken');
  const members = [home, ...Array.from({ length: edges }, (_, index) => start('edge', index))];
  const doors = await Promise.all(
    members.slice(edges > 0 ? 1 : 0).map(({ child }, index) => openDoor(child, index, place)),
  );

  return {
    redis,
    doors,
    play: (/** @type {string} */ game) => home.child.ask('play', game),
    /** @param {number} phones of all edges together */
    async fill(phones) {
      await Promise.all(
        doors.map(({ crowd }, index) =>
          fill(crowd, {
            to: partOf(phones, index, doors.length),
            arrivalsPerS: ARRIVALS_PER_S / doors.length,
          }),
        ),
      );
    },
    /** @param {(door: { countPort: number }) => LoadOptions} loadOf what the phones of an edge send from now on */
    start: (loadOf) => Promise.all(doors.map((door) => door.crowd.start(loadOf(door)))),
    /** @returns {Promise<Record<string, any>[]>} what each generator counted */
    stop: () => Promise.all(doors.map(({ crowd }) => crowd.stop())),
    /** @returns {Promise<{ inputs: number, sum: number }>} what the game has added up, once it has all that was accepted */
    async counts() {
      const taken = await Promise.all(members.map(({ child }) => child.ask('taken')));
      return home.child.ask(
        'counts',
        taken.reduce((sum, one) => sum + one, 0),
      );
    },
    /** @returns {Promise<number>} inputs accepted so far by all processes */
    async taken() {
      const taken = await Promise.all(members.map(({ child }) => child.ask('taken')));
      return taken.reduce((sum, one) => sum + one, 0);
    },
    /** @returns {Promise<Usage>} */
    usage: () =>
      readUsage([
        ...members.map(({ kind, child }) => ({ kind, pid: child.pid })),
        ...doors.flatMap(({ crowd }) => crowd.pids.map((pid) => ({ kind: 'generator', pid }))),
        ...(redis ? [{ kind: 'redis', pid: redis.pid }] : []),
      ]),
    async close() {
      for (const { screen } of doors) screen?.disconnect();
      await Promise.all(doors.map(({ crowd }) => crowd.close()));
      for (const { child } of members.reverse()) await child.close();
      await redis?.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openCluster>>} Cluster */

/**
 * @param {import('../harness/child.js').Child} child @param {number} index
 * @param {(kind: Kind, index: number, pid: number) => void} place
 */
async function openDoor(child, index, place) {
  const { port, countPort } = await child.ask('target', 'players');
  const url = `http://127.0.0.1:${port}`;
  const crowd = await openPool();
  for (const pid of crowd.pids) place('generator', index, pid);
  // The phones send at the rate that is measured, whatever the room would grant.
  await crowd.open({ url, timeoutMs: JOIN_MS, namespace: '/players', deafShare: 1 });
  /** @type {import('socket.io-client').Socket | null} */
  let screen = null;
  return {
    url,
    countPort,
    crowd,
    get screen() {
      return screen;
    },
    /** Opens a screen, and waits until it shows something. */
    async openScreen() {
      screen = io(`${url}/playfield`, { transports: ['websocket'], forceNew: true });
      const shows = screen;
      await new Promise((resolve) => shows.once('frame', resolve));
    },
  };
}

/** @param {number} all @param {number} index @param {number} parts @returns {number} the parts add up to `all` */
function partOf(all, index, parts) {
  return Math.floor((all * (index + 1)) / parts) - Math.floor((all * index) / parts);
}
