/** Certificates are made, saved and renewed, and are good enough for a real HTTPS client. */

/** @import { AddressInfo } from 'node:net' */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { tlsOptions } from '../../lib/http/tls.js';

const DAY_MS = 24 * 3600 * 1000;
const HALL = /** @type {any} */ ({ wlan0: [{ address: '192.168.1.20', family: 'IPv4', internal: false }] });
const HOTEL = /** @type {any} */ ({ wlan0: [{ address: '10.1.1.9', family: 'IPv4', internal: false }] });

/** @param {test.TestContext} t */
function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'mass-mobile-tls-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** @param {string} dataDir @returns {Parameters<typeof tlsOptions>[0]} */
function selfSigned(dataDir) {
  return { tls: 'self-signed', tlsCert: null, tlsKey: null, publicUrl: null, host: '0.0.0.0', dataDir };
}

/**
 * A GET that trusts exactly this certificate and checks its name.
 * @param {string} url @param {string} ca @returns {Promise<number | undefined>}
 */
function statusOf(url, ca) {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('off: no certificate', async (t) => {
  assert.equal(await tlsOptions({ ...selfSigned(folder(t)), tls: 'off' }), null);
});

test('a self-signed certificate serves HTTPS for every name of this machine', async (t) => {
  const dataDir = folder(t);
  const made = await tlsOptions(selfSigned(dataDir));
  assert.ok(made);
  const server = createServer(made, (_request, response) => response.end('hello')).listen(0);
  t.after(() => server.close());
  const { port } = /** @type {AddressInfo} */ (server.address());
  assert.equal(await statusOf(`https://localhost:${port}/`, made.cert), 200);
  assert.equal(await statusOf(`https://127.0.0.1:${port}/`, made.cert), 200);
  assert.equal(statSync(join(dataDir, 'tls/self-signed.key.pem')).mode & 0o777, 0o600);
});

test('it is used until an address is new or a week is left', async (t) => {
  const config = selfSigned(folder(t));
  const nowMs = Date.UTC(2026, 0, 1);
  const first = await tlsOptions(config, { interfaces: HALL, nowMs });
  assert.deepEqual(await tlsOptions(config, { interfaces: HALL, nowMs }), first);
  assert.deepEqual(await tlsOptions(config, { interfaces: {}, nowMs }), first, 'an address too many is fine');
  assert.deepEqual(await tlsOptions(config, { interfaces: HALL, nowMs: nowMs + 380 * DAY_MS }), first);

  const elsewhere = await tlsOptions(config, { interfaces: HOTEL, nowMs });
  assert.notDeepEqual(elsewhere, first);
  const renewed = await tlsOptions(config, { interfaces: HOTEL, nowMs: nowMs + 390 * DAY_MS });
  assert.notDeepEqual(renewed, elsewhere);
  const domain = await tlsOptions(
    { ...config, publicUrl: 'https://play.example.org' },
    { interfaces: HOTEL, nowMs: nowMs + 390 * DAY_MS },
  );
  assert.notDeepEqual(domain, renewed);
});

test('a damaged or mismatched pair is made anew', async (t) => {
  const config = selfSigned(folder(t));
  const first = await tlsOptions(config, { interfaces: HALL });
  writeFileSync(join(config.dataDir, 'tls/self-signed.key.pem'), 'half a k');
  const second = await tlsOptions(config, { interfaces: HALL });
  assert.notEqual(second?.cert, first?.cert);
});

test('given files are used as they are, or refused by name', async (t) => {
  const dataDir = folder(t);
  const made = await tlsOptions(selfSigned(dataDir));
  const tlsCert = join(dataDir, 'tls/self-signed.cert.pem');
  const tlsKey = join(dataDir, 'tls/self-signed.key.pem');
  const given = { ...selfSigned(dataDir), tls: /** @type {const} */ ('off'), tlsCert, tlsKey };
  assert.deepEqual(await tlsOptions(given), made);
  await assert.rejects(tlsOptions({ ...given, tlsKey: tlsCert }), {
    name: 'ConfigError',
    message: /TLS_CERT .*cert\.pem and TLS_KEY .*cert\.pem cannot be used together/,
  });
});

test('a data folder that cannot be written is named', async (t) => {
  const inTheWay = join(folder(t), 'file');
  writeFileSync(inTheWay, '');
  await assert.rejects(tlsOptions(selfSigned(inTheWay)), {
    name: 'ConfigError',
    message: /^The certificate cannot be saved in .*file\/tls .*--data-dir\.$/,
  });
});
