/** The people of a room are erased while they play: from the game, the lists, the disk and their phones; nobody else loses anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesIn } from '../support/bytes.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, openControl, openScreen, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {test.TestContext} t */
async function start(t) {
  const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME, tally: COUNT_GAME });
  const { app, control } = await startControl(t, { GAMES_DIR });
  return { GAMES_DIR, app, control, ask: control.ask };
}

/** @param {import('socket.io-client').Socket} socket @param {string} word */
const say = (socket, word) => socket.timeout(60_000).emitWithAck('submit', 'say', { word }, word);

/** @param {string} token @returns {string} the secret in it, which is what the server stores of it */
const secretOf = (token) => String(token.split('.')[2]);

test('no name, answer or token is in any byte, and the room is as new', { timeout: 120_000 }, async (t) => {
  const { GAMES_DIR, app, ask } = await start(t);
  const { room } = await ask('open-room', 'Balcony');
  const { socket: beside, welcome: neighbour } = await joinAsPhone(t, app.url, {
    name: 'Wanda',
    room: room.id,
  });
  assert.equal((await beside.timeout(60_000).emitWithAck('rename', 'Wanda Two')).ok, true);

  await ask('switch', 'count');
  const phones = [];
  for (const name of ['Xanthippe', 'Yolanda', 'Zenobia'])
    phones.push(await joinAsPhone(t, app.url, { name }));
  const [first, second, third] = phones;
  assert.ok(first && second && third);
  for (const [n, { socket }] of phones.entries()) assert.equal((await say(socket, `quixotic-${n}`)).ok, true);
  await ask('switch', 'tally', { anew: true });
  assert.equal((await say(first.socket, 'jackdaws-waiting')).ok, true);
  // One round has ended with results, one waits, and one is on.
  await ask('switch', 'count', { anew: true });
  assert.equal((await say(first.socket, 'sphinx-of-quartz')).ok, true);
  await ask('rename', third.welcome.player.id, 'Theodora');
  await ask('name-mode', 'approve');
  const { socket: shy } = await joinAsPhone(t, app.url, { name: 'Ulrike' });
  await ask('hide', second.welcome.player.id, true);
  await ask('kick', third.welcome.player.id);
  const words = [
    'Xanthippe',
    'Yolanda',
    'Zenobia',
    'Theodora',
    'Ulrike',
    'quixotic-0',
    'jackdaws',
    'sphinx-of',
  ];
  const secrets = phones.map(({ welcome }) => secretOf(welcome.player.token));
  const people = [...words, ...secrets];
  const left = () => {
    const bytes = bytesIn(app.dataDir);
    return people.filter((word) => bytes.includes(word));
  };
  // Nobody waits for the name of a newcomer, which is there in a moment.
  await until(left, (found) => found.length === people.length);

  const gone = [first.socket, second.socket, shy].map(async (socket) => {
    const [{ message }] = await Promise.all([next(socket, 'erased'), next(socket, 'disconnect')]);
    assert.match(message, /erased/);
  });
  assert.deepEqual(await ask('erase'), { ok: true, count: 4, copies: [] });
  await Promise.all(gone);
  assert.deepEqual(left(), []);

  const isNew = async (/** @type {typeof ask} */ asked) => {
    assert.equal((await asked('players', {})).total, 0);
    const { names } = await asked('names').then(({ ok: _ok, ...names }) => ({ names }));
    assert.deepEqual([names.waiting, names.hidden, names.kicked, names.mode], [[], [], [], 'approve']);
    const { now, past } = await asked('results');
    assert.deepEqual([now, past], [[], []]);
  };
  await isNew(ask);
  const { events } = await ask('events');
  assert.deepEqual(
    events.map((/** @type {any} */ { kind, values, by }) => [kind, values.count ?? values.title, by]),
    [
      ['room-open', 'Balcony', 'operator'],
      ['erased', 4, 'operator'],
    ],
  );
  const { scene } = await openScreen(t, app.url);
  assert.equal(scene.game.id, 'lobby');
  assert.equal(beside.connected, true);
  // Twice is no fault, and a phone that was away comes back as somebody of whom nothing is known.
  assert.deepEqual(await ask('erase'), { ok: true, count: 0, copies: [] });
  await ask('switch', 'count');
  const { socket } = await joinAsPhone(t, app.url, { token: third.welcome.player.token });
  assert.deepEqual((await say(socket, 'again')).receipt.n, 1);
  await ask('erase');
  await app.close();
  assert.deepEqual(left(), []);

  const again = await startServer(t, { GAMES_DIR, DATA_DIR: app.dataDir });
  assert.deepEqual(left(), []);
  await isNew((await openControl(t, again)).ask);
  const back = await joinAsPhone(t, again.url, { room: room.id, token: neighbour.player.token });
  assert.equal(back.welcome.player.name, 'Wanda Two');
});

test('who comes in the same moment is in or out, and never in between', { timeout: 120_000 }, async (t) => {
  const { app, ask } = await start(t);
  await ask('switch', 'count');
  for (let round = 0; round < 5; round++) {
    const joining = Array.from({ length: 20 }, () =>
      joinAsPhone(t, app.url, { name: 'Ada' }).then(
        ({ socket }) => socket,
        () => null,
      ),
    );
    await joining[round];
    const { ok } = await ask('erase');
    assert.equal(ok, true);
    const sockets = (await Promise.all(joining)).filter((socket) => socket?.connected);
    await ask('switch', 'count');
    for (const socket of sockets) if (socket?.connected) assert.equal((await say(socket, 'here')).ok, true);
    await until(
      () => ask('players', {}),
      ({ rows }) =>
        rows.filter((/** @type {any} */ row) => row.connected).length ===
        sockets.filter((socket) => socket?.connected).length,
    );
    for (const socket of sockets) socket?.disconnect();
  }
});

test('what a full disk refuses can be erased when there is room again', { timeout: 120_000 }, async (t) => {
  const { app, ask } = await start(t);
  const { socket } = await joinAsPhone(t, app.url, { name: 'Ada' });
  assert.equal((await socket.timeout(60_000).emitWithAck('rename', 'Xanthippe')).ok, true);
  app.fillDisk(true);
  assert.equal((await ask('erase')).code, 'not-saved');
  app.fillDisk(false);
  assert.deepEqual(await ask('erase'), { ok: true, count: 0, copies: [] });
  assert.equal(bytesIn(app.dataDir).includes('Xanthippe'), false);
});
