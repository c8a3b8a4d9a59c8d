/**
 * Whatever clients send, the server goes on, its prototypes are clean and its counts are right. A check has some thousand packets;
 * `npm run test:long faults` has a hundred thousand events, a million raw packets and twelve million in one process.
 */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import WebSocket from 'ws';
import { drawMessage } from '../../bots/draw.js';
import { compileFields } from '../../lib/contract/schema.js';
import { ShowError } from '../../lib/errors.js';
import { createEdge } from '../../lib/stage/edge.js';
import { createRandom } from '../../lib/stage/random.js';
import { createStage, settingsOf } from '../../lib/testing.js';
import { parser } from '../../lib/wire/parser.js';
import { HEADER_BYTES, MAX_INPUTS, createCodec } from '../../public/shared/codec.js';
import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';
import { sample } from '../support/sample.js';
import { next, openSocket, startControl } from '../support/server.js';
import { until } from '../support/until.js';

const GAMES = new URL('../../games/', import.meta.url);
/** Pieces of packets that mean something, or too much. */
const SPICE = Buffer.from('0987-1e999[[[{{"__proto__":{"isAdmin":1}},null]\\ud800\0\xff');
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

test(
  'packets of a phone in one process: through the decoder and the edge into the rules of each game',
  {
    timeout: 1_800_000,
  },
  async (t) => {
    const { next: random } = createRandom(SEED);
    const folders = await readdir(GAMES, { withFileTypes: true });
    const ids = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const id of ids) {
      const { default: game } = await import(new URL(`${id}/game.js`, GAMES).href);
      const way = wayInto(game);
      let [read, taken] = [0, 0];
      for (let n = 0; n < sample(200_000, 12_000_000) / ids.length; n++) {
        const isBytes = random() < 0.5;
        const packet = isBytes ? way.bytes(random) : way.text(random);
        read += 1;
        taken += Number(
          isBytes ? way.readBytes(mutated(packet, random), n) : way.readText(mutated(packet, random), n),
        );
      }
      t.diagnostic(`${id}: ${taken} of ${read} were still a message`);
      assert.ok(taken > 0 && taken < read, id);
    }
    assert.equal(/** @type {any} */ ({}).isAdmin, undefined);
  },
);

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

/** The way of a phone's packets into a game, without its connection. @param {any} game */
function wayInto(game) {
  const who = { id: 'p1', name: 'Ada', team: game.teams[0] ?? null };
  const edge = createEdge();
  edge.setGame(game);
  const seat = edge.sit(who);
  const stage = createStage({ game, settings: settingsOf(game), seed: SEED });
  stage.join(who);
  stage.setPlayers({
    count: 1,
    byTeam: Object.fromEntries(
      game.teams.map((/** @type {string} */ team) => [team, Number(team === who.team)]),
    ),
  });
  const codec = createCodec(game.input);
  const kinds = Object.entries(game.submit).map(([kind, { fields }]) => ({
    kind,
    fields,
    check: compileFields(fields),
  }));
  const decoder = new parser.Decoder();
  /** @type {any[]} */
  let packets = [];
  decoder.on('decoded', (packet) => packets.push(packet));

  /** Time passes now and then, and the game takes what has come. @param {number} n */
  function live(n) {
    if (n % 500 > 0) return;
    stage.tick(100, edge.drain(n));
    assert.notEqual(JSON.stringify(stage.frame()), undefined);
  }

  /** @param {any[]} data @param {number} n @returns {boolean} */
  function hear([event, ...args], n) {
    if (event === CLIENT_EVENT.input) return edge.input(seat, args[0], n) === '';
    const found = kinds.find(({ kind }) => kind === args[0]);
    if (event !== CLIENT_EVENT.submit || !found || found.check(args[1]) !== '') return false;
    try {
      stage.submit(found.kind, { id: `s${n}`, player: who, value: args[1], atMs: stage.nowMs() });
    } catch (error) {
      assert.ok(error instanceof ShowError, String(error));
    }
    return true;
  }

  return {
    bytes: (/** @type {() => number} */ random) =>
      Buffer.from(codec.pack(drawMessage(game.input, random), 0) ?? []),
    text(/** @type {() => number} */ random) {
      const { kind = 'answer', fields = {} } = kinds[Math.floor(random() * kinds.length)] ?? {};
      const event =
        random() < 0.5 || kinds.length === 0
          ? [CLIENT_EVENT.input, drawMessage(game.input, random)]
          : [CLIENT_EVENT.submit, kind, drawMessage(fields, random), 'a1'];
      return Buffer.from(`2/players,${JSON.stringify(event)}`);
    },
    /** @param {Buffer} bytes @param {number} n @returns {boolean} whether it was a message */
    readBytes(bytes, n) {
      live(n);
      let count = 0;
      for (let at = HEADER_BYTES; count === 0 || at < bytes.length; count++) {
        if (count === MAX_INPUTS || edge.inputBytes(seat, bytes, at, bytes.length, n) !== '') return false;
        at = edge.readTo;
      }
      return true;
    },
    /** @param {Buffer} bytes @param {number} n @returns {boolean} whether it was a message */
    readText(bytes, n) {
      live(n);
      packets = [];
      try {
        decoder.add(bytes.toString());
      } catch (error) {
        // Its connection ends.
        assert.ok(error instanceof Error);
        decoder.destroy();
      }
      return packets.some(({ data }) => Array.isArray(data) && hear(data, n));
    },
  };
}

/** Changes, leaves out or adds bytes; one in four stays. @param {Buffer} packet @param {() => number} random */
function mutated(packet, random) {
  const upTo = (/** @type {number} */ most) => Math.floor(random() * most);
  const bytes = [...packet];
  for (let times = upTo(4); times > 0; times--) {
    const [at, kind] = [upTo(bytes.length + 1), upTo(4)];
    if (kind === 0) bytes.splice(at, 1 + upTo(3));
    else if (kind === 1) bytes.splice(at, 0, ...SPICE.subarray(upTo(SPICE.length)));
    else if (kind === 2) bytes[at] = upTo(256);
    else bytes.length = at;
  }
  return Buffer.from(bytes);
}
