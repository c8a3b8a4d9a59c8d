/** Screens have a number: those without a key are refused beyond it and make room, those with a key always get in. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { next, openScreen, openSocket, startControl } from '../support/server.js';

/** @param {import('node:test').TestContext} t @param {string} url */
async function refusalAt(t, url) {
  const { data } = await next(openSocket(t, `${url}/playfield`), 'connect_error');
  return data;
}

test('beyond the number a screen is refused, and told how it gets in; the operator can raise it', async (t) => {
  const { app, socket, ask } = await startControl(t, { MAX_SCREENS: '2' });
  for (let count = 0; count < 2; count++) await openScreen(t, app.url);
  const refusal = await refusalAt(t, app.url);
  assert.equal(refusal.code, 'screens-many');
  assert.match(refusal.message, /There are 2 screens already\. .* control panel/);
  assert.ok(refusal.retryAfterMs > 0);
  await next(socket, 'status', ({ screens, mostScreens }) => screens === 2 && mostScreens === 2);
  assert.deepEqual(await ask('screens', 3), { ok: true, mostScreens: 3 });
  await openScreen(t, app.url);
  assert.equal((await ask('screens', 0)).code, 'event-bad');
});

test('a screen with a key gets in, and the last one without a key makes room', async (t) => {
  const { app, welcome } = await startControl(t, { MAX_SCREENS: '2' });
  const [first, last] = [await openScreen(t, app.url), await openScreen(t, app.url)];
  const gone = next(last.socket, 'disconnect');
  const presenter = await openScreen(t, app.url, { key: welcome.presenterKey });
  await gone;
  assert.equal(first.socket.connected, true);
  assert.equal(presenter.socket.connected, true);
  const second = await openScreen(t, app.url, { key: welcome.presenterKey });
  const third = await openScreen(t, app.url, { key: welcome.presenterKey });
  await next(third.socket, 'frame');
  assert.equal(second.socket.connected, true, 'keys are never refused');
});

test('many that come at once are no more than there may be', async (t) => {
  const { app, socket } = await startControl(t, { MAX_SCREENS: '5' });
  const screens = Array.from({ length: 30 }, () => openSocket(t, `${app.url}/playfield`));
  await Promise.all(
    screens.map((screen) =>
      Promise.race([next(screen, 'connect_error'), next(screen, 'disconnect'), next(screen, 'frame')]).catch(
        () => {},
      ),
    ),
  );
  await next(socket, 'status', ({ screens: count }) => count === 5);
  assert.equal(screens.filter((screen) => screen.connected).length, 5);
});

test('a frame of bytes reaches every screen as bytes, over a WebSocket and by long polling', async (t) => {
  const game = `import { defineGame } from 'mass-mobile';
const bytes = new Uint8Array(300);
export default defineGame({
  title: 'Bytes',
  setup: () => ({ n: 0 }),
  tick: (state) => void (state.n = (state.n + 1) % 256),
  frame: ({ n }) => bytes.fill(n),
});
`;
  const GAMES_DIR = await gamesFolder(t, { bytes: { 'game.js': game } });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  const screens = [{}, { transports: ['polling'] }].map((options) =>
    openSocket(t, `${app.url}/playfield`, {}, options),
  );
  const views = screens.map((socket) =>
    next(socket, 'frame', ({ epoch, seq, nowMs, view }) => {
      if (!(view instanceof Uint8Array)) return false;
      assert.ok(epoch > 0 && seq > 0 && nowMs >= 0);
      return view[0] !== 0;
    }),
  );
  await ask('switch', 'bytes');
  for (const { view } of await Promise.all(views)) {
    assert.equal(view.length, 300);
    assert.equal(new Set(view).size, 1, 'the game writes all frames into one memory, and none may be torn');
  }
});
