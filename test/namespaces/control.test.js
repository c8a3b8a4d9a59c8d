/** The namespace of the panels, over real sockets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  joinAsPhone,
  next,
  nextLine,
  openControl,
  openScreen,
  openSocket,
  startControl,
  startServer,
} from '../support/server.js';

test('only the operator key opens the panel', async (t) => {
  const app = await startServer(t, { OPERATOR_KEY: 'correct horse' });
  for (const [auth, code] of /** @type {[Record<string, unknown>, string][]} */ ([
    [{}, 'key-missing'],
    [{ key: '' }, 'key-missing'],
    [{ key: 'wrong' }, 'key-wrong'],
    [{ key: ['correct horse'] }, 'key-missing'],
    [{ device: app.device }, 'key-missing'],
  ])) {
    const error = await next(openSocket(t, `${app.url}/control`, auth), 'connect_error');
    assert.equal(error.data.code, code);
  }
  const { welcome } = await openControl(t, { url: app.url, operatorKey: 'correct horse' });
  assert.ok(welcome.games.some(({ id }) => id === 'pong'));
  assert.ok(welcome.device.startsWith('d1.'));
});

test('a switch reaches phones and screens; an unknown game is named and changes nothing', async (t) => {
  const { app, ask } = await startControl(t);
  const { socket: phone } = await joinAsPhone(t, app.url);
  const { socket: screen } = await openScreen(t, app.url);
  const told = Promise.all([next(phone, 'scene'), next(screen, 'scene')]);
  assert.deepEqual(await ask('switch', 'tug'), { ok: true });
  for (const scene of await told) assert.equal(scene.game.id, 'tug');
  const answer = await ask('switch', 'chess');
  assert.match(answer.message, /no game "chess". Games: ([\w-]+, )+[\w-]+\.$/);
  const { welcome } = await joinAsPhone(t, app.url);
  assert.equal(welcome.scene.game.id, 'tug');
});

test('settings are checked, told to all, and kept when the game comes back', async (t) => {
  const { app, ask } = await startControl(t);
  await ask('switch', 'pong');
  const { socket: screen } = await openScreen(t, app.url);
  const told = next(screen, 'scene');
  assert.equal((await ask('set', { ballSpeed: 100 })).settings.ballSpeed, 100);
  assert.equal((await told).settings.ballSpeed, 100);
  for (const [changes, sentence] of /** @type {[unknown, RegExp][]} */ ([
    [{ ballSpeed: 1e9 }, /ballSpeed is 1000000000, must be a number from 20 to 160/],
    [{ gravity: 1 }, /gravity is not known/],
    [{ control: 'mind' }, /control is "mind", must be one of votes, slider, tilt/],
    ['fast', /must be an object/],
  ])) {
    const answer = await ask('set', changes);
    assert.equal(answer.ok, false);
    assert.match(answer.message, sentence);
  }
  await ask('switch', 'lobby');
  await ask('switch', 'pong');
  const { scene } = await openScreen(t, app.url);
  assert.equal(scene.settings.ballSpeed, 100);
});

test('actions run; an unknown one is named; a screen needs the presenter key', async (t) => {
  const { app, ask, welcome } = await startControl(t);
  await ask('switch', 'pong');
  await joinAsPhone(t, app.url);
  assert.deepEqual(await ask('run', 'serve'), { ok: true });
  assert.match((await ask('run', 'fly')).message, /no action "fly". Actions: serve, warmUp/);
  const shower = openSocket(t, `${app.url}/playfield`, { key: 'guess' });
  await next(shower, 'scene');
  assert.equal((await shower.timeout(60_000).emitWithAck('run', 'serve')).code, 'role-wrong');
  const presenter = openSocket(t, `${app.url}/playfield`, { key: welcome.presenterKey });
  await next(presenter, 'scene');
  assert.deepEqual(await presenter.timeout(60_000).emitWithAck('run', 'serve'), { ok: true });
});

test('players are found, renamed, moved, kicked; the room is locked', async (t) => {
  const { app, ask } = await startControl(t);
  const { socket, welcome } = await joinAsPhone(t, app.url, { name: 'Ada' });
  const id = welcome.player.id;
  const moved = next(socket, 'player', ({ team }) => team !== welcome.player.team);
  const other = welcome.player.team === 'left' ? 'right' : 'left';
  assert.equal((await ask('team', id, other)).ok, true);
  await moved;
  const renamed = next(socket, 'player', ({ name }) => name === 'Countess');
  await ask('rename', id, 'Countess');
  await renamed;
  assert.deepEqual(
    (await ask('players', { query: 'count' })).rows.map((/** @type {any} */ row) => row.id),
    [id],
  );

  await ask('lock', true);
  assert.equal((await next(openSocket(t, `${app.url}/players`), 'connect_error')).data.code, 'room-locked');
  const again = await joinAsPhone(t, app.url, { token: welcome.player.token });
  assert.equal(again.welcome.player.name, 'Countess');

  const kicked = next(again.socket, 'kicked');
  assert.equal((await ask('kick', id)).ok, true);
  await kicked;
  await ask('lock', false);
  const back = openSocket(t, `${app.url}/players`, { token: welcome.player.token });
  assert.equal((await next(back, 'connect_error')).data.code, 'kicked');
  assert.equal((await ask('kick', 'nobody')).code, 'player-unknown');
});

test('balance moves people and tells them', async (t) => {
  const { app, ask } = await startControl(t);
  const people = [];
  for (let i = 0; i < 4; i++) people.push(await joinAsPhone(t, app.url, { team: 'left' }));
  const told = Promise.all(
    people.slice(2).map(({ socket }) => next(socket, 'player', ({ team }) => team === 'right')),
  );
  assert.deepEqual(await ask('balance'), { ok: true, moved: 2 });
  await told;
});

test('the throttle is checked and takes effect on frames', async (t) => {
  const { app, ask, socket } = await startControl(t);
  for (const wish of [
    { mode: 'FAST' },
    { mode: 'PIN', sendHz: 0 },
    { mode: 'PIN', tickHz: 1000 },
    { mode: 'PIN', sendHz: '5' },
    {},
  ]) {
    const answer = await ask('throttle', wish);
    if (JSON.stringify(wish) !== '{}') assert.equal(answer.code, 'throttle-bad', JSON.stringify(wish));
  }
  const { socket: screen } = await openScreen(t, app.url);
  await ask('throttle', { mode: 'PIN', tickHz: 5 });
  const { nowMs, seq } = await next(screen, 'frame');
  const later = await next(screen, 'frame', (frame) => frame.seq >= seq + 6);
  // This is stage time, and frames that a busy machine skips only make it more.
  const stepMs = (later.nowMs - nowMs) / (later.seq - seq);
  assert.ok(stepMs > 100, `${stepMs} ms between frames at 5/s`);
  await next(
    socket,
    'status',
    (status) => status.throttle.tickHz === 5 && status.meter.framesPerS <= 8 && status.meter.framesPerS > 0,
  );
});

test('rooms are opened, watched and closed; they never see one another', async (t) => {
  const { app, ask, socket } = await startControl(t);
  const { room } = await ask('open-room', 'Balcony');
  assert.match(room.url, new RegExp(`/r/${room.id}$`));
  const inRoom = await joinAsPhone(t, app.url, { room: room.id.toLowerCase() });
  const inMain = await joinAsPhone(t, app.url);
  /** @type {unknown[]} */
  const heard = [];
  inMain.socket.onAny((event) => heard.push(event));
  const watched = next(socket, 'scene');
  await ask('watch', room.id);
  await watched;
  const told = next(inRoom.socket, 'scene');
  await ask('switch', 'pong');
  assert.equal((await told).game.id, 'pong');
  assert.equal((await ask('players', {})).total, 1);
  assert.ok(!heard.includes('scene'));

  assert.equal((await ask('close-room', 'main')).code, 'room-main');
  const gone = next(inRoom.socket, 'disconnect');
  assert.equal((await ask('close-room', room.id)).ok, true);
  await gone;
  assert.equal((await ask('watch', room.id)).code, 'room-unknown');
  assert.equal((await ask('open-room', '  ')).code, 'name-bad');
});

test('a panel hears what happened', async (t) => {
  const { ask, socket } = await startControl(t);
  const heard = nextLine(socket, ({ text }) => text === 'Pong is on.');
  await ask('switch', 'pong');
  assert.equal((await heard).roomId, 'main');
});

test('a command that is answered later answers for the room in which it was given', async (t) => {
  const { ask } = await startControl(t);
  const { room } = await ask('open-room', 'Another hall');
  // The second is sent before the first is on disk.
  const [set] = await Promise.all([ask('throttle', { mode: 'PIN', sendHz: 3 }), ask('watch', room.id)]);
  assert.deepEqual([set.throttle.mode, set.throttle.asked.sendHz], ['PIN', 3]);
});
