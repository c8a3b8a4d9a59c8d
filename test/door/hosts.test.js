/** By which names the server may be asked for, and how somebody reads what to set. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { test } from 'node:test';
import { createHosts } from '../../lib/door/hosts.js';
import { createProxies } from '../../lib/door/proxies.js';
import { readNetworks } from '../../lib/networks.js';
import { startControl, startServer, nextLine } from '../support/server.js';

const CONFIG = {
  host: '0.0.0.0',
  publicUrl: 'https://play.example.org',
  origins: ['http://second.example:8080', 'https://münchen.example'],
  hall: null,
};
const JOIN = 'http://home.example.org:8080';

/** @param {Partial<Parameters<typeof createHosts>[0]> & { trusted?: string }} [options] */
function openHosts({ trusted, ...options } = {}) {
  /** @type {string[]} */
  const lines = [];
  const proxies = createProxies({ trusted: trusted ? readNetworks(trusted) : [], protocol: 'http' });
  const refusalOf = createHosts({
    config: CONFIG,
    protocolOf: proxies.protocolOf,
    joinUrl: () => JOIN,
    ownName: 'Stage-PC.fritz.box',
    log: { warn: (_room, line) => void lines.push(line) },
    ...options,
  });
  const isKnown = (/** @type {string | undefined} */ host, headers = {}, url = '/') =>
    refusalOf({ headers: { host, ...headers }, url, socket: { remoteAddress: '127.0.0.1' } }) === '';
  return { isKnown, refusalOf, lines };
}

const KNOWN = [
  ...[
    '127.0.0.1',
    '127.0.0.1:8080',
    '192.168.1.20:8080',
    '203.0.113.9',
    '[::1]:8080',
    '[fd00::5]',
    '0.0.0.0',
  ],
  ...['localhost', 'localhost:8080', 'LOCALHOST', 'localhost.', 'edge-1:8080', 'mass_mobile', 'stage-pc'],
  ...['stage-pc.fritz.box:8080', 'stage-pc.local', 'Stage-PC.local.:8080'],
  ...[
    'play.example.org',
    'PLAY.example.org:443',
    'play.example.org.',
    'second.example',
    'second.example:9000',
  ],
  ...[new URL('http://münchen.example').host, 'home.example.org:8080'],
];
const UNKNOWN = [
  ...['evil.example', 'evil.example:8080', 'rebind.127.0.0.1.evil.example', 'evil.local', 'other.fritz.box'],
  ...[
    'play.example.org.evil.example',
    'evil.play.example.org',
    'dis-play.example.org',
    '127.0.0.1.evil.example',
  ],
  ...['127.0.0.1@evil.example', 'evil.example:8080:8080', '1.2.3', '999.1.1.1', 'localhost.evil.example'],
];

test('addresses, names without a dot, this machine’s and configured names are known, and no other', () => {
  const { isKnown } = openHosts();
  for (const host of KNOWN) assert.ok(isKnown(host), host);
  for (const host of UNKNOWN) assert.ok(!isKnown(host), host);
  assert.ok(isKnown(undefined), 'no browser');
  assert.ok(isKnown('evil.example', {}, '/healthz') && !isKnown('evil.example', {}, '/healthz2'));
});

test('in a hall every name leads here; before there are rooms there is nothing to come in to', () => {
  assert.ok(openHosts({ config: { ...CONFIG, hall: 'on' } }).isKnown('captive.apple.com'));
  assert.ok(openHosts({ joinUrl: () => undefined }).isKnown('play.example.net'));
});

test('by HTTPS any name is good, which a trusted proxy alone can say', () => {
  const headers = { 'x-forwarded-proto': 'https' };
  assert.ok(openHosts({ trusted: 'loopback' }).isKnown('any.example', headers));
  assert.ok(!openHosts({ trusted: 'loopback' }).isKnown('any.example'));
  assert.ok(!openHosts({ trusted: '10.0.0.5' }).isKnown('any.example', headers));
});

test('the log has each name once, and not many of them', () => {
  const { isKnown, lines } = openHosts();
  for (let i = 0; i < 5; i++) isKnown('show.example:8080');
  assert.equal(lines.length, 1);
  assert.match(
    String(lines[0]),
    /"show\.example:8080"\. Open http:\/\/home.*PUBLIC_URL=http:\/\/show\.example:8080; ORIGINS/,
  );
  for (let i = 0; i < 1000; i++) isKnown(`${'x'.repeat(200)}${i}.example`);
  for (let i = 0; i < 1000; i++) isKnown(`n${i}.example`);
  assert.ok(lines.length <= 5, `${lines.length} lines`);
});

/** @param {string} url @param {Record<string, string>} headers */
async function ask(url, headers) {
  const send = url.startsWith('https') ? secureRequest : request;
  const asked = send(url, { headers, rejectUnauthorized: false, agent: false }).end();
  const [response, stream] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
  if (response.statusCode === 101) {
    stream.destroy();
    return { status: 101, headers: response.headers, body: '' };
  }
  const body = String(Buffer.concat(await response.toArray()));
  return { status: response.statusCode, headers: response.headers, body };
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const WAYS = /** @type {[string, Record<string, string>, number][]} */ ([
  ['/', {}, 200],
  ['/control', {}, 200],
  ['/metrics', {}, 200],
  ['/api/games/quiz/documents', {}, 401],
  ['/socket.io/?EIO=4&transport=polling', {}, 200],
  ['/socket.io/?EIO=4&transport=websocket', UPGRADE, 101],
]);

test('by a foreign name nothing is served: no page, no API, no poll, no WebSocket; the sentence and the panel say what to set', async (t) => {
  const { app, control } = await startControl(t);
  for (const [path, headers, status] of WAYS) {
    const foreign = { ...headers, host: 'evil.example:8080', origin: 'http://evil.example:8080' };
    const refused = await ask(app.url + path, foreign);
    assert.equal(refused.status, 421, path);
    assert.match(refused.body, /name "evil\.example:8080".*PUBLIC_URL=http:\/\/evil\.example:8080/);
    assert.match(String(refused.headers['content-type']), /^text\/plain/);
    assert.equal(refused.headers['x-content-type-options'], 'nosniff');
    assert.equal((await ask(app.url + path, headers)).status, status, path);
  }
  assert.equal((await ask(`${app.url}/healthz`, { host: 'evil.example' })).status, 200);
  const told = nextLine(control.socket, ({ text }) => /other\.example.*PUBLIC_URL/.test(text));
  await ask(app.url, { host: 'other.example' });
  await told;
});

test('PUBLIC_URL and ORIGINS make names known; by HTTPS any name is', async (t) => {
  const named = await startServer(t, {
    PUBLIC_URL: 'http://play.example.org',
    ORIGINS: 'http://b.example:81',
  });
  for (const host of ['play.example.org', 'play.example.org:8080', 'b.example'])
    for (const [path, headers, status] of WAYS)
      assert.equal((await ask(named.url + path, { ...headers, host })).status, status, `${host}${path}`);
  assert.equal((await ask(named.url, { host: 'c.example' })).status, 421);
  const secure = await startServer(t, { TLS: 'self-signed' });
  assert.equal((await ask(secure.url, { host: 'play.example.org' })).status, 200);
});
