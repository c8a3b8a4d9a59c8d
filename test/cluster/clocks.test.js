/** Edges whose clocks are an hour off: nobody at them notices, and an answer is as early or late as it was. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounting } from '../support/cluster-talk.js';
import { openPhone } from '../support/phone.js';
import { next, openControl, openScreen } from '../support/server.js';
import { until } from '../support/until.js';
import { fastBy } from '../support/wall-clock.js';

const HOUR_MS = 3_600_000;
/** Far less than an hour, and more than a busy machine needs to carry a message. */
const NEAR_MS = 20_000;

/** @param {{ url: string, operatorKey: string }} edge @returns {Promise<number>} seconds since 1970, by its own clock */
async function startOf({ url, operatorKey }) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_start_time_seconds(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
}

test('clocks an hour fast and an hour slow change no time of the show', { timeout: 300_000 }, async (t) => {
  const cluster = await openCounting(t);
  const home = await cluster.openHome();
  const [fast, slow] = await Promise.all([fastBy(HOUR_MS), fastBy(-HOUR_MS)].map(cluster.spawnEdge));
  assert.ok(fast && slow);
  const [fastAt, slowAt] = await Promise.all([fast, slow].map(startOf));
  const apartMs = (Number(fastAt) - Number(slowAt)) * 1000;
  assert.ok(Math.abs(apartMs - 2 * HOUR_MS) < NEAR_MS, 'they really are two hours apart');

  const panel = await openControl(t, home);
  assert.equal((await panel.ask('switch', 'count')).ok, true);
  const phones = await Promise.all([home, fast, slow].map(({ url }, n) => openPhone(t, url, `P${n}`)));
  const answers = [];
  for (const [n, phone] of phones.entries()) {
    const { receipt, ...answer } = await phone.submit('say', { word: 'hello' }, `a${n}`);
    assert.equal(answer.ok, true);
    answers.push(receipt.atMs);
  }
  assert.ok(Math.max(...answers) - Math.min(...answers) < NEAR_MS, String(answers));

  // Each page reckons by the clock of its own process, and arrives at the same time of the stage.
  const times = await Promise.all(
    phones.map(async ({ socket, welcome }) => {
      const { nowMs } = await socket.timeout(60_000).emitWithAck('ping');
      return nowMs - welcome.stage.zeroMs;
    }),
  );
  assert.ok(Math.max(...times) - Math.min(...times) < NEAR_MS, String(times));

  const { socket } = await openScreen(t, fast.url);
  await next(socket, 'frame', ({ view }) => view.count === 3);
  const { rows } = await until(
    () => panel.ask('players', {}),
    (found) => found.rows.filter((/** @type {any} */ row) => row.connected).length === 3,
  );
  assert.equal(rows.length, 3);
});
