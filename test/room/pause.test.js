/** The pause: the stage stands still, no phone is heard, all pages are told, and it goes on where it was. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStageTime } from '../../public/shared/link.js';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, openScreen, startControl, tempFolder } from '../support/server.js';

/** Counts its ticks, what it is told of the pause, and who says something; phones hold a level. */
const TICKER = `
import { defineGame, mean } from 'mass-mobile';
export default defineGame({
  title: 'Ticker',
  input: { y: { type: 'number', minimum: 0, maximum: 1 } },
  hold: true,
  expireMs: 1000,
  aggregate: mean('y'),
  setup: () => ({ ticks: 0, said: 0, count: 0, presses: 0 }),
  tick(state, sum) { state.ticks += 1; state.count = sum.count; },
  submit: { say: { fields: {}, accept(state) { state.said += 1; return {}; } } },
  actions: { press: { title: 'Press', run(state) { state.presses += 1; } } },
  frame: (state, ctx) => ({ ...state, ms: ctx.nowMs, paused: ctx.paused }),
});
`;

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function start(t, env = {}) {
  const GAMES_DIR = env['GAMES_DIR'] ?? (await gamesFolder(t, { ticker: { 'game.js': TICKER } }));
  const DATA_DIR = env['DATA_DIR'] ?? (await tempFolder(t));
  const { app: server, control } = await startControl(t, { GAMES_DIR, DATA_DIR });
  const opened = await openScreen(t, server.url, { key: control.welcome.presenterKey });
  /** @param {(view: any) => boolean} [fits] */
  const shown = async (fits = () => true) =>
    (await next(opened.socket, 'frame', ({ view }) => 'ticks' in view && fits(view))).view;
  return {
    server,
    ask: control.ask,
    status: () => next(control.socket, 'status'),
    ...opened,
    screen: opened.socket,
    shown,
    env: { GAMES_DIR, DATA_DIR },
  };
}

test('nothing ticks and nobody is heard while the room is paused, and then it goes on', async (t) => {
  const { server, ask, screen, shown } = await start(t);
  await ask('switch', 'ticker');
  const { socket } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await socket.timeout(60_000).emitWithAck('input', { y: 1 });
  await shown(({ count }) => count === 1);

  const told = next(socket, 'scene', ({ paused }) => paused);
  const stage = next(screen, 'stage', ({ stillMs }) => stillMs !== undefined);
  assert.equal((await ask('pause', true)).ok, true);
  await told;
  const first = await shown(({ paused }) => paused);
  const { stillMs } = await stage;
  assert.equal(stillMs, Math.round(first.ms), 'pages know at what the clock stands');
  assert.equal((await socket.timeout(60_000).emitWithAck('submit', 'say', {}, 's1')).code, 'paused');
  assert.equal((await socket.timeout(60_000).emitWithAck('input', { y: 0 })).code, 'rate-exceeded');
  assert.equal((await ask('run', 'press')).ok, true, 'the operator is heard');
  const later = await shown(({ presses }) => presses === 1);
  assert.deepEqual([later.ticks, later.ms, later.said], [first.ticks, first.ms, 0]);

  assert.equal((await ask('pause', false)).ok, true);
  const after = await shown(({ ticks }) => ticks > first.ticks);
  assert.ok(after.ms - first.ms <= 250 * (after.ticks - first.ticks), 'the pause is in no step');
  assert.equal(after.paused, false);
  assert.equal((await socket.timeout(60_000).emitWithAck('submit', 'say', {}, 's1')).ok, true);
});

test('levels that phones hold do not age in a pause', async (t) => {
  const { server, ask, shown } = await start(t);
  await ask('switch', 'ticker');
  const { socket } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await socket.timeout(60_000).emitWithAck('input', { y: 1 });
  await shown(({ count }) => count === 1);
  await ask('pause', true);
  // Frames come four times a second while it stands still: six of them are longer than a level lives.
  for (let seen = 0; seen < 6; seen++) await shown(({ paused }) => paused);
  await ask('pause', false);
  const { ticks } = await shown(({ paused }) => !paused);
  assert.equal((await shown((view) => view.ticks > ticks)).count, 1);
});

test('a switch in a pause prepares the next game, and the pause survives a restart', async (t) => {
  const { server, ask, status, env } = await start(t);
  await ask('pause', true);
  await ask('switch', 'ticker');
  assert.equal((await status()).throttle.sendHz, 0);
  await server.close();
  const again = await start(t, env);
  assert.deepEqual([again.scene.paused, again.scene.game.id], [true, 'ticker']);
  const { ticks } = await again.shown();
  await again.shown();
  assert.equal((await again.shown()).ticks, ticks);
  await again.ask('pause', false);
  await again.shown((view) => view.ticks > ticks);
});

test('a presenter pauses from the screen, and a screen without a key does not', async (t) => {
  const { server, screen, status } = await start(t);
  const { socket } = await openScreen(t, server.url);
  assert.equal((await socket.timeout(60_000).emitWithAck('pause', true)).code, 'role-wrong');
  assert.equal((await screen.timeout(60_000).emitWithAck('pause', 'yes')).code, 'event-bad');
  const told = next(socket, 'scene', ({ paused }) => paused);
  assert.equal((await screen.timeout(60_000).emitWithAck('pause', true)).ok, true);
  await told;
  assert.equal((await status()).throttle.sendHz, 0);
});

test('stage time on a page stands still when it is told so', () => {
  let nowMs = 1000;
  const time = createStageTime(() => nowMs);
  time.begin({ epoch: 1, zeroMs: 0, clears: 0, nowMs: 5000 });
  time.receive({ zeroMs: 0, stillMs: 4200 });
  nowMs += 10_000;
  assert.equal(time.nowMs(), 4200);
  time.receive({ zeroMs: 10_000 });
  assert.ok(time.nowMs() < 6000);
});
