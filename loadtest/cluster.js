/**
 * Measures what crosses Redis between a home and two edges, in pong: `node loadtest/cluster.js`. Phones
 * are those of a rehearsal, which each edge has for itself; the bytes are counted by Redis.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from 'redis';
import { io } from 'socket.io-client';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KEY = 'cluster-bench-key';
const GAME = 'pong';
const CROWDS = [100, 1000];
const SETTLE_MS = 4000;
const MEASURE_MS = 10_000;

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-cluster-'));
try {
  await measure();
} finally {
  for (const child of children.reverse()) await end(child);
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const redisPort = await freePort();
  const REDIS_URL = `redis://127.0.0.1:${redisPort}`;
  const args = ['--port', String(redisPort), '--save', '', '--appendonly', 'no', '--dir', folder];
  await start('redis-server', [...args, '--bind', '127.0.0.1'], {}, /Ready to accept/);
  const env = { REDIS_URL, OPERATOR_KEY: KEY, HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  await startProcess({ ...env, ROLE: 'home', DATA_DIR: join(folder, 'data') });
  const edges = [];
  for (let n = 0; n < 2; n += 1) edges.push(await openPanel(await startProcess({ ...env, ROLE: 'edge' })));
  const [first] = edges;
  if (first) await ask(first, 'switch', GAME);

  const redis = createClient({ url: REDIS_URL });
  redis.on('error', () => {});
  await redis.connect();
  process.stdout.write(
    `${'phones'.padStart(8)} ${'in KB/s'.padStart(10)} ${'out KB/s'.padStart(10)} ${'msg/s'.padStart(8)} ${'inputs/s'.padStart(10)}\n`,
  );
  for (const crowd of CROWDS) {
    await Promise.all(edges.map((panel) => ask(panel, 'rehearsal', { count: crowd / edges.length })));
    await seen(edges, crowd);
    await wait(SETTLE_MS);
    const before = await read(redis);
    await wait(MEASURE_MS);
    const after = await read(redis);
    const perS = (/** @type {keyof typeof before} */ name) =>
      ((after[name] - before[name]) * 1000) / MEASURE_MS;
    const kb = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1).padStart(10);
    const inputs = edges.reduce((sum, { latest }) => sum + latest.meter.inputsPerS, 0);
    process.stdout.write(
      `${String(crowd).padStart(8)} ${kb(perS('bytesIn'))} ${kb(perS('bytesOut'))} ${perS('messages').toFixed(0).padStart(8)} ${String(inputs).padStart(10)}\n`,
    );
  }
  redis.destroy();
  for (const { socket } of edges) socket.disconnect();
}

/** @param {import('redis').RedisClientType | ReturnType<typeof createClient>} redis */
async function read(redis) {
  const text = String(await redis.sendCommand(['INFO', 'everything']));
  const number = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    bytesIn: number('total_net_input_bytes'),
    bytesOut: number('total_net_output_bytes'),
    messages: Number(/_publish:calls=(\d+)/.exec(text)?.[1] ?? 0),
  };
}

/** @typedef {{ socket: import('socket.io-client').Socket, latest: any }} Panel */

/** @param {string} url @returns {Promise<Panel>} */
async function openPanel(url) {
  const socket = io(`${url}/control`, { auth: { key: KEY }, transports: ['websocket'] });
  await new Promise((resolve) => socket.once('welcome', resolve));
  /** @type {Panel} */
  const panel = { socket, latest: null };
  socket.on('status', (status) => (panel.latest = status));
  return panel;
}

/** @param {Panel} panel @param {string} event @param {...unknown} args */
async function ask({ socket }, event, ...args) {
  const answer = await socket.timeout(20_000).emitWithAck(event, ...args);
  if (!answer.ok) throw new Error(`${event}: ${answer.message}`);
}

/** @param {Panel[]} panels @param {number} phones */
async function seen(panels, phones) {
  while (panels.some(({ latest }) => latest?.presence.connected !== phones)) await wait(100);
}

/** @param {Record<string, string>} env @returns {Promise<string>} its url */
async function startProcess(env) {
  const port = await freePort();
  await start(process.execPath, ['server.js'], { ...env, PORT: String(port) }, /Control/);
  return `http://127.0.0.1:${port}`;
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} env @param {RegExp} ready */
async function start(program, args, env, ready) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${text}`)));
    child.once('error', reject);
    child.stdout.on('data', (chunk) => ready.test((text += chunk)) && resolve(undefined));
  });
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
