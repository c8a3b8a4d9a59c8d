/** The lean generator against real servers: every message accounted for, every end explained. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { openPool } from '../../loadtest/swarm/pool.js';
import { createSwarm } from '../../loadtest/swarm.js';
import { createCodec } from '../../public/shared/codec.js';
import { gamesFolder } from '../support/games.js';
import { end, freePort, listen, spawnServer } from '../support/process.js';
import { next, openScreen, openSocket, startControl, startServer, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const TAP = { taps: 1, x: 0.5 };
/** A game that takes submissions. */
const FURNACE = fileURLToPath(new URL('../../loadtest/overload/games', import.meta.url));

/** @param {TestContext} t @param {import('../../loadtest/swarm/swarm.js').SwarmOptions} options */
function openSwarm(t, options) {
  const swarm = createSwarm(options);
  t.after(() => swarm.close());
  return swarm;
}

/** @param {TestContext} t */
async function openSwarmProcess(t) {
  const swarm = await openPool();
  t.after(() => swarm.close());
  return swarm;
}

/**
 * Waits until this many sends of a load were due.
 * @param {import('../../loadtest/swarm/swarm.js').Swarm} swarm @param {string} kind @param {number} least
 */
async function untilDue(swarm, kind, least) {
  let due = 0;
  await until(() => (due += swarm.read().loads[kind]?.due ?? 0) >= least);
}

/** @param {string} url @returns {Promise<Record<string, number>>} the server's own counts */
async function metrics(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^mass_mobile_(\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

test('submissions are counted as acknowledged, refused or missing; the deaf submit nothing', async (t) => {
  const { url } = await startServer(t, { GAMES_DIR: FURNACE });
  const swarm = openSwarm(t, { url, namespace: '/players', deafShare: 0.5 });
  await swarm.arrive({ count: 10 });
  swarm.start({ kind: 'submit', submission: 'word', value: { text: 'here' }, perS: 20 });
  await untilDue(swarm, 'submit', 10);
  const { submit } = await swarm.stop();
  assert.ok(submit && submit.sent >= 10);
  assert.deepEqual([submit.acknowledged, submit['refused'], submit.missing], [submit.sent, 0, 0]);

  swarm.start({ kind: 'submit', submission: 'word', value: { text: 1 }, perS: 20, among: 4 });
  await untilDue(swarm, 'submit', 4);
  const { submit: bad } = await swarm.stop();
  assert.ok(bad && bad.sent >= 4);
  assert.deepEqual([bad.acknowledged, bad['refused']], [0, bad.sent]);
  assert.throws(() => swarm.start(/** @type {any} */ ({ kind: 'submit' })), { code: 'option-bad' });
});

test('200 join as players; the server counts what they sent, to the message', async (t) => {
  // The governor would lower the rates where the machine is busy with other things.
  const { url } = await startServer(t, { GOVERNOR: 'off' });
  const swarm = await openSwarmProcess(t);
  await swarm.open({ url });
  const arrival = await swarm.arrive({ count: 200 });
  assert.deepEqual([arrival.joined, arrival.failed], [200, {}]);
  assert.equal((await metrics(url))['players{room="main"}'], 200);
  await swarm.start({ kind: 'input', hz: 8, payload: TAP });
  let sent = 0;
  await until(async () => (sent += (await swarm.read()).sent) > 3000);
  const { input } = await swarm.stop();
  assert.ok(input);
  // A generator that had to wait for its core sends late, holds back what would queue, and says so.
  assert.equal(input.sent + Number(input.heldBack), input.due);
  assert.deepEqual([input.gone, input.throttled], [0, 0]);
  // Inputs that come late come close together, and the limit of their phone drops some.
  await until(async () => {
    const { inputs_total: taken, dropped_total: dropped } = await metrics(url);
    return Number(taken) + Number(dropped) === input.sent;
  });
  const { disconnects, problems } = await swarm.read();
  assert.deepEqual([disconnects, Object.keys(problems).filter((code) => code !== 'rate-exceeded')], [{}, []]);
  await swarm.leave({ count: 50 });
  await until(async () => (await metrics(url))['players{room="main"}'] === 150);
});

/** Levels that an operator clears, or another game takes away. */
const HOLDING = `
import { defineGame, mean } from 'mass-mobile';
export default defineGame({
  title: 'Holding',
  input: { y: { type: 'number', minimum: -1, maximum: 1 } },
  hold: true,
  aggregate: mean('y'),
  setup: () => ({ count: 0, mean: 0, clears: 0 }),
  tick: (state, sum) => ({ ...state, ...sum }),
  frame: (state) => state,
  actions: {
    again: { title: 'Again', run(state, _args, ctx) { ctx.clearLevels(); state.clears += 1; } },
  },
});
`;

test('binary inputs count also when the game has cleared levels or another one is on; what each holds is known', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { holding: { 'game.js': HOLDING } });
  const { app, control } = await startControl(t, { GOVERNOR: 'off', GAMES_DIR });
  const screen = await openScreen(t, app.url);
  assert.ok((await control.ask('switch', 'holding')).ok);
  const swarm = openSwarm(t, { url: app.url, namespace: '/players' });
  await swarm.arrive({ count: 30 });
  const bytes = [...(createCodec({ y: { type: 'number' } }).pack({ y: 0 }, 0) ?? [])];
  const values = Array.from({ length: 30 }, (_none, i) => (i % 7) / 10 - 0.2);
  const mean = values.reduce((sum, value) => sum + value, 0) / 30;
  const isWhole = (/** @type {any} */ { view }) => view.count === 30 && Math.abs(view.mean - mean) < 1e-9;
  swarm.start({ kind: 'input', hz: 4, bytes, isMarked: true, numbers: { at: 2, values } });
  await next(screen.socket, 'frame', isWhole);
  assert.ok((await control.ask('run', 'again', {})).ok);
  await next(screen.socket, 'frame', (message) => isWhole(message) && message.view.clears === 1);
  assert.ok((await control.ask('switch', 'lobby')).ok);
  assert.ok((await control.ask('switch', 'holding', { anew: true })).ok);
  await next(screen.socket, 'frame', (message) => isWhole(message) && message.view.clears === 0);
  const { input } = await swarm.stop();
  assert.equal(input?.holders, 30);
  assert.ok(Math.abs(Number(input?.held) / 30 - mean) < 1e-9);
  for (const bad of [
    { isMarked: true },
    { bytes, numbers: { at: 3, values } },
    { bytes, numbers: { at: 2, values: [] } },
  ])
    assert.throws(() => swarm.start({ kind: 'input', hz: 1, ...bad }), { code: 'option-bad' });
});

test('obeys the throttle, but for the deaf', async (t) => {
  const { app, control } = await startControl(t);
  const swarm = openSwarm(t, { url: app.url, deafShare: 0.2 });
  await swarm.arrive({ count: 10 });
  let throttles = 0;
  const told = (/** @type {number} */ count) => () =>
    (throttles += swarm.read().events['throttle'] ?? 0) >= count;
  await until(told(10));
  assert.ok((await control.ask('throttle', { mode: 'PIN', sendHz: 2 })).ok);
  await until(told(20));
  swarm.start({ kind: 'input', hz: 20, payload: TAP });
  await untilDue(swarm, 'input', 250);
  const { input } = await swarm.stop();
  assert.ok(input && input.throttled > 0);
  assert.equal(input.sent + input.throttled, input.due);
  // Two of ten send all, eight a tenth of it, and each its first.
  const share = 0.2 + 0.8 * 0.1;
  assert.ok(Math.abs(input.sent - share * input.due) <= 10, `${input.sent} of ${input.due}`);
});

test('echoes: every one to everybody, every own one back', async (t) => {
  const app = await startServer(t, { LOADTEST: 'on' });
  const swarm = openSwarm(t, { url: app.url, namespace: '/loadtest', auth: { key: app.operatorKey } });
  const arrival = await swarm.arrive({ count: 40, arrivalsPerS: 400 });
  assert.equal(arrival.joined, 40);
  const stranger = openSocket(t, `${app.url}/loadtest`, { key: app.operatorKey });
  await next(stranger, 'connect');
  swarm.start({ kind: 'echo', perS: 200 });
  // It must not make up for a message that is lost.
  stranger.emit('echo', 'Good evening, everybody.');
  await untilDue(swarm, 'echo', 60);
  const { echo } = await swarm.stop();
  assert.ok(echo && echo.sent >= 60);
  assert.equal(echo.received, echo.sent * 40);
  assert.equal(echo.times['roundTrip']?.count, echo.sent);
  assert.deepEqual([echo.missing, echo.late, echo.sent], [0, 0, echo.due]);

  swarm.start({ kind: 'echo', outstanding: 8, bytes: 100 });
  await untilDue(swarm, 'echo', 17);
  const closed = (await swarm.stop())['echo'];
  assert.ok(closed && closed.sent > 16);
  assert.equal(closed.received, closed.sent * 40);
});

test('broadcasts: the probe has the server’s clock, everybody ours', async (t) => {
  const app = await startServer(t, { LOADTEST: 'on' });
  const swarm = openSwarm(t, { url: app.url, namespace: '/loadtest', auth: { key: app.operatorKey } });
  await swarm.arrive({ count: 30 });
  const stranger = openSocket(t, `${app.url}/loadtest`, { key: app.operatorKey });
  await next(stranger, 'connect');
  swarm.start({ kind: 'broadcast', perS: 50, characters: 1000 });
  stranger.emit('broadcast', 'Good evening, everybody.', 'greeting 1');
  let sent = 0;
  await until(() => (sent += swarm.read().loads['broadcast']?.sent ?? 0) >= 10);
  const { broadcast } = await swarm.stop();
  assert.ok(broadcast);
  assert.equal(broadcast.received, broadcast.sent * 30);
  assert.equal(broadcast.expected, broadcast.received);
  const { roundTrip, delivery } = broadcast.times;
  assert.equal(roundTrip?.count, broadcast.sent);
  assert.equal(delivery?.count, broadcast.received);
  assert.ok(Number(roundTrip?.maxMs) > 0);
});

/** @param {TestContext} t @param {import('ws').ServerOptions} [options] */
async function openBare(t, options) {
  const bare = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  t.after(() => bare.close());
  await once(bare, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (bare.address());
  return { bare, port, url: `ws://127.0.0.1:${port}` };
}

test('bare WebSockets and a plain Socket.IO server are driven by the same messages', async (t) => {
  const { bare, url } = await openBare(t);
  let bytes = 0;
  bare.on('connection', (ws) =>
    ws.on('message', (data, isBinary) => {
      if (isBinary) bytes += /** @type {Buffer} */ (data).length;
      else for (const client of bare.clients) client.send(data, { binary: false });
    }),
  );
  const lean = openSwarm(t, { url, protocol: 'ws' });
  assert.equal((await lean.arrive({ count: 20 })).joined, 20);
  lean.start({ kind: 'input', hz: 50, bytes: [1, 2, 3] });
  lean.start({ kind: 'echo', perS: 100 });
  await untilDue(lean, 'echo', 20);
  const { input, echo } = await lean.stop();
  assert.ok(input && echo && input.sent > 0);
  assert.equal(echo.received, echo.sent * 20);
  await until(() => bytes === input.sent * 3);
  lean.start({ kind: 'input', hz: 50, bytes: [0, 0], indexAt: 0 });
  await untilDue(lean, 'input', 50);
  const own = (await lean.stop())['input'];
  await until(() => bytes === input.sent * 3 + Number(own?.sent) * 2);

  const http = createHttpServer();
  const io = new Server(http);
  io.on('connection', (socket) => void socket.on('echo', (payload) => void io.emit('echo', payload)));
  const { url: plainUrl } = await listen(t, http, () => io.close());
  const plain = openSwarm(t, { url: plainUrl, namespace: '/' });
  assert.equal((await plain.arrive({ count: 20 })).joined, 20);
  plain.start({ kind: 'echo', perS: 100 });
  await untilDue(plain, 'echo', 20);
  const totals = (await plain.stop())['echo'];
  assert.ok(totals && totals.sent > 0);
  assert.equal(totals.received, totals.sent * 20);
});

test('an echo of many in one packet counts as many', async (t) => {
  const http = createHttpServer();
  const io = new Server(http);
  /** @type {unknown[]} */
  let turn = [];
  io.on('connection', (socket) =>
    socket.on('echo', (payload) => {
      if (turn.push(payload) >= inOne) tell();
    }),
  );
  let inOne = 16;
  const tell = () => {
    io.emit('echo', turn);
    turn = [];
  };
  const { url } = await listen(t, http, () => io.close());
  const swarm = openSwarm(t, { url, namespace: '/' });
  await swarm.arrive({ count: 10 });
  swarm.read();
  let [sent, received] = [0, 0];
  swarm.start({ kind: 'echo', outstanding: 64, bytes: 20 });
  await until(() => packets() && sent >= 1000);
  const stopped = swarm.stop();
  // It waits for the last ones, which are fewer.
  inOne = 1;
  tell();
  const { echo } = await stopped;
  packets();
  assert.ok(echo);
  assert.equal(echo.received, echo.sent * 10);
  assert.ok(received < echo.received / 4, `${received} packets for ${echo.received} echoes`);

  function packets() {
    const reading = swarm.read();
    sent += reading.sent;
    return (received += reading.received);
  }
});

test('a server that dies ends nothing but the connections, which say why', async (t) => {
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  const swarm = await openSwarmProcess(t);
  await swarm.open({ url: server.url });
  assert.equal((await swarm.arrive({ count: 100 })).joined, 100);
  await swarm.start({ kind: 'input', hz: 10, payload: TAP });
  await swarm.read();
  await end(server.child, 'SIGKILL');
  /** @type {import('../../loadtest/swarm/readings.js').Reading[]} */
  const readings = [];
  await until(async () => readings.push(await swarm.read()) && readings.at(-1)?.connections === 0);
  const cut = readings.reduce((sum, { disconnects }) => sum + (disconnects['cut-off'] ?? 0), 0);
  assert.equal(cut, 100);
  assert.match(String(readings.at(-1)?.why['cut-off']), /without a goodbye/);
  const totals = await swarm.stop();
  assert.ok(totals['input'] && totals['input'].sent > 0);
  await assert.rejects(swarm.arrive({ count: 50 }), { code: 'target-absent' });
});

test('a server that ends with a goodbye is told apart', async (t) => {
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  const swarm = openSwarm(t, { url: server.url });
  await swarm.arrive({ count: 20 });
  assert.equal(await end(server.child, 'SIGTERM'), 0);
  let closed = 0;
  await until(() => (closed += swarm.read().disconnects['closed-by-server'] ?? 0) === 20);
});

test('what is not there, not ours, or refuses, says so at once', async (t) => {
  const arrive = (/** @type {import('../../loadtest/swarm/swarm.js').SwarmOptions} */ options, count = 100) =>
    openSwarm(t, options).arrive({ count });
  const { url } = await startServer(t, { LOADTEST: 'on' });
  await assert.rejects(arrive({ url: `http://127.0.0.1:${await freePort()}` }), {
    code: 'target-absent',
    message: /Nothing listens at http.*start the server/,
  });
  await assert.rejects(arrive({ url, namespace: '/loadtest', auth: { key: 'guess' } }), {
    code: 'key-wrong',
    message: /not the operator key/,
  });
  await assert.rejects(arrive({ url, auth: { room: 'ABCD' } }), { code: 'room-unknown' });
  await assert.rejects(arrive({ url, path: '/nothing' }), {
    code: 'target-strange',
    message: /instead of upgrading/,
  });
  await assert.rejects(arrive({ url, protocol: 'ws', path: '/socket.io/' }), {
    code: 'target-strange',
    message: /answered 400/,
  });

  const mute = createServer((socket) => void t.after(() => socket.destroy()));
  const rude = createServer((socket) => void socket.end('220 ready\r\n'));
  const liar = createServer((socket) =>
    socket.once('data', () =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: nonsense\r\n\r\n'),
    ),
  );
  const { url: muteUrl } = await listen(t, mute);
  const { url: rudeUrl } = await listen(t, rude);
  const { url: liarUrl } = await listen(t, liar);
  await assert.rejects(arrive({ url: muteUrl, timeoutMs: 1000 }), {
    code: 'joining-slow',
    message: /the upgrade within 1000 ms/,
  });
  await assert.rejects(arrive({ url: rudeUrl }), { code: 'target-strange', message: /does not speak HTTP/ });
  await assert.rejects(arrive({ url: liarUrl }), { code: 'target-strange', message: /Sec-WebSocket-Accept/ });
});

test('who has to wait in line gets in when somebody leaves', async (t) => {
  const { url } = await startServer(t, { MAX_PLAYERS: '5', KEEP_SEATS: '0' });
  const swarm = openSwarm(t, { url });
  const arrival = swarm.arrive({ count: 7 });
  await until(() => swarm.read().connections === 5);
  await swarm.leave({ count: 2 });
  const { joined, failed, queued } = await arrival;
  assert.deepEqual([joined, failed, queued], [7, {}, 2]);
});

test('who comes back is the player who left, and who comes first is new', async (t) => {
  const { app, control: panel } = await startControl(t, { GOVERNOR: 'off' });
  const { url } = app;
  const known = async () => (await panel.ask('players', {})).total;
  const swarm = openSwarm(t, { url, returns: true });
  await swarm.arrive({ count: 5 });
  await swarm.leave({ count: 3 });
  await swarm.arrive({ count: 3 });
  assert.deepEqual([swarm.size(), await known()], [5, 5]);
  await swarm.arrive({ count: 1 });
  assert.equal(await known(), 6);
});

test('who comes back as somebody else, or under another name, is counted', async (t) => {
  const { app, control: panel } = await startControl(t, { GOVERNOR: 'off' });
  const swarm = openSwarm(t, { url: app.url, returns: true });
  const { changed: ofNew } = await swarm.arrive({ count: 4 });
  await swarm.leave({ count: 4 });
  const { changed: ofSame } = await swarm.arrive({ count: 4 });
  const { rows } = await panel.ask('players', {});
  assert.ok((await panel.ask('rename', rows[0].id, 'Renamed')).ok);
  await swarm.leave({ count: 4 });
  const { changed: ofRenamed } = await swarm.arrive({ count: 4 });
  assert.deepEqual([ofNew, ofSame, ofRenamed], [0, 0, 1]);
});

for (const how of /** @type {const} */ (['goodbye', 'end', 'reset']))
  test(`all leave in one moment, by ${how}, and the room is empty`, async (t) => {
    const { url } = await startServer(t, { GOVERNOR: 'off' });
    const swarm = openSwarm(t, { url });
    await swarm.arrive({ count: 30 });
    await swarm.leave({ count: 30, how });
    const { disconnects } = await swarm.read();
    assert.deepEqual([swarm.size(), disconnects], [0, {}]);
    await until(async () => (await metrics(url))['players{room="main"}'] === 0);
  });

test('who persists tries again whatever went wrong, and each attempt is counted', async (t) => {
  let refusals = 0;
  const { url } = await openBare(t, { verifyClient: () => --refusals < 0 });
  const swarm = openSwarm(t, { url, protocol: 'ws' });
  await swarm.arrive({ count: 1 });
  refusals = 2;
  const gaveUp = await swarm.arrive({ count: 2 });
  assert.deepEqual([gaveUp.joined, gaveUp.failed, gaveUp.again], [0, { 'target-strange': 2 }, {}]);
  refusals = 3;
  const { joined, failed, again, why } = await swarm.arrive({ count: 2, persists: true });
  assert.deepEqual([joined, failed, again], [2, {}, { 'target-strange': 3 }]);
  assert.match(String(why['target-strange']), /not what was expected/);
});

test('while some come and go, the others keep their pace and their turn', async (t) => {
  const { bare, url } = await openBare(t);
  /** @type {Map<number, number>} */
  const heard = new Map();
  bare.on('connection', (ws) =>
    ws.on('message', (/** @type {Buffer} */ [index = 0]) => heard.set(index, (heard.get(index) ?? 0) + 1)),
  );
  const swarm = openSwarm(t, { url, protocol: 'ws' });
  await swarm.arrive({ count: 50 });
  swarm.start({ kind: 'input', hz: 1, bytes: [0, 0], indexAt: 0 });
  for (let i = 0; i < 6; i++) {
    const rounds = swarm.arrive({ count: 2, arrivalsPerS: 10 });
    await rounds;
    await swarm.leave({ count: 2 });
  }
  await until(() => [...Array(50).keys()].every((index) => heard.has(index)));
  const { input } = await swarm.stop();
  assert.ok(input);
  assert.equal(input.sent + input.gone, input.due);
  const counts = [...Array(50).keys()].map((index) => heard.get(index) ?? 0);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, counts.join(' '));
});

test('those who leave send nothing more, and nothing more of theirs counts as sent', async (t) => {
  const { bare, url } = await openBare(t);
  let heard = 0;
  bare.on('connection', (ws) => ws.on('message', () => heard++));
  const swarm = openSwarm(t, { url, protocol: 'ws' });
  await swarm.arrive({ count: 100 });
  swarm.start({ kind: 'input', hz: 20, bytes: [0] });
  for (let i = 0; i < 9; i++) await swarm.leave({ count: 10 });
  const { input } = await swarm.stop();
  assert.ok(input && input.sent > 0);
  await until(() => heard >= input.sent);
  assert.equal(heard, input.sent);
});

test('closing ends an arrival, and leaves nothing behind', async (t) => {
  const { url } = await startServer(t);
  const swarm = openSwarm(t, { url });
  const arrival = swarm.arrive({ count: 1000, arrivalsPerS: 50 });
  await until(() => swarm.read().connections > 3);
  await swarm.close();
  const { joined, failed } = await arrival;
  assert.equal(joined + Number(failed['swarm-closed']), 1000);
  await until(async () => (await metrics(url))['connections'] === 0);
});

test('a server that falls silent, or talks nonsense, loses its connections with a reason', async (t) => {
  const { bare, port } = await openBare(t);
  const url = `http://127.0.0.1:${port}`;
  let last = '';
  bare.on('connection', (ws) => {
    ws.send('0{"sid":"s","pingInterval":50,"pingTimeout":50}');
    ws.once('message', () => {
      ws.send('40{"sid":"t"}');
      if (last) ws.send(last);
    });
  });
  for (const [said, code, sentence] of /** @type {[string, string, RegExp][]} */ ([
    ['', 'server-silent', /no ping for \d+ ms/],
    ['42["throttle",{', 'target-strange', /bad JSON/],
    ['41', 'closed-by-server', /leaving the namespace/],
  ])) {
    last = said;
    const swarm = openSwarm(t, { url, namespace: '/', path: '/' });
    assert.equal((await swarm.arrive({ count: 3 })).joined, 3);
    let gone = 0;
    await until(() => (gone += swarm.read().disconnects[code] ?? 0) === 3);
    assert.match(String(swarm.read().why[code]), sentence);
  }
});

test('options that make no sense are named', async (t) => {
  const { url } = await startServer(t);
  assert.throws(() => createSwarm({ url: 'localhost' }), { code: 'url-bad' });
  assert.throws(() => createSwarm({ url: 'ftp://127.0.0.1' }), { code: 'url-bad' });
  const bad = /** @type {any} */ ({ url, protocol: 'udp' });
  assert.throws(() => createSwarm(bad), { message: /protocol/ });
  const swarm = openSwarm(t, { url });
  await swarm.arrive({ count: 1 });
  const start = (/** @type {any} */ load) => () => swarm.start(load);
  assert.throws(start({ kind: 'storm' }), { message: /kind is one of input, echo, broadcast/ });
  assert.throws(start({ kind: 'input' }), { message: /hz is missing/ });
  assert.throws(start({ kind: 'echo', perS: -1 }), { message: /perS is a number from 0.01/ });
  swarm.start({ kind: 'echo' });
  assert.throws(start({ kind: 'echo' }), { message: /runs already/ });
  await assert.rejects(swarm.arrive(/** @type {any} */ ({})), { message: /count must be a whole number/ });
  await swarm.close();
  assert.throws(start({ kind: 'echo' }), { code: 'swarm-closed' });
  await assert.rejects(swarm.arrive({ count: 1 }), { code: 'swarm-closed' });
});

test('too few open files are said before the first connection, with the command that mends it', async (t) => {
  const { url } = await startServer(t);
  const script = `import { createSwarm } from ${JSON.stringify(new URL('../../loadtest/swarm.js', import.meta.url).href)};
    const swarm = createSwarm({ url: ${JSON.stringify(url)} });
    await swarm.arrive({ count: 500 }).catch(({ code, message }) => console.log(code + ' ' + message));
    await swarm.close();`;
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 300 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    },
  );
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  await once(child, 'close');
  assert.match(said, /^files-few .*300 files.*500 connections.*ulimit -n 550/);
  assert.equal((await metrics(url))['joins_total'], 0);
});

test('the end of a process reaches those who wait', async (t) => {
  const { url } = await startServer(t);
  const swarm = await openSwarmProcess(t);
  await assert.rejects(swarm.read(), { message: /open comes first/ });
  await swarm.open({ url });
  await swarm.arrive({ count: 5 });
  const pending = swarm.arrive({ count: 50, arrivalsPerS: 1 });
  process.kill(Number(swarm.pids[0]), 'SIGKILL');
  await assert.rejects(pending, { code: 'swarm-ended', message: /^Generator process 1 ended by SIGKILL/ });
  await assert.rejects(swarm.read(), { code: 'swarm-ended' });
});
