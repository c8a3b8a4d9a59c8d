/** Colyseus's wire, byte for byte; and a real room of it, where it is installed. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { SERVERS, hasColyseus, installedServers } from '../../loadtest/bench/servers.js';
import { startChild } from '../../loadtest/harness/child.js';
import { createSwarm } from '../../loadtest/swarm.js';
import { refusalOf, roomMessage } from '../../loadtest/swarm/colyseus.js';

test('a message is the kind, the type and the packed payload', () => {
  assert.deepEqual(
    Buffer.from(roomMessage('input', { n: 3 })),
    Buffer.concat([Buffer.of(13, 0xa5), Buffer.from('input'), Buffer.of(0x81, 0xa1, 0x6e, 3)]),
  );
  assert.deepEqual(
    Buffer.from(roomMessage('echo', 'x'.repeat(32))),
    Buffer.concat([Buffer.of(13, 0xa4), Buffer.from('echo'), Buffer.of(0xd9, 32), Buffer.alloc(32, 'x')]),
  );
});

test('what cannot be packed is refused by name', () => {
  assert.throws(() => roomMessage('input', { n: 128 }), /128 cannot be packed/);
  assert.throws(() => roomMessage('input', [1]), /\[1\] cannot be packed/);
  assert.throws(() => roomMessage('echo', 'x'.repeat(256)), /xxx" cannot be packed/);
});

test('what a room says when it refuses is shown', () => {
  const refusal = Buffer.concat([Buffer.of(11, 0xcd, 0x0c, 0x02, 0xa4), Buffer.from('full')]);
  assert.match(refusalOf(refusal, 0, refusal.length), /"full"/);
});

test('a server without a matchmaker, or without a seat, is named, not waited for', async (t) => {
  for (const [status, body, sentence] of /** @type {[number, string, RegExp][]} */ ([
    [404, 'nothing here', /answered 404 .*nothing here/],
    [522, '{"error":"no room"}', /answered 522 .*no room/],
    [200, '{}', /answered 200 to the matchmaking/],
    [200, 'welcome', /bad JSON/],
  ])) {
    const http = createServer((_request, response) => response.writeHead(status).end(body));
    t.after(() => void http.close());
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
    const swarm = createSwarm({ url: `http://127.0.0.1:${port}`, protocol: 'colyseus' });
    t.after(() => swarm.close());
    await assert.rejects(swarm.arrive({ count: 2 }), { code: 'target-strange', message: sentence });
  }
});

test('where Colyseus is not installed, one sentence says how, and the others stay', () => {
  /** @type {string[]} */
  const said = [];
  const found = installedServers(undefined, { isThere: false, say: (sentence) => void said.push(sentence) });
  assert.deepEqual(Object.keys(found), ['own', 'inline', 'socket.io', 'ws']);
  assert.equal(said.length, 1);
  assert.match(String(said[0]), /npm ci --prefix loadtest\/bench\/rivals\/colyseus/);
  installedServers(['own', 'ws'], { isThere: false, say: () => assert.fail('nobody asked for it') });
  assert.equal(
    Object.keys(installedServers(undefined, { isThere: true })).length,
    Object.keys(SERVERS).length,
  );
  assert.equal(hasColyseus('/nowhere'), false);
});

test(
  'a real room counts and adds all that is sent, and gives everybody what one says',
  { skip: !hasColyseus() && 'npm ci --prefix loadtest/bench/rivals/colyseus' },
  async (t) => {
    const { ask, close } = startChild(
      new URL('../../loadtest/bench/rivals/colyseus/server.js', import.meta.url),
      { name: 'Colyseus', env: { NODE_ENV: 'production' } },
    );
    t.after(close);
    const { port, countPort } = await ask('target');
    const swarm = createSwarm({ url: `http://127.0.0.1:${port}`, protocol: 'colyseus' });
    t.after(() => swarm.close());
    assert.equal((await swarm.arrive({ count: 20 })).joined, 20);

    swarm.start({ kind: 'flood', countPort, window: 20, bytes: roomMessage('input', { n: 3 }) });
    while ((await ask('counts')).inputs < 200);
    const { sent } = /** @type {any} */ ((await swarm.stop()).flood);
    assert.deepEqual(await ask('counts'), { inputs: sent, sum: sent * 3 });

    const lead = roomMessage('echo', 'x'.repeat(32)).slice(0, -32);
    swarm.start({ kind: 'echo', outstanding: 1, isBinary: true, lead });
    let received = 0;
    while (received < 200) received += (await readAfterTurn(swarm)).loads.echo?.received ?? 0;
    const echo = /** @type {any} */ ((await swarm.stop()).echo);
    assert.equal(echo.missing, 0);
    assert.ok(echo.received >= (echo.sent - 1) * 20, `${echo.received} of ${echo.sent} x 20`);
  },
);

/** @param {import('../../loadtest/swarm/swarm.js').Swarm} swarm */
async function readAfterTurn(swarm) {
  await new Promise((resolve) => setImmediate(resolve));
  return swarm.read();
}
