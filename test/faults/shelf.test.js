/**
 * A game that fails three times within ten seconds is out of the list, also after `kill -9`, until the operator brings it back.
 * When the lobby fails as well, a plain screen stands in: nothing of a game can make a screen dark.
 */

/** @import { Shelf } from '../../lib/scene/shelf.js' */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShelf } from '../../lib/scene/shelf.js';
import { gamesFolder } from '../support/games.js';
import { end, spawnServer } from '../support/process.js';
import {
  joinAsPhone,
  next,
  nextLine,
  openControl,
  openScreen,
  startControl,
  startServer,
  tempFolder,
} from '../support/server.js';

/** @param {string} title @param {string} tick @param {string} [more] */
const game = (title, tick, more = '') => ({
  'game.js': `import { defineGame } from 'mass-mobile';
const spin = () => {
  for (let n = 0; ; n += Math.random()) if (n < 0) return n;
};
export default defineGame({ title: '${title}', setup: () => ({}), frame: () => ({}),
  tick() { ${tick} }, ${more}
});`,
});

/** @param {import('socket.io-client').Socket} control @param {number} length */
const shelfOf = async (control, length) =>
  (await next(control, 'status', ({ shelf }) => shelf.length === length)).shelf;

/**
 * Starts a game until it is refused.
 * @param {(event: string, ...args: unknown[]) => Promise<any>} ask @param {import('socket.io-client').Socket} phone @param {string} id
 */
async function playUntilRefused(ask, phone, id) {
  for (let tries = 0; tries < 8; tries++) {
    const over = next(phone, 'scene', (scene) => scene.game.id === 'lobby');
    over.catch(() => {});
    const answer = await ask('switch', id);
    // It may fail before its scene is on disk, which is told as `game-stopped`.
    if (answer.code === 'game-shelved') return answer;
    await over;
  }
  return assert.fail('it was never refused');
}

test(
  'three faults in ten seconds put a looping game out of the list, and kill -9 does not bring it back',
  {
    timeout: 300_000,
  },
  async (t) => {
    const env = {
      DATA_DIR: await tempFolder(t),
      GAMES_DIR: await gamesFolder(t, { bomb: game('Bomb', 'spin();'), calm: game('Calm', '') }),
    };
    const before = await spawnServer(t, env);
    const { ask, socket } = await openControl(t, before);
    const { socket: phone } = await joinAsPhone(t, before.url);
    const refused = await playUntilRefused(ask, phone, 'bomb');
    assert.equal(refused.code, 'game-shelved');
    assert.match(
      refused.message,
      /^Bomb is out of the list.*tick\(\): it has not returned for .* Bring it back/,
    );
    const found = await next(socket, 'status', ({ shelf }) => shelf[0]?.place !== '');
    assert.deepEqual(
      found.shelf.map((/** @type {any} */ { gameId, hook }) => [gameId, hook]),
      [['bomb', 'tick']],
    );
    assert.match(found.shelf[0].place, /^ \(game\.js:3:\d+\)$/);
    assert.equal((await ask('switch', 'calm')).ok, true, 'others can be chosen');
    await end(before.child, 'SIGKILL');

    const after = await spawnServer(t, env);
    const again = await openControl(t, after);
    assert.deepEqual(await shelfOf(again.socket, 1), found.shelf);
    assert.equal((await again.ask('switch', 'bomb')).code, 'game-shelved');
    assert.deepEqual(await again.ask('bring-back', 'bomb'), { ok: true });
    assert.deepEqual(await shelfOf(again.socket, 0), []);
    // It may fail before its scene is on disk, which is told as `game-stopped`: only a refusal would be wrong.
    const { code = '' } = await again.ask('switch', 'bomb');
    assert.ok(['', 'game-stopped'].includes(code), `it gets another chance: ${code}`);
  },
);

/** @param {import('node:test').TestContext} t @param {Record<string, string>} env @returns {Promise<void>} fulfilled when it has ended by itself */
async function startUntilItEnds(t, env) {
  const { child } = await spawnServer(t, env).catch(() => ({ child: null }));
  if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

test('a server that a game ends goes on with it twice, then begins with the lobby and says why', async (t) => {
  const folder = await tempFolder(t);
  const fuse = join(folder, 'fuse');
  const bomb = game(
    'Bomb',
    `if (existsSync('${fuse}')) process.kill(process.pid, 'SIGKILL');`,
    `submit: { say: { fields: { n: { type: 'integer' } }, accept: (state, { value }) => void (state.said ??= []).push(value.n) } },
  results: ({ said = [] }) => [{ name: 'Said', columns: ['N'], rows: said.map((n) => [n]) }],`,
  );
  bomb['game.js'] = `import { existsSync } from 'node:fs';\n${bomb['game.js']}`;
  const env = { DATA_DIR: join(folder, 'data'), GAMES_DIR: await gamesFolder(t, { bomb }), STAGE: 'thread' };
  const first = await spawnServer(t, env);
  const { ask } = await openControl(t, first);
  const { socket: phone } = await joinAsPhone(t, first.url);
  assert.deepEqual(await ask('switch', 'bomb'), { ok: true });
  for (const n of [1, 2, 3])
    assert.equal((await phone.timeout(60_000).emitWithAck('submit', 'say', { n }, `id${n}`)).ok, true);
  await writeFile(fuse, '');
  await once(first.child, 'exit');
  for (let starts = 0; starts < 2; starts++) await startUntilItEnds(t, env);

  const last = await spawnServer(t, env);
  const panel = await openControl(t, last);
  assert.equal((await openScreen(t, last.url)).scene.game.id, 'lobby');
  const [{ gameId, hook }] = await shelfOf(panel.socket, 1);
  assert.deepEqual([gameId, hook], ['bomb', '']);
  const { code, message } = await panel.ask('switch', 'bomb');
  assert.equal(code, 'game-deadly');
  assert.match(
    message,
    /^Bomb is out of the list, because the server ended soon after each of its last starts/,
  );
  const [round] = (await panel.ask('results')).past;
  const headers = { authorization: `Bearer ${last.operatorKey}` };
  const results = async (query = '') =>
    (await fetch(`${last.url}/api/rooms/main/results.json${query}`, { headers })).json();
  assert.match(
    (await results(`?epoch=${round.epoch}`)).message,
    /Bomb is out of the list/,
    'nothing of it runs',
  );

  await rm(fuse);
  assert.deepEqual(await panel.ask('bring-back', 'bomb'), { ok: true });
  const rows = [[1], [2], [3]];
  assert.deepEqual((await results(`?epoch=${round.epoch}`)).tables[0].rows, rows);
  assert.deepEqual(await panel.ask('switch', 'bomb'), { ok: true });
  assert.deepEqual((await results()).tables[0].rows, rows, 'it goes on where it was');
});

/** @param {Record<string, string>} [disk] */
const openShelf = (disk = {}) =>
  createShelf({
    games: new Map([['bomb', BOMB]]),
    meta: { ...disk },
    saveMeta: async (key, value) => void Object.assign(disk, { [key]: value }),
    log: { error() {}, info() {} },
  });
const BOMB = /** @type {any} */ ({ id: 'bomb', folder: '/none', card: { title: 'Bomb' } });

test('the line on which a game hung is told with it, when it was found before it came on the shelf as well', () => {
  for (const found of [1, 3]) {
    const shelf = openShelf();
    for (let faults = 1; faults <= 3; faults++) {
      assert.equal(
        shelf.note(BOMB, { hook: 'tick', message: 'hung', stack: '', hungMs: 2000 }),
        faults === 3,
      );
      if (faults === found) shelf.place('bomb', 'tick', ' (game.js:3:1)');
      else shelf.place('bomb', 'tick', '');
    }
    assert.equal(shelf.cards()[0]?.place, ' (game.js:3:1)');
  }
});

test('a start that has gone well, or was ended in order, counts for nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const disk = { starts: '{"bomb":1}' };
  for (const end of [() => t.mock.timers.tick(10_000), (/** @type {Shelf} */ shelf) => void shelf.close()]) {
    const shelf = openShelf(disk);
    await shelf.begin(['bomb']);
    assert.equal(shelf.has('bomb'), false);
    assert.notEqual(disk.starts, '{}');
    end(shelf);
    assert.equal(disk.starts, '{}');
    disk.starts = '{"bomb":1}';
  }
  disk.starts = '{"bomb":2}';
  const shelf = openShelf(disk);
  await shelf.begin(['bomb', 'gone']);
  assert.equal(shelf.has('bomb'), true);
});

test('a game whose files have changed since gets another chance', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { bomb: game('Bomb', "throw new Error('boom');") });
  const { app: before, ask } = await startControl(t, { GAMES_DIR });
  const { socket: phone } = await joinAsPhone(t, before.url);
  assert.match((await playUntilRefused(ask, phone, 'bomb')).message, /boom \(game\.js:6:\d+\)/);
  await before.close();
  await writeFile(`${GAMES_DIR}/bomb/style.css`, '');
  const { control: again } = await startControl(t, { DATA_DIR: before.dataDir, GAMES_DIR });
  assert.deepEqual(await shelfOf(again.socket, 0), []);
  const { code = '' } = await again.ask('switch', 'bomb');
  assert.ok(['', 'game-stopped'].includes(code), `it gets another chance: ${code}`);
});

test('a room that plays a game out of the list goes on until that fails, and a visit to it is refused', async (t) => {
  const bomb = game('Bomb', '', "actions: { bang: { title: 'Bang', run(state) { state.self = state; } } },");
  const host = game(
    'Host',
    '',
    "actions: { go: { title: 'Go', run: (_state, _args, ctx) => void ctx.visit('bomb') } },",
  );
  const GAMES_DIR = await gamesFolder(t, { bomb, host });
  const { app, ask, socket } = await startControl(t, { GAMES_DIR });
  const { room } = await ask('open-room', 'Balcony');
  const elsewhere = await openControl(t, app);
  await elsewhere.ask('watch', room.id);
  await elsewhere.ask('switch', 'bomb');
  for (let tries = 0; tries < 3; tries++) {
    await ask('switch', 'bomb');
    const over = next(socket, 'scene', (scene) => scene.game.id === 'lobby');
    await ask('run', 'bang').catch(() => {});
    await over;
  }
  assert.equal((await shelfOf(socket, 1))[0].hook, 'save');
  const still = await openScreen(t, app.url, { room: room.id });
  assert.equal(still.scene.game.id, 'bomb');
  await ask('switch', 'host');
  assert.equal((await ask('run', 'go')).code, 'game-shelved');
  const { scene } = await openScreen(t, app.url);
  assert.equal(scene.game.id, 'host', 'nothing has changed');
});

for (const [name, body] of Object.entries({
  'fails at each tick': game('Lobby', "throw new Error('boom');"),
  'cannot even be set up': game('Lobby', '', "setup() { throw new Error('boom'); },"),
}))
  test(`a lobby that ${name} gives way to the plain screen, and any other game can begin`, async (t) => {
    const GAMES_DIR = await gamesFolder(t, { calm: game('Calm', ''), lobby: body });
    const { app, ask, socket } = await startControl(t, { GAMES_DIR });
    const { socket: phone, welcome } = await joinAsPhone(t, app.url);
    if (welcome.scene.game.id !== 'plain.screen')
      await next(phone, 'scene', ({ game: { id } }) => id === 'plain.screen');
    const { socket: screen, scene } = await openScreen(t, app.url);
    assert.equal(scene.game.id, 'plain.screen');
    await next(screen, 'frame');
    assert.equal((await fetch(app.url + scene.game.files.playfield)).status, 200);
    assert.equal((await fetch(app.url + scene.game.files.phone)).status, 200);
    const told = nextLine(socket, ({ text }) => text === 'Calm is on.');
    assert.equal((await ask('switch', 'calm')).ok, true);
    await told;
    await app.close();
    const again = await startServer(t, { GAMES_DIR, DATA_DIR: app.dataDir });
    assert.equal((await openScreen(t, again.url)).scene.game.id, 'calm');
  });
