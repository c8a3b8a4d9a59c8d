/** The rules of the load test game: steps of load, limits, and how it is stopped. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import { createExtra, createPace } from '../../public/shared/extra.js';
import {
  joinAsPhone,
  next,
  nextLine,
  openControl,
  openSocket,
  startServer,
} from '../../test/support/server.js';
import game from './game.js';
import { toCsv } from './playfield/record.js';
import { countSteps, stepOf } from './steps.js';

/** @import { StageReading } from 'mass-mobile' */
/** @import { TestContext } from 'node:test' */

const MESSAGE = { sockets: 1, sent: 1, errors: 0, throttled: 0, roundTripMs: 0, measures: 0 };
const CALM = { loopP95Ms: 1, inputsPerS: 100, droppedPerS: 0, sendHz: 20 };

// ── on the stage ──────────────────────────────────────────────────────────────────────────────────────

/** @param {Record<string, number>} [args] of the automatic steps */
function startSteps(args = {}) {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  let meter = /** @type {Partial<StageReading>} */ (CALM);
  let roundTripMs = 5;
  /** Lets time go by as a server does. @param {number} seconds */
  const pass = (seconds) => {
    for (let tick = 0; tick < seconds * 4; tick++) {
      stage.setMeter(meter);
      stage.tick(250, { ...MESSAGE, count: 3, sockets: 3, roundTripMs: 3 * roundTripMs, measures: 3 });
    }
    return stage.frame().view;
  };
  stage.run('steps', { firstSockets: 2, stepSockets: 3, mostSockets: 9, firstHz: 4, seconds: 10, ...args });
  return {
    stage,
    pass,
    /** @param {Partial<StageReading> & { roundTripMs?: number }} now */
    measure({ roundTripMs: trip = roundTripMs, ...more }) {
      roundTripMs = trip;
      meter = { ...meter, ...more };
    },
  };
}

test('automatic steps go up by themselves, to the most and no further', () => {
  const { pass } = startSteps({ stepHz: 3, mostHz: 8, bytes: 700 });
  const seen = [];
  for (let step = 0; step < 4; step++) {
    const { order } = pass(9);
    seen.push(order && [order.sockets, order.sendHz, order.step, order.steps, order.bytes]);
    pass(1);
  }
  assert.deepEqual(seen, [
    [2, 4, 1, 4, 700],
    [5, 7, 2, 4, 700],
    [8, 8, 3, 4, 700],
    [9, 8, 4, 4, 700],
  ]);
  const { order, ended } = pass(1);
  assert.equal(order, null);
  assert.deepEqual(ended, {
    ...{ why: 'done', value: 0, limit: 0, sockets: 9, sendHz: 8, throttledFrom: 0 },
  });
});

test('automatic steps stop at the limit that the operator set, and say which', () => {
  for (const [now, why, value, limit] of /** @type {const} */ ([
    [{ roundTripMs: 240 }, 'trip', 240, 200],
    [{ loopP95Ms: 101 }, 'loop', 101, 100],
    [{ droppedPerS: 25, inputsPerS: 75 }, 'dropped', 25, 5],
  ])) {
    const { pass, measure } = startSteps();
    pass(12);
    measure(now);
    assert.equal(pass(1).order?.sockets, 5, 'one bad second is none');
    const { order, ended } = pass(2);
    assert.equal(order, null);
    assert.deepEqual(ended, { why, value, limit, sockets: 5, sendHz: 4, throttledFrom: 0 });
  }
  const { pass, measure } = startSteps({ maxTripMs: 0 });
  measure({ roundTripMs: 5000 });
  assert.equal(pass(12).order?.step, 2, '0 is no limit');
});

test('a step in which the server granted less is named at the end', () => {
  const { pass, measure } = startSteps();
  pass(12);
  measure({ sendHz: 3 });
  assert.equal(pass(30).ended?.throttledFrom, 2);
});

test('the operator pauses and stops at any time', () => {
  const { stage, pass } = startSteps();
  pass(4);
  stage.run('pause');
  const { order } = pass(60);
  assert.deepEqual([order?.isPaused, order?.step, order?.leftS], [true, 1, 6]);
  assert.deepEqual(
    { ...JSON.parse(stage.notice()).order, leftS: 0 },
    { sockets: 2, sendHz: 0, bytes: 0, leftS: 0 },
    'phones keep their connections and send nothing',
  );
  stage.run('pause');
  assert.equal(pass(5).order?.step, 1);
  assert.equal(pass(2).order?.step, 2);
  stage.run('stop');
  assert.deepEqual([pass(1).order, pass(1).ended], [null, null]);
  assert.throws(() => stage.run('pause'), /nothing to pause/);
  assert.throws(() => stage.run('steps', { firstSockets: 5, mostSockets: 4 }), /above the last one/);
  stage.run('steps');
  stage.run('pause');
  assert.equal(pass(601).ended?.why, 'paused');
});

test('a plain order ends by itself, and phones that measured nothing are not part of the mean', () => {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.run('go', { sockets: 3, sendHz: 5, seconds: 5 });
  assert.deepEqual(JSON.parse(stage.notice()).order, { sockets: 3, sendHz: 5, bytes: 0, leftS: 5 });
  stage.tick(250, { ...MESSAGE, count: 4, roundTripMs: 30, measures: 2 });
  const { view } = stage.frame();
  assert.deepEqual([view.report.phones, view.report.roundTripMs], [4, 15]);
  for (let tick = 0; tick < 20; tick++) stage.tick(250, { ...MESSAGE, count: 0 });
  assert.equal(stage.frame().view.order, null);
});

test('the number of steps is the number there is', () => {
  const plan = { bytes: 0, seconds: 5, maxTripMs: 0, maxLoopMs: 0, maxDropped: 0 };
  for (const [firstSockets, stepSockets, mostSockets, firstHz, stepHz, mostHz] of /** @type {const} */ ([
    [1, 1, 10, 4, 0, 20],
    [1, 4, 10, 4, 0.3, 5],
    [0, 0, 10, 0.5, 0.1, 1],
    [3, 5, 3, 4, 4, 4],
  ])) {
    const all = { ...plan, firstSockets, stepSockets, mostSockets, firstHz, stepHz, mostHz };
    let count = 1;
    while (stepOf(all, count + 1)) count += 1;
    assert.equal(countSteps(all), count);
  }
});

// ── extra connections ─────────────────────────────────────────────────────────────────────────────────

/** @param {TestContext} t @param {Record<string, string>} [env] */
async function startLoadTest(t, env = {}) {
  const app = await startServer(t, env);
  const control = await openControl(t, app);
  await control.ask('switch', 'loadtest');
  const { socket: phone, welcome } = await joinAsPhone(t, app.url);
  const auth = { token: welcome.player.token, extra: true };
  const open = () => openSocket(t, `${app.url}/players`, auth);
  const openConnected = async () => {
    const socket = open();
    await next(socket, 'connect');
    return socket;
  };
  return { app, ...control, phone, welcome, auth, open, openConnected };
}

test('a phone may open as many connections as the game says, and only while it runs', async (t) => {
  const { app, ask, open, openConnected, welcome } = await startLoadTest(t);
  await ask('switch', 'lobby');
  assert.equal((await next(open(), 'connect_error')).data.code, 'extra-refused');

  await ask('switch', 'loadtest');
  const sockets = await Promise.all(Array.from({ length: 30 }, openConnected));
  assert.equal((await next(open(), 'connect_error')).data.code, 'extra-refused');
  const stranger = openSocket(t, `${app.url}/players`, { extra: true });
  assert.equal((await next(stranger, 'connect_error')).data.code, 'extra-refused');

  const [first] = sockets;
  assert.ok(first);
  assert.deepEqual(await first.emitWithAck('input', MESSAGE), { ok: true });
  const padded = (/** @type {number} */ bytes) =>
    first.emitWithAck('input', { ...MESSAGE, padding: 'x'.repeat(bytes) });
  assert.deepEqual(await padded(1000), { ok: true });
  assert.match((await padded(1001)).message, /padding has 1001 characters/);
  assert.equal((await first.emitWithAck('input', { ...MESSAGE, sockets: 99 })).code, 'input-bad');
  assert.equal((await first.emitWithAck('rename', 'Eve')).code, 'event-unknown');
  assert.equal((await ask('players', {})).total, 1);

  const gone = Promise.all(sockets.map((socket) => next(socket, 'disconnect')));
  await ask('switch', 'lobby');
  await gone;
  assert.equal(welcome.scene.game.id, 'loadtest');
});

test('connections that come in one moment are not let in beyond the number', async (t) => {
  const { open } = await startLoadTest(t);
  const staysIn = () =>
    new Promise((resolve) => {
      const socket = open();
      for (const event of ['connect_error', 'disconnect']) socket.on(event, () => resolve(0));
      socket.on('connect', () => socket.emit('input', MESSAGE, () => resolve(1)));
    });
  const stay = await Promise.all(Array.from({ length: 60 }, staysIn));
  assert.equal(
    stay.reduce((sum, one) => sum + one, 0),
    30,
  );
});

test('what phones may send holds for their extra connections', async (t) => {
  const { ask, openConnected } = await startLoadTest(t);
  const extra = await openConnected();
  const burst = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => extra.emitWithAck('input', MESSAGE)));
    const counted = answers.filter(({ ok }) => ok).length;
    assert.ok(answers.every(({ ok, code }) => ok || code === 'rate-exceeded'));
    return counted;
  };
  await ask('throttle', { mode: 'PIN', sendHz: 2, tickHz: 30 });
  // The rate saves up 2 s at most.
  const pinned = await burst();
  assert.ok(pinned >= 4 && pinned <= 6, `${pinned} at 2/s`);
  await ask('throttle', { mode: 'PIN', sendHz: 20, tickHz: 30 });
  await ask('pause', true);
  assert.equal(await burst(), 0);
});

test('closing a connection and opening another one refills nothing', async (t) => {
  const { ask, openConnected } = await startLoadTest(t);
  await ask('throttle', { mode: 'PIN', sendHz: 0.5, tickHz: 30 });
  let counted = 0;
  for (let round = 0; round < 4; round++) {
    const extra = await openConnected();
    const answers = await Promise.all(Array.from({ length: 8 }, () => extra.emitWithAck('input', MESSAGE)));
    counted += answers.filter(({ ok }) => ok).length;
    const left = next(extra, 'disconnect');
    extra.disconnect();
    await left;
  }
  assert.ok(counted >= 2 && counted <= 6, `${counted} of 32`);
});

test('a flood on an extra connection is not read, and a player who is removed loses all of theirs', async (t) => {
  const { ask, socket, phone, welcome, openConnected } = await startLoadTest(t);
  await ask('throttle', { mode: 'PIN', sendHz: 0.5, tickHz: 30 });
  const [flooding, other] = [await openConnected(), await openConnected()];
  const muted = nextLine(socket, ({ text }) => /^Flood: .* muted/.test(text));
  const flood = setInterval(() => {
    for (let count = 0; count < 50; count++) flooding.emit('input', MESSAGE);
  }, 50);
  t.after(() => clearInterval(flood));
  await muted;
  clearInterval(flood);
  const ends = [phone, other].map((one) => next(one, 'disconnect'));
  await ask('kick', welcome.player.id);
  await Promise.all(ends);
});

test('an extra connection of a page keeps to the rate of the page', async (t) => {
  let hz = 0;
  const { app, auth, socket } = await startLoadTest(t);
  const end = new AbortController();
  t.after(() => end.abort());
  const extra = createExtra({
    auth: () => auth,
    signal: end.signal,
    hz: () => hz,
    namespace: `${app.url}/players`,
  });
  await next(socket, 'status', ({ meter }) => meter.connections === 3);
  assert.equal(await extra.send(MESSAGE), null, 'it may send nothing');
  hz = 2;
  assert.ok(Number(await extra.send(MESSAGE)) > 0);
  const later = await Promise.all([1, 2, 3, 4].map(() => extra.send(MESSAGE)));
  assert.ok(later.slice(1).every((ms) => ms === null));
});

test('the pace lets through what the rate says, however fast it is asked', () => {
  let hz = 5;
  const maySend = createPace(() => hz);
  const count = (/** @type {number} */ fromMs, /** @type {number} */ forMs) => {
    let sent = 0;
    for (let ms = fromMs; ms < fromMs + forMs; ms += 7) if (maySend(ms)) sent += 1;
    return sent;
  };
  assert.ok(Math.abs(count(0, 10_000) - 50) <= 1);
  hz = 0;
  assert.equal(count(10_000, 1000), 0);
  hz = 0.5;
  assert.ok(count(11_000, 10_000) <= 6);
  hz = 20;
  assert.ok(Math.abs(count(21_000, 10_000) - 200) <= 2, 'a slow rate before does not hold it back');
});

test('the record is a line of names and a line each, with what was asked for', () => {
  const view = /** @type {import('./playfield/record.js').Reading} */ ({
    order: { sockets: 8, sendHz: 4, bytes: 700, step: 3, isPaused: false },
    meter: { connections: 5, messagesIn: 90, messagesOut: 50, messagesInPerS: 40, cpu: 0.2, sendHz: 2.5 },
    report: { roundTripMs: 1.5, sent: 9, throttled: 6 },
    players: 2,
  });
  const idle = /** @type {import('./playfield/record.js').Reading} */ ({ ...view, order: null });
  const [head = '', ...lines] = toCsv([
    { atMs: 1000, view },
    { atMs: 1250, view: idle },
  ]).split('\n');
  assert.match(head, /^time_s,connections,messages_in,/);
  assert.match(lines[1] ?? '', /^0\.25,5,90,50,40,/);
  assert.match(head, /,throttled,granted_per_s,order_sockets,order_per_s,order_bytes,order_step$/);
  assert.match(lines[0] ?? '', /,6,2\.5,8,4,700,3$/);
  assert.match(lines[1] ?? '', /,6,2\.5,0,0,0,0$/);
  assert.equal(toCsv([]).split('\n').length, 2);
});
