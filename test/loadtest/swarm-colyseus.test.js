/** Colyseus's wire, byte for byte. A real room of it is in test/long. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { SERVERS, hasColyseus, installedServers } from '../../loadtest/bench/servers.js';
import { createSwarm } from '../../loadtest/swarm.js';
import { refusalOf, roomMessage } from '../../loadtest/swarm/colyseus.js';
import { listen } from '../support/process.js';

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
    const { url } = await listen(t, http);
    const swarm = createSwarm({ url, protocol: 'colyseus' });
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
