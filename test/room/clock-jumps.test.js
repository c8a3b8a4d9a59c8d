/** A board without a battery: its wall clock is set by days while the show runs, and while it is started again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, makeLink, next, openSocket, startControl } from '../support/server.js';

const DAY_MS = 24 * 3600 * 1000;

test('a wall clock that is set by days loses no player, no phone and no link', async (t) => {
  const startMs = Date.UTC(2026, 10, 27);
  t.mock.timers.enable({ apis: ['Date'], now: startMs });
  const { app, control } = await startControl(t);
  const { welcome } = await joinAsPhone(t, app.url, { name: 'Ada' });
  const { token, id } = welcome.player;
  const { key } = await makeLink(control, 'host');
  /** @param {{ url: string }} at @param {string} when */
  async function isAllThere({ url }, when) {
    const { player } = (await joinAsPhone(t, url, { token })).welcome;
    assert.deepEqual([player.id, player.name], [id, 'Ada'], when);
    await next(openSocket(t, `${url}/control`, { key }), 'welcome');
  }

  t.mock.timers.setTime(startMs + 2 * DAY_MS);
  await isAllThere(app, 'set forward while the server runs');
  await app.close();
  t.mock.timers.setTime(startMs + 5 * DAY_MS);
  const later = await startControl(t, { DATA_DIR: app.dataDir });
  await isAllThere(later.app, 'set forward while it is started again');
  assert.equal((await later.ask('players', {})).rows[0].name, 'Ada');
  const { links } = await later.ask('links');
  const [link] = links;
  const aheadMs = link.untilMs - (startMs + 5 * DAY_MS);
  assert.ok(aheadMs > 1800_000 && aheadMs <= 3600_000, 'the list shows the end by the wall clock');
  t.mock.timers.setTime(startMs - 400 * DAY_MS);
  await isAllThere(later.app, 'set back');
  const lines = /** @type {string[]} */ (later.welcome.log.map(({ text }) => text));
  assert.match(lines.join('\n'), /clock of this machine was set forward by 72 hours/);
});
