/** Prometheus and strangers may read the metrics, so they let nobody into a room. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControl } from '../support/server.js';

test('rooms go by number: no code that lets people in is shown', async (t) => {
  const { app, control: operator } = await startControl(t);
  const codes = [];
  for (const title of ['Balcony', 'Cellar']) {
    const { ok, room } = await operator.ask('open-room', title);
    assert.ok(ok);
    codes.push(room.id);
  }
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  for (const label of ['main', '2', '3'])
    assert.match(metrics, new RegExp(`^mass_mobile_players\\{room="${label}"\\} 0$`, 'm'));
  for (const code of codes) assert.ok(!metrics.includes(code), code);
});
