/** A panel at any process of a cluster shows and moves all of the show, not what is of its process. */

import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { openCluster } from '../support/cluster.js';
import { joinAsPhone, next, nextLine, openControl, openScreen, openSocket } from '../support/server.js';
import { until } from '../support/until.js';

test('log, figures and a rehearsal are those of all processes', { timeout: 300_000 }, async (t) => {
  const cluster = await openCluster(t);
  const home = await cluster.openHome();
  const [one, two] = [await cluster.openEdge(), await cluster.openEdge()];
  const [first, second] = [await openControl(t, one), await openControl(t, two)];
  await Promise.all([home, one, two].map(({ url }) => joinAsPhone(t, url)));

  const { governor, meter } = await next(first.socket, 'status', (status) => status.governor.phones === 3);
  assert.ok(meter.connections >= 5, `${meter.connections} connections`);

  // The home says that somebody was removed, and its edges show it.
  const { rows } = await second.ask('players', {});
  const heard = [first, second].map(({ socket }) => nextLine(socket, ({ text }) => text.includes('removed')));
  assert.equal((await second.ask('kick', rows[0].id)).ok, true);
  for (const { from } of await Promise.all(heard)) assert.match(from, /^home .+:\d+$/);
  const { welcome } = await openControl(t, await cluster.openEdge());
  assert.ok(
    welcome.log.some(({ text }) => text.includes('removed')),
    'an edge that comes later has it too',
  );

  const seen = next(second.socket, 'status', ({ rehearsal }) => rehearsal?.joined === 5);
  const started = await first.ask('rehearsal', { count: 5 });
  assert.equal(started.rehearsal?.wanted, 5, JSON.stringify(started));
  await seen;
  const gone = next(first.socket, 'status', ({ rehearsal, presence }) => !rehearsal && !presence.virtual);
  assert.equal((await second.ask('rehearsal', { count: 0 })).ok, true);
  await gone;
  assert.ok(governor.on);
});

test('screens have places in the show, wherever they are', { timeout: 300_000 }, async (t) => {
  const cluster = await openCluster(t, { env: { MAX_SCREENS: '2' } });
  const home = await cluster.openHome();
  const [one, two] = [await cluster.openEdge(), await cluster.openEdge()];
  const { socket: early } = await openScreen(t, home.url);
  const { socket: late } = await openScreen(t, one.url);
  await assert.rejects(openScreen(t, two.url), /screens/);

  const { ask, socket, welcome } = await openControl(t, two);
  const left = new Promise((resolve) => late.once('disconnect', resolve));
  const keyed = openSocket(t, `${two.url}/playfield`, { key: welcome.presenterKey });
  await next(keyed, 'scene');
  await left;
  assert.ok(early.connected, 'the last one without a key has made room');

  const told = next(socket, 'status', ({ mostScreens }) => mostScreens === 3);
  assert.equal((await ask('screens', 3)).ok, true);
  await told;
  await openScreen(t, one.url);
  // A place is free again when its edge is gone.
  await one.close();
  await next(socket, 'status', ({ screens }) => screens === 2);
  await openScreen(t, two.url);
});

test(
  'keys that are called back at one process end the screens at another, and panels there have the new key',
  { timeout: 300_000 },
  async (t) => {
    const cluster = await openCluster(t);
    const home = await cluster.openHome();
    const [one, two] = [await cluster.openEdge(), await cluster.openEdge()];
    const { ask, welcome, socket } = await openControl(t, one);
    const screen = await openScreen(t, two.url, { key: welcome.presenterKey });
    const ended = next(screen.socket, 'ended');
    const [here, elsewhere] = [socket, (await openControl(t, two)).socket].map((panel) =>
      next(panel, 'welcome'),
    );
    assert.equal((await ask('recall-keys')).ok, true);
    assert.equal((await ended).code, 'link-recalled');
    const { presenterKey } = await here;
    assert.notEqual(presenterKey, welcome.presenterKey);
    assert.equal((await elsewhere).presenterKey, presenterKey);
    assert.ok(home.url);
  },
);

test(
  'a deck larger than what Redis holds for one reader comes in at an edge, and goes out there',
  { timeout: 300_000 },
  async (t) => {
    const cluster = await openCluster(t);
    await cluster.openHome();
    const edge = await cluster.openEdge();
    const { socket, ask } = await openControl(t, edge);
    /** @type {string[]} */
    const lines = [];
    socket.on('log', (more) => lines.push(...more.map((/** @type {{ text: string }} */ { text }) => text)));
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const pictures = Array.from({ length: 20 }, () => Buffer.concat([png, randomBytes(1.9 * 2 ** 20)]));
    const files = Object.fromEntries(pictures.map((bytes, n) => [`${n}.png`, bytes]));
    const slides = pictures.map((_, n) => `# Slide ${n}\n\n![](${n}.png)`).join('\n\n---\n\n');
    const api = `${edge.url}/api/games/presentation`;
    const headers = { authorization: `Bearer ${edge.operatorKey}` };
    const body = zipSync({ 'deck.md': Buffer.from(slides), ...files }, { level: 0 });
    const response = await fetch(`${api}/import?name=a.zip`, { method: 'POST', headers, body });
    const { documents, skipped } = /** @type {any} */ (await response.json());
    assert.deepEqual([response.status, skipped], [200, []]);
    const packed = await fetch(`${api}/documents/${documents[0].id}?as=ZIP%20with%20pictures`, { headers });
    const { 'deck.md': deck, ...out } = unzipSync(new Uint8Array(await packed.arrayBuffer()));
    assert.match(Buffer.from(deck ?? []).toString(), /# Slide 19/);
    const hashes = (/** @type {Uint8Array[]} */ all) => all.map((bytes) => hash('sha1', bytes)).sort();
    assert.deepEqual(hashes(Object.values(out)), hashes(pictures));
    // The line says that all before it are there.
    assert.equal((await ask('switch', 'pong')).ok, true);
    await until(
      () => lines,
      (all) => all.some((text) => /Pong/.test(text)),
    );
    assert.deepEqual(
      lines.filter((text) => /Redis|wait for it/.test(text)),
      [],
    );
  },
);
