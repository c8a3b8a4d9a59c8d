#!/usr/bin/env node
/**
 * Runs the end-to-end tests in one layout after the other: `node test/support/layouts/run.js [layout …] [file or option …]`.
 * With `--dealt` each layout has its hand of the files, so that one run takes little longer than one layout.
 * What all shows of a layout share is started once: Redis, PostgreSQL, the machines and a certificate that the tests trust.
 */

/** @import { Machine } from './network.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchPostgres } from '../databases.js';
import { certify } from '../nginx.js';
import { launchRedis } from '../redis.js';
import { openNetwork } from './network.js';

const LAYOUTS = ['one', 'inline', 'cluster', 'machines'];
/** These run in every layout when the files are dealt: the laws of all games, and an evening with reloads and a crash. */
const EVERYWHERE = ['laws.test.js', 'show.test.js'];
/** The hands are dealt in this order. */
const DEALT = ['cluster', 'inline', 'one', 'machines'];
const TESTS = fileURLToPath(new URL('../../e2e', import.meta.url));
const REDIS_PASSWORD = 'a-word-between-machines';

/**
 * The parts that the shows of a layout share.
 * @typedef {object} Parts
 * @property {string} redis its URL
 * @property {{ cert: string, key: string }} certified of nginx
 * @property {string} [postgres] the URL of its first database
 * @property {[Machine, Machine]} [machines] the one with nginx, and the one behind
 */

/** Ends what is open, the last first. @type {(() => unknown)[]} */
const open = [];
const endAll = async () => {
  for (let end = open.pop(); end; end = open.pop()) await end();
};

/** @returns {Promise<Parts>} */
async function startClusterParts() {
  return { redis: await startRedis({}), certified: await makeCertificate('127.0.0.1') };
}

/** @returns {Promise<Parts>} */
async function startMachineParts() {
  const { machines, remove } = openNetwork(2);
  open.push(remove);
  const [front, back] = /** @type {[Machine, Machine]} */ (machines);
  const postgres = await launchPostgres(back);
  open.push(postgres.end);
  const redis = await startRedis({ ...back, password: REDIS_PASSWORD });
  const certified = await makeCertificate(front.host);
  return { redis, certified, postgres: await postgres.newDatabase(), machines: [front, back] };
}

/** @type {Record<string, () => Promise<Parts | null>>} */
const STARTERS = {
  one: async () => null,
  inline: async () => null,
  cluster: startClusterParts,
  machines: startMachineParts,
};

/** @param {Parameters<typeof launchRedis>[0]} options @returns {Promise<string>} its URL */
async function startRedis(options) {
  const { child, folder, url } = await launchRedis(options);
  open.push(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return url;
}

/** @param {string} host @returns {Promise<{ cert: string, key: string }>} */
async function makeCertificate(host) {
  return certify(await folderOfRun(), host);
}

/** @type {Promise<string> | null} */
let folder = null;
/** @returns {Promise<string>} */
function folderOfRun() {
  folder ??= mkdtemp(join(tmpdir(), 'mass-mobile-'));
  return folder;
}

/**
 * A show of several processes, with a browser beside it, fills two cores by itself: two of them at once got in each other's way.
 * @param {string} layout @param {string[]} args @returns {Promise<boolean>} whether all went well
 */
async function run(layout, args) {
  const fromMs = performance.now();
  try {
    const parts = await STARTERS[layout]?.();
    const trusted = parts && { NODE_EXTRA_CA_CERTS: join(await folderOfRun(), 'tls/self-signed.cert.pem') };
    const env = {
      ...process.env,
      ...trusted,
      LAYOUT: layout,
      LAYOUT_PARTS: parts ? JSON.stringify(parts) : '',
    };
    process.stdout.write(`\n# layout ${layout}\n`);
    const concurrency = `--test-concurrency=${parts ? 1 : 2}`;
    const child = spawn(process.execPath, ['--test', '--test-force-exit', concurrency, ...args], {
      env,
      stdio: 'inherit',
    });
    open.push(() => void child.kill());
    const [code] = await once(child, 'exit');
    process.stdout.write(`# layout ${layout}: ${Math.round((performance.now() - fromMs) / 1000)} s\n`);
    return code === 0;
  } finally {
    await endAll();
    if (folder) await rm(await folder, { recursive: true, force: true });
    folder = null;
  }
}

/** @param {string[]} files @param {number} layout @param {number} layouts how many there are @returns {string[]} its hand */
function dealt(files, layout, layouts) {
  const once = files.filter((file) => !EVERYWHERE.includes(file));
  return [...EVERYWHERE, ...once.filter((_file, index) => index % layouts === layout)];
}

async function main() {
  const args = process.argv.slice(2);
  const named = args.filter((arg) => LAYOUTS.includes(arg));
  const wished = process.env['LAYOUT'] ? [process.env['LAYOUT']] : LAYOUTS;
  const layouts = named.length > 0 ? named : wished;
  for (const layout of layouts)
    if (!LAYOUTS.includes(layout))
      throw new Error(`LAYOUT is "${layout}": give one of ${LAYOUTS.join(', ')}.`);
  const given = args.filter((arg) => !LAYOUTS.includes(arg) && arg !== '--dealt');
  const hasFiles = given.some((arg) => arg.endsWith('.js'));
  const files = (await readdir(TESTS)).filter((name) => name.endsWith('.test.js')).sort();
  const pathsOf = (/** @type {string[]} */ names) => names.map((name) => join(TESTS, name));
  let isGood = true;
  for (const layout of layouts) {
    const hand = args.includes('--dealt') ? dealt(files, DEALT.indexOf(layout), DEALT.length) : files;
    isGood = (await run(layout, [...given, ...(hasFiles ? [] : pathsOf(hand))])) && isGood;
  }
  process.exitCode = isGood ? 0 : 1;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void endAll().finally(() => process.exit(1)));
await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
