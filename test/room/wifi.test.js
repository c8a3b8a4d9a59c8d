/** The wifi of the hall: what phones read from its code, and who is told of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wifiText } from '../../lib/room/wifi.js';
import { makeLink, next, openSocket, startControl } from '../support/server.js';

test('a code of a wifi marks the signs that mean something in it', () => {
  const text = (/** @type {Partial<Parameters<typeof wifiText>[0]>} */ wifi) =>
    wifiText({ name: 'Hall', password: '', hidden: false, ...wifi });
  assert.equal(text({ password: 'mostly harmless' }), 'WIFI:T:WPA;S:Hall;P:mostly harmless;;');
  assert.equal(text({}), 'WIFI:T:nopass;S:Hall;;');
  assert.equal(text({ hidden: true, password: '12345678' }), 'WIFI:T:WPA;S:Hall;P:12345678;H:true;;');
  assert.equal(
    text({ name: 'a;b,c:d"e\\f', password: ';;;;\\\\::' }),
    'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:\\;\\;\\;\\;\\\\\\\\\\:\\:;;',
  );
  assert.equal(text({ name: 'Säli ☕' }), 'WIFI:T:nopass;S:Säli ☕;;');
});

test('the wifi is kept with the room, and screens get its code only if the operator wants that', async (t) => {
  const { app, ask, socket } = await startControl(t);
  const screen = openSocket(t, `${app.url}/playfield`);
  assert.equal((await next(screen, 'join')).wifi, null);
  assert.equal((await ask('wifi', { name: 'Hall', password: 'open sesame' })).ok, true);
  const status = await next(socket, 'status');
  assert.ok(!JSON.stringify(status).includes('sesame'), 'hosts get the status as well');
  const host = await makeLink({ ask }, 'host');
  const other = openSocket(t, `${app.url}/control`, { key: host.key });
  await next(other, 'welcome');
  for (const event of ['join-sheet', 'readiness'])
    assert.equal((await other.timeout(60_000).emitWithAck(event)).code, 'role-wrong');

  const shown = next(screen, 'join', ({ wifi }) => wifi !== null);
  await ask('wifi', { onScreen: true });
  const { wifi } = await shown;
  assert.equal(wifi.name, 'Hall');
  assert.match(wifi.qr, /^<svg/);
  await app.close();

  const { app: again, control: panel } = await startControl(t, { DATA_DIR: app.dataDir });
  const late = openSocket(t, `${again.url}/playfield`);
  assert.equal((await next(late, 'join', (info) => info.wifi !== null)).wifi.name, 'Hall');
  const sheet = await panel.ask('join-sheet');
  assert.deepEqual(sheet.wifi, { name: 'Hall', password: 'open sesame', hidden: false, onScreen: true });
  assert.match(sheet.wifiQr, /^<svg/);
  const gone = next(late, 'join', (info) => info.wifi === null);
  await panel.ask('wifi', { onScreen: false });
  await gone;
});

test('a wifi that no phone could enter is refused with its reason, and changes nothing', async (t) => {
  const { ask } = await startControl(t);
  for (const [wish, reason] of /** @type {[object, RegExp][]} */ ([
    [{ name: 'x'.repeat(33) }, /32 bytes/],
    [{ name: 'ä'.repeat(17) }, /32 bytes/],
    [{ name: 'a\u0000b' }, /cannot be typed/],
    [{ name: 'Hall', password: 'short' }, /8 to 63/],
    [{ name: 'Hall', password: 'Straße nach Süden' }, /8 to 63/],
    [{ onScreen: true }, /no name yet/],
    [{ name: 7 }, /name/],
    [{ colour: 'red' }, /colour/],
  ])) {
    const ack = await ask('wifi', wish);
    assert.equal(ack.code, 'wifi-bad');
    assert.match(ack.message, reason);
  }
  assert.equal((await ask('join-sheet')).wifi.name, '');
});

test('the sheet is for operators alone, over HTTP too', async (t) => {
  const { app, ask } = await startControl(t);
  const get = (/** @type {string} */ key) =>
    fetch(`${app.url}/api/rooms/main/join-sheet`, { headers: { authorization: `Bearer ${key}` } });
  const host = await makeLink({ ask }, 'host');
  assert.equal((await get('')).status, 401);
  assert.equal((await get(host.key)).status, 403);
  const sheet = /** @type {any} */ (await (await get(app.operatorKey)).json());
  assert.equal(sheet.isMain, true);
  assert.match(sheet.qr, /^<svg/);
  assert.deepEqual(sheet.colours, ['#a12a0b', '#6a2fd6']);
});
