/** A flooder is out in the end, in the line as on a seat, has one line in the log, and nobody else notices. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import { createFloods } from '../../lib/namespaces/floods.js';
import { createLog } from '../../lib/log.js';
import { Toll } from '../../lib/wire/toll.js';
import { encodeFrame } from '../../loadtest/swarm/frames.js';
import { joinAsPhone, next, nextLine, openSocket, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/**
 * Opens a connection that keeps to nothing, and floods until it is closed.
 * @param {import('node:test').TestContext} t @param {string} url @param {string} words it is told first
 */
async function openFlooder(t, url, words) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => ws.terminate());
  ws.on('error', () => {});
  let told = '';
  ws.on('message', (data) => void (String(data).includes(words) && (told = String(data))));
  await once(ws, 'open');
  ws.send('40/players,{}');
  await until(() => told, Boolean, { about: words });
  const flood = Buffer.concat(Array(100).fill(encodeFrame('42/players,["input",{"taps":1,"x":0}]')));
  const gone = once(ws, 'close');
  const timer = setInterval(() => /** @type {any} */ (ws)._socket?.write(flood), 50);
  void gone.then(() => clearInterval(timer));
  t.after(() => clearInterval(timer));
  return { told, gone };
}

test(
  'floods in the line and on a seat are cut off, and nobody beside them',
  { timeout: 300_000 },
  async (t) => {
    const { app, control } = await startControl(t, { MAX_PLAYERS: '2' });
    const honest = await joinAsPhone(t, app.url);
    const seated = await openFlooder(t, app.url, '"welcome"');
    const waiting = openSocket(t, `${app.url}/players`);
    await next(waiting, 'queued');
    // The seat of the one that floods is free in the end.
    const welcomed = next(waiting, 'welcome');
    const inLine = await openFlooder(t, app.url, '"queued"');
    const lines = /** @type {string[]} */ ([]);
    control.socket.on('log', (more) =>
      lines.push(...more.map((/** @type {{ text: string }} */ { text }) => text)),
    );

    const asking = setInterval(() => honest.socket.emit('input', { taps: 1, x: 0.5 }), 200);
    t.after(() => clearInterval(asking));
    const told = nextLine(control.socket, ({ text }) => /^Flood: .* cut off/.test(text));
    await Promise.all([seated.gone, inLine.gone, told]);
    assert.ok(app.counts.thrownAway > 1000, `${app.counts.thrownAway} messages were thrown away`);
    assert.equal(honest.socket.connected, true);
    assert.equal((await honest.socket.timeout(60_000).emitWithAck('input', { taps: 1, x: 0 })).ok, true);
    assert.equal((await control.ask('lock', false)).ok, true);
    const floods = lines.filter((text) => text.startsWith('Flood: '));
    assert.match(floods.join('\n'), /phones/);
    assert.match(floods.join('\n'), /phones in line/);

    const token = /"token":"([^"]+)"/.exec(seated.told)?.[1];
    assert.ok(token);
    await assert.rejects(joinAsPhone(t, app.url, { token }), /removed/);
    await welcomed;
  },
);

/** @param {import('node:test').TestContext} t */
function openFloods(t) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const asked = /** @type {unknown[]} */ ([]);
  const written = /** @type {string[]} */ ([]);
  let listener = /** @type {any} */ (null);
  const tolls = new Map();
  const floods = createFloods({
    connections: /** @type {any} */ ({
      onFlood: (/** @type {unknown} */ given) => void (listener = given),
      permit(/** @type {unknown} */ conn, /** @type {any} */ tariff) {
        const toll = Object.assign(new Toll(), { tariff });
        tolls.set(conn, toll);
        return { toll };
      },
    }),
    bus: /** @type {any} */ ({
      ask: async (/** @type {string} */ _kind, /** @type {unknown} */ value) => void asked.push(value),
    }),
    log: createLog({ tty: true, write: (text) => void written.push(text) }),
  });
  t.after(floods.stop);
  return { floods, asked, written, tolls, tell: () => listener };
}

test('many are ended over some time, and told in one line', (t) => {
  const { asked, written, tell } = openFloods(t);
  let cut = 0;
  const room = { id: 'main' };
  for (let i = 0; i < 300; i++) {
    const owner = i % 2 === 0 ? { room, player: { id: `p${i}` }, limits: {} } : null;
    const connection = { owner, toll: new Toll(), cut: () => (cut += 1) };
    for (const what of ['slowed', 'muted', 'cut']) tell()[what](connection);
  }
  assert.equal(cut, 0, 'not in the turn in which they were found out');
  t.mock.timers.tick(50);
  assert.equal(cut, 40);
  t.mock.timers.tick(4900);
  assert.equal(cut, 300);
  assert.equal(asked.length, 150, 'players are removed');
  t.mock.timers.tick(50);
  assert.equal(written.length, 1);
  assert.match(
    String(written[0]),
    /Flood: 300 strangers read more slowly; 300 strangers muted; 300 strangers cut off\./,
  );
});

test('a lower rate binds a phone once it must have heard of it; a mute is remembered for its player', (t) => {
  const { floods, tolls, tell } = openFloods(t);
  let publish = (/** @type {string} */ _kind, /** @type {unknown} */ _value) => {};
  const room = {
    throttle: { sendHz: 20 },
    subscribe: (/** @type {typeof publish} */ listener) => void (publish = listener),
  };
  const limits = { mutedAtMs: -Infinity };
  const sender = (/** @type {string} */ conn) =>
    /** @type {any} */ ({ socket: { conn }, room, limits, player: { id: 'p1' } });
  floods.seat(sender('first'));
  const { tariff } = tolls.get('first');
  assert.equal(tariff.perS, 33);
  publish('throttle', { throttle: { sendHz: 10 } });
  assert.equal(tariff.perS, 33);
  t.mock.timers.tick(5000);
  assert.equal(tariff.perS, 21);
  publish('throttle', { throttle: { sendHz: 15 } });
  assert.equal(tariff.perS, 27, 'a higher one holds at once');

  const toll = tolls.get('first');
  toll.remember(1000);
  tell().muted({ owner: sender('first'), toll });
  floods.seat(sender('second'));
  assert.equal(tolls.get('second').mutedAtMs, 1000);
});
