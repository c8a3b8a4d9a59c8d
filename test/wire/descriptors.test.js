/** A process may open so many files, and connections are files: those who only hold one keep nobody out. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import { spawnServer } from '../support/process.js';
import {
  joinAsPhone,
  lastOrNext,
  next,
  openControl,
  openSocket,
  startServer,
  tempFolder,
} from '../support/server.js';
import { until } from '../support/until.js';

/** A quarter of these files is for the server itself, and a quarter of the rest for connections without a role. */
const FILES = 400;
const ROLES = 225;

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [env] */
async function startSmall(t, env = {}) {
  const limited = ['sh', '-c', `ulimit -n ${FILES} && exec "$@"`, 'sh'];
  return spawnServer(t, { DATA_DIR: await tempFolder(t), ...env }, undefined, limited);
}

/** Opens a WebSocket that says no more than this. @param {import('node:test').TestContext} t @param {string} url @param {string[]} packets */
function openRaw(t, url, packets = []) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  ws.on('error', () => {});
  ws.once('open', () => packets.forEach((packet) => ws.send(packet)));
  t.after(() => ws.terminate());
  return ws;
}

test('who has no role is ended, however it came to have none', { timeout: 300_000 }, async (t) => {
  const { url } = await startServer(t);
  const left = openRaw(t, url, ['40/players,{}', '41/players,']);
  const [code] = await once(left, 'close');
  assert.equal(code, 1005, 'at once, and politely');
  const refused = openRaw(t, url, ['40']);
  const said = [];
  for await (const [data] of on(refused)) said.push(String(data));
  assert.ok(said.includes('44{"message":"Invalid namespace"}'), said.join());
});

/** @param {WebSocket} ws */
async function* on(ws) {
  /** @type {unknown[][]} */
  const came = [];
  let isOver = false;
  ws.on('message', (data) => void came.push([data]));
  ws.on('close', () => (isOver = true));
  while (!isOver) {
    yield* came.splice(0);
    await until(() => isOver || came.length > 0);
  }
}

test(
  'connections that are nobody keep no page, phone or operator out, nor a game',
  { timeout: 300_000 },
  async (t) => {
    const app = await startSmall(t);
    const inside = await joinAsPhone(t, app.url);
    let ended = 0;
    for (let count = 0; count < 600; count += 1) {
      const ws = openRaw(t, app.url, [[], ['40'], ['40/nothing,']][count % 3]);
      ws.once('close', () => (ended += 1));
      if (count % 30 === 29) await once(ws, 'open');
    }
    // At most 300 are open at any moment, and the ends of some may still be on their way.
    await until(() => ended >= 300);
    assert.equal((await fetch(`${app.url}/healthz`)).status, 200);
    await joinAsPhone(t, app.url);
    const { socket, ask } = await openControl(t, app);
    assert.equal((await ask('switch', 'pong')).ok, true);
    await lastOrNext(socket, 'scene', ({ game }) => game.id === 'pong');
    assert.equal(inside.socket.connected, true);
    await until(() => app.output.text.includes('Connections are short'));
    assert.doesNotMatch(app.output.text, /uncaught|EMFILE/);
  },
);

test(
  'more phones than there are files for wait outside, and the operator comes in',
  { timeout: 300_000 },
  async (t) => {
    const app = await startSmall(t, { MAX_PLAYERS: '200' });
    assert.match(app.output.text, /may open 400 files, which is room for 225 phones and screens/);
    let seated = 0;
    const fates = Array.from({ length: ROLES + 20 }, () => {
      const socket = openSocket(t, `${app.url}/players`);
      return Promise.race([
        next(socket, 'welcome').then(() => (seated += 1)),
        next(socket, 'queued').then(() => 'in line'),
      ]).catch((/** @type {any} */ refusal) => refusal.data?.code ?? refusal);
    });
    const outcomes = await Promise.all(fates);
    assert.equal(seated, 200);
    assert.equal(outcomes.filter((fate) => fate === 'in line').length, ROLES - 200);
    assert.equal(outcomes.filter((fate) => fate === 'server-full').length, 20);
    const { socket } = await openControl(t, app);
    const { governor } = await next(socket, 'status');
    assert.equal(governor.waiting, ROLES - 200);
  },
);
