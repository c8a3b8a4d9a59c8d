/**
 * An edge, the home or Redis goes away and comes back, while a room answers: phones stay connected where their process
 * lives, and every acknowledged submission counts exactly once.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONES, openCounting, openTalk } from '../support/cluster-talk.js';
import { readiness } from '../support/cluster.js';
import { end, freePort } from '../support/process.js';
import { next, openControl, openScreen } from '../support/server.js';
import { until } from '../support/until.js';

/** A home and an edge whose phones have begun to talk. @param {import('node:test').TestContext} t */
async function openShow(t) {
  const cluster = await openCounting(t);
  const home = await cluster.openHome();
  const edge = await cluster.openEdge();
  const panel = await openControl(t, home);
  await panel.ask('switch', 'count');
  const talk = await openTalk(t, [home.url, edge.url]);
  await talk.more();
  return { cluster, home, edge, panel, talk };
}

/** Waits until an edge answers with this. @param {{ url: string }} edge @param {200 | 503} status */
const untilReadiness = (edge, status) =>
  until(
    () => readiness(edge),
    ([found]) => found === status,
  );

test('an edge is killed: its phones come back at another one, and every answer counts once', async (t) => {
  const cluster = await openCounting(t);
  const home = await cluster.openHome();
  const [stays, dies] = await Promise.all([cluster.openEdge(), cluster.spawnEdge()]);
  const panel = await openControl(t, home);
  await panel.ask('switch', 'count');
  const talk = await openTalk(t, [stays.url, dies.url]);
  await talk.more();
  await end(dies.child, 'SIGKILL');
  const moved = talk.phones.filter((_phone, n) => n % 2 === 1);
  const welcomes = await Promise.all(moved.map((phone) => phone.move(stays.url)));
  welcomes.forEach(({ player }, at) => assert.equal(player.id, moved[at]?.player.id, 'the same player'));
  await talk.more();
  await talk.finish(stays.url);
  assert.equal((await panel.ask('players', {})).total, PHONES);
});

test('the home is killed and comes back: phones at the edge keep their connections, and the game goes on', async (t) => {
  const cluster = await openCounting(t);
  const PORT = String(await freePort());
  const home = await cluster.spawnHome({ PORT });
  const edge = await cluster.openEdge();
  const panel = await openControl(t, edge);
  await panel.ask('switch', 'count');
  const screen = await openScreen(t, edge.url);
  const talk = await openTalk(t, [edge.url]);
  await talk.more();
  const before = await next(screen.socket, 'frame');
  await end(home.child, 'SIGKILL');
  await untilReadiness(edge, 503);
  const ping = await talk.phones[0]?.socket.timeout(60_000).emitWithAck('ping');
  assert.equal(typeof ping?.nowMs, 'number', 'an edge alone answers pings');
  await cluster.spawnHome({ PORT });
  await untilReadiness(edge, 200);
  await talk.more();
  const after = await next(screen.socket, 'frame');
  assert.equal(after.epoch, before.epoch, 'the same game');
  assert.ok(after.seq > before.seq, 'a screen that stayed takes the frames of the new home for new');
  const status = await next(panel.socket, 'status', ({ presence }) => presence.connected === PHONES);
  assert.equal(status.presence.known, PHONES);
  await talk.finish(edge.url);
  assert.deepEqual(
    talk.phones.map(({ drops }) => drops),
    Array(PHONES).fill(0),
  );
});

test('Redis is killed and comes back empty: nobody is disconnected, nothing acknowledged is lost or doubled', async (t) => {
  const { cluster, home, edge, panel, talk } = await openShow(t);
  await cluster.redis.kill();
  await untilReadiness(edge, 503);
  const atHome = talk.phones[0];
  const answered = await atHome?.submit('say', { word: 'alone' }, 'alone');
  assert.ok(answered.ok, 'players at the home play on');
  talk.acked.set('alone', answered.receipt.n);
  assert.equal((await readiness(home))[0], 200);
  await cluster.redis.start();
  await untilReadiness(edge, 200);
  await talk.more();
  await talk.finish(edge.url);
  await next(panel.socket, 'status', ({ presence }) => presence.connected === PHONES);
  assert.deepEqual(
    talk.phones.map(({ drops }) => drops),
    Array(PHONES).fill(0),
  );
});

test('Redis hangs and goes on: the show takes up again by itself', async (t) => {
  const { cluster, edge, panel, talk } = await openShow(t);
  cluster.redis.hang();
  await untilReadiness(edge, 503);
  assert.ok((await panel.ask('lock', true)).ok, 'the home still answers');
  assert.ok((await panel.ask('lock', false)).ok);
  cluster.redis.goOn();
  await untilReadiness(edge, 200);
  await talk.more();
  await talk.finish(edge.url);
  assert.deepEqual(
    talk.phones.map(({ drops }) => drops),
    Array(PHONES).fill(0),
  );
});
