/** Runs the real server with a game that only adds, and with limits that a thousand connections cannot reach. */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { answer, tellCount } from './child.js';
import { folded } from './games/lobby/game.js';

const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-bench-'));
const env = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  GAMES_DIR: fileURLToPath(new URL('games', import.meta.url)),
  LOG_LEVEL: 'silent',
  MAX_PLAYERS: '20000',
  LOADTEST: 'on',
  OPERATOR_KEY: 'bench-operator-key',
  // The governor would slow the phones down before the core is busy, and the benchmark asks how much the core can do.
  GOVERNOR: 'off',
};
// Every limit is checked but none is reached: a thousand connections stand for a hundred thousand phones.
const limits = {
  inputSlack: 1000,
  packets: { perS: 1e6, burst: 1e6 },
  joinsPerS: 1e6,
};
const config = readConfig({ env, argv: [] });
const app = await createApp(config, { extensions: await extensionsOf(config), ...limits });
const { port } = new URL(app.url);
const countPort = await tellCount(() => app.counts.inputs);

process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
answer({
  target: () => ({
    kind: 'own',
    port: Number(port),
    countPort,
    key: env.OPERATOR_KEY,
    url: `http://127.0.0.1:${port}`,
  }),
  counts,
  gc: () => /** @type {any} */ (globalThis).gc?.(),
  close: () => app.close(),
});

/** Returns the counts of the game once a tick has folded every accepted input. */
async function counts() {
  for (let tries = 0; folded.count < app.counts.inputs && tries < 100; tries++) await wait(20);
  return { inputs: folded.count, sum: folded.n };
}
