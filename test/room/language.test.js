/** The language of the screens belongs to their room, and outlives the server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { next, openScreen, startControl } from '../support/server.js';

test('screens are told their language when they connect and when it changes, also after a restart', async (t) => {
  const { app, control } = await startControl(t);
  const { socket: screen } = await openScreen(t, app.url);
  const told = next(screen, 'join', ({ language }) => language === 'es');
  assert.equal((await control.ask('language', 'es')).ok, true);
  await told;
  await next(control.socket, 'status', ({ language }) => language === 'es');
  await app.close();

  const { control: panel } = await startControl(t, { DATA_DIR: app.dataDir });
  await next(panel.socket, 'status', ({ language }) => language === 'es');
  assert.equal((await panel.ask('language', '')).ok, true);
  await next(panel.socket, 'status', ({ language }) => language === '');
});

test('a language that there is not changes nothing', async (t) => {
  const { control } = await startControl(t);
  for (const wrong of ['xx', 'english', '*', 'constructor']) {
    const ack = await control.ask('language', wrong);
    assert.equal(ack.ok, false, wrong);
  }
  assert.equal((await control.ask('language', 7)).code, 'event-bad');
  assert.equal((await next(control.socket, 'status')).language, '');
});
