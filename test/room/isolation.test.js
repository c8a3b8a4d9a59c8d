/** Two rooms play different games at once; every byte sent to either is recorded. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import { next, openScreen, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {import('node:test').TestContext} t @param {string} url @param {string} namespace @param {object} auth */
async function record(t, url, namespace, auth) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => ws.terminate());
  const tape = { text: '', ws };
  ws.on('message', (data) => {
    const text = String(data);
    if (text === '2') ws.send('3');
    tape.text += `${text}\n`;
  });
  await once(ws, 'open');
  ws.send(`40${namespace},${JSON.stringify(auth)}`);
  // A phone that is still on its way when the room is locked would be turned away.
  await until(() => tape.text.includes('"scene"'), Boolean, { about: `${namespace} is in` });
  return tape;
}

test('nothing of one room is ever sent to another', async (t) => {
  const { app, ask } = await startControl(t);
  const { room } = await ask('open-room', 'SECRETBALCONY');
  const [main, balcony] = await Promise.all(
    [
      { room: 'main', mark: 'MARKAAA' },
      { room: room.id, mark: 'MARKBBB' },
    ].map(async ({ room: id, mark }) => {
      const phones = await Promise.all(
        Array.from({ length: 5 }, (_, i) =>
          record(t, app.url, '/players', { room: id, name: `${mark}${i}` }),
        ),
      );
      return { phones, screen: await record(t, app.url, '/playfield', { room: id }) };
    }),
  );
  assert.ok(main && balcony);
  const { socket: watcher } = await openScreen(t, app.url, { room: room.id });
  await ask('switch', 'pong');
  await ask('watch', room.id);
  await ask('switch', 'tug');
  await ask('set', { weight: 77, countdown: 0 });
  const { rows } = await ask('players', {});
  await ask('rename', rows[0].id, 'MARKBBBX');
  await ask('lock', true);
  await ask('throttle', { mode: 'PIN', sendHz: 3, tickHz: 17 });
  // One alone: pulls per head of even sides would cancel out.
  await next(watcher, 'frame', ({ view }) => view.phase === 'pull');
  balcony.phones[0]?.ws.send('42/players,["input",{"pulls":3}]');
  for (const { ws } of main.phones) ws.send('42/players,["input",{"y":1}]');
  await next(watcher, 'frame', ({ view }) => view.rope !== 0);
  // The screens may be told before the disk has the kick, which is when it is answered.
  const gone = next(watcher, 'join', ({ locked, count }) => locked && count === 4);
  await ask('kick', rows[1].id);
  await gone;

  const tapeOf = (/** @type {typeof main} */ { phones, screen }) =>
    [...phones, screen].map(({ text }) => text).join('');
  const [ofMain, ofBalcony] = [tapeOf(main), tapeOf(balcony)];
  assert.ok(
    ofMain.includes('MARKAAA') && ofMain.includes('"pong"') && ofMain.length > 5000,
    'the tape of main runs',
  );
  assert.ok(
    ofBalcony.includes('MARKBBB') && ofBalcony.includes('"tug"') && ofBalcony.length > 3000,
    'the tape of the balcony runs',
  );
  for (const secret of [
    'MARKBBB',
    'SECRETBALCONY',
    room.id,
    '"tug"',
    '"rope"',
    '"sendHz":3',
    ...rows.map((/** @type {any} */ row) => row.id),
  ]) {
    assert.ok(!ofMain.includes(secret), `${secret} was sent to main`);
  }
  for (const secret of ['MARKAAA', '"pong"', '"ball"', '"paddles"'])
    assert.ok(!ofBalcony.includes(secret), `${secret} was sent to the balcony`);
});
