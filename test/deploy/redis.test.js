/** deploy/redis/users.acl: a home and an edge have all that they need of Redis, and nothing of what is the other's. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { channelsOf } from '../../lib/bus/redis-wire.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { createLog } from '../../lib/log.js';
import { openCluster } from '../support/cluster.js';
import { startRedis } from '../support/redis.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const ACL = new URL('../../deploy/redis/users.acl', import.meta.url);

/** A Redis with these users, and the addresses for each of them. @param {import('node:test').TestContext} t */
async function startWithUsers(t) {
  const users = join(await tempFolder(t), 'users.acl');
  const text = await readFile(ACL, 'utf8');
  await writeFile(users, text.replaceAll(/>PASSWORD-OF-THE-(HOME|EDGES)/g, '>word'));
  const redis = await startRedis(t, { users });
  const as = (/** @type {string} */ user) => `redis://${user}:word@127.0.0.1:${redis.port}`;
  return { redis, home: { REDIS_URL: as('home') }, edge: { REDIS_URL: as('edge') } };
}

test('home and edge play under users of their own, whom Redis refuses nothing that they need', async (t) => {
  const { redis, home, edge } = await startWithUsers(t);
  const cluster = await openCluster(t, { redis, env: { CLUSTER: 'mass-mobile', LOG_LEVEL: 'warn' } });
  const first = await cluster.spawnHome(home);
  const beside = await cluster.spawnEdge(edge);
  const { socket } = await openScreen(t, beside.url);
  const phone = await joinAsPhone(t, beside.url);
  const { ask } = await openControl(t, beside);
  const begun = next(phone.socket, 'scene', ({ game }) => game.id === 'pong');
  assert.equal((await ask('switch', 'pong')).ok, true);
  await begun;
  await next(socket, 'frame');
  first.child.kill('SIGKILL');
  const again = await cluster.spawnHome(home);
  await next(socket, 'frame', undefined, 60_000);
  for (const { output } of [first, beside, again]) assert.doesNotMatch(output.text, /NOPERM|refuses/);
});

test('an edge cannot publish as the home, nor take its lease; what is refused is in the log', async (t) => {
  const { redis, edge } = await startWithUsers(t);
  const channels = channelsOf('mass-mobile');
  let errors = '';
  const log = createLog({ level: 'error', write: (line) => void (errors += line) });
  const ways = await connectRedis({ url: edge.REDIS_URL, log });
  t.after(ways.close);
  ways.publish(channels.edges, 'bye');
  await until(
    () => errors,
    (text) => /refuses what a home or an edge needs \(NOPERM.*deploy\/redis\/users\.acl/.test(text),
  );
  for (const args of [
    ['GET', channels.lease],
    ['SET', channels.lease, 'mine'],
    ['KEYS', '*'],
    ['CONFIG', 'GET', '*'],
  ])
    await assert.rejects(ways.command(args), /NOPERM.*users\.acl/);
  errors = '';
  void ways.subscribe(channels.home, () => {});
  await until(
    () => errors,
    (text) => text.includes('NOPERM'),
  );
  const cluster = await openCluster(t, { redis, env: { CLUSTER: 'mass-mobile' } });
  await assert.rejects(cluster.openHome(edge), /refuses what a home or an edge needs \(NOPERM/);
});
