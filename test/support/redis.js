/** A Redis of a test's own: on a free port, with a temporary folder, to be killed, stopped and started again. */

/** @import { Scope } from './scope.js' */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, freePort } from './process.js';

/**
 * @typedef {object} RedisOptions
 * @property {string} [password]
 * @property {string} [host] where it listens
 * @property {readonly string[]} [within] words before the command, as `ip netns exec <name>`
 * @property {string} [users] the file of its users
 * @property {number} [replicaOf] the port of the Redis whose copy it is
 */

/**
 * @param {Scope} t
 * @param {RedisOptions} [options]
 * @throws {Error} `redis-server` is not installed: scripts/setup.sh does it
 */
export async function startRedis(t, options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  let child = await launch(folder, port, options);
  t.after(() => void child.kill('SIGKILL'));

  return {
    url: urlOf(options, port),
    port,
    get pid() {
      return /** @type {number} */ (child.pid);
    },
    /** Ends it as a power cut would: nothing is stored. */
    kill: () => end(child, 'SIGKILL'),
    /** Starts it again, empty, at the same address. */
    async start() {
      child = await launch(folder, port, options);
    },
    /** Tells whether it is nobody's replica. */
    async isMaster() {
      // Loading it takes a fifth of the time that a test file needs to begin, and few files ask.
      const { createClient } = await import('@redis/client');
      const client = createClient({ url: urlOf(options, port) });
      client.on('error', () => {});
      await client.connect();
      const [role] = /** @type {string[]} */ (await client.sendCommand(['ROLE']));
      client.destroy();
      return role === 'master';
    },
    /** Lets it hang: connections stay open, and nothing is answered. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
  };
}

/** @typedef {Awaited<ReturnType<typeof startRedis>>} TestRedis */

/**
 * Starts one that nobody ends: the caller kills the child and removes the folder.
 * @param {RedisOptions} [options]
 */
export async function launchRedis(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  const port = await freePort();
  return { child: await launch(folder, port, options), folder, url: urlOf(options, port) };
}

/**
 * The settings of a home and its edges that meet in a Redis which others may share.
 * @param {string} url
 */
export function newCluster(url) {
  const [name, secret] = [randomBytes(4), randomBytes(16)].map((bytes) => bytes.toString('hex'));
  return { REDIS_URL: url, CLUSTER: `test-${name}`, CLUSTER_SECRET: String(secret) };
}

/** @param {RedisOptions} options @param {number} port */
function urlOf({ host = '127.0.0.1', password = '' }, port) {
  return `redis://${password ? `:${password}@` : ''}${host}:${port}`;
}

/** @param {string} folder @param {number} port @param {RedisOptions} [options] */
function launch(folder, port, { password = '', host = '127.0.0.1', within = [], users, replicaOf } = {}) {
  const args = ['--port', String(port), '--bind', host, '--save', '', '--appendonly', 'no', '--dir', folder];
  if (password) args.push('--requirepass', password, '--masterauth', password);
  if (users) args.push('--aclfile', users);
  if (replicaOf !== undefined) args.push('--replicaof', '127.0.0.1', String(replicaOf));
  return begin([...within, 'redis-server', ...args], 'Ready to accept connections');
}

/**
 * Starts Sentinels, which watch a Redis and put its replica in its place when it is gone for a second.
 * @param {Scope} t @param {number} port of the Redis @param {{ count?: number, name?: string }} [options]
 * @returns {Promise<number[]>} their ports
 */
export async function startSentinels(t, port, { count = 3, name = 'show' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const ports = [];
  for (let n = 0; n < count; n += 1) {
    const own = await freePort();
    const file = join(folder, `sentinel-${n}.conf`);
    const lines = [
      ...[`port ${own}`, 'bind 127.0.0.1', `dir ${folder}`],
      `sentinel monitor ${name} 127.0.0.1 ${port} ${Math.floor(count / 2) + 1}`,
      ...[`sentinel down-after-milliseconds ${name} 1000`, `sentinel failover-timeout ${name} 5000`],
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const child = await begin(['redis-server', file, '--sentinel'], 'Sentinel ID is');
    t.after(() => void child.kill('SIGKILL'));
    ports.push(own);
  }
  return ports;
}

/** @param {readonly string[]} words the command @param {string} sign what it says when it is ready */
async function begin([program = '', ...args], sign) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const ready = new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`redis-server cannot be started (${error.message}): run scripts/setup.sh.`)),
    );
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${text}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes(sign)) resolve(undefined);
    });
  });
  ready.catch(() => {});
  await Promise.race([ready, once(child, 'error').then(() => ready)]);
  return child;
}
