/** PM2 starts the show, brings it back, reloads it and ends it, by the two files in the root of the checkout. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '../../lib/settings.js';
import { ready } from '../support/layouts/processes.js';
import { allGone, openPm2 } from '../support/pm2.js';
import { freePort, freePorts } from '../support/process.js';
import { newCluster, startRedis } from '../support/redis.js';
import { next, openControl, openScreen, openSocket, tempFolder } from '../support/server.js';

const KEY = 'test-operator-key';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT = { timeout: 300_000 };

/** A phone as browsers have it: it comes back by itself. @param {import('node:test').TestContext} t @param {string} url */
async function stayingPhone(t, url) {
  /** @type {{ token?: string }} */
  const auth = {};
  const options = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 };
  const socket = openSocket(t, `${url}/players`, auth, options);
  const welcome = await next(socket, 'welcome');
  auth.token = welcome.player.token;
  return { socket, welcome };
}

/** The next welcome, whatever fails before it. @param {import('socket.io-client').Socket} socket @returns {Promise<any>} */
const backAgain = (socket) => new Promise((resolve) => socket.once('welcome', resolve));

test('one process: ready, killed, reloaded, ended; the game goes on', LIMIT, async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { HOST: '127.0.0.1', PORT: String(port), OPERATOR_KEY: KEY, DATA_DIR: await tempFolder(t) };
  const { pm2, list, until, kill, logs } = await openPm2(t, env);

  await pm2('start', 'ecosystem.config.js');
  assert.equal((await fetch(`${url}/readyz`)).status, 200, 'PM2 waits until the server is ready');
  const [first] = await list();
  assert.equal(first?.pm2_env.status, 'online');
  const { ask } = await openControl(t, { url, operatorKey: KEY });
  assert.equal((await ask('switch', 'tug')).ok, true);
  const { socket, welcome } = await stayingPhone(t, url);

  const afterCrash = backAgain(socket);
  process.kill(Number(first?.pid), 'SIGKILL');
  const { player } = await afterCrash;
  assert.equal(player.id, welcome.player.id, 'the same player');
  assert.equal((await openScreen(t, url)).scene.game.id, 'tug', 'the same game');
  const [second] = await until(([app]) => app?.pm2_env.status === 'online' && app.pid !== first?.pid);

  const told = next(socket, 'draining');
  const afterReload = backAgain(socket);
  await pm2('reload', 'mass-mobile');
  assert.ok((await told).inMs >= 0, 'phones are told to come back');
  assert.equal((await afterReload).player.id, welcome.player.id);
  const [third] = await list();
  assert.ok(third && third.pid !== second?.pid && third.pm2_env.status === 'online');
  assert.equal(third.pm2_env.restart_time, 2, 'once for the crash, once for the reload');

  const log = await readFile(join(logs, 'mass-mobile-out.log'), 'utf8');
  assert.match(log, /^\d{4}-\d\d-\d\dT[\d:.]+.*\/control#key=/m, 'the control link, with the time before it');
  assert.deepEqual(await readdir(logs), ['mass-mobile-error.log', 'mass-mobile-out.log']);
  await pm2('delete', 'mass-mobile');
  assert.deepEqual(await list(), []);
  await allGone(await kill());
});

/**
 * The apps of a file as PM2 would see them, read in a process of its own because they depend on the shell.
 * @param {string} file @param {Record<string, string>} env @returns {Promise<{ apps: any[], error: string }>}
 */
const appsOf = (file, env) =>
  new Promise((resolve) => {
    const code = `import(process.argv[1]).then(({ apps }) => console.log(JSON.stringify(apps)), (error) => console.log('[]', error.message))`;
    const { PATH = '' } = process.env;
    execFile(process.execPath, ['-e', code, join(ROOT, file)], { env: { PATH, ...env } }, (_fault, out) => {
      const [json = '[]', error = ''] = out.startsWith('[] ') ? ['[]', out.slice(3).trim()] : [out];
      resolve({ apps: JSON.parse(json), error });
    });
  });

const REDIS_URL = 'redis://127.0.0.1:6379';
const MET = { REDIS_URL, CLUSTER_SECRET: 'sixteen letters!' };

test('a cluster is a home and edges, at ports that count up from PORT', async () => {
  const { apps } = await appsOf('ecosystem.cluster.config.js', { ...MET, PORT: '9000', EDGES: '3' });
  assert.deepEqual(
    apps.map(({ name, env }) => [name, env.ROLE, env.PORT]),
    [
      ['mass-mobile-home', 'home', '9000'],
      ['mass-mobile-edge-1', 'edge', '9001'],
      ['mass-mobile-edge-2', 'edge', '9002'],
      ['mass-mobile-edge-3', 'edge', '9003'],
    ],
  );
  const byDefault = await appsOf('ecosystem.cluster.config.js', MET);
  assert.ok(byDefault.apps.length >= 2, 'one edge at least');
  assert.equal(byDefault.apps[0].env.PORT, '8080');
});

test('a cluster that cannot be is refused with the name and the remedy', async () => {
  /** @type {[Record<string, string>, RegExp][]} */
  const refused = [
    [{}, /^REDIS_URL is not set/],
    [{ REDIS_URL }, /^CLUSTER_SECRET is not set/],
    [{ ...MET, EDGES: '0' }, /^EDGES is "0": give a whole number from 1 to 64\.$/],
    [{ ...MET, EDGES: 'many' }, /^EDGES is "many"/],
    [{ ...MET, EDGES: '2', PORT: '65534' }, /^PORT is "65534": give a whole number from 1 to 65533\.$/],
  ];
  for (const [env, message] of refused)
    assert.match((await appsOf('ecosystem.cluster.config.js', env)).error, message);
});

test('both files name only variables that are settings', async () => {
  const names = new Set(VARIABLES.map(({ name }) => name));
  const { apps } = await appsOf('ecosystem.cluster.config.js', MET);
  for (const { env } of [...(await appsOf('ecosystem.config.js', {})).apps, ...apps])
    for (const name of Object.keys(env)) assert.ok(name === 'NODE_ENV' || names.has(name), name);
});

test(
  'a home and two edges: ready, an edge killed, all reloaded, ended; the game goes on',
  LIMIT,
  async (t) => {
    const { url: redis } = await startRedis(t);
    const first = await freePorts(3);
    const [home = '', ...edges] = [0, 1, 2].map((step) => `http://127.0.0.1:${first + step}`);
    const { pm2, list, until, kill } = await openPm2(t, {
      ...{ ...newCluster(redis), PORT: String(first), EDGES: '2' },
      ...{ HOST: '127.0.0.1', OPERATOR_KEY: KEY, DATA_DIR: await tempFolder(t) },
    });
    await pm2('start', 'ecosystem.cluster.config.js');
    const names = ['mass-mobile-edge-1', 'mass-mobile-edge-2', 'mass-mobile-home'];
    const listed = await list();
    assert.deepEqual(listed.map(({ name }) => name).sort(), names);
    await Promise.all([home, ...edges].map((url) => ready(url)));
    const { ask } = await openControl(t, { url: home, operatorKey: KEY });
    assert.equal((await ask('switch', 'tug')).ok, true);
    const phones = await Promise.all(edges.map((url) => stayingPhone(t, url)));

    const afterCrash = backAgain(/** @type {any} */ (phones[0]).socket);
    const fallen = listed.find(({ name }) => name === 'mass-mobile-edge-1');
    process.kill(Number(fallen?.pid), 'SIGKILL');
    assert.equal((await afterCrash).player.id, phones[0]?.welcome.player.id, 'the same player at the edge');
    await until((apps) => apps.every(({ pm2_env }) => pm2_env.status === 'online'));

    const told = phones.map(({ socket }) => next(socket, 'draining', undefined, LIMIT.timeout));
    const backs = phones.map(({ socket }) => backAgain(socket));
    const before = new Set((await list()).map(({ pid }) => pid));
    await pm2('reload', 'mass-mobile', '--parallel', '1');
    await Promise.all(told);
    const ids = (await Promise.all(backs)).map(({ player }) => player.id);
    assert.deepEqual(
      ids,
      phones.map(({ welcome }) => welcome.player.id),
    );
    const after = await list();
    assert.deepEqual(after.map(({ name }) => name).sort(), names, 'nobody is left of those before');
    for (const { pid } of after) assert.ok(!before.has(pid), 'every process is a new one');
    await Promise.all([home, ...edges].map((url) => ready(url)));
    for (const url of [home, ...edges]) assert.equal((await openScreen(t, url)).scene.game.id, 'tug', url);
    await allGone(await kill());
  },
);
