/** A full house: the line, the places in it, and who is let in next. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../lib/log.js';
import { createMeter } from '../../lib/wire/meter.js';
import { createOverload } from '../../lib/overload/overload.js';
import { joinAsPhone, next, openControl, openSocket, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

test('who finds the house full waits in line, is told his place, and gets in when somebody leaves', async (t) => {
  const app = await startServer(t, { MAX_PLAYERS: '1', KEEP_SEATS: '0' });
  const { socket: inside } = await joinAsPhone(t, app.url);
  const first = openSocket(t, `${app.url}/players`);
  const firstTold = await next(first, 'queued');
  const second = openSocket(t, `${app.url}/players`);
  const secondTold = await next(second, 'queued');
  assert.deepEqual([firstTold.number - firstTold.head, secondTold.number - secondTold.head], [0, 1]);
  assert.equal(firstTold.perS, 0, 'only when somebody leaves');

  const answer = await first.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 });
  assert.equal(answer.code, 'queued');

  const moved = next(second, 'queued', ({ head }) => head === secondTold.number);
  const in1 = next(first, 'welcome');
  inside.disconnect();
  await in1;
  assert.ok((await first.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 })).ok, 'and plays');
  await moved;
  const { socket: panel } = await openControl(t, app);
  const { governor } = await next(panel, 'status', (status) => status.governor.waiting === 1);
  assert.equal(governor.isFull, true);
});

test('a place outlives its connection, by its ticket; the newer connection of a player needs none', async (t) => {
  const app = await startServer(t, { MAX_PLAYERS: '1', KEEP_SEATS: '0' });
  const { socket: inside, welcome } = await joinAsPhone(t, app.url);
  const first = openSocket(t, `${app.url}/players`);
  const { ticket, number } = await next(first, 'queued');
  const second = openSocket(t, `${app.url}/players`);
  await next(second, 'queued');
  const { socket: panel } = await openControl(t, app);
  await next(panel, 'status', ({ governor }) => governor.waiting === 2);
  first.disconnect();
  await next(panel, 'status', ({ governor }) => governor.waiting === 1);
  const early = openSocket(t, `${app.url}/players`, { ticket });
  const queued = await next(early, 'queued');
  assert.equal(queued.number, number);
  const takenOver = next(early, 'replaced');
  const again = openSocket(t, `${app.url}/players`, { ticket: queued.ticket });
  assert.equal((await next(again, 'queued')).number, number, 'also while the older connection is there');
  await takenOver;

  const replaced = next(inside, 'replaced');
  const { socket: newer } = await joinAsPhone(t, app.url, { token: welcome.player.token });
  await replaced;
  const welcomed = next(again, 'welcome');
  newer.disconnect();
  await welcomed;
});

test('who waits in a room that is locked meanwhile is told so at the door', async (t) => {
  const app = await startServer(t, { MAX_PLAYERS: '1', KEEP_SEATS: '0' });
  const { socket: inside } = await joinAsPhone(t, app.url);
  const waiting = openSocket(t, `${app.url}/players`);
  await next(waiting, 'queued');
  const { ask } = await openControl(t, app);
  await ask('lock', true);
  const gone = next(waiting, 'disconnect');
  inside.disconnect();
  await gone;
  const error = await next(openSocket(t, `${app.url}/players`), 'connect_error');
  assert.equal(error.data.code, 'room-locked');
});

test('a player who blinks has their seat again, before those in line; that of a player who is kicked is free at once', async (t) => {
  const { app, control } = await startControl(t, { MAX_PLAYERS: '2' });
  const url = `${app.url}/players`;
  const [blinking, other] = [await joinAsPhone(t, app.url), await joinAsPhone(t, app.url)];
  const stranger = openSocket(t, url);
  await next(stranger, 'queued');
  for (let blink = 0; blink < 2; blink++) {
    const { token, id } = blinking.welcome.player;
    blinking.socket.disconnect();
    await until(
      () => control.ask('players', {}),
      ({ rows }) => rows.some((/** @type {any} */ row) => !row.connected),
      { everyMs: 50 },
    );
    Object.assign(blinking, await joinAsPhone(t, app.url, { token }));
    assert.equal(blinking.welcome.player.id, id);
  }
  const welcomed = next(stranger, 'welcome');
  await control.ask('kick', other.welcome.player.id);
  await welcomed;
  // Nor does a player who is kicked while away keep a seat.
  blinking.socket.disconnect();
  const { governor } = await next(control.socket, 'status', (status) => status.governor.kept === 1);
  assert.deepEqual([governor.phones, governor.isFull], [1, true]);
  await control.ask('kick', blinking.welcome.player.id);
  await next(control.socket, 'status', (status) => !status.governor.isFull);
});

test('a seat that becomes free is for a player who was here before, however long new ones have waited', async (t) => {
  const app = await startServer(t, { MAX_PLAYERS: '1', KEEP_SEATS: '0' });
  const url = `${app.url}/players`;
  const first = await joinAsPhone(t, app.url);
  const second = openSocket(t, url);
  await next(second, 'queued');
  const inside = next(second, 'welcome');
  first.socket.disconnect();
  await inside;
  const third = openSocket(t, url);
  await next(third, 'queued');
  const back = openSocket(t, url, { token: first.welcome.player.token });
  assert.equal((await next(back, 'queued')).head, 1);
  const welcomed = next(back, 'welcome');
  second.disconnect();
  assert.equal((await welcomed).player.id, first.welcome.player.id);
  const { socket: panel } = await openControl(t, app);
  const { governor } = await next(panel, 'status', (status) => status.governor.phones === 1);
  assert.equal(governor.waiting, 1, 'the new one');
});

test('500 phones at once all get in, in order, without an error', async (t) => {
  const app = await startServer(t);
  const sockets = Array.from({ length: 500 }, () => openSocket(t, `${app.url}/players`));
  await Promise.all(sockets.map((socket) => next(socket, 'welcome')));
  const { socket: panel } = await openControl(t, app);
  const { governor, presence } = await next(panel, 'status');
  assert.deepEqual([governor.waiting, presence.connected], [0, 500]);
});

test('a phone that sends hears its rate again and again', async (t) => {
  const app = await startServer(t);
  const { socket } = await joinAsPhone(t, app.url);
  // The first may come along with the welcome, before this test listens, and a phone that does not send hears no other.
  const sending = setInterval(() => socket.emit('input', { taps: 1, x: 0.5 }), 200);
  t.after(() => clearInterval(sending));
  const told = [];
  while (told.length < 3) told.push(await next(socket, 'throttle'));
  for (const { ttlMs } of told) assert.equal(ttlMs, 5000);
});

test('the operator sees what the governor sees, and the dial is kept over a restart', async (t) => {
  const { app, socket, ask } = await startControl(t);
  await ask('throttle', { mode: 'MAX', sendHz: 20 });
  const { throttle, governor, atMs } = await next(
    socket,
    'status',
    (status) => status.throttle.mode === 'MAX',
  );
  assert.deepEqual(throttle.asked, { sendHz: 20, tickHz: 30 });
  assert.ok(throttle.endsAtMs > atMs);
  assert.equal(governor.on, true);
  for (const name of [
    'pressure',
    'budget',
    'granted',
    'costMs',
    'offeredPerS',
    'handledPerS',
    'utilisation',
  ]) {
    assert.equal(typeof governor[name], 'number', name);
  }
  await app.close();
  const { control: panel } = await startControl(t, { DATA_DIR: app.dataDir });
  const status = await next(panel.socket, 'status');
  assert.deepEqual([status.throttle.mode, status.throttle.endsAtMs], ['MAX', throttle.endsAtMs]);
});

test('with GOVERNOR=off rates hold until they are changed, and the signals are still there', async (t) => {
  const app = await startServer(t, { GOVERNOR: 'off' });
  const { socket, welcome } = await joinAsPhone(t, app.url);
  assert.equal(welcome.sendHz, 10);
  const { socket: panel, ask } = await openControl(t, app);
  const { governor } = await next(panel, 'status', (status) => status.governor.utilisation > 0);
  assert.equal(governor.on, false);
  const told = next(socket, 'throttle');
  await ask('throttle', { mode: 'PIN', sendHz: 3 });
  assert.deepEqual(await told, { sendHz: 3, ttlMs: 0 });
});

test('a game that asks for a lowest rate is heard, one that asks for nonsense is not', async () => {
  const { defineGame } = await import('../../lib/contract/define-game.js');
  const bare = { title: 'Test', setup: () => ({}), frame: () => null };
  assert.equal(defineGame({ ...bare, slowestHz: 4 }).slowestHz, 4);
  assert.equal(defineGame(bare).slowestHz, 0);
  for (const slowestHz of [-1, 11, NaN]) {
    assert.throws(() => defineGame({ ...bare, slowestHz }), /slowestHz must be 0 to 10/);
  }
});

test('after a very late tick half of the connections rest, and no others before that is over', (t) => {
  const guard = openGuard(t, { isOn: true });
  guard.tickLate(60);
  assert.deepEqual(guard.rests, [], 'late, but not so late');
  guard.tickLate(61);
  guard.tickLate(500);
  assert.deepEqual(guard.rests, [0.5]);
  guard.clock.ms += 99;
  guard.tickLate(61);
  assert.deepEqual(guard.rests, [0.5]);
  guard.clock.ms += 1;
  guard.tickLate(61);
  assert.deepEqual(guard.rests, [0.5, 0.5]);
});

test('without a governor nobody rests', (t) => {
  const guard = openGuard(t, { isOn: false });
  guard.tickLate(5000);
  guard.onStall();
  assert.deepEqual(guard.rests, []);
});

test('in a turn that goes on and on more and more of them rest', (t) => {
  const guard = openGuard(t, { isOn: true });
  guard.onStall();
  guard.onStall();
  assert.deepEqual(guard.rests, [0.5, 0.5]);
});

/** The fast guard of a server with one room. @param {import('node:test').TestContext} t @param {{ isOn: boolean }} options */
function openGuard(t, { isOn }) {
  const clock = { ms: 0 };
  const rests = /** @type {number[]} */ ([]);
  const meter = createMeter();
  let publish = (/** @type {string} */ _kind, /** @type {unknown} */ _value) => {};
  const room = { subscribe: (/** @type {typeof publish} */ listener) => void (publish = listener) };
  const overload = createOverload({
    isOn,
    bus: /** @type {any} */ ({ send() {} }),
    rooms: /** @type {any} */ ({ onOpen: (/** @type {any} */ listener) => listener(room), all: () => [] }),
    phones: {
      ...{ connected: 0, waiting: 0, kept: 0, isFull: false },
      count: () => 0,
      tellRates() {},
    },
    slices: { usedMs: 0, waitMs: () => 0, perS: () => 0, setShare() {} },
    connections: /** @type {any} */ ({
      rest: (/** @type {number} */ share) => void rests.push(share),
    }),
    meter,
    reading: () => meter.reading(0),
    panels: () => 0,
    about: { role: 'all', host: 'here', pid: 1, version: '0', sinceMs: 0 },
    log: createLog({ level: 'silent' }),
    now: () => clock.ms,
  });
  t.after(() => {
    overload.stop();
    meter.stop();
  });
  return {
    ...{ clock, rests },
    tickLate: (/** @type {number} */ lateMs) => publish('pulse', { lateMs }),
    onStall: overload.onStall,
  };
}
