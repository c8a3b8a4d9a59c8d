/** A server with LOADTEST=on: echo, broadcasts and services, for those who have its key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, openSocket, startServer } from '../support/server.js';

test('without LOADTEST=on there is nothing of it', async (t) => {
  const { url, operatorKey } = await startServer(t);
  assert.equal((await fetch(`${url}/loadtest/page`)).status, 404);
  await next(openSocket(t, `${url}/loadtest`, { key: operatorKey }), 'connect_error');
});

test('the echo goes to everybody, to those with the key', async (t) => {
  const { url, operatorKey } = await startServer(t, { LOADTEST: 'on' });
  const refused = await next(openSocket(t, `${url}/loadtest`, { key: 'guess' }), 'connect_error');
  assert.equal(refused.data.code, 'key-wrong');
  const sockets = await Promise.all(
    [0, 1, 2].map(async () => {
      const socket = openSocket(t, `${url}/loadtest`, { key: operatorKey });
      await next(socket, 'connect');
      return socket;
    }),
  );
  const heard = Promise.all(sockets.map((socket) => next(socket, 'echo')));
  const [first] = sockets;
  assert.ok(first);
  first.emit('echo', { at: 7 });
  assert.deepEqual(await heard, [{ at: 7 }, { at: 7 }, { at: 7 }]);
  assert.equal((await first.emitWithAck('echo', 'x'.repeat(2000))).code, 'event-bad');
});

test('a broadcast carries the server’s stamp, and the probe reads the round trip from it', async (t) => {
  const { url, operatorKey } = await startServer(t, { LOADTEST: 'on' });
  const socket = openSocket(t, `${url}/loadtest`, { key: operatorKey });
  await next(socket, 'connect');
  socket.emit('broadcast', 'x'.repeat(1000), 'b1');
  const { id, text, sentAtMs } = await next(socket, 'broadcast');
  assert.deepEqual([id, text.length], ['b1', 1000]);
  const { ok, roundTripMs } = await socket.emitWithAck('probe', id, sentAtMs);
  assert.ok(ok && roundTripMs >= 0 && roundTripMs < 60_000);
  assert.equal((await socket.emitWithAck('probe', id, 'soon')).code, 'event-bad');
  assert.equal(typeof (await socket.emitWithAck('meter')).meter.loopP95Ms, 'number');
});

test('three services answer, and say what is wrong', async (t) => {
  const { url } = await startServer(t, { LOADTEST: 'on' });
  const get = async (/** @type {string} */ path) => {
    const response = await fetch(url + path);
    return { status: response.status, body: await response.text() };
  };
  assert.match((await get('/loadtest/page')).body, /Row 100/);
  assert.deepEqual(JSON.parse((await get('/loadtest/record/7')).body), {
    id: 7,
    name: 'Player 7',
    score: 433,
  });
  assert.equal((await get('/loadtest/record/x')).status, 404);
  for (const query of ['', '?pool=1'])
    assert.equal(JSON.parse((await get(`/loadtest/fibonacci/20${query}`)).body).value, 6765);
  assert.equal((await get('/loadtest/fibonacci/99')).status, 400);
});

test('/metrics tells what was counted', async (t) => {
  const { url } = await startServer(t);
  const { socket } = await joinAsPhone(t, url);
  await socket.emitWithAck('input', { taps: 1, x: 0.5 });
  await socket.emitWithAck('input', { taps: 99, x: 0.5 });
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1]);
  assert.equal(value('mass_mobile_inputs_total'), 1);
  assert.equal(value('mass_mobile_joins_total'), 1);
  assert.equal(value('mass_mobile_dropped_by_reason_total{code="input-bad"}'), 1);
  assert.equal(value('mass_mobile_players{room="main"}'), 1);
  assert.equal(value('mass_mobile_connections'), 1);
  for (const name of ['messages_in', 'messages_out', 'bytes_in', 'bytes_out'])
    assert.ok(value(`mass_mobile_${name}_total`) > 0, name);
});
