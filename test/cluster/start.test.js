/** Homes and edges meet, or say in a sentence why they do not. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublic } from '../../lib/bus/redis-address.js';
import { connectRedis } from '../../lib/bus/redis.js';
import { digestOfGames } from '../../lib/games-digest.js';
import { createLog } from '../../lib/log.js';
import { openCluster, readiness } from '../support/cluster.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { freePort } from '../support/process.js';
import { startRedis } from '../support/redis.js';
import { joinAsPhone, next, openControl, openScreen, openSocket, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const log = createLog({ level: 'silent' });

test('an edge that comes first says that it has no home, and serves once there is one', async (t) => {
  const cluster = await openCluster(t);
  const PORT = String(await freePort());
  const edge = { url: `http://127.0.0.1:${PORT}` };
  const opening = cluster.openEdge({ PORT });
  const [, text] = await until(
    () => readiness(edge).catch(() => [0, '']),
    ([status, text]) => status === 503 && text.includes('home'),
  );
  assert.equal(text, 'There is no home that answers.');
  assert.equal((await fetch(`${edge.url}/healthz`)).status, 200);
  const home = await cluster.openHome();
  await opening;
  // That the rooms are open reaches the edge a moment after the home itself knows.
  const [, ready] = await until(
    () => readiness(edge),
    ([status]) => status === 200,
  );
  assert.equal(ready, 'ready');
  await joinAsPhone(t, edge.url);
  const panel = await openControl(t, home);
  const { processes, allProcesses } = await next(
    panel.socket,
    'status',
    (status) => status.processes.length === 2 && status.allProcesses.phones === 1,
  );
  assert.deepEqual(processes.map((/** @type {any} */ one) => one.role).sort(), ['edge', 'home']);
  assert.ok(allProcesses.delayP99Ms >= allProcesses.delayP50Ms);
  const metrics = await (await fetch(`${edge.url}/metrics`)).text();
  assert.match(metrics, /mass_mobile_players\{.*role="edge",instance="[^"]+:\d+"/);
});

test('a client that comes while the home opens its rooms is asked to come again, into whichever room', async (t) => {
  const cluster = await openCluster(t);
  const before = await cluster.openHome();
  const { ask } = await openControl(t, before);
  const rooms = ['main'];
  for (let n = 1; n <= 9; n++) rooms.push((await ask('open-room', `Room ${n}`)).room.id);
  await before.close();
  const PORT = String(await freePort());
  const opening = cluster.openEdge({ PORT });
  /** @type {Set<string>} */
  const refusals = new Set();
  const inside = rooms.flatMap((room) =>
    ['/players', '/playfield'].map((name) => {
      const options = { reconnection: true, reconnectionDelayMax: 50 };
      const socket = openSocket(t, `http://127.0.0.1:${PORT}${name}`, { room }, options);
      socket.on('connect_error', (/** @type {Error & { data?: { code: string } }} */ { data }) => {
        if (!data) return;
        refusals.add(data.code);
        void delay(20).then(() => socket.connect());
      });
      return new Promise((resolve) => socket.once('connect', () => resolve(room)));
    }),
  );
  await cluster.openHome();
  await opening;
  await Promise.all(inside);
  assert.deepEqual([...refusals], ['draining']);
});

test('of two homes that start at once one is refused; the next one follows at once when the other ends', async (t) => {
  const cluster = await openCluster(t);
  const folders = [await tempFolder(t), await tempFolder(t)];
  const started = await Promise.allSettled(folders.map((DATA_DIR) => cluster.openHome({ DATA_DIR })));
  const [home, ...others] = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.ok(home && others.length === 0, 'one of them is the home');
  const [refusal] = started.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  assert.match(refusal, /has a home already: process \d+ on .*another CLUSTER\.$/);
  const edge = await cluster.openEdge();
  await home.close();
  await until(
    () => readiness(edge),
    ([status]) => status === 503,
  );
  // With the data of the one before, or its edge would have to begin anew.
  const first = started.findIndex(({ status }) => status === 'fulfilled');
  await cluster.openHome({ DATA_DIR: String(folders[first]) });
  await until(
    () => readiness(edge),
    ([status]) => status === 200,
  );
});

test('a home that stands by says so, and goes on with the game as soon as the other one has ended', async (t) => {
  const cluster = await openCluster(t);
  const first = await cluster.openHome();
  const edge = await cluster.openEdge();
  const { ask } = await openControl(t, edge);
  assert.equal((await ask('switch', 'tug')).ok, true);
  /** @type {ReturnType<typeof cluster.openHome> | null} */
  let second = null;
  await new Promise((resolve) => {
    second = cluster.openHome({}, { onStandby: () => resolve(null) });
  });
  assert.deepEqual((await readiness(edge))[0], 200, 'the first one is still the home');
  const { socket } = await openScreen(t, edge.url);
  await first.close();
  await second;
  const { epoch } = await next(socket, 'frame');
  assert.equal((await openScreen(t, edge.url)).scene.epoch, epoch);
  assert.equal((await openScreen(t, edge.url)).scene.game.id, 'tug');
});

test('a home that has lost its lease to another one says so and ends', async (t) => {
  const cluster = await openCluster(t);
  const home = await cluster.openHome();
  const redis = await connectRedis({ url: cluster.redis.url, log });
  t.after(redis.close);
  const owner = JSON.stringify({ host: 'elsewhere', pid: 77 });
  await redis.command(['SET', `${cluster.env.CLUSTER}:lease`, owner]);
  const { message } = await home.ended;
  assert.match(message, /Another home \(process 77 on elsewhere\) has taken the cluster/);
});

test('a home that stood still while another one took over ends; an edge does not mix the data of both', async (t) => {
  const cluster = await openCluster(t);
  const old = await cluster.spawnHome();
  const edge = await cluster.openEdge();
  old.child.kill('SIGSTOP');
  await cluster.openHome({ DATA_DIR: await tempFolder(t) });
  assert.match((await edge.ended).message, /its keys are others, so this edge has to begin anew\.$/);
  const ended = once(old.child, 'close');
  old.child.kill('SIGCONT');
  assert.equal((await ended)[0], 1);
  assert.match(old.output.text, /Another home \(process \d+ on .*there must not be two games in one room\./);
});

test('an edge answers to the name in the PUBLIC_URL of its home, and to no other', async (t) => {
  const cluster = await openCluster(t);
  await cluster.openHome({ PUBLIC_URL: 'http://play.example.org' });
  const edge = await cluster.openEdge();
  const statusBy = async (/** @type {string} */ host) => {
    const [response] = await once(request(edge.url, { headers: { host } }).end(), 'response');
    response.resume();
    return response.statusCode;
  };
  assert.equal(await statusBy('play.example.org:8081'), 200);
  assert.equal(await statusBy('evil.example:8081'), 421);
});

test('an edge is not told the key of the operator, and panels open there with it', async (t) => {
  const cluster = await openCluster(t);
  const { operatorKey } = await cluster.openHome();
  const edge = await cluster.openEdge({ OPERATOR_KEY: '' });
  assert.equal(edge.operatorKey, '');
  const { welcome } = await openControl(t, { ...edge, operatorKey });
  assert.ok(welcome.device);
  for (const wrong of ['', 'another-key'])
    await assert.rejects(openControl(t, { ...edge, operatorKey: wrong }), /[Tt]he operator key/);
  const others = [await cluster.openEdge(), await cluster.openEdge({ OPERATOR_KEY: 'another-key' })];
  assert.deepEqual(
    others.map((other) => other.operatorKey),
    [operatorKey, ''],
    'its own setting counts where it is the same',
  );
});

test('an edge of another version or with other games is refused, with both named', async (t) => {
  const cluster = await openCluster(t);
  await cluster.openHome();
  const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME });
  const theirs = digestOfGames(GAMES_DIR);
  await assert.rejects(cluster.openEdge({ GAMES_DIR }), (/** @type {Error} */ { message }) => {
    assert.ok(message.includes(`it has ${theirs}, the home has `), message);
    return /Copy the same games folder/.test(message);
  });
});

/** @param {Record<string, string>} env @returns {Promise<string>} what a start that fails prints */
async function failingStart(env) {
  const child = spawn(process.execPath, ['server.js'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      CLUSTER_SECRET: 'sixteen letters!',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  assert.equal(code, 1, text);
  return text.trim();
}

test('a wrong password stops the start with a sentence', async (t) => {
  const { port } = await startRedis(t, { password: 'right' });
  const place = `127.0.0.1:${port}`;
  const wrong = await failingStart({ ROLE: 'edge', REDIS_URL: `redis://:wrong@${place}` });
  assert.match(wrong, new RegExp(`^Redis at ${place} refuses the password: correct it in REDIS_URL`));
  assert.ok(!wrong.includes('wrong@'));
  const none = await failingStart({ ROLE: 'edge', REDIS_URL: `redis://${place}` });
  assert.match(none, new RegExp(`^Redis at ${place} asks for a password`));
});

test('a Redis without a password at a public address is refused before it is connected to', async () => {
  const resolve = async () => [{ address: '10.0.0.1' }, { address: '203.0.113.7' }];
  await assert.rejects(
    connectRedis({ url: 'redis://redis.example.org', log, resolve }),
    /^Error: Redis at redis\.example\.org:6379 has a public address \(203\.0\.113\.7\) and REDIS_URL has no password/,
  );
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.9',
    '::1',
    'fd00::1',
    '100.64.3.2',
  ])
    assert.equal(isPublic(address), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '2001:db8::1', '100.128.0.1'])
    assert.equal(isPublic(address), true, address);
});
