/** Stage time, cleared levels and backdrops on the wire, through a real server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf, createCodec } from '../../public/shared/codec.js';
import { gamesFolder } from '../support/games.js';
import { openPageClock } from '../support/page-clock.js';
import { joinAsPhone, next, openScreen, openSocket, startControl } from '../support/server.js';
import { until } from '../support/until.js';

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
  backdrop: (_state, { nowMs }) => ({ nowMs }),
});`,
  },
};

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [env] */
async function open(t, env = {}) {
  const GAMES_DIR = env['GAMES_DIR'] ?? (await gamesFolder(t, GAMES));
  const { app, ask, socket } = await startControl(t, { GAMES_DIR, ...env });
  return { app, ask, control: socket, GAMES_DIR };
}

test('phones and screens with delays agree with the stage as well as they measured, also after a switch', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const { socket: screen } = await openScreen(t, app.url);
  const other = openSocket(t, `${app.url}/playfield`);
  const pages = [await openPageClock(other, await next(other, 'stage'))];
  for (const delayMs of [0, 20, 45]) {
    const { socket, welcome } = await joinAsPhone(t, app.url);
    pages.push(await openPageClock(socket, welcome.stage, delayMs));
  }
  for (const epoch of [2, 3]) {
    let [n, right] = [0, 0];
    // On a busy machine the stage stands still now and then, and pages are told so once a second.
    await until(async () => {
      const fromMs = pages.map(({ leastMs }) => leastMs());
      n += 1;
      const isRight = next(screen, 'frame', (frame) => frame.epoch === epoch && frame.view.n === n).then(
        ({ nowMs }) => pages.every(({ mostMs }, at) => Number(fromMs[at]) <= nowMs && nowMs <= mostMs()),
      );
      assert.equal((await ask('run', 'more')).ok, true);
      right = (await isRight) ? right + 1 : 0;
      return right === 5;
    });
    await ask('switch', 'votes', { anew: true });
  }
});

/** An input that has not come by then has been refused. */
const LOST_MS = 5000;

test('an event brings the stage time at which it was sent', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'beats');
  const { socket: screen } = await openScreen(t, app.url);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const { leastMs } = await openPageClock(socket, welcome.stage);
  let [n, right] = [0, 0];
  const isRightOften = async () => {
    const fromMs = leastMs();
    socket.emit('input', { n });
    const isThere = (/** @type {any} */ { view: { hits } }) => hits.at(-1)?.[0] === n;
    const seen = await next(screen, 'frame', isThere, LOST_MS).catch(() => null);
    if (!seen) return false;
    const { nowMs, view } = seen;
    const [, atMs] = view.hits.at(-1);
    assert.ok(Number.isInteger(atMs));
    n += 1;
    right = fromMs <= atMs && atMs <= nowMs + 1 ? right + 1 : 0;
    return right === 5;
  };
  // A busy server takes few inputs a second. One that it refuses is sent again.
  await until(isRightOften, Boolean, { everyMs: 500 });
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
  const { app, ask, GAMES_DIR } = await open(t);
  await ask('switch', 'votes');
  await ask('run', 'again');
  await ask('run', 'again');
  await app.close();
  const again = await open(t, { DATA_DIR: app.dataDir, GAMES_DIR });
  const { socket, welcome } = await joinAsPhone(t, again.app.url);
  assert.equal(welcome.stage.clears, 2);
  const { socket: screen } = await openScreen(t, again.app.url);
  const bytes = createCodec(FIELDS).pack({ vote: 'A' }, welcome.scene.epoch, 2);
  /** @type {any} */ (socket.io.engine).send(bytes);
  await next(screen, 'frame', ({ view }) => view.A === 1);
});

test('a backdrop comes to a late screen, after a switch and after a restart; a frame alone does not bring it', async (t) => {
  const { app, ask, GAMES_DIR } = await open(t);
  await ask('switch', 'votes');
  await ask('run', 'more');
  const first = openSocket(t, `${app.url}/playfield`);
  assert.equal((await next(first, 'backdrop')).backdrop.n, 1);
  // The backdrop may come before the answer, so somebody has to listen already.
  const told = next(first, 'backdrop', ({ backdrop }) => backdrop.n === 2);
  await ask('run', 'more');
  const changed = await told;
  const late = openSocket(t, `${app.url}/playfield`);
  assert.deepEqual(await next(late, 'backdrop'), changed, 'the same for all');
  first.disconnect();
  late.disconnect();
  await ask('run', 'more');
  const alone = openSocket(t, `${app.url}/playfield`);
  // Nobody watched it change. It has been one of four in a second if the server had not noticed yet that the others left.
  await next(alone, 'backdrop', ({ backdrop }) => backdrop.n === 3);
  await ask('switch', 'beats');
  const begun = next(alone, 'backdrop', ({ backdrop }) => backdrop.n === 0);
  await ask('switch', 'votes', { anew: true });
  const fresh = await begun;
  await app.close();
  const again = await open(t, { DATA_DIR: app.dataDir, GAMES_DIR });
  const back = openSocket(t, `${again.app.url}/playfield`);
  const restored = await next(back, 'backdrop');
  assert.deepEqual([restored.epoch, restored.backdrop.n], [fresh.epoch, 0]);
});

test('a backdrop changes at most four times a second, and of one that is too large the last stays', async (t) => {
  const { app, ask, control } = await open(t);
  await ask('switch', 'beats');
  const socket = openSocket(t, `${app.url}/playfield`);
  // They are stage times, and the first one comes to a screen at once.
  const times = /** @type {number[]} */ ([]);
  while (times.length < 5) times.push((await next(socket, 'backdrop')).backdrop.nowMs);
  times.slice(2).forEach((ms, at) => assert.ok(ms - Number(times[at + 1]) > 249, times.join()));
  await ask('switch', 'votes');
  const large = next(socket, 'backdrop', ({ backdrop }) => backdrop.n === 1);
  await ask('run', 'more', { size: 250_000 });
  assert.equal((await large).backdrop.text.length, 250_000);
  const told = next(control, 'log', (lines) =>
    lines.some((/** @type {any} */ { text }) =>
      /^Votes: in backdrop\(\) it returned 293 KB, and at most 256 KB can be sent: .+ Most of it is in text\./.test(
        text,
      ),
    ),
  );
  await ask('run', 'more', { size: 300_000 });
  await told;
  await next(socket, 'frame', ({ view }) => view.n === 2);
  const late = openSocket(t, `${app.url}/playfield`);
  assert.equal((await next(late, 'backdrop')).backdrop.n, 1);
});

test('a screen that does not read for a while is not cut off by backdrops, and ends with the newest', async (t) => {
  const { app, ask } = await open(t);
  await ask('switch', 'votes');
  const socket = openSocket(t, `${app.url}/playfield`);
  const quick = openSocket(t, `${app.url}/playfield`);
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
