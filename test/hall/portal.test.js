/** Asks as phones do in a hall without internet, and reads how names are answered. */

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { hallExtension } from '../../lib/hall.js';
import { dnsConfig } from '../../lib/hall/dns.js';
import { hallPage } from '../../lib/hall/page.js';
import { createPortal } from '../../lib/hall/portal.js';
import { phoneAddresses } from '../../lib/http/addresses.js';
import { freePort, listen } from '../support/process.js';
import { tempFolder } from '../support/server.js';

/** @import { TestContext } from 'node:test' */

const SHOW = 'http://10.0.0.1:8080/';

/** Each system with its question, and with the answer that satisfies it. @type {[string, string, number, RegExp][]} */
const SYSTEMS = [
  ['captive.apple.com', '/hotspot-detect.html', 200, /<TITLE>Success<\/TITLE>/],
  ['captive.apple.com', '/', 200, /Success/],
  ['www.apple.com', '/library/test/success.html', 200, /Success/],
  ['connectivitycheck.gstatic.com', '/generate_204', 204, /^$/],
  ['clients3.google.com', '/gen_204', 204, /^$/],
  ['www.msftconnecttest.com', '/connecttest.txt', 200, /^Microsoft Connect Test$/],
  ['www.msftncsi.com', '/ncsi.txt', 200, /^Microsoft NCSI$/],
  ['detectportal.firefox.com', '/canonical.html', 200, /support\.mozilla\.org/],
  ['detectportal.firefox.com', '/success.txt?ipv4', 200, /^success\n$/],
  ['nmcheck.gnome.org', '/check_network_status.txt', 200, /^NetworkManager is online\n$/],
  ['connectivity-check.ubuntu.com', '/', 204, /^$/],
  ['networkcheck.kde.org', '/', 200, /^OK\n$/],
];

/** @param {TestContext} t @param {() => number} [now] */
async function openPortal(t, now) {
  const portal = createPortal({ showUrl: () => SHOW, now });
  const { port } = await listen(t, createServer(portal.serve));
  return (/** @type {string} */ host, /** @type {string} */ path, method = 'GET', headers = {}) =>
    ask(port, path, method, { host, ...headers });
}

/** @param {number} port @param {string} path @param {string} method @param {Record<string, string>} headers */
async function ask(port, path, method, headers) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  return { status: /** @type {number} */ (response.statusCode), headers: response.headers, body };
}

test('a new phone gets the page whatever its system asks, and one that stays hears what it wants', async (t) => {
  const get = await openPortal(t);
  for (const [host, path] of SYSTEMS) {
    const { status, body, headers } = await get(host, path);
    assert.equal(status, 200, host);
    assert.match(body, /Stay in this wifi/);
    assert.ok(body.includes(`href="${SHOW}"`), 'it leads to the show');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'sha256-/);
  }
  const done = await get('captive.apple.com', '/stay', 'POST');
  assert.match(done.body, /Your phone stays here/);
  assert.match(done.body, /10\.0\.0\.1:8080</);
  for (const [host, path, status, answer] of SYSTEMS) {
    const heard = await get(host, path);
    assert.equal(heard.status, status, host + path);
    assert.match(heard.body, answer);
  }
  assert.match((await get('www.msftconnecttest.com', '/redirect')).body, /Your phone stays here/);
});

test('a name that somebody types leads to the show, and nothing else is answered by the page', async (t) => {
  const get = await openPortal(t);
  for (const path of ['/', '/anything?else', '/generate_204/../x', '/stay', '/constructor']) {
    const { status, headers } = await get('play.example', path);
    assert.deepEqual([status, headers.location], [302, SHOW], path);
  }
});

test('a phone stays for an evening', async (t) => {
  let nowMs = 1000;
  const get = await openPortal(t, () => nowMs);
  await get('x', '/stay', 'POST');
  nowMs += 11 * 3600 * 1000;
  assert.equal((await get('x', '/generate_204')).status, 204);
  nowMs += 2 * 3600 * 1000;
  assert.match((await get('x', '/generate_204')).body, /Stay in this wifi/);
});

test('the page speaks five languages, and takes no markup from an address', () => {
  const page = (/** @type {string | undefined} */ languages, showUrl = SHOW) =>
    hallPage({ languages, showUrl, isDone: false });
  assert.match(page('de-CH,en;q=0.8'), /<html lang="de" dir="ltr">/);
  assert.match(page('ar'), /<html lang="ar" dir="rtl">/);
  assert.match(page('fr;q=1'), /Rester dans ce wifi/);
  assert.match(page('es-MX'), /Quedarse en este wifi/);
  assert.match(page('ja,constructor'), /<html lang="en"/);
  assert.match(page(undefined), /<html lang="en"/);
  assert.ok(!page('en', 'http://x/"><script>').includes('<script>'));
});

test('names: every one is answered with the address, and three are refused so that phones ask no other resolver', () => {
  const lines = dnsConfig({ address: '10.0.0.1', port: 53, pidFile: '/d/pid' }).split('\n');
  for (const line of [
    'listen-address=10.0.0.1',
    'bind-interfaces',
    'no-resolv',
    'address=/#/10.0.0.1',
    'local=/#/',
  ])
    assert.ok(lines.includes(line), line);
  assert.ok(lines.includes('address=/use-application-dns.net/'));
});

test('--hall stands alone or with an address, and says what it cannot be', () => {
  const hallOf = (/** @type {string[]} */ ...argv) => readConfig({ env: {}, argv }).hall;
  assert.equal(hallOf(), null);
  assert.equal(hallOf('--hall'), 'on');
  assert.equal(hallOf('--hall', '--port', '80'), 'on');
  assert.equal(hallOf('--hall=10.0.0.1'), '10.0.0.1');
  assert.equal(hallOf('--hall', '10.0.0.1'), '10.0.0.1');
  assert.equal(hallOf('--hall', 'off'), null);
  assert.throws(() => hallOf('--hall=somewhere'), /--hall is "somewhere": give on, off, or the IPv4 address/);
  assert.throws(
    () => readConfig({ env: { HALL: 'on', ROLE: 'edge', REDIS_URL: 'redis://127.0.0.1' }, argv: [] }),
    /HALL is set while ROLE is "edge"/,
  );
  assert.equal(
    phoneAddresses({ protocol: 'http', port: 8080, hall: '10.0.0.1', interfaces: {} })[0],
    'http://10.0.0.1:8080',
  );
});

/** @param {TestContext} t @param {Record<string, string>} env @param {Parameters<typeof hallExtension>[0]} options */
async function startHall(t, env, options) {
  const more = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    STAGE: 'inline',
    DATA_DIR: await tempFolder(t),
  };
  const config = readConfig({ env: { ...more, ...env }, argv: [] });
  const app = await createApp(config, { extensions: [hallExtension(options)] });
  t.after(() => app.close());
  return app;
}

test('a start that cannot have names or port 80 says what to do', async (t) => {
  const portalPort = await freePort();
  const hall = { HALL: '127.0.0.1' };
  await assert.rejects(
    startHall(t, hall, { portalPort, program: 'no-such-dnsmasq' }),
    /needs dnsmasq, which is not installed: run "npm run setup"/,
  );
  const taken = createServer().listen(portalPort, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  await assert.rejects(startHall(t, hall, { portalPort }), /in use: stop the web server that has it/);
  await assert.rejects(
    startHall(t, { HALL: '203.0.113.9' }, { portalPort }),
    /203\.0\.113\.9 is not an address of this machine/,
  );
});
