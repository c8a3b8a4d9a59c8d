/**
 * Things go away at random, one after the other, and come back: whatever the order, phones at the edge stay connected, and what was
 * acknowledged counts once. `SEEDS=7,8,9` plays others.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { PHONES, openCounting, openTalk } from '../support/cluster-talk.js';
import { readiness } from '../support/cluster.js';
import { end, freePort } from '../support/process.js';
import { next, openControl } from '../support/server.js';
import { until } from '../support/until.js';
import { seeds } from '../support/sample.js';

const ROUNDS = 3;
/** Some outages are over before anybody calls them one. */
const LONGEST_MS = 4500;
const READY_MS = 30_000;

for (const seed of seeds())
  test(`outages at random, seed ${seed}`, async (t) => {
    const random = createRandom(seed);
    const cluster = await openCounting(t);
    const PORT = String(await freePort());
    let home = await cluster.spawnHome({ PORT });
    const edge = await cluster.openEdge();
    const panel = await openControl(t, edge);
    await panel.ask('switch', 'count');
    const talk = await openTalk(t, [edge.url]);
    const pause = () => delay(random.next() * LONGEST_MS);

    const faults = [
      async () => {
        await end(home.child, 'SIGKILL');
        await pause();
        home = await cluster.spawnHome({ PORT });
      },
      async () => {
        await cluster.redis.kill();
        await pause();
        await cluster.redis.start();
      },
      async () => {
        cluster.redis.hang();
        await pause();
        cluster.redis.goOn();
      },
      async () => {
        home.child.kill('SIGSTOP');
        await pause();
        home.child.kill('SIGCONT');
      },
    ];
    /** @type {(() => Promise<void>) | undefined} */
    let last;
    for (let round = 0; round < ROUNDS; round += 1) {
      // A home that dies three times in a row soon after its start gives the game up.
      const others = faults.filter((one) => one !== last);
      last = others[Math.floor(random.next() * others.length)];
      await last?.();
      await until(
        () => readiness(edge),
        ([status]) => status === 200,
        { withinMs: READY_MS, about: 'a home' },
      );
      await talk.more();
    }
    await talk.finish(edge.url);
    await next(panel.socket, 'status', ({ presence }) => presence.connected === PHONES, READY_MS);
    assert.deepEqual(
      talk.phones.map(({ drops }) => drops),
      Array(PHONES).fill(0),
    );
  });
