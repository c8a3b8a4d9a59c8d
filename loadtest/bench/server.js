/** Runs the real server with a game that only adds, or with all of its games, and limits that no benchmark can reach. */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { answer, tellCount } from './child.js';

/** Another checkout may be what is measured; this one measures it. */
const root = process.env['CHECKOUT']
  ? pathToFileURL(`${process.env['CHECKOUT']}/`)
  : new URL('../../', import.meta.url);
const load = (/** @type {string} */ file) => import(new URL(file, root).href);
const { GAMES = 'adder', GOVERNOR = 'off' } = process.env;
const games = new URL(GAMES === 'show' ? 'games/' : 'loadtest/bench/games/', root);
const { createApp } = /** @type {typeof import('../../lib/app.js')} */ (await load('lib/app.js'));
const { readConfig } = /** @type {typeof import('../../lib/config.js')} */ (await load('lib/config.js'));
const { extensionsOf } = /** @type {typeof import('../../extensions.js')} */ (await load('extensions.js'));

const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const env = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  GAMES_DIR: fileURLToPath(games),
  LOG_LEVEL: 'silent',
  MAX_PLAYERS: '20000',
  LOADTEST: 'on',
  OPERATOR_KEY: 'bench-operator-key',
  CLUSTER_SECRET: 'secret-of-the-bench',
  // The governor would slow the phones down before the core is busy, and most benchmarks ask how much the core can do.
  GOVERNOR,
  // Empty is unset: games play in threads, and the process has its home to itself.
  ...Object.fromEntries(['STAGE', 'ROLE', 'REDIS_URL'].map((name) => [name, process.env[name] ?? ''])),
};
const config = readConfig({ env, argv: [] });
/** @type {import('../../lib/bus/contract.js').EdgeEnd | undefined} */
let bus;
/** @type {import('../../lib/extension.js').ServingHost['governed'] | undefined} */
let governed;
/** @type {import('../../lib/extension.js').Extension} */
const operator = {
  name: 'operator',
  start: (host) => void (bus = host.bus),
  namespaces: (host) => void (governed = host.governed),
};
const app = await createApp(config, {
  extensions: [...(await extensionsOf(config)), operator],
  // Every limit is checked but none is reached: a thousand connections stand for a hundred thousand phones.
  inputSlack: 1000,
  packets: { perS: 1e6, burst: 1e6 },
  // An older checkout admits so many a second, whatever room the event loop has.
  ...{ joinsPerS: 1e6 },
});
const port = Number(new URL(app.url).port);
const WAYS = {
  players: { namespace: '/players' },
  lab: { namespace: '/loadtest', auth: { key: env.OPERATOR_KEY } },
};
const countPort = await tellCount(() => app.counts.inputs);

answer({
  target: (/** @type {import('./lab.js').To} */ to) => ({ port, countPort, way: WAYS[to] }),
  /** Begins a game. */
  play: (/** @type {string} */ game) => bus?.ask('command', { by: 'operator', name: 'switch', args: [game] }),
  /** @returns how many phones have a seat */
  present: () => governed?.().phones,
  /** Returns how many inputs this process has accepted. */
  taken: () => app.counts.inputs,
  /** Returns the counts of the game once a tick has folded every accepted input. @param {number} [accepted] by all processes */
  async counts(accepted = app.counts.inputs) {
    let folded = await tell();
    for (let tries = 0; folded.count < accepted && tries < 100; tries++) {
      await wait(20);
      folded = await tell();
    }
    return { inputs: folded.count, sum: folded.n };
  },
});

/** The game tells its panel what it has added up, for it may play in a thread. @returns {Promise<{ count: number, n: number }>} */
async function tell() {
  const told = await /** @type {NonNullable<typeof bus>} */ (bus).ask('command', {
    name: 'remote',
    args: [],
  });
  return /** @type {{ panel: { count: number, n: number } }} */ (told).panel;
}
