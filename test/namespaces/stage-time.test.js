/** Stage time, cleared levels and backdrops on the wire, through a real server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf, createCodec } from '../../public/shared/codec.js';
import { createStageTime } from '../../public/shared/link.js';
import { gamesFolder } from '../support/games.js';
import {
  joinAsPhone,
  next,
  openControl,
  openScreen,
  openSocket,
  startServer,
  tempFolder,
} from '../support/server.js';

const FIELDS = { vote: { type: /** @type {const} */ ('string'), enum: ['A', 'B'] } };
const GAMES = {
  votes: {
    'game.js': `
import { defineGame, tally } from 'mass-mobile';
export default defineGame({
  title: 'Votes',
  input: ${JSON.stringify(FIELDS)},
  hold: true,
  aggregate: tally('vote'),
  setup: () => ({ sum: { A: 0, B: 0 }, n: 0, size: 0 }),
  tick(state, sum) { state.sum = sum; },
  frame: ({ sum, n }) => ({ ...sum, n }),
  backdrop: ({ n, size }) => ({ n, text: 'x'.repeat(size) }),
  notice: ({ sum }) => sum,
  actions: {
    again: { title: 'Again', run(state, _args, ctx) { ctx.clearLevels(); } },
    more: { title: 'More', args: { size: { type: 'integer', default: 0 } }, run(state, { size }) { state.n += 1; state.size = size; } },
    never: { title: 'Never', run(state, _args, ctx) { ctx.clearLevels(); throw new Error('no'); } },
  },
});`,
  },
  beats: {
    'game.js': `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Beats',
  input: { n: { type: 'integer' } },
  aggregate: {
    empty: () => ({ hits: [] }),
    add: (sum, { n }, who, atMs) => ({ hits: [...sum.hits, [n, atMs]] }),
    merge: (a, b) => ({ hits: [...a.hits, ...b.hits] }),
  },
  setup: () => ({ hits: [] }),
  tick(state, { hits }) { state.hits.push(...hits); },
  frame: ({ hits }) => ({ hits }),
});`,
  },
};

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [env] */
async function open(t, env = {}) {
  const GAMES_DIR = env['GAMES_DIR'] ?? (await gamesFolder(t, GAMES));
  const app = await startServer(t, { GAMES_DIR, ...env });
  const { ask, socket } = await openControl(t, app);
  return { app, ask, control: socket, GAMES_DIR };
}

/** A phone behind a slow network: what it hears and what it asks is late. @param {import('socket.io-client').Socket} socket @param {any} stage @param {number} delayMs */
async function keepTime(socket, stage, delayMs) {
  const later = () => new Promise((resolve) => setTimeout(resolve, delayMs));
  const time = createStageTime();
  await later();
  time.begin(stage);
  socket.on('stage', (next) => setTimeout(() => time.hear(next), delayMs));
  const measure = async () => {
    const askedAtMs = performance.now();
    await later();
    const { nowMs } = await socket.timeout(60_000).emitWithAck('ping');
    await later();
    time.measure(nowMs, askedAtMs, performance.now());
  };
  return { time, measure };
}

test('phones and screens with delays agree with the stage within 50 ms, also after a switch', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const { socket: screen } = await openScreen(t, app.url);
  /** @type {Awaited<ReturnType<typeof keepTime>>[]} */
  const pages = [];
  for (const delayMs of [0, 20, 45]) {
    const { socket, welcome } = await joinAsPhone(t, app.url);
    pages.push(await keepTime(socket, welcome.stage, delayMs));
  }
  const check = async () => {
    const { nowMs } = await next(screen, 'frame');
    for (const { time } of pages) {
      const error = time.nowMs() - nowMs;
      assert.ok(Math.abs(error) < 50, `${error} ms`);
    }
  };
  await Promise.all(pages.map(({ measure }) => measure()));
  await check();
  const scene = next(screen, 'scene');
  await ask('switch', 'beats');
  const { epoch } = await scene;
  await next(screen, 'frame', (frame) => frame.epoch === epoch && frame.nowMs > 100);
  await check();
});

test('screens are told stage time and may ask for the clock', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const socket = openSocket(t, `${app.url}/playfield`);
  const stage = await next(socket, 'stage');
  const time = createStageTime();
  time.hear(stage);
  // While nobody was there the stage stood still most of the time, and a screen is told when it goes on.
  socket.on('stage', time.hear);
  const askedAtMs = performance.now();
  const { nowMs } = await socket.timeout(60_000).emitWithAck('ping');
  time.measure(nowMs, askedAtMs, performance.now());
  const frame = await next(socket, 'frame');
  assert.ok(Math.abs(time.nowMs() - frame.nowMs) < 50);
});

test('an event brings the stage time at which it was sent', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'beats');
  const { socket: screen } = await openScreen(t, app.url);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { time, measure } = await keepTime(socket, welcome.stage, 0);
  await measure();
  /** @type {number[]} */
  const sent = [];
  for (let n = 0; n < 4; n++) {
    sent.push(time.nowMs());
    socket.emit('input', { n });
    await next(screen, 'frame', ({ view }) => view.hits.length === n + 1);
  }
  const { view } = await next(screen, 'frame', ({ view: { hits } }) => hits.length === 4);
  view.hits.forEach((/** @type {[number, number]} */ [n, atMs]) => {
    assert.ok(Number.isInteger(atMs));
    assert.ok(Math.abs(atMs - Number(sent[n])) < 50, `${atMs - Number(sent[n])} ms`);
  });
});

test('cleared levels count no more, phones are told, and what was on its way is dropped', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const { socket: screen } = await openScreen(t, app.url);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { epoch } = welcome.scene;
  const codec = createCodec(FIELDS);
  const send = (/** @type {string} */ vote, /** @type {number} */ clears) =>
    /** @type {any} */ (socket.io.engine).send(codec.pack({ vote }, epoch, clears));
  send('A', 0);
  await next(screen, 'frame', ({ view }) => view.A === 1);
  const told = next(socket, 'stage', ({ clears }) => clears === 1);
  const screenTold = next(screen, 'stage', ({ clears }) => clears === 1);
  await ask('run', 'again');
  assert.equal((await told).epoch, epoch);
  await screenTold;
  await next(screen, 'frame', ({ view }) => view.A === 0);
  send('A', 0);
  send('B', 1);
  const { view } = await next(screen, 'frame', ({ view: { B } }) => B === 1);
  assert.equal(view.A, 0, 'it was encoded before');
  assert.equal((await joinAsPhone(t, app.url)).welcome.stage.clears, 1, 'a late joiner knows');
  assert.equal((await ask('run', 'never')).code, 'action-fault');
  assert.equal((await joinAsPhone(t, app.url)).welcome.stage.clears, 1, 'what failed cleared nothing');
  assert.equal((await next(screen, 'frame')).view.B, 1);
  assert.notEqual(markOf(epoch, 1), markOf(epoch + 1));
});

test('clears are counted on after a restart, so that a phone that was away learns of them', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const { app, ask, GAMES_DIR } = await open(t, { DATA_DIR });
  await ask('switch', 'votes');
  await ask('run', 'again');
  await ask('run', 'again');
  await app.close();
  const again = await open(t, { DATA_DIR, GAMES_DIR });
  const { socket, welcome } = await joinAsPhone(t, again.app.url);
  assert.equal(welcome.stage.clears, 2);
  const { socket: screen } = await openScreen(t, again.app.url);
  const bytes = createCodec(FIELDS).pack({ vote: 'A' }, welcome.scene.epoch, 2);
  /** @type {any} */ (socket.io.engine).send(bytes);
  await next(screen, 'frame', ({ view }) => view.A === 1);
});

/** Opens a screen and keeps everything that it is sent. @param {import('node:test').TestContext} t @param {string} url */
function watch(t, url) {
  const socket = openSocket(t, `${url}/playfield`);
  /** @type {[string, any][]} */
  const seen = [];
  socket.onAny((event, payload) => seen.push([event, payload]));
  return { socket, seen };
}

test('a backdrop comes to a late screen, after a switch and after a restart; a frame alone does not bring it', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const { app, ask, GAMES_DIR } = await open(t, { DATA_DIR });
  await ask('switch', 'votes');
  await ask('run', 'more');
  const first = watch(t, app.url);
  assert.equal((await next(first.socket, 'backdrop')).backdrop.n, 1);
  // The backdrop may come before the answer, so somebody has to listen already.
  const told = next(first.socket, 'backdrop', ({ backdrop }) => backdrop.n === 2);
  await ask('run', 'more');
  const changed = await told;
  const late = watch(t, app.url);
  assert.deepEqual(await next(late.socket, 'backdrop'), changed, 'the same for all');
  first.socket.disconnect();
  late.socket.disconnect();
  await ask('run', 'more');
  const alone = watch(t, app.url);
  assert.equal(
    (await next(alone.socket, 'backdrop')).backdrop.n,
    3,
    'of now, though nobody watched it change',
  );
  await ask('switch', 'beats');
  const begun = next(alone.socket, 'backdrop', ({ backdrop }) => backdrop.n === 0);
  await ask('switch', 'votes', { anew: true });
  const fresh = await begun;
  await app.close();
  const again = await open(t, { DATA_DIR, GAMES_DIR });
  const back = watch(t, again.app.url);
  const restored = await next(back.socket, 'backdrop');
  assert.deepEqual([restored.epoch, restored.backdrop.n], [fresh.epoch, 0]);
});

test('a backdrop changes at most four times a second, and of one that is too large the last stays', async (t) => {
  const { app, ask, control } = await open(t);
  await ask('switch', 'votes');
  const { socket, seen } = watch(t, app.url);
  await next(socket, 'backdrop');
  const fromMs = performance.now();
  const last = next(socket, 'backdrop', ({ backdrop }) => backdrop.n === 20);
  for (let n = 1; n <= 20; n++) await ask('run', 'more');
  await last;
  const count = seen.filter(([event]) => event === 'backdrop').length - 1;
  assert.ok(count <= (performance.now() - fromMs) / 250 + 2, `${count} for 20 changes`);
  const large = next(socket, 'backdrop', ({ backdrop }) => backdrop.n === 21);
  await ask('run', 'more', { size: 250_000 });
  assert.equal((await large).backdrop.text.length, 250_000);
  const told = next(control, 'log', (lines) =>
    lines.some((/** @type {any} */ { text }) => /backdrop of Votes has/.test(text)),
  );
  await ask('run', 'more', { size: 300_000 });
  await told;
  await next(socket, 'frame', ({ view }) => view.n === 22);
  const late = watch(t, app.url);
  assert.equal((await next(late.socket, 'backdrop')).backdrop.n, 21);
});

test('a screen that does not read for a while is not cut off by backdrops, and ends with the newest', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const { socket } = watch(t, app.url);
  const { socket: quick } = watch(t, app.url);
  await next(socket, 'backdrop');
  const raw = /** @type {any} */ (socket.io.engine.transport).ws;
  raw._socket.pause();
  for (let n = 1; n <= 14; n++) {
    const seen = next(quick, 'backdrop', ({ backdrop }) => backdrop.n === n);
    await ask('run', 'more', { size: 200_000 + n });
    await seen;
  }
  raw._socket.resume();
  const last = await next(socket, 'backdrop', ({ backdrop }) => backdrop.n === 14);
  assert.equal(last.backdrop.text.length, 200_014);
  assert.ok(socket.connected);
});
