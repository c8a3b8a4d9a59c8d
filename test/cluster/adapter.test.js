/** Socket.IO over several processes: what any of them emits reaches the sockets of all, and nothing of ours arrives twice. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { clusterKey, withEncryption } from '../../lib/bus/encryption.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { createLog } from '../../lib/log.js';
import { clusterAdapter } from '../../lib/wire/cluster-adapter.js';
import { openCluster } from '../support/cluster.js';
import { newCluster, startRedis } from '../support/redis.js';
import { joinAsPhone, next, openControl } from '../support/server.js';
import { until } from '../support/until.js';

const log = createLog({ level: 'silent' });

/** A process that has the adapter of a cluster and no sockets. @param {import('node:test').TestContext} t @param {ReturnType<typeof newCluster>} settings */
async function openOutsider(t, { REDIS_URL: url, CLUSTER: cluster, CLUSTER_SECRET: secret }) {
  const key = clusterKey(secret, cluster);
  const redis = withEncryption(await connectRedis({ url, log }), { key, log });
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io = new Server(http, { adapter: /** @type {any} */ (clusterAdapter({ ...redis, cluster })) });
  t.after(async () => {
    await io.close();
    await redis.close();
  });
  return io;
}

test('emits to a room reach its phones at all edges once; their sockets are found and ended from afar', async (t) => {
  const cluster = await openCluster(t);
  const home = await cluster.openHome();
  const [one, two] = await Promise.all([cluster.openEdge(), cluster.openEdge()]);
  const phones = await Promise.all([home, one, two].map(({ url }) => joinAsPhone(t, url)));
  const io = await openOutsider(t, cluster.env);
  const namespace = io.of('/players');

  const found = await until(
    () => namespace.in('main').fetchSockets(),
    (sockets) => sockets.length === 3,
  );
  assert.deepEqual(
    found.map(({ data }) => data.session.player.id).sort(),
    phones.map(({ welcome }) => welcome.player.id).sort(),
  );
  assert.ok(!JSON.stringify(found.map(({ data }) => data)).includes('"pid"'), 'no secret leaves the process');

  const heard = phones.map(({ socket }) => next(socket, 'greeting'));
  const counts = phones.map(() => 0);
  phones.forEach(({ socket }, at) => socket.on('greeting', () => (counts[at] = Number(counts[at]) + 1)));
  namespace.to('main').emit('greeting', 'to all');
  assert.deepEqual(await Promise.all(heard), ['to all', 'to all', 'to all']);

  let scenes = 0;
  phones[1]?.socket.on('scene', () => (scenes += 1));
  const panel = await openControl(t, home);
  const begun = phones.map(({ socket }) => next(socket, 'scene', ({ game }) => game.id === 'pong'));
  await panel.ask('switch', 'pong');
  await Promise.all(begun);
  await phones[1]?.socket.timeout(60_000).emitWithAck('ping');
  assert.deepEqual([scenes, counts], [1, [1, 1, 1]], 'the bus brings it to each process once');

  const gone = phones.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));
  namespace.to('main').disconnectSockets(true);
  await Promise.all(gone);
  await until(
    () => panel.ask('players', {}),
    ({ rows }) => rows.every((/** @type {any} */ row) => !row.connected),
  );
});

test('while Redis is away a broadcast is lost beyond the process, and is no fault', async (t) => {
  const redis = await startRedis(t);
  const io = await openOutsider(t, newCluster(redis.url));
  const faults = /** @type {unknown[]} */ ([]);
  const note = (/** @type {unknown} */ reason) => void faults.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  await redis.kill();
  for (let n = 0; n < 20; n += 1) io.of('/players').to('main').emit('lost', n);
  await redis.start();
  await until(
    () =>
      io
        .of('/players')
        .fetchSockets()
        .catch(() => null),
    (sockets) => sockets?.length === 0,
  );
  assert.deepEqual(faults, []);
});
