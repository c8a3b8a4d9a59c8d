#!/usr/bin/env node
/**
 * Runs a command with what the shows of a layout share beside it: `node test/support/layouts/run.js cluster|machines <command…>`.
 * It starts Redis, PostgreSQL and the machines, makes a certificate that the tests trust, and ends all of it with the command.
 */

/** @import { Machine } from './network.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '../databases.js';
import { certify } from '../nginx.js';
import { launchRedis } from '../redis.js';
import { openNetwork } from './network.js';

const REDIS_PASSWORD = 'a-word-between-machines';

/**
 * The parts that the shows of a layout share.
 * @typedef {object} Parts
 * @property {string} redis its URL
 * @property {{ cert: string, key: string }} certified of nginx
 * @property {string} [postgres] the URL of its first database
 * @property {[Machine, Machine]} [machines] the one with nginx, and the one behind
 */

const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
/** Ends what is open, the last first. @type {(() => unknown)[]} */
const open = [() => rm(folder, { recursive: true, force: true })];
const endAll = async () => {
  for (let end = open.pop(); end; end = open.pop()) await end();
};

/** @returns {Promise<Parts>} */
async function startClusterParts() {
  return { redis: await startRedis({}), certified: await certify(folder, '127.0.0.1') };
}

/** @returns {Promise<Parts>} */
async function startMachineParts() {
  const { machines, remove } = openNetwork(2);
  open.push(remove);
  const [front, back] = /** @type {[Machine, Machine]} */ (machines);
  const postgres = await launchPostgres(back);
  open.push(postgres.end);
  const redis = await startRedis({ ...back, password: REDIS_PASSWORD });
  const certified = await certify(folder, front.host);
  return { redis, certified, postgres: await postgres.newDatabase(), machines: [front, back] };
}

/** @type {Record<string, () => Promise<Parts>>} */
const STARTERS = { cluster: startClusterParts, machines: startMachineParts };

/** @param {Parameters<typeof launchRedis>[0]} options @returns {Promise<string>} its URL */
async function startRedis(options) {
  const { child, folder, url } = await launchRedis(options);
  open.push(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return url;
}

/** @param {string} layout @param {string[]} command @returns {Promise<number>} its exit code */
async function run(layout, [program = '', ...args]) {
  const parts = await STARTERS[layout]?.();
  if (!parts)
    throw new Error(`"${layout}" needs nothing beside it: give one of ${Object.keys(STARTERS).join(', ')}.`);
  const child = spawn(program, args, {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: join(folder, 'tls/self-signed.cert.pem'),
      LAYOUT: layout,
      LAYOUT_PARTS: JSON.stringify(parts),
    },
    stdio: 'inherit',
  });
  open.push(() => void child.kill());
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void endAll().finally(() => process.exit(1)));
const [layout = '', ...command] = process.argv.slice(2);
try {
  process.exitCode = await run(layout, command);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
} finally {
  await endAll();
}
