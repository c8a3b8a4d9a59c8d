/** The hooks of a real game on a real server come in the order that docs/lifecycle.md shows. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gamesFolder } from './support/games.js';
import { end, freePort, spawnServer } from './support/process.js';
import { joinAsPhone, openControl, openScreen, tempFolder } from './support/server.js';
import { until } from './support/until.js';

const PAGE = new URL('../docs/lifecycle.md', import.meta.url);
const POLL_MS = 20;
/** A snapshot may come between a submission and the crash; then there is nothing to play again. */
const MOST_CRASHES = 8;

/** A game that notes every hook in a file, since the server is a process of its own. @param {string} file @param {string} id */
const notingGame = (file, id) => `
import { appendFileSync } from 'node:fs';
import { defineGame } from '${import.meta.resolve('mass-mobile')}';
const note = (hook, result = undefined) => {
  appendFileSync(${JSON.stringify(file)}, '${id} ' + hook + '\\n');
  return result;
};
export default defineGame({
  title: '${id}',
  input: { taps: { type: 'integer', minimum: 0, maximum: 9 } },
  aggregate: {
    empty: () => ({ taps: 0 }),
    add: (sum, { taps }) => note('aggregate.add', { taps: sum.taps + taps }),
    merge: (a, b) => ({ taps: a.taps + b.taps }),
  },
  setup: () => note('setup', { ticks: 0 }),
  tick(state) {
    note('tick');
    state.ticks += 1;
  },
  frame: (state) => note('frame', state),
  backdrop: (state) => note('backdrop', state),
  notice: (state) => note('notice', state),
  personalKey: ({ ticks }) => note('personalKey', ticks),
  personal: ({ ticks }, playerId) => note('personal', { ticks, playerId }),
  join: () => note('join'),
  leave: () => note('leave'),
  actions: { go: { title: 'Go', run: (state) => note('run', state) } },
  submit: {
    say: { fields: { word: { type: 'string', maxLength: 9 } }, accept: () => note('accept', {}) },
  },
  results: () => note('results', []),
});
`;

test('the hooks of a game come in the order of docs/lifecycle.md', { timeout: 300_000 }, async (t) => {
  const orders = ordersOf(await readFile(PAGE, 'utf8'));
  const file = join(await tempFolder(t), 'hooks.txt');
  await writeFile(file, '');
  const hooks = createReader(file);
  const noting = Object.fromEntries(
    ['lobby', 'other'].map((id) => [id, { 'game.js': notingGame(file, id) }]),
  );
  const GAMES_DIR = await gamesFolder(t, noting);
  const env = { GAMES_DIR, DATA_DIR: await tempFolder(t), PORT: String(await freePort()) };

  let server = await spawnServer(t, env);
  await hooks.expect('The server starts', orders, 'lobby');

  await openScreen(t, server.url);
  let control = await openControl(t, server);
  await hooks.forget();
  const { socket, welcome } = await joinAsPhone(t, server.url);
  let phone = socket;
  await hooks.expect('A phone joins', orders, 'lobby');

  await hooks.forget();
  const order = orders.get('A tick') ?? [];
  /** @type {Set<string>} */
  const seen = new Set();
  while (seen.size < order.length) {
    phone.emit('input', { taps: 1 });
    await delay(POLL_MS);
    for (const cycle of ticksIn(await hooks.read('lobby'), order)) {
      const places = cycle.map((hook) => order.indexOf(hook));
      assert.deepEqual(places, [...places].sort(byNumber), `a tick: ${cycle.join(', ')}`);
      for (const hook of cycle) seen.add(hook);
    }
  }

  await hooks.forget();
  assert.equal((await phone.emitWithAck('submit', 'say', { word: 'one' }, 'first')).ok, true);
  await hooks.expect('A submission', orders, 'lobby');
  assert.equal((await phone.emitWithAck('submit', 'say', { word: 'one' }, 'first')).ok, true);
  assert.equal((await hooks.read('lobby')).filter((hook) => hook === 'accept').length, 1);

  await hooks.forget();
  assert.equal((await control.ask('run', 'go', {})).ok, true);
  await hooks.expect('An action', orders, 'lobby');

  for (let crash = 1; ; crash += 1) {
    await phone.emitWithAck('submit', 'say', { word: 'two' }, `crash-${crash}`);
    await end(server.child, 'SIGKILL');
    await hooks.forget();
    server = await spawnServer(t, env);
    const played = await hooks.read('lobby');
    assert.ok(!played.includes('setup'), 'a game that goes on is not set up again');
    ({ socket: phone } = await joinAsPhone(t, server.url, { token: welcome.player.token }));
    if (played.includes('accept') && played.includes('tick')) break;
    assert.ok(crash < MOST_CRASHES, 'no transcript was ever played again');
  }
  assert.deepEqual(new Set(orders.get('The server comes back')), new Set(['tick', 'accept']));

  control = await openControl(t, server);
  await hooks.forget();
  assert.equal((await control.ask('switch', 'other')).ok, true);
  await hooks.expect('A switch', orders);

  await hooks.forget();
  phone.disconnect();
  await hooks.expect('A phone leaves', orders, 'other');

  await hooks.forget();
  await end(server.child, 'SIGTERM');
  const late = (await hooks.read('other')).filter((hook) => !order.includes(hook));
  assert.deepEqual(late, orders.get('The server closes'));
});

/** @param {string} page @returns {Map<string, string[]>} the hooks of each section, in order */
function ordersOf(page) {
  const sections = page.split('\n## ').slice(1);
  return new Map(
    sections.map((text) => [
      String(text.split('\n')[0]),
      [...text.matchAll(/◆ ([\w.]+)\(/g)].map(([, hook]) => String(hook)),
    ]),
  );
}

/** @param {string} file */
function createReader(file) {
  let from = 0;
  let length = 0;

  /** @param {string} [id] of one game alone */
  async function read(id) {
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
    length = lines.length;
    return lines
      .slice(from)
      .map((line) => line.split(' '))
      .filter(([game]) => id === undefined || game === id)
      .map(([, hook]) => String(hook));
  }

  return {
    read,
    /** Leaves out what has been noted so far. */
    async forget() {
      await read();
      from = length;
    },
    /**
     * Waits until the hooks of a section have come, and compares their order.
     * @param {string} section @param {Map<string, string[]>} orders @param {string} [id]
     */
    async expect(section, orders, id) {
      const order = orders.get(section);
      assert.ok(order && order.length > 0, `docs/lifecycle.md shows no hook under "${section}"`);
      const come = async () => (await read(id)).filter((hook) => order.includes(hook)).slice(0, order.length);
      const found = await until(come, ({ length }) => length === order.length, { about: section });
      assert.deepEqual(found, order, section);
    },
  };
}

/** @param {string[]} noted @param {string[]} order @returns {string[][]} one tick after the other; the last may be unfinished */
function ticksIn(noted, order) {
  /** @type {string[][]} */
  const cycles = [];
  for (const hook of noted.filter((hook) => order.includes(hook))) {
    const isFirst = hook === 'aggregate.add' || hook === 'tick';
    const last = cycles.at(-1);
    const isOpen = last?.every((before) => before === 'aggregate.add');
    if (last && (!isFirst || isOpen)) last.push(hook);
    else cycles.push([hook]);
  }
  return cycles.slice(1, -1);
}

/** @param {number} a @param {number} b */
function byNumber(a, b) {
  return a - b;
}
