/** The address of a client behind a proxy: what a trusted proxy says counts, and what anybody else says does not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createProxies } from '../../lib/door/proxies.js';
import { readNetworks } from '../../lib/networks.js';
import { openSocket, next, startServer } from '../support/server.js';

/** @param {string} text as in TRUST_PROXY */
const proxiesOf = (text) => createProxies({ trusted: readNetworks(text), protocol: 'http' });
const near = proxiesOf('loopback, 10.0.0.0/24, fd00::/64');

/** @type {[peer: string | undefined, forwarded: string | undefined, address: string][]} */
const CASES = [
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', '2001:db8::7', '2001:db8::7'],
  ['fd00::5', '198.51.100.1', '198.51.100.1'],
  ['fd00:0:0:1::5', '198.51.100.1', 'fd00:0:0:1::5'],
  ['10.0.0.5', '198.51.100.1, 10.0.0.6', '198.51.100.1'],
  ['10.0.0.5', '1.1.1.1, 198.51.100.1, 10.0.0.6', '198.51.100.1'],
  ['10.0.0.5', '10.0.0.7, 10.0.0.6', '10.0.0.7'],
  ['10.0.0.5', 'unknown', '10.0.0.5'],
  ['10.0.0.5', '198.51.100.1, <b>', '10.0.0.5'],
  ['10.0.0.5', '', '10.0.0.5'],
  ['fe80::1%eth0', '198.51.100.1', 'fe80::1'],
  [undefined, '198.51.100.1', ''],
];
for (const [peer, forwarded, address] of CASES)
  test(`${peer} that forwards "${forwarded}" is ${address || 'nobody'}`, () =>
    assert.equal(near.addressOf(peer, { 'x-forwarded-for': forwarded }), address));

test('whatever a stranger writes, their address is that of their connection', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.string(), (peer, forwarded) => {
      fc.pre(!/^(127\.|10\.0\.0\.)/.test(peer));
      assert.equal(near.addressOf(peer, { 'x-forwarded-for': forwarded }), peer);
      assert.equal(near.protocolOf(peer, { 'x-forwarded-proto': 'https' }), 'http');
    }),
  );
});

test('whatever a client sends to a trusted proxy, the address that the proxy adds counts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), fc.ipV4(), (forged, client) => {
      fc.pre(!/^(127\.|10\.0\.0\.)/.test(client));
      const headers = { 'x-forwarded-for': `${forged}, ${client}` };
      assert.equal(near.addressOf('10.0.0.5', headers), client);
    }),
  );
});

test('without a trusted proxy no header counts, not even from this machine', () => {
  const none = createProxies({ trusted: [], protocol: 'https' });
  assert.equal(none.addressOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), '127.0.0.1');
  assert.equal(none.protocolOf('127.0.0.1', { 'x-forwarded-proto': 'http' }), 'https');
});

test('the protocol is what the nearest trusted proxy says, if that is one', () => {
  const protocolOf = (/** @type {string} */ said) =>
    near.protocolOf('127.0.0.1', { 'x-forwarded-proto': said });
  assert.equal(protocolOf('https'), 'https');
  assert.equal(protocolOf('https, http'), 'http');
  assert.equal(protocolOf('gopher'), 'http');
});

/** A chosen key, of which devices never seen before may try fewer from one address in an hour, see lib/door/gate.js. */
const OPERATOR_KEY = 'correct horse';
const GUESSES = 10;

/** @param {string} url @param {string} [client] says the header */
const guess = (url, client) =>
  fetch(`${url}/api/rooms/main/results.csv`, {
    headers: { authorization: 'Bearer wrong-key-1', ...(client && { 'x-forwarded-for': client }) },
  }).then(({ status }) => status);

test('behind a trusted proxy each client guesses keys for itself, over HTTP and over a socket', async (t) => {
  const { url } = await startServer(t, { TRUST_PROXY: 'loopback', OPERATOR_KEY });
  const statuses = [];
  for (let i = 0; i < GUESSES; i++) statuses.push(await guess(url, '198.51.100.1'));
  assert.equal(statuses.at(-1), 429, 'the guesser has to wait');
  assert.equal(await guess(url, '198.51.100.2'), 401, 'somebody else has not');

  const codeFor = async (/** @type {string} */ client) => {
    const extraHeaders = { 'x-forwarded-for': client };
    const socket = openSocket(t, `${url}/control`, { key: 'wrong-key-1' }, { extraHeaders });
    const error = await next(socket, 'connect_error');
    return error.data.code;
  };
  assert.equal(await codeFor('198.51.100.1'), 'key-wait');
  assert.equal(await codeFor('198.51.100.3'), 'key-wrong');
});

test('without TRUST_PROXY a guesser cannot be somebody else by a header', async (t) => {
  const { url } = await startServer(t, { OPERATOR_KEY });
  const statuses = [];
  for (let i = 0; i < GUESSES; i++) statuses.push(await guess(url, `198.51.100.${i}`));
  assert.equal(statuses.at(-1), 429);
});

test('a page that came by HTTPS to a trusted proxy is our own, and one that says so itself is not', async (t) => {
  const tryFrom = async (/** @type {Record<string, string>} */ env) => {
    const { url } = await startServer(t, env);
    const { host } = new URL(url);
    const headers = { origin: `https://${host}`, 'x-forwarded-proto': 'https' };
    return (await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })).status;
  };
  assert.equal(await tryFrom({ TRUST_PROXY: 'loopback' }), 200);
  assert.equal(await tryFrom({}), 403);
});
