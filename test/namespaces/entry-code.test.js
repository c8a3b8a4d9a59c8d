/** The code that newcomers need while the operator wants it: who is shown it, and who comes in. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, openScreen, openSocket, startControl, startServer } from '../support/server.js';

/** @param {import('node:test').TestContext} t @param {string} url @param {object} [auth] @returns {Promise<string>} of the refusal */
async function refused(t, url, auth = {}) {
  const error = await next(openSocket(t, `${url}/players`, { ...auth }), 'connect_error');
  return error.data.code;
}

test('screens with a key show the code, others hide it, and strangers need it', async (t) => {
  const { app, ask, welcome, socket: panel } = await startControl(t);
  const { welcome: early } = await joinAsPhone(t, app.url, { name: 'Ada' });
  const { socket: keyed } = await openScreen(t, app.url, { key: welcome.presenterKey });
  const { socket: open } = await openScreen(t, app.url);
  const shown = next(keyed, 'join', ({ entry }) => entry?.digits.length === 6);
  const hidden = next(open, 'join', ({ entry }) => entry !== null);
  assert.deepEqual(await ask('entry-code', true), { ok: true });
  const { entry, qr } = await shown;
  assert.notEqual(entry.qr, qr);
  assert.deepEqual((await hidden).entry, { digits: '', qr: '' });
  const late = openSocket(t, `${app.url}/playfield`);
  assert.deepEqual((await next(late, 'join')).entry, { digits: '', qr: '' }, 'also at its first look');
  await next(panel, 'status', ({ entryCode }) => entryCode === entry.digits);

  assert.equal(await refused(t, app.url), 'code-needed');
  for (const code of ['000', `${entry.digits}0`, { toString: 'x' }, 'x'.repeat(1000)])
    assert.match(await refused(t, app.url, { code }), /^code-(wrong|needed)$/);
  const { welcome: inside } = await joinAsPhone(t, app.url, { name: 'Grace', code: entry.digits });
  assert.equal(inside.player.name, 'Grace');
  const { welcome: back } = await joinAsPhone(t, app.url, { token: early.player.token });
  assert.equal(back.player.name, 'Ada', 'who was here before needs none');

  const { events } = await ask('events');
  const { seq } = events.find((/** @type {{ kind: string }} */ { kind }) => kind === 'code-on');
  const gone = next(open, 'join', (info) => info.entry === null);
  assert.equal((await ask('undo', seq)).ok, true);
  await gone;
  await joinAsPhone(t, app.url, { name: 'Stranger' });
});

test('who showed the code and waits in the queue comes in when the code is another one', async (t) => {
  const { app, ask, socket: panel } = await startControl(t, { MAX_PLAYERS: '1' });
  const { welcome: first } = await joinAsPhone(t, app.url);
  await ask('entry-code', true);
  const { entryCode: code } = await next(panel, 'status', (status) => status.entryCode !== null);
  assert.equal(await refused(t, app.url), 'code-needed', 'before it waits');
  const waiting = openSocket(t, `${app.url}/players`, { code });
  await next(waiting, 'queued');
  await ask('entry-code', false);
  await ask('entry-code', true);
  assert.equal(await refused(t, app.url, { code }), 'code-wrong');
  const welcomed = next(waiting, 'welcome');
  assert.equal((await ask('kick', first.player.id)).ok, true);
  await welcomed;
});

test('the switch outlives a restart, the code does not, and players need neither', async (t) => {
  const { app, ask, socket } = await startControl(t);
  const { welcome } = await joinAsPhone(t, app.url);
  await ask('entry-code', true);
  const { entryCode: code } = await next(socket, 'status', ({ entryCode }) => entryCode !== null);
  await app.close();
  const again = await startServer(t, { DATA_DIR: app.dataDir });
  assert.equal(await refused(t, again.url), 'code-needed');
  assert.equal(await refused(t, again.url, { code }), 'code-wrong');
  const { token, id } = welcome.player;
  assert.equal((await joinAsPhone(t, again.url, { token })).welcome.player.id, id);
});
