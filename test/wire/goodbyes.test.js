/** Connections that end wait for their turn. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { queueArrivals } from '../../lib/wire/arrivals.js';
import { FastServer } from '../../lib/wire/fast-socket.js';
import { createGoodbyes } from '../../lib/wire/goodbyes.js';
import { createHold } from '../../lib/wire/hold.js';
import { listen } from '../support/process.js';
import { until } from '../support/until.js';

const UPGRADE = [
  'GET / HTTP/1.1',
  'Host: x',
  'Upgrade: websocket',
  'Connection: Upgrade',
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n');
const CLOSE = frame(0x88, Buffer.from([3, 232]));

/** @type {Record<string, { leave: (client: import('node:net').Socket) => void, code: number }>} */
const WAYS = {
  'a close frame': { leave: (client) => void client.write(CLOSE), code: 1000 },
  'the end of its stream': { leave: (client) => void client.end(), code: 1006 },
  'a reset': { leave: (client) => void client.resetAndDestroy(), code: 1006 },
};
for (const [way, { leave, code }] of Object.entries(WAYS))
  test(`nothing is done for who leaves by ${way} before it is their turn`, async (t) => {
    const { jobs, work, join, closed } = await open(t);
    const { client } = await join();
    leave(client);
    await until(() => jobs.length > 0);
    assert.deepEqual(closed, []);
    await until(() => (work(), closed.length > 0));
    assert.deepEqual(closed, [code]);
  });

test('what came before a goodbye counts, and what comes after it does not', async (t) => {
  const { jobs, work, join, heard, closed } = await open(t);
  const { client } = await join();
  client.write(frame(0x81, Buffer.from('one')));
  await until(() => heard.length === 1);
  client.write(CLOSE);
  await until(() => jobs.length === 1);
  client.write(frame(0x81, Buffer.from('late')));
  await until(() => (work(), closed.length > 0));
  assert.deepEqual(heard, ['one']);
  assert.deepEqual(closed, [1000]);
});

test('packets by which Engine.IO and Socket.IO leave wait too, and keep their order', async (t) => {
  const { jobs, work, join, heard } = await open(t);
  const { client } = await join();
  client.write(frame(0x81, Buffer.from('41/players,')));
  await until(() => jobs.length === 1);
  client.write(frame(0x81, Buffer.from('42["after"]')));
  client.write(frame(0x81, Buffer.from('1')));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(heard, []);
  await until(() => (work(), heard.length === 3));
  assert.deepEqual(heard, ['41/players,', '42["after"]', '1']);
});

test('a stream that is cut while its goodbye waits ends all the same', async (t) => {
  const { jobs, work, join, closed } = await open(t);
  const { client, webSocket } = await join();
  client.write(CLOSE);
  await until(() => jobs.length === 1);
  webSocket.terminate();
  await until(() => (work(), closed.length > 0));
  assert.deepEqual(closed, [1006]);
});

for (const [way, { leave }] of Object.entries(WAYS))
  test(`when many leave by ${way}, a few are read in each turn, and who stays is read after them`, async (t) => {
    const { jobs, work, join, heard, closed } = await open(t, { mostEnds: 3 });
    const clients = [];
    for (let i = 0; i < 12; i++) clients.push((await join()).client);
    const { client: other } = await join();
    for (const client of clients) leave(client);
    other.write(frame(0x81, Buffer.from('I stay')));
    let most = 0;
    for (let before = 0; jobs.length < 12; before = jobs.length) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, jobs.length - before);
    }
    assert.ok(most <= 2 * 3, `${most} in a turn`);
    await until(() => heard.length === 1);
    await until(() => (work(), closed.length === 12));
  });

test('who upgrades waits for a slice', async (t) => {
  const { jobs, work, arrive } = await open(t);
  const { client, said } = await arrive();
  await until(() => jobs.length === 1);
  assert.equal(said(), '');
  work();
  await until(() => said().startsWith('HTTP/1.1 101'));
  client.destroy();
});

test('who goes away before the turn of their upgrade costs nothing', async (t) => {
  const { jobs, work, arrive, joined } = await open(t);
  for (const leave of [
    (/** @type {import('node:net').Socket} */ client) => client.resetAndDestroy(),
    (/** @type {import('node:net').Socket} */ client) => client.end(),
  ]) {
    const { client } = await arrive();
    await until(() => jobs.length === 1);
    leave(client);
    // The second job ends the stream, and it is put in after the first.
    await until(() => jobs.length === 2);
    jobs.reverse();
    work();
  }
  assert.equal(joined(), 0);
});

test('when too many wait, who comes is told to come again', async (t) => {
  const { arrive, fill } = await open(t);
  fill(5000);
  const { said } = await arrive();
  await until(() => said().startsWith('HTTP/1.1 503'));
  assert.match(said(), /Retry-After: \d/);
});

/**
 * A server of WebSockets whose slices are worked off by hand.
 * @param {import('node:test').TestContext} t @param {{ mostEnds?: number }} [options]
 */
async function open(t, { mostEnds } = {}) {
  const jobs = /** @type {(() => void)[]} */ ([]);
  let extra = 0;
  const slices = /** @type {any} */ ({
    push: (/** @type {string} */ _lane, /** @type {() => void} */ job) => void jobs.push(job),
    waiting: () => jobs.length + extra,
  });
  const goodbyes = createGoodbyes(slices, createHold({ most: mostEnds }));
  const http = createServer();
  const server = new FastServer({ noServer: true }, { goodbyes });
  const closed = /** @type {number[]} */ ([]);
  const heard = /** @type {string[]} */ ([]);
  const webSockets = /** @type {import('ws').WebSocket[]} */ ([]);
  http.on('upgrade', (request, stream, head) =>
    server.handleUpgrade(request, stream, head, (/** @type {import('ws').WebSocket} */ webSocket) => {
      webSockets.push(webSocket);
      webSocket.on('message', (/** @type {Buffer} */ data) => void heard.push(String(data)));
      webSocket.on('close', (/** @type {number} */ code) => void closed.push(code));
    }),
  );
  const engine = /** @type {any} */ (Object.assign(new EventEmitter(), { ws: server }));
  queueArrivals(http, { engine, slices, goodbyes, refusalOf: () => '' });
  const { port } = await listen(t, http, () => {
    for (const webSocket of webSockets) webSocket.terminate();
    http.closeAllConnections();
    http.close();
  });
  const work = () => {
    for (const job of jobs.splice(0)) job();
  };

  async function arrive() {
    const client = connect(port, '127.0.0.1');
    t.after(() => void client.destroy());
    client.on('error', () => {});
    let text = '';
    client.on('data', (bytes) => void (text += bytes.toString('latin1')));
    await once(client, 'connect');
    client.write(UPGRADE);
    return { client, said: () => text };
  }

  async function join() {
    const { client } = await arrive();
    const count = webSockets.length;
    await until(() => (work(), webSockets.length > count));
    return { client, webSocket: /** @type {import('ws').WebSocket} */ (webSockets.at(-1)) };
  }

  return {
    ...{ jobs, work, arrive, join, closed, heard },
    joined: () => webSockets.length,
    fill: (/** @type {number} */ count) => void (extra = count),
  };
}

/** A masked frame; the mask is zero, so that the payload stands as it is. @param {number} first @param {Buffer} payload */
function frame(first, payload) {
  return Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
