/** Messages to many leave once a turn, in slices, and never pile up behind a phone that does not read. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { createFanOut, SKIP_BYTES } from '../../lib/wire/fan-out.js';
import { noticeText, personalText, welcomeText } from '../../lib/wire/json-text.js';
import { FastServer, fastSocketOf } from '../../lib/wire/fast-socket.js';
import { createMeter } from '../../lib/wire/meter.js';
import { listen } from '../support/process.js';
import { next, openSocket } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {import('node:test').TestContext} t @param {{ now?: () => number }} [options] */
async function serve(t, options = {}) {
  const http = createServer();
  const io = new Server(http, { wsEngine: FastServer, perMessageDeflate: false });
  const meter = createMeter();
  const fanOut = createFanOut({ namespace: '/players', meter, ...options });
  io.of('/players').on('connection', (socket) => {
    fanOut.add(socket);
    socket.on('disconnect', () => fanOut.delete(socket));
    socket.emit('in');
  });
  const { url } = await listen(t, http, async () => {
    meter.stop();
    await io.close();
  });
  const join = async (/** @type {Parameters<typeof openSocket>[3]} */ more = {}) => {
    const client = openSocket(t, `${url}/players`, {}, more);
    await next(client, 'in');
    const server = /** @type {import('socket.io').Socket} */ (
      io.of('/players').sockets.get(String(client.id))
    );
    return { client, server };
  };
  return { fanOut, join };
}

const STAGE = { epoch: 1, zeroMs: 0, clears: 0, nowMs: 5 };

test('all messages of a turn are one write per phone, the newest of each event, for polling phones too', async (t) => {
  const { fanOut, join } = await serve(t);
  const phone = await join();
  const polling = await join({ transports: ['polling'], upgrade: false });
  const wire = fastSocketOf(phone.server);
  assert.ok(wire?.stream);
  let writes = 0;
  const { stream } = wire;
  const write = stream.write.bind(stream);
  stream.write = (/** @type {any} */ ...args) => {
    writes += 1;
    return /** @type {any} */ (write)(...args);
  };
  /** @type {unknown[][]} */
  const received = [[], []];
  [phone, polling].forEach(({ client }, i) => client.onAny((...args) => received[i]?.push(args)));
  fanOut.send('scene', { epoch: 1 });
  fanOut.send('notice', { seq: 1 });
  fanOut.send('scene', { epoch: 2, text: 'é'.repeat(40_000) });
  fanOut.sendOne(phone.server, 'player', { id: 'p' });
  await until(() => received[0]?.length === 3 && received[1]?.length === 2);
  assert.equal(writes, 1);
  const shared = [
    ['notice', { seq: 1 }],
    ['scene', { epoch: 2, text: 'é'.repeat(40_000) }],
  ];
  assert.deepEqual(received, [[...shared, ['player', { id: 'p' }]], shared]);
});

test('a phone that comes is greeted at once in one write, by polling too, and before what all get', async (t) => {
  const { fanOut, join } = await serve(t);
  const phone = await join();
  const polling = await join({ transports: ['polling'], upgrade: false });
  const wire = fastSocketOf(phone.server);
  assert.ok(wire);
  let writes = 0;
  const { writeFrames } = wire;
  wire.writeFrames = (frames) => {
    writes += 1;
    writeFrames.call(wire, frames);
  };
  /** @type {unknown[][]} */
  const received = [[], []];
  [phone, polling].forEach(({ client }, i) => client.onAny((...args) => received[i]?.push(args)));
  fanOut.send('notice', { seq: 2 });
  for (const { server } of [phone, polling])
    fanOut.greet(server, [
      ['welcome', welcomeText({ id: 'p', name: 'Ada', team: null, token: 't' }, STAGE, '{"epoch":1}')],
      ['notice', noticeText({ epoch: 1, seq: 1, text: '{}' })],
    ]);
  assert.equal(writes, 1);
  await until(() => received.every(({ length }) => length === 3));
  const all = [
    ['welcome', { player: { id: 'p', name: 'Ada', team: null, token: 't' }, stage: STAGE, epoch: 1 }],
    ['notice', { epoch: 1, seq: 1, notice: {} }],
    ['notice', { seq: 2 }],
  ];
  assert.deepEqual(received, [all, all]);
});

test('a phone that does not read is passed over at 16 KB, and gets the newest when it reads again', async (t) => {
  const { fanOut, join } = await serve(t);
  const slow = await join();
  const quick = await join();
  const wire = fastSocketOf(slow.server);
  const raw = /** @type {any} */ (slow.client.io.engine.transport).ws;
  raw.pause();
  const text = 'x'.repeat(8000);
  let seq = 0;
  /** @type {number[]} */
  const received = [];
  slow.client.on('notice', (notice) => received.push(notice.seq));
  while (fanOut.skipped === 0) {
    seq += 1;
    fanOut.send('notice', { seq, text });
    await next(quick.client, 'notice', (notice) => notice.seq === seq);
  }
  const most = Number(wire?.waitingBytes);
  for (let more = 0; more < 20; more++) {
    seq += 1;
    fanOut.send('notice', { seq, text });
    await next(quick.client, 'notice', (notice) => notice.seq === seq);
  }
  assert.ok(most > SKIP_BYTES && most < SKIP_BYTES + 3 * 8000, `${most} bytes wait`);
  assert.ok(Number(wire?.waitingBytes) <= most, 'nothing was put behind them');
  raw.resume();
  await until(() => received.at(-1) === seq);
  assert.ok(received.length < seq - 15, 'those in between were left out');
});

test('many phones are written to in slices, and other work gets its turn in between', async (t) => {
  let nowMs = 0;
  // Each reading of the clock is 5 ms later, so a slice ends at the first reading.
  const { fanOut, join } = await serve(t, { now: () => (nowMs += 5) });
  const phones = await Promise.all(Array.from({ length: 50 }, () => join()));
  const received = phones.map(({ client }) => next(client, 'notice'));
  let turns = 0;
  let written = 0;
  for (const { server } of phones) {
    const wire = fastSocketOf(server);
    assert.ok(wire);
    const write = wire.writeFrames.bind(wire);
    wire.writeFrames = (frames) => {
      written += 1;
      write(frames);
    };
  }
  const count = () => {
    if (written >= 50) return;
    if (written > 0) turns += 1;
    setImmediate(count);
  };
  fanOut.send('notice', { seq: 1 });
  setImmediate(count);
  await Promise.all(received);
  assert.ok(turns >= 3, `${turns} turns of the event loop while 50 were written to, 16 at a time`);
});

test('a payload that is JSON text is spliced in as it is, and every kind of connection understands it', async (t) => {
  const { fanOut, join } = await serve(t);
  const phone = await join();
  const phones = [phone, await join({ transports: ['polling'], upgrade: false })];
  const text = '{ "as" : ["it is", "é", null] }';
  const json = JSON.parse(text);
  /** @type {string[]} */
  const packets = [];
  const { ws } = /** @type {any} */ (phone.client.io.engine.transport);
  ws.on('message', (/** @type {Buffer} */ data) => packets.push(String(data)));
  const notices = Promise.all(phones.map(({ client }) => next(client, 'notice')));
  fanOut.send('notice', noticeText({ epoch: 3, seq: 4, text }));
  for (const notice of await notices) assert.deepEqual(notice, { epoch: 3, seq: 4, notice: json });
  assert.deepEqual(packets, [`42/players,["notice",{"epoch":3,"seq":4,"notice":${text}}]`]);
  for (const { client, server } of phones) {
    const personal = next(client, 'personal');
    server.emit('personal', personalText({ epoch: 1, seq: 2, text }));
    assert.deepEqual(await personal, { epoch: 1, seq: 2, personal: json });
  }
});
