/** Submissions on a real server: yes means on disk, twice counts once, and no means that nothing happened. */

import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { test } from 'node:test';
import Database from 'libsql';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, openScreen, startControl, startServer, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function startCount(t, env = {}) {
  const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME });
  const { app, control } = await startControl(t, { GAMES_DIR, ...env });
  assert.equal((await control.ask('switch', 'count')).ok, true);
  const { socket: screen } = await openScreen(t, app.url);
  const shown = (/** @type {(view: any) => boolean} */ fits = () => true) =>
    next(screen, 'frame', ({ view }) => fits(view)).then(({ view }) => view);
  return { app, control, shown };
}

/** @param {import('socket.io-client').Socket} socket */
const sayOn =
  (socket) =>
  (/** @type {string} */ word, id = word) =>
    socket.timeout(60_000).emitWithAck('submit', 'say', { word }, id);

/** @param {{ ok: boolean, receipt: { n: number } }} ack */
const numberOf = ({ ok, receipt }) => (ok ? receipt.n : null);

test('yes, with the receipt of accept, in order of arrival', async (t) => {
  const { app, shown } = await startCount(t);
  const { socket } = await joinAsPhone(t, app.url, { name: 'Ada' });
  const say = sayOn(socket);
  const answers = await Promise.all(['a', 'b', 'c'].map((word) => say(word)));
  assert.deepEqual(answers.map(numberOf), [1, 2, 3]);
  const { said } = await shown();
  assert.deepEqual(
    said.map((/** @type {any[]} */ [name, word, id]) => [name, word, id]),
    ['a', 'b', 'c'].map((word) => ['Ada', word, word]),
  );
});

test('sent again it counts once and is answered alike: at once, later, over a new connection', async (t) => {
  const { app, shown } = await startCount(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const first = sayOn(socket)('a');
  const second = sayOn(socket)('a');
  assert.deepEqual(await first, await second);
  socket.disconnect();
  const { socket: again } = await joinAsPhone(t, app.url, { token: welcome.player.token });
  assert.equal(numberOf(await sayOn(again)('a')), 1);
  const { socket: other } = await joinAsPhone(t, app.url);
  assert.equal(numberOf(await sayOn(other)('a')), 2, "another player's id");
  assert.equal((await shown()).count, 2);
});

test('refused with a code: out of phase, by the game, of the wrong shape, of an unknown kind', async (t) => {
  const { app, control, shown } = await startCount(t);
  const { socket } = await joinAsPhone(t, app.url);
  const say = sayOn(socket);
  /** @param {{ code: string }} ack */
  const code = (ack) => ack.code;
  assert.deepEqual(await say('no'), { ok: false, code: 'submit-refused', message: 'Not this one.' });
  const ask = (/** @type {unknown[]} */ ...args) => socket.timeout(60_000).emitWithAck('submit', ...args);
  assert.equal(code(await ask('say', { word: 7 }, 'x')), 'submit-bad');
  assert.equal(code(await ask('say', { word: 'x', more: 1 }, 'x')), 'submit-bad');
  assert.equal(code(await ask('shout', { word: 'x' }, 'x')), 'submit-unknown');
  assert.equal(code(await ask('say', { word: 'x' }, '')), 'event-bad');
  assert.equal(code(await ask('say', { word: 'x' })), 'event-bad');
  await control.ask('run', 'close');
  assert.equal(code(await say('late')), 'submit-closed');
  await control.ask('switch', 'lobby');
  assert.equal(code(await say('gone')), 'submit-unknown');
  await control.ask('switch', 'count');
  assert.equal((await shown((view) => view.said)).count, 0);
});

test('a refusal is not remembered: the same id may come again when it is time', async (t) => {
  const { app, control } = await startCount(t);
  const { socket } = await joinAsPhone(t, app.url);
  await control.ask('run', 'close');
  assert.equal((await sayOn(socket)('a')).code, 'submit-closed');
  await control.ask('run', 'open');
  assert.equal(numberOf(await sayOn(socket)('a')), 1);
});

test('5 a second, 10 at once, and a new connection does not refill it', async (t) => {
  const { app } = await startCount(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const say = sayOn(socket);
  const acks = await Promise.all(Array.from({ length: 14 }, (_, n) => say(`w${n}`)));
  const refused = acks.filter(({ ok }) => !ok);
  assert.ok(refused.length >= 2 && refused.length <= 4, String(refused.length));
  assert.ok(refused.every(({ code }) => code === 'rate-exceeded'));
  socket.disconnect();
  const { socket: again } = await joinAsPhone(t, app.url, { token: welcome.player.token });
  const more = await Promise.all(Array.from({ length: 8 }, (_, n) => sayOn(again)(`x${n}`)));
  assert.ok(more.some(({ code }) => code === 'rate-exceeded'));
});

test('all phones of one address share its limit, others do not, and what was refused is saved in the end', async (t) => {
  const { app } = await startCount(t, { TRUST_PROXY: 'loopback', SUBMITS_PER_ADDRESS: '10' });
  const join = (/** @type {string} */ address) =>
    joinAsPhone(t, app.url, {}, { extraHeaders: { 'x-forwarded-for': address } });
  const laptop = await Promise.all([1, 2, 3].map(() => join('203.0.113.7')));
  const sent = laptop.flatMap(({ socket }) => Array.from({ length: 10 }, (_, n) => sayOn(socket)(`w${n}`)));
  const refused = (await Promise.all(sent)).filter(({ ok }) => !ok);
  assert.ok(refused.length > 0 && refused.length <= 20, String(refused.length));
  assert.deepEqual([...new Set(refused.map(({ code }) => code))], ['address-busy']);
  assert.match(refused[0].message, /at most 10 a minute/);
  for (const address of ['198.51.100.1', '198.51.100.2'])
    assert.equal((await sayOn((await join(address)).socket)('a')).ok, true);
  const [first] = laptop;
  await until(
    () => sayOn(/** @type {NonNullable<typeof first>} */ (first).socket)('again'),
    ({ ok }) => ok,
    { everyMs: 1000 },
  );
});

const ORIGIN_GAME = {
  'game.js': `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Origin',
  setup: () => ({}),
  tick() {},
  frame: () => ({}),
  submit: { say: { fields: {}, accept: (_state, submission) => ({ origin: submission.origin ?? null }) } },
});
`,
};

test('a game is told who comes from the same address, and not from which', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { origin: ORIGIN_GAME });
  const { app, control } = await startControl(t, { GAMES_DIR, TRUST_PROXY: 'loopback' });
  await control.ask('switch', 'origin');
  /** @param {string} address @returns {Promise<string>} */
  async function originOf(address) {
    const { socket } = await joinAsPhone(t, app.url, {}, { extraHeaders: { 'x-forwarded-for': address } });
    return (await socket.timeout(60_000).emitWithAck('submit', 'say', {}, 'a')).receipt.origin;
  }
  const [first, again, other] = [
    await originOf('203.0.113.7'),
    await originOf('203.0.113.7'),
    await originOf('198.51.100.1'),
  ];
  assert.equal(first, again);
  assert.notEqual(first, other);
  assert.match(first, /^[\w-]{8}$/);
});

test('who was kicked is not heard; what he said before stays', async (t) => {
  const { app, control, shown } = await startCount(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  await sayOn(socket)('before');
  const gone = next(socket, 'kicked');
  await control.ask('kick', welcome.player.id);
  await gone;
  await assert.rejects(joinAsPhone(t, app.url, { token: welcome.player.token }), /removed/);
  assert.equal((await shown()).count, 1);
});

test('a game that throws in accept falls to the lobby, and the phone is told no', async (t) => {
  const { app } = await startCount(t);
  const { socket } = await joinAsPhone(t, app.url);
  const scene = next(socket, 'scene');
  assert.equal((await sayOn(socket)('boom')).ok, false);
  assert.equal((await scene).game.id, 'lobby');
});

test('a full disk: not saved, nothing stays of it, the show goes on; with space again it is saved', async (t) => {
  const { app, control, shown } = await startCount(t);
  const { socket } = await joinAsPhone(t, app.url);
  await sayOn(socket)('a');
  app.fillDisk(true);
  const full = await sayOn(socket)('b');
  assert.deepEqual([full.ok, full.code], [false, 'not-saved']);
  assert.equal((await shown()).count, 1, 'what was not saved does not count');
  const close = await control.ask('run', 'close');
  assert.equal(close.code, 'not-saved');
  assert.equal((await shown((view) => !view.open)).count, 1, 'the show goes on');
  app.fillDisk(false);
  assert.equal((await control.ask('run', 'open')).ok, true);
  assert.equal(numberOf(await sayOn(socket)('b')), 2);
  assert.equal((await shown()).count, 2);
});

test('what a full disk refused before is on disk with the first submission: the game, and who it is', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  app.fillDisk(true);
  assert.equal((await ask('switch', 'count')).code, 'not-saved');
  const { socket, welcome } = await joinAsPhone(t, app.url, { name: 'Ada' });
  assert.equal((await sayOn(socket)('a')).code, 'not-saved');
  app.fillDisk(false);
  // A write that has begun may still meet the full disk; a phone says it again then.
  let answer = await sayOn(socket)('a');
  while (answer.code === 'not-saved') answer = await sayOn(socket)('a');
  assert.equal(numberOf(answer), 1);
  // A kill at this moment would leave this folder behind.
  const DATA_DIR = await tempFolder(t);
  await cp(app.dataDir, DATA_DIR, { recursive: true });

  const again = await startServer(t, { GAMES_DIR, DATA_DIR });
  const { welcome: same } = await joinAsPhone(t, again.url, { token: welcome.player.token });
  assert.deepEqual([same.player.id, same.player.name], [welcome.player.id, 'Ada']);
  const { socket: screen, scene } = await openScreen(t, again.url);
  assert.equal(scene.game.id, 'count');
  assert.equal((await next(screen, 'frame')).view.count, 1);
});

test('an acknowledgement comes after the row is in the file', async (t) => {
  const { app } = await startCount(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const ack = await sayOn(socket)('a');
  await app.close();
  const db = new Database(`${app.dataDir}/mass-mobile.db`);
  t.after(() => db.close());
  const rows = db.prepare('SELECT player_id, id, receipt FROM submissions').all();
  assert.deepEqual(rows, [{ player_id: welcome.player.id, id: 'a', receipt: JSON.stringify(ack.receipt) }]);
});

test('of more than 4 KB as JSON it is refused with a sentence, and the next one counts', async (t) => {
  const game = COUNT_GAME['game.js'].replace('maxLength: 40', 'maxLength: 6000');
  const GAMES_DIR = await gamesFolder(t, { count: { 'game.js': game } });
  const { app, control } = await startControl(t, { GAMES_DIR });
  await control.ask('switch', 'count');
  const { socket } = await joinAsPhone(t, app.url);
  const say = sayOn(socket);
  assert.deepEqual(await say('x'.repeat(5000), 'large'), {
    ok: false,
    code: 'submit-bad',
    message: 'The say was not understood: it has 5011 bytes as JSON, at most 4096 are allowed.',
  });
  assert.equal(numberOf(await say('x'.repeat(4000), 'small')), 1);
});
