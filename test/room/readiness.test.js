/** Tries what is known before doors open: phones that reach the server, its disk and screens, and how many phones it bears. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRamp } from '../../bots/ramp.js';
import { rehearsalExtension } from '../../bots/extension.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { placeOf } from '../../lib/http/probe.js';
import { createLog } from '../../lib/log.js';
import { joinAsPhone, next, openControl, openScreen, startControl, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

/** @param {string} url of the probe page, which names an address of this machine @param {{ url: string }} app @param {unknown} report */
function probe(url, app, report) {
  return fetch(app.url + new URL(url).pathname, { method: 'POST', body: JSON.stringify(report) });
}

test('a phone that has the probe page open is listed with its address and its time, and nobody else is', async (t) => {
  const { app, ask } = await startControl(t);
  const read = async () => (await ask('readiness')).readiness;
  const { probe: about, probes, disk, zone } = await read();
  assert.deepEqual(probes, []);
  assert.match(about.qr, /^<svg/);
  assert.ok(disk.freeBytes > 0 && disk.writeMs >= 0 && disk.problem === '');
  assert.equal(zone, Intl.DateTimeFormat().resolvedOptions().timeZone);

  const good = { id: 'a', secure: false, motion: 'no' };
  assert.equal((await probe(about.url, app, good)).status, 200);
  const [first] = (await read()).probes;
  assert.deepEqual(
    { ...first, firstMs: 0, lastMs: 0 },
    {
      ...good,
      firstMs: 0,
      lastMs: 0,
      address: '127.0.0.1',
      family: 'IPv4',
      place: 'own',
      rttMs: null,
      socket: null,
      kind: '',
    },
  );
  await probe(about.url, app, { ...good, rttMs: 12.5, socket: true });
  const [second, ...others] = (await read()).probes;
  assert.deepEqual(
    [second.rttMs, second.socket, second.firstMs, others.length],
    [12.5, true, first.firstMs, 0],
  );

  const refused = await probe('http://x/probe/NOBODY22', app, good);
  assert.equal(/** @type {any} */ (await refused.json()).code, 'probe-unknown');
  for (const bad of [
    {},
    { ...good, rttMs: 'x' },
    { ...good, more: 1 },
    'text',
    { ...good, id: 'x'.repeat(2000) },
  ])
    assert.notEqual((await probe(about.url, app, bad)).status, 200);
  for (let n = 0; n < 30; n++) await probe(about.url, app, { ...good, id: `phone-${n}` });
  assert.equal((await read()).probes.length, 20, 'the oldest make room');
});

test('a disk that takes nothing is said, and so is one that takes it again', async (t) => {
  const { app, ask } = await startControl(t);
  app.fillDisk(true);
  const { disk } = (await ask('readiness')).readiness;
  assert.equal(disk.writeMs, null);
  assert.match(disk.problem, /stored/);
});

test('screens say how large they are, and the sheet forgets those that have gone', async (t) => {
  const { app, ask } = await startControl(t);
  const { socket } = await openScreen(t, app.url);
  const about = { width: 1920, height: 1080, scale: 1, sound: 'blocked' };
  assert.equal((await socket.timeout(60_000).emitWithAck('about', about)).ok, true);
  assert.equal(
    (await socket.timeout(60_000).emitWithAck('about', { ...about, width: -1 })).code,
    'event-bad',
  );
  const screens = async () => (await ask('readiness')).readiness.screens;
  assert.deepEqual(await screens(), [about]);
  socket.disconnect();
  while ((await screens()).length > 0);
});

test('the audience that is expected outlives the server', async (t) => {
  const { app, ask } = await startControl(t);
  assert.equal((await ask('expect', 450)).ok, true);
  assert.equal((await ask('expect', 0)).code, 'event-bad');
  await app.close();
  const again = await startControl(t, { DATA_DIR: app.dataDir });
  assert.equal((await again.ask('readiness')).readiness.expected, 450);
  await again.ask('expect', null);
  assert.equal((await again.ask('readiness')).readiness.expected, null);
});

test('a crowd in a room of its own measures the machine, and leaves nothing but the figure', async (t) => {
  const dataDir = await tempFolder(t);
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', STAGE: 'inline' };
  const app = await createApp(readConfig({ env, argv: [] }), {
    extensions: [rehearsalExtension({ rampMs: 2000, most: 12 })],
  });
  t.after(() => app.close());
  const { ask, socket } = await openControl(t, app);

  const phone = await joinAsPhone(t, app.url);
  const refused = await ask('measure', true);
  assert.equal(refused.code, 'ramp-refused');
  assert.match(refused.message, /before doors open/);
  phone.socket.disconnect();
  await next(socket, 'status', ({ presence }) => presence.connected === 0);

  const rooms = next(socket, 'status', ({ rooms: all }) =>
    all.some((/** @type {any} */ { title }) => title === 'Trial'),
  );
  assert.equal((await ask('measure', true, 'Trial')).ok, true);
  assert.equal((await ask('measure', true)).code, 'ramp-refused');
  await rooms;
  await next(socket, 'status', ({ ramp }) => ramp?.joined > 0);
  await next(socket, 'status', ({ ramp, rooms: all }) => ramp === null && all.length === 1, 60_000);
  // The room is closed before the figure is stored.
  const { ceiling, version } = await until(
    async () => (await ask('readiness')).readiness,
    (readiness) => readiness.ceiling !== null,
  );
  assert.deepEqual(
    { phones: ceiling.phones, why: ceiling.why, gameId: ceiling.gameId, version: ceiling.version },
    { phones: 12, why: 'most', gameId: 'lobby', version },
  );

  await ask('measure', true, 'Trial');
  await next(socket, 'status', ({ ramp }) => ramp !== null);
  await ask('measure', false);
  await next(socket, 'status', ({ ramp, rooms: all }) => ramp === null && all.length === 1);
  assert.equal(
    (await ask('readiness')).readiness.ceiling.atMs,
    ceiling.atMs,
    'one that was stopped says nothing',
  );
});

test('the crowd stops at the first sign of overload, and the figure is of the moment before', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let joined = 0;
  let pressure = 0.2;
  /** @type {any[]} */
  const asked = [];
  const ramp = createRamp({
    crowd: {
      set: async (_room, { count }) => void (joined = Number(count)),
      reading: () => ({ wanted: joined, joined, cpu: 0, characters: [] }),
    },
    ask: async (_room, name, ...args) => (
      asked.push([name, ...args]),
      name === 'open-ramp' ? 'ROOM22' : undefined
    ),
    look: async () => ({
      governor: /** @type {any} */ ({ pressure, binding: 'utilisation', isScaled: false, hardForMs: 0 }),
      rooms: [{ id: 'main', connected: 0, gameId: 'pong' }],
    }),
    version: '1.2.3',
    log: createLog({ level: 'silent' }),
    most: 2000,
    rampMs: 0.001,
    warmMs: 0,
  });
  const step = async () => {
    t.mock.timers.tick(250);
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  };
  await ramp.start('main', 'Trial');
  joined = 700;
  await step();
  joined = 800;
  pressure = 1.2;
  await step();
  pressure = 0.4;
  joined = 900;
  await step();
  assert.ok(ramp.reading(), 'one bad moment is none');
  pressure = 1.3;
  joined = 1000;
  await step();
  await step();
  assert.equal(ramp.reading(), null);
  const [, found] = asked.find(([name]) => name === 'measured');
  assert.deepEqual(
    [found.phones, found.why, found.binding, found.gameId],
    [900, 'overload', 'utilisation', 'pong'],
  );
  assert.deepEqual(
    asked.map(([name]) => name),
    ['open-ramp', 'switch', 'close-ramp', 'measured'],
  );
});

test('an address is in a network of this machine, or its own, or neither', () => {
  const interfaces = /** @type {any} */ ({
    eth0: [{ address: '192.168.7.2', cidr: '192.168.7.2/24', family: 'IPv4' }],
    eth1: [{ address: 'fd00::2', cidr: 'fd00::2/64', family: 'IPv6' }],
  });
  assert.equal(placeOf('192.168.7.2', interfaces), 'own');
  assert.equal(placeOf('192.168.7.99', interfaces), 'near');
  assert.equal(placeOf('192.168.8.99', interfaces), 'far');
  assert.equal(placeOf('fd00::beef', interfaces), 'near');
  assert.equal(placeOf('2001:db8::1', interfaces), 'far');
  assert.equal(placeOf('', interfaces), 'far');
});
