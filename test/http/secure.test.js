/** A server with its own certificate serves wss to pages of its own address only, and its end does not hang. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import { joinAsPhone, next, openSocket, startServer } from '../support/server.js';

const TRUST = { rejectUnauthorized: false };

test('a phone plays over wss, and a page of another address does not', async (t) => {
  const { url } = await startServer(t, { TLS: 'self-signed' });
  assert.match(url, /^https:/);
  const socket = openSocket(t, `${url}/players`, {}, TRUST);
  const { player } = await next(socket, 'welcome');
  assert.ok(player.token);
  const tryFrom = (/** @type {string} */ origin) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      ...TRUST,
      origin,
    });
    t.after(() => ws.terminate());
    return Promise.race([
      once(ws, 'open').then(() => 'open'),
      once(ws, 'unexpected-response').then(([, response]) => response.statusCode),
    ]);
  };
  assert.equal(await tryFrom(url), 'open');
  assert.equal(await tryFrom('https://evil.example'), 400);
  assert.equal(await tryFrom(url.replace('https', 'http')), 400);
});

test('the end does not wait for clients that do not read', async (t) => {
  const app = await startServer(t);
  const { socket } = await joinAsPhone(t, app.url);
  const ws = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(ws, 'open');
  ws.pause();
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  await app.close();
  await gone;
  ws.terminate();
});
