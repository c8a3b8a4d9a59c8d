/** A machine that has no time is no fault of a game: four processes compute beside a show of all games, and none is thrown out. */

/** @import { LogLine } from '../../../lib/contract/wire.js' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCrowd } from '../../../bots/index.js';
import { createRandom } from '../../../lib/stage/random.js';
import { COUNT_GAME } from '../../support/count-game.js';
import { gamesFolder } from '../../support/games.js';
import { spawnServer } from '../../support/process.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, tempFolder } from '../../support/server.js';
import { until } from '../../support/until.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUSY = 4;
const PHONES = 100;
const SWITCHES = 300;
const SPIN = {
  'game.js': `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Spin', setup: () => ({}), tick() { for (;;); }, frame: () => ({}) });
`,
};

test(
  '300 switches over all games with 100 phones: none thrown out, none lost, and a game that loops is still ended',
  { timeout: 1_800_000 },
  async (t) => {
    const folder = await tempFolder(t);
    const GAMES_DIR = join(folder, 'games');
    await cp(join(ROOT, 'games'), GAMES_DIR, { recursive: true });
    await cp(await gamesFolder(t, { count: COUNT_GAME, spin: SPIN }), GAMES_DIR, { recursive: true });
    // The games of this house import from these.
    for (const name of ['node_modules', 'public', 'vendor'])
      await symlink(join(ROOT, name), join(folder, name));
    const env = { GAMES_DIR, DATA_DIR: await tempFolder(t), STAGE: 'thread' };
    const server = await spawnServer(t, env);
    const { ask, socket: control, welcome } = await openControl(t, server);
    const { socket: screen } = await openScreen(t, server.url);
    const ids = welcome.games.map(({ id }) => id).filter((id) => id !== 'spin');
    /** @type {string[]} */
    const faults = [];
    control.on('log', (lines) =>
      faults.push(...lines.map((/** @type {LogLine} */ { text }) => text).filter(isFault)),
    );

    const crowd = createCrowd({ url: server.url, count: PHONES });
    t.after(() => crowd.close());
    const { socket: phone } = await joinAsPhone(t, server.url, { name: 'Ada' });
    /** Words of which Ada was told that they are stored. @type {string[][]} */
    const stored = [];
    for (let n = 0; n < BUSY; n++) {
      const other = spawn(process.execPath, ['-e', 'for (;;);']);
      t.after(() => other.kill('SIGKILL'));
    }

    const random = createRandom(2012).next;
    let on = 'lobby';
    for (let n = 1; n <= SWITCHES; n++) {
      const others = ids.filter((id) => id !== on);
      on = others[Math.floor(random() * others.length)] ?? on;
      const begun = next(screen, 'scene', ({ game }) => game.id === on);
      assert.deepEqual(await ask('switch', on), { ok: true });
      const { epoch } = await begun;
      await next(screen, 'frame', (frame) => frame.epoch === epoch);
      if (on === 'count') {
        const word = `word-${n}`;
        const { ok } = await phone.timeout(60_000).emitWithAck('submit', 'say', { word }, word);
        assert.ok(ok, word);
        stored.push(['Ada', word]);
      }
      if (n % 50 === 0) t.diagnostic(`${n} switches, ${crowd.stats().connected} phones`);
    }
    assert.deepEqual(faults, []);
    await until(() => crowd.stats().connected === PHONES);
    await ask('switch', 'count');
    const headers = { authorization: `Bearer ${server.operatorKey}` };
    const answer = await fetch(`${server.url}/api/rooms/main/results.json`, { headers });
    const { rows } = (await answer.json()).tables.find((/** @type {any} */ { name }) => name === 'Said');
    assert.ok(stored.length > 0);
    assert.deepEqual(
      rows.filter((/** @type {string[]} */ [name]) => name === 'Ada'),
      stored,
    );

    const isEnded = nextLine(control, ({ text }) => /^Spin stopped in tick.*The lobby took over/.test(text));
    await ask('switch', 'spin');
    await isEnded;
  },
);

/** @param {string} text of a line of the log */
const isFault = (text) => / (stopped in|could not) /.test(text);
