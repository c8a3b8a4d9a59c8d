/** The namespace of the phones, over real sockets. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import {
  joinAsPhone,
  lastOrNext,
  next,
  openControl,
  openScreen,
  openSocket,
  startControl,
  startServer,
} from '../support/server.js';
import { MAX_INPUTS } from '../../public/shared/codec.js';
import { until } from '../support/until.js';

test('a phone joins without a form: name, team, scene and rate come with the welcome', async (t) => {
  const app = await startServer(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  assert.match(welcome.player.name, /^[A-Z][a-z]+ [A-Z][a-z]+/);
  assert.ok(['left', 'right'].includes(String(welcome.player.team)));
  assert.equal(welcome.scene.game.id, 'lobby');
  assert.equal(welcome.sendHz, 1, 'slowly, until it is told');
  assert.deepEqual(await lastOrNext(socket, 'throttle'), { sendHz: 10, ttlMs: 5000 });
  assert.equal(welcome.room.id, 'main');
});

test('its token gives the same player, name and team; a newer connection replaces the older', async (t) => {
  const app = await startServer(t);
  const first = await joinAsPhone(t, app.url, { name: 'Ada' });
  const replaced = next(first.socket, 'replaced');
  const second = await joinAsPhone(t, app.url, { token: first.welcome.player.token, name: 'Eve' });
  await replaced;
  const { token: _a, ...before } = first.welcome.player;
  const { token: _b, ...after } = second.welcome.player;
  assert.deepEqual(after, before);
  const { ask } = await openControl(t, app);
  assert.equal((await ask('players', {})).total, 1);
});

test('one connection is one player, however often it says CONNECT', async (t) => {
  const app = await startServer(t);
  const ws = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => ws.terminate());
  /** @type {string[]} */
  const replies = [];
  ws.on('message', (data) => replies.push(String(data)));
  await once(ws, 'open');
  const closed = once(ws, 'close');
  for (let i = 0; i < 12; i++) ws.send('40/players,{}');
  await until(() => replies.some((text) => text.startsWith('40/players,')));
  // Socket.IO ends a connection that says CONNECT again once it is in.
  ws.send('40/players,{}', () => {});
  await closed;
  const { ask } = await openControl(t, app);
  assert.equal(replies.filter((text) => text.startsWith('40/players,')).length, 1);
  assert.equal((await ask('players', {})).total, 1);
});

test('inputs move the game; what is wrong is refused by name, with or without an acknowledgement', async (t) => {
  const { app, ask } = await startControl(t);
  await ask('switch', 'pong');
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { socket: screen } = await openScreen(t, app.url);
  socket.emit('input', { y: 1 });
  const side = String(welcome.player.team);
  const frame = await next(screen, 'frame', ({ view }) => view.crowd?.[side]?.mean === 1);
  assert.equal(frame.view.crowd[side].up, 1);

  const answer = await socket.timeout(60_000).emitWithAck('input', { y: 7 });
  assert.deepEqual([answer.ok, answer.code], [false, 'input-bad']);
  assert.match(answer.message, /y is 7, must be a number from -1 to 1/);
  socket.emit('input', { tilt: 1 });
  assert.match((await next(socket, 'problem')).message, /y is missing/);
});

const nonsense = /** @type {[string, unknown[], string][]} */ ([
  ['an unknown event', ['launch', 1], 'event-unknown'],
  ['an operator’s event', ['switch', 'pong'], 'event-unknown'],
  ['a rename without a name', ['rename'], 'event-bad'],
  ['a rename with too much', ['rename', 'A', 'B', 'C'], 'event-bad'],
  ['a name of direction marks', ['rename', '\u202e\u202e'], 'name-bad'],
  ['a team that is none', ['team', 'up'], 'team-unknown'],
  ['away with a text', ['away', 'yes'], 'event-bad'],
  ['constructor', ['constructor'], 'event-unknown'],
]);
test('nonsense gets a code, acknowledged or not, and changes nothing', async (t) => {
  const app = await startServer(t);
  const { socket, welcome } = await joinAsPhone(t, app.url, { name: 'Ada' });
  for (const [what, args, code] of nonsense) {
    const answer = await socket
      .timeout(60_000)
      .emitWithAck(/** @type {string} */ (args[0]), ...args.slice(1));
    assert.equal(answer.code, code, what);
    assert.ok(answer.message.length > 20, what);
    socket.emit(/** @type {string} */ (args[0]), ...args.slice(1));
  }
  const { ask } = await openControl(t, app);
  const { rows } = await ask('players', {});
  assert.deepEqual(
    rows.map((/** @type {any} */ row) => [row.name, row.team]),
    [['Ada', welcome.player.team]],
  );
});

test('a name may be changed, is cleaned, and stays unique', async (t) => {
  const app = await startServer(t);
  await joinAsPhone(t, app.url, { name: 'Ada' });
  const { socket } = await joinAsPhone(t, app.url, { name: 'Bob' });
  assert.deepEqual(await socket.emitWithAck('rename', '  ada '), { ok: true, name: 'ada 2' });
  assert.deepEqual(await socket.emitWithAck('rename', 'Bob'), { ok: true, name: 'Bob' });
});

test('a phone that sends faster than it may is held to its rate', async (t) => {
  const socket = await playPongAt(t, 0.5);
  // Two may be saved up, and the next one takes more than a second.
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => socket.timeout(60_000).emitWithAck('input', { y: 0 })),
  );
  assert.deepEqual(
    answers.slice(0, 2).map(({ ok }) => ok),
    [true, true],
  );
  assert.ok(answers.some(({ code }) => code === 'rate-exceeded'));
});

test('a list of inputs costs what they would cost one by one', async (t) => {
  const socket = await playPongAt(t, 2);
  const list = Array.from({ length: MAX_INPUTS }, () => ({ y: 0 }));
  assert.equal((await socket.timeout(60_000).emitWithAck('input', list)).code, 'rate-exceeded');
});

test('a pause reaches the phones, and lets nothing in', async (t) => {
  const { app, ask } = await startControl(t);
  const { socket } = await joinAsPhone(t, app.url);
  const told = next(socket, 'throttle', ({ sendHz }) => sendHz === 0);
  await ask('pause', true);
  await told;
  assert.equal((await socket.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 })).code, 'rate-exceeded');
});

test('an unknown room is named', async (t) => {
  const app = await startServer(t);
  const error = await next(openSocket(t, `${app.url}/players`, { room: 'NOSUCH' }), 'connect_error');
  assert.match(error.data.message, /no room "NOSUCH"/);
});

test('hostile handshakes do not hurt', async (t) => {
  const app = await startServer(t);
  for (const auth of [
    { room: {} },
    { token: [] },
    { name: 'x'.repeat(5000) },
    { team: '__proto__' },
    { room: '__proto__' },
  ]) {
    const socket = openSocket(t, `${app.url}/players`, auth);
    await Promise.race([next(socket, 'welcome'), next(socket, 'connect_error')]).catch((error) =>
      assert.ok(error.data?.code),
    );
  }
  await joinAsPhone(t, app.url);
});

test('malformed packets and 9 KB payloads end their own connection and nobody else’s', async (t) => {
  const app = await startServer(t);
  const { socket } = await joinAsPhone(t, app.url);
  const bad = [
    '42/players,["input"',
    '42/players,{}',
    '45/players,1-["a"]',
    'x',
    '',
    '49',
    `42/players,["rename","${'x'.repeat(9000)}"]`,
    Buffer.from([4, 1, 2]),
  ];
  for (const packet of bad) {
    const ws = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(ws, 'open');
    ws.send('40/players,{}');
    ws.send(packet);
    ws.send('42/players,0["ping"]');
    await Promise.race([once(ws, 'close'), once(ws, 'message')]);
    ws.terminate();
  }
  assert.equal((await socket.timeout(60_000).emitWithAck('ping')).ok, true);
});

test('a foreign page cannot connect, by WebSocket or by polling; a client without Origin can', async (t) => {
  const app = await startServer(t);
  for (const transports of [['websocket'], ['polling']]) {
    const socket = openSocket(
      t,
      `${app.url}/players`,
      {},
      { transports, extraHeaders: { origin: 'https://evil.example' } },
    );
    await next(socket, 'connect_error');
    assert.equal(socket.connected, false);
  }
  const own = openSocket(t, `${app.url}/players`, {}, { extraHeaders: { origin: app.url } });
  await next(own, 'welcome');
});

test('a phone by long polling plays as well, and one connection may be a phone and a screen', async (t) => {
  const { app, ask } = await startControl(t);
  await ask('switch', 'tug');
  await ask('set', { countdown: 0 });
  const phone = openSocket(t, `${app.url}/players`, {}, { transports: ['polling'], forceNew: false });
  await next(phone, 'welcome');
  const screen = phone.io.socket('/playfield');
  t.after(() => screen.disconnect());
  await next(screen, 'scene');
  await lastOrNext(phone, 'notice', ({ notice }) => notice.phase === 'pull');
  phone.emit('input', { pulls: 5 });
  await next(screen, 'frame', ({ view }) => view.rope !== 0);
});

/**
 * A phone in pong that may send so many inputs a second.
 * @param {import('node:test').TestContext} t @param {number} sendHz
 */
async function playPongAt(t, sendHz) {
  const { app, ask } = await startControl(t);
  await ask('switch', 'pong');
  await ask('throttle', { mode: 'PIN', sendHz });
  const { socket } = await joinAsPhone(t, app.url);
  assert.equal((await lastOrNext(socket, 'throttle')).sendHz, sendHz);
  return socket;
}
