/**
 * A game cannot hold up its server off its stage either: an own fold, a report, an importer, an exporter, a check of a
 * document that never returns is ended, told with its hook and its line, and nothing else notices.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { isWhole, sample } from '../support/sample.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, startServer } from '../support/server.js';

/** @param {string} more parts of a definition */
const game = (more) => ({
  'game.js': `import { defineGame } from 'mass-mobile';
const spin = () => {
  for (let n = 0; ; n += Math.random()) if (n < 0) return '';
};
export default defineGame({
  title: 'Bomb', input: { a: { type: 'number' } }, setup: () => ({}), frame: () => ({}),
  ${more}
});`,
});
const LINE = /\(game\.js:3:\d+\)/;

/** @param {import('node:test').TestContext} t @param {string} more */
async function openBomb(t, more) {
  const GAMES_DIR = await gamesFolder(t, { bomb: game(more) });
  const app = await startServer(t, { GAMES_DIR, STAGE: 'thread', STAGE_MEMORY: '128' });
  const { ask, socket: control } = await openControl(t, app);
  const { room } = await ask('open-room', 'Balcony');
  const { socket: phone } = await joinAsPhone(t, app.url);
  await joinAsPhone(t, app.url, { room: room.id });
  const { socket: screen } = await openScreen(t, app.url);
  const { socket: elsewhere } = await openScreen(t, app.url, { room: room.id });
  // One that fails at its first step is on, but may not be on disk yet.
  const { ok, code } = await ask('switch', 'bomb');
  assert.ok(ok || code === 'game-stopped', code);
  /** @type {number[]} */
  const seqs = [];
  elsewhere.on('frame', ({ seq }) => seqs.push(seq));
  return {
    ...{ ask, phone, screen },
    /** @param {RegExp} line */
    told: (line) => nextLine(control, ({ text }) => line.test(text)),
    /** @param {string} path @param {RequestInit} [init] */
    api: (path, init = {}) =>
      fetch(`${app.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${app.operatorKey}` } }),
    async assertAllElseGoesOn() {
      assert.equal((await phone.timeout(60_000).emitWithAck('ping')).ok, true, 'the phone was never cut');
      assert.ok(seqs.length > 1);
      assert.deepEqual(
        seqs,
        seqs.map((_seq, at) => (seqs[0] ?? 0) + at),
      );
    },
  };
}

const FOLDS = {
  add: 'aggregate: { empty: () => 0, add: () => spin(), merge: (a, b) => a + b },',
  'add of levels': 'hold: true, aggregate: { empty: () => 0, add: () => spin(), merge: (a, b) => a + b },',
  empty: 'aggregate: { empty: () => spin(), add: () => 0, merge: (a, b) => a + b },',
};
for (const [name, more] of Object.entries(FOLDS).slice(0, sample(1, 3)))
  test(`an own fold that loops (${name}) loses its round`, { timeout: 300_000 }, async (t) => {
    const { phone, screen, told, assertAllElseGoesOn } = await openBomb(t, more);
    const line = told(/Bomb was ended in aggregate\(\) /);
    const lobby = next(phone, 'scene', ({ game: { id } }) => id === 'lobby');
    phone.emit('input', { a: 1 });
    // Five times a second: more than its rate for some seconds is a flood, and then its ping would not be read for 5 s.
    screen.on('frame', ({ seq }) => seq % 6 === 0 && phone.emit('input', { a: 1 }));
    await lobby;
    assert.match((await line).text, LINE);
    await assertAllElseGoesOn();
  });

test('an own fold that throws is told with its line', { timeout: 300_000 }, async (t) => {
  const { phone, told } = await openBomb(
    t,
    'aggregate: { empty: () => 0, add() { return spin.no.way; }, merge: (a, b) => a + b },',
  );
  const line = told(/Bomb stopped in aggregate\(\): .* It goes on/);
  phone.emit('input', { a: 1 });
  assert.match((await line).text, /\(game\.js:7:\d+\)/);
});

// Each that loops takes a core for five seconds.
if (isWhole)
  test('a report that loops is refused, and the game goes on', { timeout: 300_000 }, async (t) => {
    const { api, told, ask, assertAllElseGoesOn } = await openBomb(
      t,
      `results: () => [{ name: 'N', columns: ['N'], rows: [[1]] }],
    reports: { loop: { title: 'Loop', extension: '.txt', type: 'text/plain', make: () => spin() },
      fine: { title: 'Fine', extension: '.txt', type: 'text/plain', make: ([{ rows }]) => 'rows: ' + rows.length } },`,
    );
    const line = told(/Bomb was ended in reports\(\) /);
    const answer = await api('/rooms/main/reports/loop');
    assert.equal(answer.status, 400);
    assert.match(/** @type {any} */ (await answer.json()).message, /it has not returned for 5 s/);
    assert.match((await line).text, LINE);
    assert.equal(await (await api('/rooms/main/reports/fine')).text(), 'rows: 1');
    assert.equal((await ask('switch', 'bomb')).ok, true);
    await assertAllElseGoesOn();
  });

test('a document and a file that loop are refused', { timeout: 300_000 }, async (t) => {
  const { api, ask, told, assertAllElseGoesOn } = await openBomb(
    t,
    `content: { title: 'Packs', empty: () => ({ title: 'New' }), check: ({ title }) => (title === 'loop' ? spin() : ''),
    importers: [{ name: 'Text', accept: ['.txt'], parse: (bytes) => (String(bytes) === 'loop' ? spin() : { documents: [{ title: String(bytes) }], skipped: [] }) }],
    exporters: [{ name: 'Text', extension: '.txt', type: 'text/plain', serialise: ({ title }) => (title === 'late' ? spin() : title) }] },`,
  );
  const upload = (/** @type {string} */ body) =>
    api('/games/bomb/import?name=a.txt', { method: 'POST', body });
  const slow = told(/^Bomb: content\.importers\(\) has not returned for 2\.5 s, and is ended after 5 s\.$/);
  const line = told(/Bomb was ended in content\.importers\(\) /);
  const refused = await upload('loop');
  assert.equal(refused.status, 400);
  assert.match(/** @type {any} */ (await refused.json()).message, /it has not returned for 5 s/);
  await slow;
  assert.match((await line).text, LINE);
  const { documents } = /** @type {any} */ (await (await upload('late')).json());
  const { document } = await ask('copy-document', 'bomb', documents[0].id);
  assert.equal(document.title, 'late (2)');
  await assertAllElseGoesOn();
});
