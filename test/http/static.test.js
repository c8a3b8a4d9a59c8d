import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/server.js';

test('pages and files are served with a strict policy, answers of games are not', async (t) => {
  const { url } = await startServer(t);
  for (const path of ['/', '/r/ABC234', '/playfield', '/control']) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self' 'sha256-/);
    assert.ok(!/unsafe|upgrade-insecure/.test(policy));
  }
  for (const path of [
    '/public/shared/wire.js',
    '/games/pong/phone.js',
    '/vendor/socket.io-client.js',
    '/vendor/preact.js',
    '/vendor/uplot.css',
  ]) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-type') ?? '', /javascript|css/);
  }
  const hidden = [
    '/games/pong/game.js',
    '/games/pong/README.md',
    '/games/pong/GAME.JS',
    '/games/pong/./game.js',
    '/games/pong/strings/../game.js',
    '/games/pong/assets/..%2fgame.js',
    '/games/pong/%67ame.js',
    '/games/nope/phone.js',
    '/lib/app.js',
    '/server.js',
    '/package.json',
    '/public/../server.js',
    '/public/..%2fserver.js',
    '/data/mass-mobile.db',
    '/nope',
  ];
  for (const path of hidden) assert.equal((await fetch(url + path)).status, 404, path);
});

test('health and readiness', async (t) => {
  const { url } = await startServer(t);
  assert.equal(await (await fetch(`${url}/healthz`)).text(), 'ok');
  assert.equal(await (await fetch(`${url}/readyz`)).text(), 'ready');
});

test('what is not there says where to go; a bad request is no fault', async (t) => {
  const { url } = await startServer(t);
  const missing = await fetch(`${url}/quiz`);
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /Phones join at \//);
  assert.equal((await fetch(`${url}/public/%ff`)).status < 500, true);
});
