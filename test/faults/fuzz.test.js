/**
 * Whatever clients send, the server goes on, its prototypes are clean and its counts are right. A check has some thousand packets;
 * `npm run test:long faults` has a hundred thousand events and a million raw packets.
 */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import WebSocket from 'ws';
import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';
import { sample } from '../support/sample.js';
import { next, openSocket, startControl } from '../support/server.js';
import { until } from '../support/until.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20121026);

/** Values that have broken servers before, and arbitrary ones. */
const hostile = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    NaN,
    Infinity,
    -0,
    '',
    '__proto__',
    'constructor',
    [],
    {},
    [[]],
    true,
    2 ** 53,
  ),
  fc.constantFrom('\u202e\u0000', '\ud800', '💥'.repeat(500), 'main', 'lobby', 'pong', 'x'.repeat(6000)),
  fc.constantFrom(
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
    { mode: 'PIN', sendHz: 1e308 },
    { query: '(a+)+$', offset: -1, limit: 1e9 },
    { taps: 1, x: '0.5' },
    { toString: 'x', valueOf: null },
  ),
  fc.jsonValue({ maxDepth: 6 }),
);
const events = fc.constantFrom(
  ...Object.values(CLIENT_EVENT),
  'connect',
  'disconnect',
  'error',
  '__proto__',
  'hasOwnProperty',
  '',
);
/** Operators shut newcomers out with these. @type {Set<string>} */
const SHUTS = new Set([CLIENT_EVENT.lock, CLIENT_EVENT.entryCode]);
const messages = fc.array(
  fc.record({ event: events, args: fc.array(hostile, { maxLength: 4 }), hasAck: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 20,
  },
);

test(
  'events with hostile arguments, by every role, with and without acknowledgement',
  { timeout: 900_000 },
  async (t) => {
    const { app, ask, welcome, socket: panel } = await startControl(t);
    const faults = watchProcess(t);
    const auths = {
      [NAMESPACE.players]: {},
      [NAMESPACE.playfield]: { key: welcome.presenterKey },
      [NAMESPACE.control]: { key: app.operatorKey },
    };
    // The operator may call the key back.
    panel.on('welcome', ({ presenterKey: key }) => (auths[NAMESPACE.playfield] = { key }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(auths)), messages, async (namespace, script) => {
        const socket = openSocket(
          t,
          app.url + namespace,
          auths[/** @type {keyof typeof auths} */ (namespace)],
        );
        await next(socket, 'connect');
        for (const { event, args, hasAck } of script) {
          // Socket.IO's own client refuses to send its reserved names.
          if (['connect', 'disconnect', 'error'].includes(event)) continue;
          socket.emit(event, ...args, ...(hasAck ? [() => {}] : []));
        }
        // The server disconnects a client that sends too much nonsense; it has handled what came before either way.
        const gone = () => assert.equal(socket.connected, false);
        await socket.timeout(60_000).emitWithAck('ping').catch(gone);
        socket.disconnect();
        // The next phone would be refused. An operator who asked each time would be sent away.
        for (const { event, args } of script)
          if (SHUTS.has(event) && args[0] === true) assert.ok((await ask(event, false)).ok);
      }),
      { numRuns: sample(300, 10_000), seed: SEED, endOnFailure: true },
    );
    assert.deepEqual(faults, []);
    assert.equal(/** @type {any} */ ({}).isAdmin, undefined);
    await settled(ask);
  },
);

test('mutated and truncated packets on raw connections', { timeout: 900_000 }, async (t) => {
  const { app, ask } = await startControl(t);
  const faults = watchProcess(t);
  const packet = fc.oneof(
    fc.constantFrom(
      '40/players,',
      '40/players,{"token":"p1.main.x.y.z"}',
      '42/players,["input",{"taps":1,"x":0}]',
      '42/players,7["ping"]',
      '41/players,',
      '3',
      '2probe',
      '5',
    ),
    fc.string({ maxLength: 60 }).map((text) => `4${text}`),
    fc.tuple(fc.nat(6), fc.string({ maxLength: 40 })).map(([type, text]) => `4${type}/players,${text}`),
    fc.constant(`42/players,${'['.repeat(3000)}`),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(packet, { minLength: 1, maxLength: 15 }),
      fc.boolean(),
      async (packets, isJoined) => {
        const ws = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
        await once(ws, 'open');
        if (isJoined) ws.send('40/players,{}');
        for (const one of packets) ws.send(one);
        ws.close();
        await once(ws, 'close');
      },
    ),
    { numRuns: sample(600, 130_000), seed: SEED, endOnFailure: true },
  );
  assert.deepEqual(faults, []);
  await settled(ask);
});

/** @param {import('node:test').TestContext} t @returns {string[]} what reached the process */
function watchProcess(t) {
  /** @type {string[]} */
  const faults = [];
  const note = (/** @type {unknown} */ error) =>
    void faults.push(String(/** @type {Error} */ (error)?.stack ?? error));
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  t.after(() => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
  });
  return faults;
}

/**
 * The server still answers its operator, and everybody has left.
 * @param {(event: string, ...args: unknown[]) => Promise<any>} ask
 */
async function settled(ask) {
  const { ok } = await until(
    () => ask('players', { limit: 100 }),
    ({ rows = [] }) => rows.every((/** @type {any} */ { connected }) => !connected),
  );
  assert.ok(ok);
}
