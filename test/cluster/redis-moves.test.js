/** Redis is lost, moves or hangs, and processes find it again; a killed home is followed at once. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { createClient } from '@redis/client';
import { takeLease } from '../../lib/bus/home-lease.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { findMaster } from '../../lib/bus/redis-sentinels.js';
import { channelsOf } from '../../lib/bus/redis-wire.js';
import { createLog } from '../../lib/log.js';
import { readRedisUrl } from '../../lib/redis-url.js';
import { placeOfThisMachine } from '../../lib/this-machine.js';
import { startRedis, startSentinels } from '../support/redis.js';
import { until } from '../support/until.js';

const isOk = (/** @type {unknown} */ answer) => answer === 'OK';

const log = createLog({ level: 'silent' });

/** @param {import('node:test').TestContext} t @param {string} url */
async function connect(t, url) {
  const redis = await connectRedis({ url, log });
  t.after(redis.close);
  return redis;
}

/** Publishes until a message arrives. @param {import('../../lib/bus/redis.js').Redis} from @param {string[]} heard */
async function arrives(from, heard) {
  const before = heard.length;
  await until(
    () => from.publish('news', 'hello') && heard.length > before,
    (isThere) => isThere,
    { about: 'a message' },
  );
}

test('Sentinels put a replica in the place of the master, and processes find it there', async (t) => {
  const master = await startRedis(t);
  const replica = await startRedis(t, { replicaOf: master.port });
  const ports = await startSentinels(t, master.port);
  const url = `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/show`;
  const [one, two] = [await connect(t, url), await connect(t, url)];
  /** @type {string[]} */
  const heard = [];
  await two.subscribe('news', (bytes) => heard.push(String(bytes)));
  let backs = 0;
  one.onBack(() => (backs += 1));
  await arrives(one, heard);
  assert.equal(await replica.isMaster(), false);
  await master.kill();
  await arrives(one, heard);
  assert.equal(await replica.isMaster(), true);
  assert.ok(backs > 0, 'a receiver that may have missed something is called');
});

test('the newest configuration wins over more Sentinels that name the master of before', async (t) => {
  const before = await startRedis(t);
  const old = await startSentinels(t, before.port, { count: 2 });
  const master = await startRedis(t);
  const replica = await startRedis(t, { replicaOf: master.port });
  const [leader] = await startSentinels(t, master.port, { count: 1 });
  const named = async (/** @type {(number | undefined)[]} */ ...ports) => {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const { sentinels, place } = readRedisUrl(`redis+sentinel://${hosts}/show`);
    return findMaster(/** @type {NonNullable<typeof sentinels>} */ (sentinels), place);
  };
  assert.equal(new URL(await named(leader, ...old)).port, String(before.port), 'of one epoch most votes win');
  const asked = createClient({ url: `redis://127.0.0.1:${leader}` });
  await asked.connect();
  t.after(() => asked.destroy());
  // It finds the replica within ten seconds, and refuses before.
  await until(() => asked.sendCommand(['SENTINEL', 'FAILOVER', 'show']).catch(String), isOk);
  await until(
    () => named(leader),
    (found) => new URL(found).port === String(replica.port),
  );
  assert.equal(new URL(await named(...old, leader)).port, String(replica.port));
});

test('a name that no Sentinel knows is refused with the name', async (t) => {
  const { port } = await startRedis(t);
  const [sentinel] = await startSentinels(t, port, { count: 1 });
  const { sentinels, place } = readRedisUrl(`redis+sentinel://127.0.0.1:${sentinel}/other`);
  assert.ok(sentinels);
  await assert.rejects(
    findMaster(sentinels, place),
    /no Sentinel names "other" of the Sentinels 127\.0\.0\.1:\d+, which they do not/,
  );
});

test('a Redis that hangs is left, nothing waits for it, and it is found again', async (t) => {
  const server = await startRedis(t);
  const redis = await connect(t, server.url);
  /** @type {string[]} */
  const heard = [];
  await redis.subscribe('news', (bytes) => heard.push(String(bytes)));
  await arrives(redis, heard);
  server.hang();
  await until(() => redis.publish('news', 'late') === false);
  await assert.rejects(redis.command(['PING']), /Redis is away/);
  // This is heard once it is back, because it was asked for meanwhile.
  /** @type {string[]} */
  const later = [];
  const subscribed = redis.subscribe('later', (bytes) => later.push(String(bytes)));
  server.goOn();
  await subscribed;
  await until(() => redis.publish('later', 'hello') && later.length > 0);
  await arrives(redis, heard);
});

test('REDIS_URL names one Redis, or Sentinels; anything else is refused with how it must look', () => {
  assert.deepEqual(readRedisUrl('redis://:word@10.0.0.5'), {
    ...{ place: '10.0.0.5:6379', hosts: ['10.0.0.5'], password: 'word', sentinels: null },
  });
  const { place, hosts, password, sentinels } = readRedisUrl(
    'rediss+sentinel://me:word@10.0.0.5,10.0.0.6:5000/show?sentinelPassword=other',
  );
  assert.equal(place, '"show" of the Sentinels 10.0.0.5:26379, 10.0.0.6:5000');
  assert.deepEqual(hosts, ['10.0.0.5', '10.0.0.6']);
  assert.ok(password.includes('word'));
  assert.deepEqual(sentinels?.urls, ['rediss://:other@10.0.0.5:26379', 'rediss://:other@10.0.0.6:5000']);
  assert.equal(sentinels?.urlOf('10.0.0.9', '6380'), 'rediss://me:word@10.0.0.9:6380');
  assert.equal(sentinels?.urlOf('fd00::1', '6380'), 'rediss://me:word@[fd00::1]:6380');
  for (const wrong of ['', 'redis', 'http://10.0.0.5', 'redis://', 'redis+sentinel://10.0.0.5'])
    assert.throws(() => readRedisUrl(wrong), /it must look like redis:/, wrong);
});

test('the lease of a process of this machine that is gone is free at once, that of any other is waited for', async (t) => {
  const { url } = await startRedis(t);
  const redis = await connect(t, url);
  const keys = channelsOf('follow');
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const place = placeOfThisMachine();
  let waits = 0;
  const take = () =>
    takeLease({
      ...{ redis, keys, cluster: 'follow', host: 'here', onLost: assert.fail },
      wait: async () => void (waits += 1),
    });
  const hold = (/** @type {object} */ owner) =>
    redis.command(['SET', keys.lease, JSON.stringify({ host: 'here', mark: 'a', ...owner })]);

  await hold({ pid: child.pid, machine: place });
  const lease = await take();
  await lease.release();
  assert.equal(waits, 0);
  for (const owner of [
    { pid: child.pid, machine: 'another' },
    { pid: child.pid },
    { pid: process.pid, machine: place },
  ]) {
    waits = 0;
    await hold(owner);
    await assert.rejects(take(), /has a home already/);
    assert.ok(waits > 0, JSON.stringify(owner));
  }
});
