/** A server that is killed comes back as it was; one that is told to stop says so to its phones. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { end, spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';

test('kill -9 and a restart bring back players, names, teams, game, settings and score', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const before = await spawnServer(t, { DATA_DIR });
  const { ask } = await openControl(t, before);
  const { room } = await ask('open-room', 'Balcony');
  await ask('switch', 'pong');
  // Small paddles and a steep ball: points come quickly.
  await ask('set', { paddleHeight: 4, ballSpeed: 160, ballRise: 120, pointsToWin: 0 });
  const people = [];
  for (const name of ['Ada', 'Bob', 'Cyd'])
    people.push((await joinAsPhone(t, before.url, { name })).welcome.player);
  const { socket: screen } = await openScreen(t, before.url);
  await next(screen, 'frame', ({ view }) => view.score.left + view.score.right > 0, 60_000);
  assert.deepEqual(await ask('pause', true), { ok: true });
  await next(screen, 'frame');
  const { view } = await next(screen, 'frame');
  await end(before.child, 'SIGKILL');

  const after = await spawnServer(t, { DATA_DIR });
  const { socket: again, scene } = await openScreen(t, after.url);
  assert.equal(scene.game.id, 'pong');
  assert.equal(scene.settings.ballSpeed, 160);
  const frame = await next(again, 'frame');
  assert.deepEqual([frame.view.score, scene.paused, frame.view.ball], [view.score, true, view.ball]);
  for (const { token, ...player } of people) {
    const { welcome } = await joinAsPhone(t, after.url, { token });
    const { token: _renewed, ...same } = welcome.player;
    assert.deepEqual(same, player);
  }
  assert.equal((await joinAsPhone(t, after.url, { room: room.id })).welcome.room.title, 'Balcony');
});

test('SIGTERM: phones are told to come back, all is stored, the exit code is 0', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const server = await spawnServer(t, { DATA_DIR });
  const { socket } = await joinAsPhone(t, server.url);
  const told = next(socket, 'draining');
  const code = await end(server.child, 'SIGTERM');
  assert.ok((await told).inMs > 0);
  assert.equal(code, 0, server.output.text);
});

test('a port in use stops the start with the port and the remedy, and leaves the data folder free', async (t) => {
  const first = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  const DATA_DIR = await tempFolder(t);
  await assert.rejects(
    spawnServer(t, { DATA_DIR, PORT: String(first.port) }),
    new RegExp(`ended with 1: \\s*Port ${first.port} is in use: .* --port ${first.port + 1}`),
  );
  await spawnServer(t, { DATA_DIR });
});

test('a data folder in use, or that cannot be one, is named', async (t) => {
  const DATA_DIR = await tempFolder(t);
  await spawnServer(t, { DATA_DIR });
  await assert.rejects(spawnServer(t, { DATA_DIR }), /ended with 1: .*another Mass Mobile/is);
  await assert.rejects(
    spawnServer(t, { DATA_DIR: `${process.execPath}/data` }),
    /ended with 1: .*bin\/node/s,
  );
});

test('a wrong setting stops the start with its name', async (t) => {
  await assert.rejects(
    spawnServer(t, { DATA_DIR: await tempFolder(t), MAX_PLAYERS: 'many' }),
    /ended with 1: .*MAX_PLAYERS/s,
  );
});
