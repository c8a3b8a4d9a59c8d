/** Taking inputs off early changes nothing but where they go, however the bytes are cut, fragmented and mixed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { WebSocketServer } from 'ws';
import { FastServer } from '../../lib/wire/fast-socket.js';
import { NO_PARTS } from '../../lib/wire/parts.js';
import { OPCODE, encodeFrame } from '../../loadtest/swarm/frames.js';
import { TAG, createCodec } from '../../public/shared/codec.js';
import { joinAsPhone, next, openControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {any} Server @param {boolean} [isPhone] an inbox is there @param {import('../../lib/wire/parts.js').Parts} [parts] */
function openWire(Server, isPhone = false, parts = undefined) {
  const options = { noServer: true, perMessageDeflate: false, maxPayload: 8192 };
  /** @type {WebSocketServer} */
  const server = new Server(options, { parts });
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  /** @type {string[]} */
  const received = [];
  const request = {
    method: 'GET',
    url: '/',
    headers: {
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
    },
  };
  server.handleUpgrade(/** @type {any} */ (request), stream, Buffer.alloc(0), (ws) => {
    ws.on('message', (/** @type {Buffer} */ data, isBinary) => received.push(wordOf(data, isBinary)));
    ws.on('ping', (data) => received.push(`ping ${data}`));
    ws.on('close', (code) => received.push(`close ${code}`));
    ws.on('error', (error) => received.push(`error ${/** @type {any} */ (error).code}`));
    const watcher = {
      pay: () => true,
      payTime() {},
      thrownAway() {},
      onMessage() {},
      onBacklog() {},
      onGone() {},
    };
    if (Server !== WebSocketServer) /** @type {any} */ (ws).watcher = watcher;
    if (!isPhone) return;
    /** @type {any} */ (ws).inbox = {
      acceptBytes: (/** @type {Buffer} */ bytes, /** @type {number} */ start, /** @type {number} */ end) =>
        received.push(wordOf(bytes.subarray(start, end), true)),
      acceptEvent: (/** @type {unknown} */ payload) => received.push(`event ${JSON.stringify(payload)}`),
    };
  });
  return { stream, received };
}

/** @param {Buffer} data @param {boolean} isBinary */
function wordOf(data, isBinary) {
  if (isBinary) return `bytes ${data.toString('hex')}`;
  const text = data.toString();
  const event = /^42\/players,\["input",(.*)\]$/.exec(text);
  return event ? `event ${event[1]}` : text;
}

const packed = fc.uint8Array({ minLength: 1, maxLength: 140 }).map((rest) => Buffer.from([TAG, ...rest]));
const data = fc.oneof(
  { weight: 4, arbitrary: packed },
  { weight: 2, arbitrary: fc.nat(9).map((n) => `42/players,["input",{"n":${n}}]`) },
  fc.constant(`42/players,["input",${JSON.stringify({ text: 'é😀'.repeat(40) })}]`),
  fc.constantFrom('2', '3', '42/players,["away",true]', '42/players,7["input",{"n":1}]', ''),
  fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from([1, ...bytes])),
);
const frames = fc.oneof(
  { weight: 20, arbitrary: data.map((message) => [encodeFrame(message)]) },
  // A message in two fragments, with a ping in between.
  {
    weight: 5,
    arbitrary: fc.tuple(data, fc.boolean()).map(([message, hasPing]) => {
      const bytes = Buffer.from(message);
      const half = bytes.length >> 1;
      const opcode = typeof message === 'string' ? OPCODE.text : OPCODE.binary;
      return [
        encodeFrame(bytes.subarray(0, half), { opcode, isFinal: false }),
        ...(hasPing ? [encodeFrame('p', { opcode: OPCODE.ping })] : []),
        encodeFrame(bytes.subarray(half), { opcode: OPCODE.continuation }),
      ];
    }),
  },
  // No client may send these: ws ends the connection, and nothing after them counts.
  { weight: 1, arbitrary: fc.constant([Buffer.from([0xf2, 0x80, 0, 0, 0, 0])]) },
  { weight: 1, arbitrary: fc.constant([encodeFrame(Buffer.from([3, 232]), { opcode: OPCODE.close })]) },
  { weight: 1, arbitrary: fc.constant([encodeFrame(Buffer.from([TAG, 1]), { mask: null })]) },
);

test('any frames in any pieces: the same messages in the same order as ws alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(frames, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(400), { maxLength: 8 }),
      async (parts, cuts) => {
        const bytes = Buffer.concat(parts.flat());
        const plain = openWire(WebSocketServer);
        const hot = openWire(FastServer, true);
        const documented = openWire(FastServer, true, NO_PARTS);
        const all = [plain, hot, documented];
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        let from = 0;
        for (const end of ends) {
          for (const { stream } of all) stream.push(Buffer.from(bytes.subarray(from, end)));
          from = end;
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const { stream } of all) stream.destroy();
        await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual(hot.received, plain.received);
        assert.deepEqual(documented.received, plain.received);
      },
    ),
    { numRuns: 500 },
  );
});

test('small frames in one chunk never reach the receiver of the ws that is installed', () => {
  const { stream, received } = openWire(FastServer, true);
  const frame = encodeFrame(Buffer.from([TAG, 1, 5]));
  const chunk = Buffer.concat([frame, frame, frame]);
  stream.emit('data', chunk);
  assert.equal(received.length, 3);
  // Unmasked where it lies: ws would have copied it.
  assert.equal(chunk[6], TAG);
  stream.destroy();
});

test('without a player tagged messages are dropped, and the connection stays', () => {
  const { stream, received } = openWire(FastServer);
  stream.emit('data', Buffer.concat([encodeFrame(Buffer.from([TAG, 1, 5])), encodeFrame('2')]));
  assert.deepEqual(received, ['2']);
  stream.destroy();
});

const LOBBY = createCodec({
  taps: { type: 'integer', minimum: 1, maximum: 30 },
  x: { type: 'number', minimum: 0, maximum: 1 },
});

/** @param {import('node:test').TestContext} t @param {string} url a phone of raw frames */
async function joinRaw(t, url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  const said = (/** @type {string} */ words) => until(() => text.includes(words), Boolean, { about: words });
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n' +
      'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await said('maxPayload');
  socket.write(encodeFrame('40/players,{}'));
  await said('"welcome"');
  return { socket, said };
}

test('a packed input counts like an event, meets the rate, and dies with its scene', async (t) => {
  const app = await startServer(t);
  const phone = await joinRaw(t, app.url);
  const bytes = /** @type {Uint8Array} */ (LOBBY.pack({ taps: 1, x: 0.5 }, 1));
  const before = { ...app.counts };
  phone.socket.write(encodeFrame(bytes));
  phone.socket.write(encodeFrame('42/players,["input",{"taps":1,"x":0.5}]'));
  await until(() => app.counts.inputs === 2);
  assert.equal(app.counts.messagesIn - before.messagesIn, 2);

  const bad = /** @type {Uint8Array} */ (LOBBY.pack({ taps: 31, x: 0.5 }, 1));
  phone.socket.write(encodeFrame(bad));
  await phone.said('taps is 31, must be a whole number from 1 to 30');
  phone.socket.write(encodeFrame(bytes.subarray(0, 5)));
  await phone.said('its bytes do not fit the fields of this game');
  assert.equal(app.counts.dropped, 2);

  const control = await openControl(t, app);
  await control.ask('switch', 'pong');
  phone.socket.write(encodeFrame(bytes));
  await until(() => app.counts.dropped === 3);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /mass_mobile_dropped_by_reason_total\{code="input-old"\} 1/);

  await control.ask('throttle', { mode: 'PIN', sendHz: 0.5 });
  const y = encodeFrame(
    /** @type {Uint8Array} */ (
      createCodec({ y: { type: 'number', minimum: -1, maximum: 1 } }).pack({ y: 1 }, 2)
    ),
  );
  for (let i = 0; i < 36; i++) phone.socket.write(y);
  await until(() => app.counts.inputs + app.counts.dropped + app.counts.thrownAway === 41);
  assert.ok(app.counts.inputs > 2, 'two may be saved up');
  await phone.said('"rate-exceeded"');
});

test('a list counts as many inputs as it has, by both ways', async (t) => {
  const app = await startServer(t);
  const phone = await joinRaw(t, app.url);
  const list = [1, 2, 3].map((taps) => ({ taps, x: 0 }));
  phone.socket.write(encodeFrame(/** @type {Uint8Array} */ (LOBBY.pack(list, 1))));
  await until(() => app.counts.inputs === 3);
  const other = await joinAsPhone(t, app.url);
  assert.equal((await other.socket.timeout(60_000).emitWithAck('input', list)).ok, true);
  assert.equal(app.counts.inputs, 6);
  assert.equal((await other.socket.timeout(60_000).emitWithAck('input', [])).code, 'input-bad');
  assert.equal(
    (await other.socket.timeout(60_000).emitWithAck('input', Array(17).fill(list[0]))).code,
    'input-bad',
  );
});

test('the inputs of a phone that began with polling and upgraded are taken off too', async (t) => {
  const app = await startServer(t);
  const { socket } = await joinAsPhone(t, app.url);
  socket.disconnect();
  const { io } = await import('socket.io-client');
  const slow = io(`${app.url}/players`, { transports: ['polling', 'websocket'], forceNew: true });
  t.after(() => slow.disconnect());
  await next(slow, 'welcome');
  await until(() => slow.io.engine.transport.name === 'websocket' && slow.io.engine.writeBuffer.length === 0);
  slow.io.engine.send(/** @type {any} */ (LOBBY.pack({ taps: 2, x: 0.1 }, 1)));
  await until(() => app.counts.inputs === 1);
  assert.equal(slow.connected, true);
});
