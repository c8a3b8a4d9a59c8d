/** A stranger who may publish and read in the Redis of a cluster, without its secret, learns nothing and changes nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clusterKey, createEncryption } from '../../lib/bus/encryption.js';
import { channelsOf, pack, packGreeting } from '../../lib/bus/redis-wire.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { createLog } from '../../lib/log.js';
import { openCluster, readiness } from '../support/cluster.js';
import { freePort } from '../support/process.js';
import { joinAsPhone, makeLink, next, openControl } from '../support/server.js';
import { until } from '../support/until.js';

const log = createLog({ level: 'silent' });
const KEY = clusterKey('a secret of sixteen letters', 'test');

test('a message is read once, at the channel it was meant for, by those who have the secret', () => {
  const [sender, receiver] = [createEncryption(KEY), createEncryption(KEY)];
  const stranger = createEncryption(clusterKey('a secret of sixteen letters', 'another'));
  const messages = fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1 });
  fc.assert(
    fc.property(messages, fc.nat(), (all, at) => {
      const sent = all.map((message) => sender.encrypt('up', message));
      for (const bytes of sent) {
        assert.equal(stranger.decrypt('up', bytes), 'strange');
        assert.equal(receiver.decrypt('down', bytes), 'strange');
        const changed = Buffer.from(bytes);
        const place = at % changed.length;
        changed[place] = Number(changed[place]) ^ 1;
        assert.equal(typeof receiver.decrypt('up', changed), 'string', `byte ${place}`);
        assert.equal(receiver.decrypt('up', bytes.subarray(0, place)), 'strange');
      }
      assert.deepEqual(
        sent.map((bytes) => receiver.decrypt('up', bytes)),
        all.map((message) => Buffer.from(message)),
      );
      for (const bytes of sent) assert.equal(receiver.decrypt('up', bytes), 'late', 'a second time');
    }),
  );
});

test('of messages that come in any order none is taken after one that was sent later', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(12).keys()]), (order) => {
      const [sender, receiver] = [createEncryption(KEY), createEncryption(KEY)];
      const sent = Array.from({ length: 12 }, (_, n) => sender.encrypt('up', String(n)));
      const taken = order.map((n) => receiver.decrypt('up', /** @type {Buffer} */ (sent[n])).toString());
      const rising = order.map((n, at) => order.slice(0, at).every((before) => before < n));
      assert.deepEqual(
        taken,
        order.map((n, at) => (rising[at] ? String(n) : 'late')),
      );
    }),
  );
});

/** Somebody at the Redis of a cluster, who reads all of it. @param {import('node:test').TestContext} t @param {string} url */
async function openStranger(t, url) {
  const redis = await connectRedis({ url, log });
  t.after(redis.close);
  /** @type {{ channel: string, bytes: Buffer }[]} */
  const read = [];
  await redis.pSubscribe('*', (bytes, channel) => read.push({ channel: channel.toString(), bytes }));
  return { ...redis, read };
}

test('a stranger who may read and publish in Redis learns nothing, is not obeyed, and is named in the log', async (t) => {
  const cluster = await openCluster(t, { env: { LOG_LEVEL: 'warn' } });
  const stranger = await openStranger(t, cluster.redis.url);
  const channels = channelsOf(cluster.env.CLUSTER);
  const home = await cluster.spawnHome();
  const edge = await cluster.spawnEdge();
  const ready = async () => {
    await until(
      () => readiness(edge).catch(() => [0]),
      ([status]) => status === 200,
    );
  };
  await ready();
  const phones = await Promise.all([home, edge].map(({ url }) => joinAsPhone(t, url)));
  let lost = 0;
  for (const { socket } of phones) socket.on('disconnect', () => (lost += 1));
  const { ask } = await openControl(t, edge);
  const link = await makeLink({ ask }, 'host');
  assert.equal((await ask('switch', 'tug')).ok, true);

  const crossed = Buffer.concat(stranger.read.map(({ bytes }) => bytes)).toString('latin1');
  assert.ok(stranger.read.length > 20, 'they read along');
  for (const word of [edge.operatorKey, link.key, 'hello', 'beat', 'secret', 'tug'])
    assert.ok(!crossed.includes(word), word);

  // A hello of their own, and orders of a home that would be the newest one.
  const hello = { hello: { number: 1, id: 'mine', version: '1', games: '', format: 15, host: 'x', pid: 1 } };
  const before = stranger.read.length;
  stranger.publish(channels.home, packGreeting(hello));
  const newest = 1e15;
  const orders = [
    [channels.edges, pack([newest, 'closed', { room: 'main' }])],
    [channels.edges, pack([newest, 'bye', null])],
    [channels.edges, packGreeting({ refused: 'Go away.', incarnation: newest })],
    [channels.home, pack(['mine', newest, 'command', { name: 'close-room', room: 'main' }])],
    [`${cluster.env.CLUSTER}:socket.io#/players#`, Buffer.from('rubbish')],
  ];
  for (const [channel, bytes] of orders) stranger.publish(String(channel), /** @type {Buffer} */ (bytes));
  // They repeat all that they have recorded, from the first hello on, in the same order.
  for (const { channel, bytes } of stranger.read.slice(0, before)) stranger.publish(channel, bytes);

  for (const { output } of [home, edge])
    await until(
      () => output.text,
      (text) => text.includes('Messages that this process cannot read come by Redis'),
    );
  assert.ok(!stranger.read.some(({ channel }) => channel === channels.edge('mine')), 'no answer');
  const begun = phones.map(({ socket }) => next(socket, 'scene', ({ game }) => game.id === 'pong'));
  assert.equal((await ask('switch', 'pong')).ok, true);
  await Promise.all(begun);
  assert.deepEqual([lost, home.child.exitCode, edge.child.exitCode], [0, null, null]);
  await ready();
});

test('an edge with another secret waits, and both say why', async (t) => {
  const cluster = await openCluster(t, { env: { LOG_LEVEL: 'warn' } });
  const home = await cluster.spawnHome();
  const PORT = String(await freePort());
  cluster.spawnEdge({ PORT, CLUSTER_SECRET: 'another secret of theirs' }).catch(() => {});
  const [status] = await until(
    () => readiness({ url: `http://127.0.0.1:${PORT}` }).catch(() => [0, '']),
    ([, text]) => text.startsWith('A process of the same cluster has another CLUSTER_SECRET'),
  );
  assert.equal(status, 503);
  await until(
    () => home.output.text,
    (text) => text.includes('the same CLUSTER_SECRET and the same version'),
  );
});
