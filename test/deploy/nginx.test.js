/** The nginx of deploy/nginx/ in front of real servers: what passes, what it keeps back, and what it says alone. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { UPLOAD_BYTES } from '../../lib/contract/limits.js';
import { startNginx } from '../support/nginx.js';
import { end, spawnServer } from '../support/process.js';
import { next, openSocket, startServer, tempFolder } from '../support/server.js';

/** @import { TestContext } from 'node:test' */

const CONF = new URL('../../deploy/nginx/mass-mobile/mass-mobile.conf', import.meta.url);
const HALL = 200;
const POLL_MS = 20;
const FILES_PER_PHONE = 20;
/** A chosen key, of which devices never seen before may try fewer from one address in an hour, see lib/door/gate.js. */
const OPERATOR_KEY = 'correct horse';
const GUESSES = 10;
const LIMIT = { timeout: 300_000 };

/** A server behind nginx as an operator sets it up. @param {TestContext} t @param {Record<string, string>} [env] */
async function startShow(t, env = {}) {
  const server = await startServer(t, { TRUST_PROXY: 'loopback', ...env });
  const nginx = await startNginx(t, [Number(new URL(server.url).port)]);
  return { server, nginx };
}

/**
 * A phone of a browser page at this address.
 * @param {TestContext} t @param {Awaited<ReturnType<typeof startNginx>>} nginx @param {Record<string, unknown>} [options]
 * @param {Record<string, unknown>} [auth]
 */
async function joinBy(t, { url, cert }, options = {}, auth = {}) {
  const socket = openSocket(t, `${url}/players`, auth, {
    ca: cert,
    extraHeaders: { origin: url },
    ...options,
  });
  return { socket, welcome: await next(socket, 'welcome') };
}

test('nginx takes the files without a warning', LIMIT, async (t) => {
  const { said } = await startNginx(t, [1]);
  assert.match(said, /test is successful/);
  assert.doesNotMatch(said, /\[(warn|emerg|alert)\]/);
});

test('pages, phones by wss and by polling, and screens', LIMIT, async (t) => {
  const { nginx } = await startShow(t);
  const { ask, url, cert, plainUrl } = nginx;
  const page = await ask('/');
  assert.equal(page.status, 200);
  assert.match(page.body, /<!doctype html>/i);
  const script = await ask('/public/phone/phone.js', { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(script.headers['content-encoding'], 'gzip', 'the server compresses, and nginx leaves it');
  assert.ok(script.headers['cache-control']);
  const missing = await ask('/nothing-here', { headers: { accept: 'text/html' } });
  assert.equal(missing.status, 404);
  assert.match(missing.body, /This page is not here/);
  const plain = await fetch(`${plainUrl}/r/ABC?x=1`, { redirect: 'manual' });
  assert.equal(plain.status, 308);
  assert.equal(plain.headers.get('location'), 'https://127.0.0.1/r/ABC?x=1');

  const { welcome } = await joinBy(t, nginx);
  assert.ok(welcome.player.id);
  const { socket } = await joinBy(t, nginx, { transports: ['polling'] });
  assert.equal(socket.io.engine.transport.name, 'polling');
  const screen = openSocket(t, `${url}/playfield`, {}, { ca: cert });
  assert.ok((await next(screen, 'frame')).view);
  const foreign = openSocket(t, `${url}/players`, {}, { ca: cert, extraHeaders: { origin: 'https://evil' } });
  await assert.rejects(next(foreign, 'welcome'));
});

test('TLS is 1.2 or 1.3, and pages come by HTTP/2', LIMIT, async (t) => {
  const { url, cert } = (await startShow(t)).nginx;
  const { port } = new URL(url);
  const hands = (/** @type {import('node:tls').SecureVersion} */ version) =>
    new Promise((resolve) => {
      const socket = connectTls({
        ...{ host: '127.0.0.1', port: Number(port), ca: cert, minVersion: version, maxVersion: version },
        // Without this OpenSSL itself refuses to speak what is old.
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      t.after(() => void socket.destroy());
      socket.once('secureConnect', () => resolve(socket.getProtocol()));
      socket.once('error', () => resolve('refused'));
    });
  assert.equal(await hands('TLSv1.1'), 'refused');
  assert.equal(await hands('TLSv1.2'), 'TLSv1.2');
  assert.equal(await hands('TLSv1.3'), 'TLSv1.3');
  const session = connectHttp2(url, { ca: cert });
  t.after(() => void session.destroy());
  const stream = session.request({ ':path': '/' });
  const headers = await new Promise((resolve) => stream.once('response', resolve));
  assert.equal(headers[':status'], 200);
});

test('a hall behind one address loads and joins without meeting a limit', LIMIT, async (t) => {
  const { nginx } = await startShow(t);
  const files = ['/', '/public/phone/phone.js', '/public/shared/dom.js', '/public/shared/theme.css'];
  /** Each phone has a connection of its own. @param {number} phone */
  const load = async (phone) => {
    const statuses = [];
    for (let i = 0; i < FILES_PER_PHONE; i++)
      statuses.push((await nginx.ask(String(files[(phone + i) % files.length]))).status);
    return statuses;
  };
  const [pages, phones] = await Promise.all([
    Promise.all(Array.from({ length: HALL }, (_, phone) => load(phone))),
    Promise.all(Array.from({ length: HALL }, () => joinBy(t, nginx))),
  ]);
  assert.deepEqual([...new Set(pages.flat())], [200]);
  assert.equal(new Set(phones.map(({ welcome }) => welcome.player.id)).size, HALL);
});

test('the server learns the address of a client, and no header of theirs changes it', LIMIT, async (t) => {
  const { ask } = (await startShow(t, { OPERATOR_KEY })).nginx;
  /** @param {string} localAddress @param {Record<string, string>} [headers] */
  const guess = async (localAddress, headers) =>
    (
      await ask('/api/rooms/main/results.csv', {
        headers: { authorization: 'Bearer wrong-key-1', ...headers },
        ...{ localAddress, agent: false },
      })
    ).status;
  const statuses = [];
  for (let i = 0; i < GUESSES; i++)
    statuses.push(await guess('127.0.0.2', { 'x-forwarded-for': `198.51.100.${i}` }));
  assert.equal(statuses.at(-1), 429, 'one guesser, whatever they write');
  assert.equal(await guess('127.0.0.3'), 401, 'somebody else may still try');
});

test('one connection in a loop is refused, and others are not', LIMIT, async (t) => {
  const { url, cert, ask } = (await startShow(t)).nginx;
  const session = connectHttp2(url, { ca: cert });
  t.after(() => void session.destroy());
  const status = () =>
    new Promise((resolve) => {
      const stream = session.request({ ':path': '/healthz' });
      stream.once('response', (headers) => resolve(headers[':status']));
      stream.resume();
    });
  const statuses = await Promise.all(Array.from({ length: 400 }, status));
  assert.deepEqual([...new Set(statuses)], [200], 'as many as a panel, module by module, and the same again');
  const more = await Promise.all(Array.from({ length: 590 }, status));
  assert.ok(more.includes(429));
  assert.equal((await ask('/healthz')).status, 200);
});

test('bodies are as large as the server takes them', LIMIT, async (t) => {
  const conf = await readFile(CONF, 'utf8');
  const [, megabytes] = /location \/api\/ \{[^}]*client_max_body_size (\d+)m;/.exec(conf) ?? [];
  assert.equal(Number(megabytes) * 2 ** 20, UPLOAD_BYTES);
  const { server, nginx } = await startShow(t);
  const upload = (/** @type {number} */ bytes) =>
    nginx.ask('/api/assets', {
      method: 'POST',
      headers: { authorization: `Bearer ${server.operatorKey}` },
      body: 'x'.repeat(bytes),
    });
  assert.equal((await upload(UPLOAD_BYTES + 1)).status, 413);
  const small = await upload(100_000);
  assert.ok(small.status < 500 && JSON.parse(small.body).code, 'the server itself has answered');
  assert.equal((await nginx.ask('/', { method: 'POST', body: 'x'.repeat(9000) })).status, 413);
});

test('the panel, /api and /metrics are for private networks', LIMIT, async () => {
  const conf = await readFile(CONF, 'utf8');
  const locations = [...conf.matchAll(/location (?:= |~ )?(\S+) \{([^}]*)\}/g)];
  const closed = locations.filter(([, , body]) => body?.includes('mass-mobile/private.conf'));
  assert.deepEqual(
    closed.map(([, path]) => path),
    ['/control', '/control-panel/', '/api/', '/metrics'],
  );
});

/** The page has them that nginx shows while no server answers. */
// cspell:disable
const TITLES = {
  en: 'Back in a moment',
  de: 'Gleich geht es weiter',
  fr: 'Retour dans un instant',
  es: 'Volvemos en un momento',
  ar: 'نعود بعد لحظة',
};
// cspell:enable

test(
  'without a server a page says so in the language of the reader and comes again; phones are back by themselves',
  LIMIT,
  async (t) => {
    const env = { DATA_DIR: await tempFolder(t), TRUST_PROXY: 'loopback' };
    const server = await spawnServer(t, env);
    const nginx = await startNginx(t, [server.port]);
    /** @type {{ token?: string }} */
    const auth = {};
    const returning = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 };
    const { socket, welcome } = await joinBy(t, nginx, returning, auth);
    auth.token = welcome.player.token;
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    await end(server.child, 'SIGKILL');
    await gone;
    /** @type {[string, keyof typeof TITLES][]} */
    const readers = [
      ['de-DE,de;q=0.9,en;q=0.8', 'de'],
      ['it,de;q=0.7,en;q=0.3', 'de'],
      ['en-GB,en;q=0.9,de;q=0.8', 'en'],
      ['fr-CA,fr;q=0.9,en;q=0.3', 'fr'],
      ['es', 'es'],
      ['ar-EG,ar;q=0.8', 'ar'],
      ['it', 'en'],
    ];
    for (const [language, lang] of readers) {
      const away = await nginx.ask('/', { headers: { 'accept-language': language } });
      assert.equal(away.status, 502);
      assert.ok(away.body.includes(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`), lang);
      assert.match(
        away.body,
        new RegExp(`<title>${TITLES[lang]}</title>[^]*<h1>${TITLES[lang]}</h1>\\s*<p>.{30,}</p>`),
      );
      assert.doesNotMatch(away.body, /<!--#/);
      assert.match(String(away.headers['content-type']), /^text\/html; charset=utf-8$/);
      assert.match(String(away.headers['refresh']), /^[4-7]$/);
      assert.equal(away.headers['cache-control'], 'no-store');
      assert.doesNotMatch(away.body, /https?:\/\/(?!www\.w3\.org)/, 'nothing from elsewhere');
    }
    assert.equal((await nginx.ask('/mass-mobile-away.html')).status, 404, 'no page of its own');

    const back = new Promise((resolve) => socket.once('welcome', resolve));
    await spawnServer(t, { ...env, PORT: String(server.port) });
    assert.equal((await back).player.id, welcome.player.id);
    assert.equal((await nginx.ask('/')).status, 200);
  },
);

test(
  'over two servers polls stay where their session is, and WebSockets go to the one that has fewer',
  LIMIT,
  async (t) => {
    const servers = [
      await startServer(t, { TRUST_PROXY: 'loopback' }),
      await startServer(t, { TRUST_PROXY: 'loopback' }),
    ];
    const nginx = await startNginx(
      t,
      servers.map(({ url }) => Number(new URL(url).port)),
    );
    const polls = await Promise.all(
      Array.from({ length: 24 }, (_, phone) =>
        joinBy(t, nginx, { transports: ['polling'], query: { link: `phone${phone}` } }),
      ),
    );
    const answers = await Promise.all(
      polls.map(({ socket }) => socket.timeout(60_000).emitWithAck('rename', 'Ada').catch(String)),
    );
    assert.ok(
      answers.every((answer) => typeof answer === 'object'),
      'each poll has found its session',
    );
    /** The players of each server, once there are so many in all. @param {number} all @returns {Promise<number[]>} */
    const atServers = async (all) => {
      const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
      const counts = texts.map((text) => Number(/^mass_mobile_players\S* (\d+)$/m.exec(text)?.[1]));
      const sum = counts.reduce((total, count) => total + count, 0);
      return sum === all ? counts : delay(POLL_MS).then(() => atServers(all));
    };
    assert.ok(
      (await atServers(24)).every((count) => count > 0),
      'one address, and yet both are used',
    );
    // A polling session that changes to a WebSocket has to find the same server.
    const { socket } = await joinBy(t, nginx, {
      transports: ['polling', 'websocket'],
      query: { link: 'changes' },
    });
    if (socket.io.engine.transport.name === 'polling')
      await new Promise((resolve) => socket.io.engine.once('upgrade', resolve));
    assert.equal(socket.io.engine.transport.name, 'websocket');

    const before = await atServers(25);
    await Promise.all(Array.from({ length: 20 }, () => joinBy(t, nginx)));
    const after = await atServers(45);
    const came = after.map((count, at) => count - Number(before[at]));
    assert.ok(Math.min(...came) >= 5, `${came} of 20 WebSockets`);
  },
);
