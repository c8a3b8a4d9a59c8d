/** The files of deploy/container/, as far as they can be tried without a registry of images. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { VARIABLES } from '../../lib/settings.js';
import { end, spawnServer } from '../support/process.js';
import { tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/container');
const SETTINGS = new Set(VARIABLES.map(({ name }) => name));
const LIMIT = { timeout: 300_000 };

const read = (/** @type {string} */ name) => readFile(join(FOLDER, name), 'utf8');

/** @returns {Promise<{ services: Record<string, any>, networks: any, volumes: Record<string, unknown> }>} */
const compose = async () => parse(await read('compose.yaml'), { merge: true });

/** Reads which files the last stage of the Containerfile copies from the checkout. @returns {Promise<[from: string, to: string][]>} */
async function copies() {
  const stage = (await read('Containerfile')).split(/^FROM /m).at(-1) ?? '';
  return [...stage.matchAll(/^COPY (?!--)(.+) (\S+)$/gm)].flatMap(([, sources = '', to = '']) =>
    sources
      .split(' ')
      .map((from) => /** @type {[string, string]} */ ([from, to.endsWith('/') ? join(to, from) : to])),
  );
}

test('the server runs from the files that are copied, and the health check knows it', LIMIT, async (t) => {
  const app = await tempFolder(t);
  const list = await copies();
  assert.ok(list.length > 5);
  for (const [from, to] of list) await cp(join(ROOT, from), join(app, to), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'));
  const { url, port, child } = await spawnServer(t, { DATA_DIR: await tempFolder(t), NODE_OPTIONS: '' }, app);
  for (const path of ['/', '/playfield', '/control', '/public/phone/phone.js', '/games/pong/phone.js'])
    assert.equal((await fetch(url + path)).status, 200, path);
  const check = async () => {
    const asking = spawn(process.execPath, [join(app, 'deploy/container/healthcheck.js')], {
      env: { ...process.env, PORT: String(port) },
    });
    return (await once(asking, 'exit'))[0];
  };
  assert.equal(await check(), 0);
  await end(child, 'SIGKILL');
  assert.equal(await check(), 1);
});

test('the image is nobody’s root, keeps its data in a volume and checks itself without curl', async () => {
  const file = await read('Containerfile');
  const last = (/** @type {string} */ word) =>
    [...file.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].at(-1)?.[1];
  assert.equal(last('USER'), 'node');
  assert.equal(last('VOLUME'), '/data');
  assert.match(String(last('HEALTHCHECK')), /CMD \["node", "deploy\/container\/healthcheck\.js"\]$/);
  const variables = String(last('ENV'))
    .split(' ')
    .map((pair) => String(pair.split('=')[0]));
  for (const name of variables) assert.ok(name === 'NODE_ENV' || SETTINGS.has(name), name);
  for (const [, sources = ''] of file.matchAll(/^COPY (?!--)(.+) \S+$/gm))
    for (const source of sources.split(' ')) assert.ok(existsSync(join(ROOT, source)), source);
});

test('compose.yaml: a home and edges with settings that there are, protected alike', async () => {
  const { services } = await compose();
  const own = Object.entries(services).filter(([, { image }]) => image === 'mass-mobile');
  assert.deepEqual(
    own.map(([name, { environment }]) => [name, environment.ROLE]),
    [
      ['home', 'home'],
      ['edge-1', 'edge'],
      ['edge-2', 'edge'],
    ],
  );
  for (const [name, service] of own) {
    for (const variable of Object.keys(service.environment))
      assert.ok(SETTINGS.has(variable), `${name}: ${variable}`);
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    assert.ok(service.ulimits.nofile >= 65_536);
    assert.ok(existsSync(resolve(FOLDER, service.build.context, service.build.dockerfile)));
  }
  assert.equal(services['redis'].user, 'redis', 'without capabilities it cannot become that user');
  assert.match(services['redis'].command.join(' '), /--requirepass \$\{REDIS_PASSWORD:\?/);
});

test('compose.yaml: what it mounts and names is there', async () => {
  const { services, networks, volumes } = await compose();
  for (const [name, { volumes: mounts = [], depends_on: needs = [] }] of Object.entries(services)) {
    for (const mount of mounts) {
      const [source = ''] = mount.replace(/\$\{[^}]*\}/, '$').split(':');
      const isThere = source.startsWith('.')
        ? existsSync(resolve(FOLDER, source))
        : source === '$' || source in volumes;
      assert.ok(isThere, `${name}: ${mount}`);
    }
    for (const need of Array.isArray(needs) ? needs : Object.keys(needs))
      assert.ok(need in services, `${name}: ${need}`);
  }
  const address = services['nginx'].networks.show.ipv4_address;
  assert.equal(services['home'].environment.TRUST_PROXY, address, 'nginx alone is believed');
  const [{ subnet }] = networks.show.ipam.config;
  assert.equal(dirname(subnet), address.replace(/\d+$/, '0'), 'its address is in the network');
  const servers = await read('servers.conf');
  const hosts = [...servers.matchAll(/^server ([\w-]+):8080 /gm)].map(([, host]) => String(host));
  assert.deepEqual(hosts, ['home', 'edge-1', 'edge-2']);
  for (const host of hosts) assert.ok(host in services, host);
});
