/** A game that fails loses its own round: the lobby comes back, the operator reads why, all others go on. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, startServer } from '../support/server.js';

const HEAD = "import { defineGame, totals } from 'mass-mobile';\n";

/** @param {string} more parts of a definition */
const game = (more) => ({
  'game.js': `${HEAD}export default defineGame({ title: 'Bomb', input: { a: { type: 'number' } }, settings: { n: { type: 'number', default: 1 } },
  setup: () => ({}), frame: () => ({}), ${more} });`,
});
const boom = "{ throw new Error('boom at ' + Object.keys({ x: 1 })); }";
const bombs = /** @type {Record<string, [string, string]>} */ ({
  tick: [`tick() ${boom}`, 'tick'],
  frame: [`frame() ${boom}`, 'frame'],
  notice: [`notice() ${boom}`, 'notice'],
  join: [`join() ${boom}`, 'join'],
  action: [`actions: { go: { title: 'Go', run() ${boom} } }`, 'actions.go'],
  cyclic: ['tick(state) { state.self = state; }', 'save'],
  bigint: ['tick(state) { state.n = 1n; }', 'save'],
  getter: [`frame: () => ({ get x() ${boom} })`, 'frame'],
  fold: [`aggregate: { empty: () => 0, add() ${boom}, merge: (a, b) => a + b }`, 'aggregate'],
  level: [`hold: true, aggregate: { empty: () => 0, add() ${boom}, merge: (a, b) => a + b }`, 'aggregate'],
  read: [`aggregate: { ...totals('a'), read() ${boom} }`, 'aggregate'],
});

test('a game that cannot be set up is refused, and what runs goes on', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { bomb: game(`setup() ${boom}`) });
  const app = await startServer(t, { GAMES_DIR });
  const { ask } = await openControl(t, app);
  const { socket } = await openScreen(t, app.url);
  const answer = await ask('switch', 'bomb');
  assert.equal(answer.code, 'game-fault');
  assert.match(answer.message, /Bomb stopped in setup\(\): boom at x/);
  assert.ok((await next(socket, 'frame')).view.names);
});

for (const [name, [more, hook]] of Object.entries(bombs)) {
  test(`a game that fails in ${hook} (${name}) gives way to the lobby`, async (t) => {
    const GAMES_DIR = await gamesFolder(t, { bomb: game(more) });
    const app = await startServer(t, { GAMES_DIR });
    const { ask, socket: control } = await openControl(t, app);
    const { socket: phone } = await joinAsPhone(t, app.url);
    await openScreen(t, app.url);
    const told = nextLine(control, ({ level, text }) => level === 'error' && text.includes('Bomb stopped'));
    const back = next(phone, 'scene', ({ game: { id }, epoch }) => id === 'lobby' && epoch > 1);
    await ask('switch', 'bomb');
    phone.emit('input', { a: 1 });
    await ask('run', 'go');
    assert.match(
      (await told).text,
      new RegExp(`Bomb stopped in ${hook.replace('.', '\\.')}\\(\\): .+\\. The lobby took over\\.`),
    );
    await back;
    assert.equal((await phone.timeout(2000).emitWithAck('ping')).ok, true);
    assert.equal((await ask('switch', 'lobby')).ok, true);
  });
}

test('a lobby that fails leaves the stage dark, the server up, and the operator informed', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {});
  const { writeFile } = await import('node:fs/promises');
  const contract = import.meta.resolve('mass-mobile');
  await writeFile(
    `${GAMES_DIR}/lobby/game.js`,
    game(`tick() ${boom}`)['game.js'].replace('mass-mobile', contract),
  );
  const app = await startServer(t, { GAMES_DIR });
  const { socket } = await openControl(t, app);
  await joinAsPhone(t, app.url);
  await nextLine(socket, ({ text }) => text.includes('the stage stays dark'));
  const { socket: phone } = await joinAsPhone(t, app.url);
  assert.equal((await phone.timeout(2000).emitWithAck('ping')).ok, true);
});
