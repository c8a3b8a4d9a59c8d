/** What is told to many: once a turn, in slices, and never piled up behind who does not read. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { createFanOut, SKIP_BYTES } from '../../lib/wire/fan-out.js';
import { FastServer, fastSocketOf } from '../../lib/wire/fast-socket.js';
import { createMeter } from '../../lib/wire/meter.js';
import { next, openSocket } from '../support/server.js';

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
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(async () => {
    meter.stop();
    await io.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  const join = async (/** @type {Parameters<typeof openSocket>[3]} */ more = {}) => {
    const client = openSocket(t, `http://127.0.0.1:${port}/players`, {}, more);
    await next(client, 'in');
    const server = /** @type {import('socket.io').Socket} */ (
      io.of('/players').sockets.get(String(client.id))
    );
    return { client, server };
  };
  return { fanOut, join };
}

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('all of a turn is one write per phone, the newest of each event, to polling phones too', async (t) => {
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
  const heard = [[], []];
  [phone, polling].forEach(({ client }, i) => client.onAny((...args) => heard[i]?.push(args)));
  fanOut.send('scene', { epoch: 1 });
  fanOut.send('notice', { seq: 1 });
  fanOut.send('scene', { epoch: 2, text: 'é'.repeat(40_000) });
  fanOut.sendOne(phone.server, 'player', { id: 'p' });
  await until(() => heard[0]?.length === 3 && heard[1]?.length === 2);
  assert.equal(writes, 1);
  const shared = [
    ['notice', { seq: 1 }],
    ['scene', { epoch: 2, text: 'é'.repeat(40_000) }],
  ];
  assert.deepEqual(heard, [[...shared, ['player', { id: 'p' }]], shared]);
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
  const heard = [];
  slow.client.on('notice', (notice) => heard.push(notice.seq));
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
  await until(() => heard.at(-1) === seq);
  assert.ok(heard.length < seq - 15, 'those in between were left out');
});

test('many phones are told in slices, and what else is due gets its turn in between', async (t) => {
  let nowMs = 0;
  // Every look at the clock is 5 ms later: a slice ends at the first look.
  const { fanOut, join } = await serve(t, { now: () => (nowMs += 5) });
  const phones = await Promise.all(Array.from({ length: 50 }, () => join()));
  const heard = phones.map(({ client }) => next(client, 'notice'));
  let turns = 0;
  let told = 0;
  for (const { server } of phones) {
    const wire = fastSocketOf(server);
    assert.ok(wire);
    const write = wire.writeFrames.bind(wire);
    wire.writeFrames = (frames) => {
      told += 1;
      write(frames);
    };
  }
  const count = () => {
    if (told >= 50) return;
    if (told > 0) turns += 1;
    setImmediate(count);
  };
  fanOut.send('notice', { seq: 1 });
  setImmediate(count);
  await Promise.all(heard);
  assert.ok(turns >= 3, `${turns} turns of the event loop while 50 were told, 16 at a time`);
});
