/**
 * Things go away at random, one after the other, and come back: whatever the order, phones at the edge stay connected, nobody counts as
 * there who left meanwhile, and what was acknowledged counts once. `SEEDS=7,8,9` plays others. A check has three outages and three cuts
 * of the network; `npm run test:long cluster` has fifty of each.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { PHONES, openCounting, openTalk } from '../support/cluster-talk.js';
import { readiness } from '../support/cluster.js';
import { openPhone } from '../support/phone.js';
import { end, freePort } from '../support/process.js';
import { next, openControl } from '../support/server.js';
import { until } from '../support/until.js';
import { sample, seeds } from '../support/sample.js';
import { openWire } from '../support/wire-cut.js';

const ROUNDS = sample(3, 10);
/** Some outages are over before anybody calls them one. */
const LONGEST_MS = sample(4500, 30_000);
const READY_MS = 30_000;

/**
 * A show on two processes, with each way to the Redis between them.
 * @param {import('node:test').TestContext} t
 */
async function openShow(t) {
  const cluster = await openCounting(t);
  const [homeWire, edgeWire] = await Promise.all([0, 1].map(() => openWire(t, cluster.redis.url)));
  assert.ok(homeWire && edgeWire);
  const settings = { PORT: String(await freePort()), REDIS_URL: homeWire.url };
  const spawnHome = () => cluster.spawnHome(settings);
  const show = { ...{ redis: cluster.redis, homeWire, edgeWire, spawnHome }, home: await spawnHome() };
  return { ...show, edge: await cluster.openEdge({ REDIS_URL: edgeWire.url }) };
}

/** @typedef {Omit<Awaited<ReturnType<typeof openShow>>, 'edge'>} Show */
/** @typedef {(show: Show, pause: () => Promise<void>) => Promise<void>} Fault something is away for a pause */

/** @type {Record<string, Fault[]>} */
const FAULTS = {
  outages: [
    async (show, pause) => {
      await end(show.home.child, 'SIGKILL');
      await pause();
      show.home = await show.spawnHome();
    },
    async ({ redis }, pause) => {
      await redis.kill();
      await pause();
      await redis.start();
    },
    async ({ redis }, pause) => {
      redis.hang();
      await pause();
      redis.goOn();
    },
    async ({ home }, pause) => {
      home.child.kill('SIGSTOP');
      await pause();
      home.child.kill('SIGCONT');
    },
  ],
  cuts: [
    ({ edgeWire }, pause) => held([edgeWire], pause),
    ({ homeWire }, pause) => held([homeWire], pause),
    ({ edgeWire, homeWire }, pause) => held([edgeWire, homeWire], pause),
  ],
};

/** @param {{ hold: (isHeld: boolean) => void }[]} wires @param {() => Promise<void>} pause */
async function held(wires, pause) {
  for (const wire of wires) wire.hold(true);
  await pause();
  for (const wire of wires) wire.hold(false);
}

for (const [name, faults] of Object.entries(FAULTS))
  for (const seed of seeds())
    test(`${name} at random, seed ${seed}`, { timeout: 600_000 }, async (t) => {
      const random = createRandom(seed);
      const show = await openShow(t);
      const { edge } = show;
      const panel = await openControl(t, edge);
      await panel.ask('switch', 'count');
      const talk = await openTalk(t, [edge.url]);
      /** @type {Fault | undefined} */
      let last;
      for (let round = 0; round < ROUNDS; round += 1) {
        const visitor = await openPhone(t, edge.url, 'Visitor');
        // A home that dies three times in a row soon after its start gives the game up.
        const others = faults.filter((one) => one !== last);
        last = others[Math.floor(random.next() * others.length)];
        await last?.(show, async () => {
          const ms = random.next() * LONGEST_MS;
          await delay(ms / 2);
          visitor.socket.disconnect();
          await delay(ms / 2);
        });
        await until(
          () => readiness(edge),
          ([status]) => status === 200,
          { withinMs: READY_MS, about: 'a home' },
        );
        await talk.more();
        await next(panel.socket, 'status', ({ presence }) => presence.connected === PHONES, READY_MS);
      }
      await talk.finish(edge.url);
      assert.deepEqual(
        talk.phones.map(({ drops }) => drops),
        Array(PHONES).fill(0),
      );
    });
