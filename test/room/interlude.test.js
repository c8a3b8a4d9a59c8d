/** An interlude: a game visits another one, its scene waits as it stands, and the room comes back to it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, next, openControl, openScreen, startServer, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';
import { VISIT_GAMES } from '../support/visit-games.js';

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function startTalk(t, env = {}) {
  const GAMES_DIR = await gamesFolder(t, VISIT_GAMES);
  const DATA_DIR = await tempFolder(t);
  const server = await startServer(t, { GAMES_DIR, DATA_DIR, ...env });
  const control = await openControl(t, server);
  assert.equal((await control.ask('switch', 'talk')).ok, true);
  return { ...(await watch(t, server)), GAMES_DIR, DATA_DIR };
}

/** @param {test.TestContext} t @param {Awaited<ReturnType<typeof startServer>>} server */
async function watch(t, server) {
  const control = await openControl(t, server);
  const { socket: screen, scene } = await openScreen(t, server.url, { key: control.welcome.presenterKey });
  const status = () => next(control.socket, 'status');
  /** The view of the game that is on. @param {(view: any) => boolean} [fits] */
  const shown = async (fits = () => true) => {
    const { epoch } = scenes.at(-1);
    return (await next(screen, 'frame', (frame) => frame.epoch === epoch && fits(frame.view))).view;
  };
  const scenes = [scene];
  screen.on('scene', (another) => scenes.push(another));
  /** Does something that puts another game on. @param {() => Promise<any>} act */
  const change = async (act) => {
    const [another, ack] = await Promise.all([next(screen, 'scene'), act()]);
    assert.equal(ack.ok, true, ack.message);
    return another;
  };
  const { ask } = control;
  return { server, ask, screen, shown, change, status, scene: () => scenes.at(-1) };
}

/** @param {import('socket.io-client').Socket} socket @param {string} word @param {string} [id] */
const say = (socket, word, id = word) => socket.timeout(60_000).emitWithAck('submit', 'say', { word }, id);

test('the scene that is left waits as it stands, and goes on with what follows', async (t) => {
  const { server, ask, shown, change } = await startTalk(t);
  const ada = await joinAsPhone(t, server.url, { name: 'Ada' });
  const bob = await joinAsPhone(t, server.url, { name: 'Bob' });
  assert.equal((await say(ada.socket, 'one')).ok, true);
  const before = await shown(({ said }) => said.length === 1);

  const arena = await change(() => ask('run', 'play'));
  assert.equal(arena.game.id, 'arena');
  assert.deepEqual(arena.back, { gameId: 'talk', title: 'Talk' });
  assert.equal((await say(ada.socket, 'lost')).code, 'submit-unknown');
  const { ticks } = await shown(({ ticks: count }) => count > 3);
  bob.socket.disconnect();
  const cyd = await joinAsPhone(t, server.url, { name: 'Cyd' });

  const talk = await change(() => ask('back'));
  assert.deepEqual([talk.game.id, talk.back], ['talk', null]);
  assert.ok(talk.epoch > arena.epoch);
  const after = await shown();
  assert.equal(after.slide, 2, 'play and then next');
  assert.deepEqual(after.said, before.said);
  assert.equal(after.drawn, before.drawn);
  assert.deepEqual(Object.values(after.here).sort(), ['Ada', 'Cyd']);
  assert.ok(after.ms >= before.ms && ticks > 3);
  const { receipt } = await say(ada.socket, 'one');
  assert.deepEqual(receipt, { n: 1 }, 'sent again it is answered as before');
  assert.deepEqual((await say(cyd.socket, 'two')).receipt, { n: 2 });
  const { past } = await ask('results');
  assert.deepEqual(
    past.map((/** @type {any} */ one) => one.gameId),
    ['arena'],
    'the talk has not ended',
  );
});

test('stage time stands still while the scene waits', async (t) => {
  const { ask, screen, shown, change } = await startTalk(t);
  /** @type {any[]} */
  const seen = [];
  screen.on('frame', ({ view }) => 'said' in view && seen.push(view));
  await shown((view) => view.ms > 100);
  await change(() => ask('run', 'play'));
  await shown(({ ticks }) => ticks > 60);
  const before = seen.at(-1);
  await change(() => ask('back'));
  const after = await shown();
  const steps = after.ticks - before.ticks;
  assert.ok(steps < 60, `${steps} steps, as if it had played them meanwhile`);
  assert.ok(after.ms - before.ms <= 250 * steps, `${after.ms - before.ms} ms in ${steps} steps`);
});

test('what cannot be visited refuses the action, and nothing has changed', async (t) => {
  const { ask, shown, scene } = await startTalk(t);
  const codes = {
    unknown: 'game-unknown',
    wrong: 'setting-bad',
    itself: 'game-kept',
    broken: 'game-fault',
    noThen: 'action-fault',
    twice: 'action-fault',
  };
  for (const [action, code] of Object.entries(codes)) {
    const ack = await ask('run', action);
    assert.equal(ack.code, code, ack.message);
  }
  assert.equal((await shown()).slide, 0);
  assert.equal(scene().game.id, 'talk');
  assert.equal((await ask('back')).code, 'back-none');
});

test('settings of a visit count for that visit only, also those that the operator changes', async (t) => {
  const { ask, shown, change } = await startTalk(t);
  assert.equal((await change(() => ask('run', 'short'))).settings.points, 7);
  assert.equal((await shown()).points, 7);
  assert.equal((await ask('set', { points: 11 })).code, 'setting-bad');
  assert.deepEqual((await ask('set', { points: 8 })).settings, { points: 8 });
  assert.equal((await shown(({ points }) => points === 8)).points, 8);
  await change(() => ask('back'));
  assert.equal((await shown()).slide, 1, 'without `then` it goes on where it was');
  assert.equal((await change(() => ask('run', 'play'))).settings.points, 3);
  assert.deepEqual((await ask('set', { points: 4 })).settings, { points: 4 });
  await change(() => ask('switch', 'lobby'));
  assert.equal((await change(() => ask('switch', 'arena'))).settings.points, 4, 'these are its own');
});

test('an interlude in an interlude: each leads back to the one before', async (t) => {
  const { ask, change, shown } = await startTalk(t);
  await change(() => ask('run', 'short'));
  assert.equal((await ask('run', 'home')).code, 'game-kept');
  const cellar = await change(() => ask('run', 'deeper'));
  assert.deepEqual([cellar.game.id, cellar.back.gameId], ['cellar', 'arena']);
  const arena = await change(() => ask('back'));
  assert.deepEqual([arena.game.id, arena.back.gameId, arena.settings.points], ['arena', 'talk', 7]);
  assert.equal((await change(() => ask('back'))).game.id, 'talk');
  assert.equal((await shown()).slide, 1);
});

test('what follows may be a visit again', async (t) => {
  const { ask, screen, change, shown } = await startTalk(t);
  await change(() => ask('run', 'look'));
  const again = next(screen, 'scene', ({ game }) => game.id === 'arena');
  assert.equal((await ask('back')).ok, true);
  assert.equal((await again).back.gameId, 'talk');
  await change(() => ask('back'));
  assert.equal((await shown()).slide, 3);
});

test('a third game ends the interlude, and the scene waits until it is asked for', async (t) => {
  const { ask, change, status, shown } = await startTalk(t);
  await change(() => ask('run', 'play'));
  assert.equal((await change(() => ask('switch', 'cellar'))).back, null);
  assert.equal((await ask('back')).code, 'back-none');
  const { kept } = await status();
  assert.deepEqual(
    kept.map((/** @type {any} */ { gameId, title }) => [gameId, title]),
    [
      ['talk', 'Talk'],
      ['arena', 'Arena'],
    ],
  );
  assert.equal((await change(() => ask('back', 'talk'))).game.id, 'talk');
  assert.equal((await shown()).slide, 2);
  const { kept: left } = await status();
  assert.deepEqual(
    left.map((/** @type {any} */ { gameId }) => gameId),
    ['arena', 'cellar'],
  );
});

test('a game that is begun anew gives up what waited of it, and its results stay', async (t) => {
  const { server, ask, change, status, shown } = await startTalk(t);
  const { socket } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await say(socket, 'kept');
  await change(() => ask('run', 'play'));
  await change(() => ask('switch', 'talk', { anew: true }));
  assert.deepEqual((await shown()).said, []);
  const { kept } = await status();
  assert.deepEqual(
    kept.map((/** @type {any} */ { gameId }) => gameId),
    ['arena'],
  );
  // The results of what waited are made in a thread of their own, and the operator does not wait for them long.
  const { past } = await until(
    () => ask('results'),
    ({ past: found }) => found.length >= 2,
    { everyMs: 250 },
  );
  assert.deepEqual(past.map((/** @type {any} */ one) => one.gameId).sort(), ['arena', 'talk']);
});

test('a visited game that fails leaves the way back open', async (t) => {
  const { ask, screen, change, shown, status } = await startTalk(t);
  await change(() => ask('run', 'play'));
  let isOver = false;
  const lobby = next(screen, 'scene', ({ game }) => game.id === 'lobby').finally(() => (isOver = true));
  // The first fault may come before its action is on disk: then the arena goes on without it, and the second one ends it.
  while (!isOver) {
    await ask('run', 'fail');
    await status();
  }
  assert.equal((await lobby).back.gameId, 'talk');
  assert.equal((await change(() => ask('back'))).game.id, 'talk');
  assert.equal((await shown()).slide, 2);
});

test('a presenter comes back by the screen, and a screen without a key does not', async (t) => {
  const { server, ask, screen, change } = await startTalk(t);
  await change(() => ask('run', 'play'));
  const { socket } = await openScreen(t, server.url);
  assert.equal((await socket.timeout(60_000).emitWithAck('back')).code, 'role-wrong');
  assert.equal((await change(() => screen.timeout(60_000).emitWithAck('back'))).game.id, 'talk');
});

test('it all survives a restart: in the interlude, behind a third game, and after it', async (t) => {
  const { server, ask, change, GAMES_DIR, DATA_DIR } = await startTalk(t);
  const { socket, welcome } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await say(socket, 'one');
  await change(() => ask('run', 'short'));
  await ask('set', { points: 9 });
  await server.close();

  const again = await watch(t, await startServer(t, { GAMES_DIR, DATA_DIR }));
  const { game, back, settings } = again.scene();
  assert.deepEqual([game.id, back.gameId, settings.points], ['arena', 'talk', 9]);
  assert.equal((await again.change(() => again.ask('switch', 'cellar'))).back, null);
  await again.server.close();

  const third = await watch(t, await startServer(t, { GAMES_DIR, DATA_DIR }));
  assert.deepEqual([third.scene().game.id, third.scene().back], ['cellar', null]);
  await third.change(() => third.ask('back', 'talk'));
  await third.server.close();

  const fourth = await watch(t, await startServer(t, { GAMES_DIR, DATA_DIR }));
  const { said, slide } = await fourth.shown();
  assert.deepEqual([said, slide], [[['Ada', 'one', 'one']], 1]);
  const { socket: ada } = await joinAsPhone(t, fourth.server.url, { token: welcome.player.token });
  assert.deepEqual((await say(ada, 'one')).receipt, { n: 1 }, 'the receipts came along');
});

test('a disk that refuses keeps neither half: the talk is on it until both can be', async (t) => {
  const { server, ask, screen, change, GAMES_DIR, DATA_DIR } = await startTalk(t);
  const { socket } = await joinAsPhone(t, server.url, { name: 'Ada' });
  await say(socket, 'one');
  server.fillDisk(true);
  const arena = next(screen, 'scene');
  assert.equal((await ask('run', 'play')).code, 'not-saved');
  assert.equal((await arena).game.id, 'arena', 'the show goes on in memory');
  server.fillDisk(false);
  await next(screen, 'frame', ({ view }) => view.ticks > 1);
  assert.equal((await ask('set', { points: 5 })).ok, true);
  await change(() => ask('switch', 'cellar'));
  await server.close();
  const again = await watch(t, await startServer(t, { GAMES_DIR, DATA_DIR }));
  await again.change(() => again.ask('back', 'talk'));
  assert.deepEqual((await again.shown()).said, [['Ada', 'one', 'one']]);
});
