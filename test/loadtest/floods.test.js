/** Floods: each one gets in and sends, the kernel tells what was read of it, and the judge finds what must not be. */

/** @import { TestContext } from 'node:test' */
/** @import { Look, Measured } from '../../loadtest/floods/play.js' */

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { FLOODS } from '../../loadtest/floods/floods.js';
import { createGenerator } from '../../loadtest/floods/generator.js';
import { inTurn, openHttpClient, polls } from '../../loadtest/floods/http-client.js';
import { limitsOf } from '../../loadtest/floods/limits.js';
import { nothing } from '../../loadtest/floods/play.js';
import { queuesIn, readQueues } from '../../loadtest/floods/queues.js';
import { rowOf } from '../../loadtest/floods/table.js';
import { judge, lineOf } from '../../loadtest/overload/judge.js';
import { listen } from '../support/process.js';
import { joinAsPhone, startServer } from '../support/server.js';
import { until } from '../support/until.js';
import { serveSockets } from '../support/wire.js';

/**
 * A server of TCP that does to its connections whatever it is told. It reads nothing until `resume`.
 * @param {TestContext} t @param {(socket: import('node:net').Socket) => void} onConnection
 */
async function tcpServer(t, onConnection) {
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  return listen(t, server);
}

/** @param {TestContext} t @param {Parameters<typeof createGenerator>} args */
function generatorOf(t, ...args) {
  const generator = createGenerator(...args);
  t.after(() => generator.close());
  return generator;
}

for (const [name, flood] of Object.entries(FLOODS)) {
  test(`"${name}" gets in, floods, and leaves a server that serves`, { timeout: 300_000 }, async (t) => {
    const places = flood.places === undefined ? 500 : 1 + Math.ceil(flood.places * 0.02);
    const { url, operatorKey } = await startServer(t, { MAX_PLAYERS: String(places), ...flood.env });
    if (flood.places !== undefined) await joinAsPhone(t, url);
    const generator = generatorOf(t, flood, url, 0.02);
    const { opened, refused } = await generator.arrive();
    const stay = flood.groups.filter(({ loopsPerS, http }) => loopsPerS === undefined && !http);
    assert.equal(refused, 0);
    assert.equal(
      opened,
      stay.reduce((sum, { count }) => sum + Math.ceil(count * 0.02), 0),
    );
    generator.start();
    const isQuiet = flood.groups.every(({ perS, loopsPerS, http }) => !perS && !loopsPerS && !http);
    await until(async () => {
      const { sent, taken } = await generator.read();
      return isQuiet || (sent > 20 && taken > 0);
    });
    assert.equal(generator.read().breaches, 0);
    await generator.close();
    assert.ok(operatorKey);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });
}

test(
  'what a page of another site gets from a server that lets it in is counted',
  { timeout: 300_000 },
  async (t) => {
    const { url } = await serveSockets(t);
    const generator = generatorOf(
      t,
      { title: '', groups: [{ count: 1, isPage: true, steps: () => [] }] },
      url,
    );
    await generator.arrive();
    generator.start();
    await until(() => generator.read().breaches > 0);
    // The server would wait for the WebSockets of the page.
    await generator.close();
  },
);

test('a flooder that is not read is muted, and one that is cut is out', async (t) => {
  /** @type {import('node:net').Socket[]} */
  const sockets = [];
  const { url } = await tcpServer(t, (socket) => {
    sockets.push(socket);
    socket.resume();
  });
  const group = { count: 2, perS: 100, isSilent: true, steps: () => [], write: () => Buffer.alloc(1000) };
  const generator = generatorOf(t, { title: 'Two', groups: [group] }, url);
  await generator.arrive();
  await until(() => sockets.length === 2);
  generator.start();
  await until(async () => (await generator.read()).taken > 5000);
  assert.deepEqual(generator.fates(), [
    { mutedS: Infinity, outS: Infinity },
    { mutedS: Infinity, outS: Infinity },
  ]);
  const [first, second] = sockets;
  first?.pause();
  await until(
    async () => (await generator.read()) && generator.fates().some(({ mutedS }) => mutedS < Infinity),
  );
  assert.equal(generator.fates().filter(({ mutedS }) => mutedS < Infinity).length, 1);
  second?.destroy();
  await until(() => generator.fates().every(({ mutedS }) => mutedS < Infinity));
  const outs = generator.fates().map(({ outS }) => outS < Infinity);
  assert.deepEqual(outs.toSorted(), [false, true]);
  assert.equal((await generator.read()).open, 1);
});

test('the kernel tells how much a server has not read', async (t) => {
  /** @type {import('node:net').Socket[]} */
  const sockets = [];
  const { port, url } = await tcpServer(t, (socket) => void sockets.push(socket));
  const group = { count: 1, perS: 50, isSilent: true, steps: () => [], write: () => Buffer.alloc(100) };
  const generator = generatorOf(t, { title: 'One', groups: [group] }, url);
  await generator.arrive();
  await until(() => sockets.length === 1);
  const [{ remotePort = 0 } = {}] = sockets;
  assert.deepEqual(readQueues(port).get(remotePort), { sending: 0, unread: 0 });
  generator.start();
  await until(() => (readQueues(port).get(remotePort)?.unread ?? 0) >= 500);
  assert.equal((await generator.read()).taken, 0);
  sockets[0]?.resume();
  await until(async () => (await generator.read()).taken >= 500);
  const text = [
    '  sl  local_address rem_address   st tx_queue rx_queue and so on',
    '   0: 0100007F:1F90 0100007F:C001 01 00000003:00000010 00:00000000 00000000     0        0 1 1',
    '   1: 0100007F:C001 0100007F:1F90 01 00000005:00000020 00:00000000 00000000     0        0 2 1',
    '   2: 0100007F:C002 0100007F:1F91 01 00000005:00000020 00:00000000 00000000     0        0 3 1',
  ].join('\n');
  // Read by nobody at the server, and not there yet; what the server sends back is not counted.
  assert.deepEqual([...queuesIn(text, 8080)], [[0xc001, { sending: 5, unread: 0x10 }]]);
});

test('a client over HTTP asks on, however its answers are cut', async (t) => {
  /** @type {string[]} */
  const asked = [];
  const { port, url } = await tcpServer(t, (socket) => {
    socket.on('data', async (bytes) => {
      asked.push(bytes.toString('latin1').split(' ')[1] ?? '');
      socket.write('HTTP/1.1 200 OK\r\nContent-');
      await wait(1);
      socket.write('Length: 6\r\n\r\nabc');
      await wait(1);
      socket.write('def');
    });
    socket.resume();
  });
  let answers = 0;
  const target = { host: '127.0.0.1', port };
  const client = openHttpClient(target, new URL(url).host, inTurn(['/a', '/b']), {
    onHttp: () => (answers += 1),
    onEnded() {},
  });
  t.after(() => client.drop());
  await until(() => answers >= 3);
  assert.deepEqual(asked.slice(0, 3), ['/a', '/b', '/a']);
});

test('a session of polling begins anew when it is over', () => {
  const asks = polls();
  const { path } = asks(null);
  const joins = asks({ status: 200, body: '0{"sid":"abc"}' });
  assert.deepEqual(joins, { path: `${path}&sid=abc`, body: '40/players,{}' });
  assert.match(asks({ status: 200, body: 'ok' }).body ?? '', /ping/);
  assert.deepEqual(asks({ status: 200, body: 'ok' }), { path: joins.path });
  assert.deepEqual(asks({ status: 400, body: '{"code":1}' }), { path });
});

/** @type {Look} */
const USUAL = Object.freeze({
  ...{ atS: 0, budget: 1, d95Ms: 5, utilisation: 0.3, sendHz: 10, playedHz: 10, framesPerS: 30 },
  ...{ operatorMs: 5, pingMs: 2, newcomerMs: 8, newcomers: 0, unanswered: 0, lines: 2, screenCuts: 0 },
  ...{ stranded: 0, breaches: 0 },
  ...{ open: 10, sentPerS: 1000, takenPerS: 100, rssMb: 120, cpu: 0.3, logKb: 1, others: 0 },
  ...{ generatorCpu: 0.4, generatorLimit: null },
});

/**
 * Ten seconds before, sixty in the flood, two looks in each.
 * @param {Partial<Look>} [more] while it is flooded @param {Partial<Measured>} [rest] @returns {Measured}
 */
function measured(more = {}, rest = {}) {
  const size = { phones: 500, hz: 10, beforeS: 10, seconds: 60, afterS: 10, share: 1 };
  const looks = Array.from({ length: 160 }, (_none, index) => {
    const atS = index / 2;
    return { ...USUAL, atS, ...(atS >= 10 && atS < 70 ? more : {}) };
  });
  const reading = readingAt(20);
  return {
    ...nothing(size),
    ...{ looks, operator: reading, watched: reading, flooded: { fromS: 10, toS: 70 } },
    ...{ fates: [{ mutedS: 1, outS: 9 }], came: { opened: 10, refused: 0 }, switchMs: 300 },
    ...rest,
  };
}

/** @param {number} p99Ms @returns {Measured['operator']} */
function readingAt(p99Ms) {
  const { operator } = nothing({ phones: 0, hz: 0, beforeS: 0, seconds: 0, afterS: 0, share: 1 });
  return { ...operator, count: 200, times: { ...operator.times, p99Ms } };
}

/** @type {[string, Measured, RegExp][]} what breaks one limit, and what is said of it */
const BROKEN = [
  [
    'an operator who waits',
    measured({}, { operator: readingAt(900) }),
    /operator waits .*: 900 ms \(below 200 ms\)/,
  ],
  [
    'a question that is open yet',
    measured({}, { watched: { ...readingAt(5), oldestMs: 700 } }),
    /for an answer.*: 700 ms/,
  ],
  ['an honest phone that is cut', measured({}, { honestLost: 1 }), /honest phones cut: 1 \(exactly 0\)/],
  [
    'phones that are slowed down',
    measured({ playedHz: 4 }),
    /share of their rate before: 0\.4 \(at least 0\.9\)/,
  ],
  ['a screen that judders', measured({ framesPerS: 9 }), /frames .*: 9 \/s \(at least 15 \/s\)/],
  ['newcomers who hear nothing', measured({ unanswered: 1 }), /without an answer.*: 120 /],
  ['a phone that has lost its place', measured({ stranded: 1 }), /blinked.*: 120 \(exactly 0\)/],
  ['a foreign page that gets in', measured({ breaches: 1 }), /foreign page got.*: 120 \(exactly 0\)/],
  ['a switch that never comes', measured({}, { switchMs: 10_000 }), /another game .*: 10,?000 ms \(below/],
  ['memory that is taken', measured({ rssMb: 181 }), /memory grows by: 61 MB \(at most 60 MB\)/],
  [
    'flooders that are read',
    measured({}, { fates: [{ mutedS: 4, outS: 9 }] }),
    /no more after: 4 s \(at most 3 s\)/,
  ],
  [
    'flooders that stay',
    measured({}, { fates: [{ mutedS: 1, outS: Infinity }] }),
    /is out after: 60 s \(at most 15 s\)/,
  ],
];

for (const [what, run, said] of BROKEN) {
  test(`the judge finds ${what}`, () => {
    const flood = { title: 'A flood', groups: [] };
    const limits = limitsOf(flood);
    assert.equal(judge(limits, measured(), null).outcome, 'passed');
    const played = { ...judge(limits, run, null), measured: run };
    const broken = played.claims.filter(({ holds }) => holds === false);
    assert.match(broken.map(lineOf).join('\n'), said);
    assert.equal(broken.length, 1);
    assert.equal(played.outcome, 'failed');
    assert.match(rowOf('some', limits, played), /^\| `some` \|.* \| Failed \|$/);
  });
}

test('the log is judged without the lines of our own operator', () => {
  const growing = (/** @type {number} */ perS, /** @type {number} */ more) => {
    const run = measured();
    run.looks = run.looks.map((look) => ({ ...look, logKb: look.atS * perS + (look.atS >= 40 ? more : 0) }));
    return judge(limitsOf({ title: '', groups: [] }), run, null).claims.find(
      ({ metric }) => metric === 'logKb',
    );
  };
  assert.equal(growing(1, 0)?.holds, true);
  assert.equal(growing(1, 90)?.holds, true);
  assert.equal(growing(1, 110)?.holds, false);
});

test('a flood that need not be muted is judged by the hall alone, and one too short to tell is incomplete', () => {
  const metrics = limitsOf({ title: '', groups: [], mutes: false }).map(({ metric }) => metric);
  assert.ok(!metrics.includes('mutedS') && !metrics.includes('outS') && metrics.includes('honestLost'));
  const short = measured({}, { fates: [{ mutedS: 1, outS: Infinity }] });
  short.size = { ...short.size, seconds: 10 };
  assert.equal(judge(limitsOf({ title: '', groups: [] }), short, null).outcome, 'incomplete');
});

test('a play that others disturbed shows its figures, and judges none of its times', () => {
  const run = measured({ others: 0.6, framesPerS: 9 });
  const limits = limitsOf({ title: '', groups: [] });
  const played = { ...judge(limits, run, null), measured: run };
  assert.equal(played.outcome, 'disturbed');
  assert.match(rowOf('some', limits, played), /\| \(20\) \| \(20\) \| 0 \| \(1\) \| \(9\) \|/);
});
