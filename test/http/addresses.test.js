/** Which addresses are offered to phones, and what the console says of them. */

/** @import { Interfaces } from '../../lib/http/addresses.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import jsQR from 'jsqr';
import { phoneAddresses } from '../../lib/http/addresses.js';
import { printBanner } from '../../lib/http/banner.js';

/** @param {Record<string, string[]>} addresses @returns {Interfaces} */
function machine(addresses) {
  const entries = Object.entries(addresses).map(([name, list]) => [
    name,
    list.map((address) => ({
      address,
      family: address.includes(':') ? 'IPv6' : 'IPv4',
      internal: name === 'lo',
    })),
  ]);
  return Object.fromEntries(entries);
}

const LAPTOP = machine({
  lo: ['127.0.0.1', '::1'],
  docker0: ['172.17.0.1'],
  eth0: ['203.0.113.9'],
  wlp3s0: ['192.168.1.20', 'fe80::1', '2001:db8::20'],
  tailscale0: ['100.101.1.2'],
  usb0: ['169.254.3.4'],
});

test('the network of the hall comes first, containers late, this machine last', () => {
  assert.deepEqual(phoneAddresses({ protocol: 'http', port: 8080, interfaces: LAPTOP }), [
    'http://192.168.1.20:8080',
    'http://203.0.113.9:8080',
    'http://[2001:db8::20]:8080',
    'http://172.17.0.1:8080',
    'http://100.101.1.2:8080',
    'http://localhost:8080',
  ]);
});

test('the public address comes before all, once', () => {
  const publicUrl = 'https://play.example.org';
  const [first, second] = phoneAddresses({ protocol: 'http', port: 8080, publicUrl, interfaces: LAPTOP });
  assert.deepEqual([first, second], [publicUrl, 'http://192.168.1.20:8080']);
  const same = phoneAddresses({
    protocol: 'http',
    port: 8080,
    publicUrl: 'http://192.168.1.20:8080',
    interfaces: LAPTOP,
  });
  assert.equal(new Set(same).size, same.length);
});

test('an address of its own excludes the others; usual ports are not written', () => {
  assert.deepEqual(phoneAddresses({ protocol: 'https', port: 443, host: '10.0.0.7' }), ['https://10.0.0.7']);
  assert.deepEqual(phoneAddresses({ protocol: 'http', port: 80, host: '::1' }), ['http://[::1]']);
});

test('without any network there is still this machine', () => {
  const interfaces = machine({ lo: ['127.0.0.1'] });
  assert.deepEqual(phoneAddresses({ protocol: 'http', port: 8080, host: '::', interfaces }), [
    'http://localhost:8080',
  ]);
});

/** @param {Partial<Parameters<typeof printBanner>[0]>} facts */
async function banner(facts) {
  let written = '';
  await printBanner({
    version: '1.2.3',
    addresses: ['http://192.168.1.20:8080', 'http://localhost:8080'],
    operatorKey: 'seven seals',
    data: '/srv/data',
    tty: false,
    write: (text) => (written += text),
    ...facts,
  });
  return written;
}

test('the banner of a log is plain and complete', async () => {
  assert.equal(
    await banner({}),
    [
      '',
      '  Mass Mobile 1.2.3',
      '',
      '  Phones      http://192.168.1.20:8080',
      '              or http://localhost:8080',
      '  Big screen  http://192.168.1.20:8080/playfield',
      '  Control     http://192.168.1.20:8080/control#key=seven%20seals',
      '  Data        /srv/data',
      '',
      '  ! Phone motion sensors need HTTPS: start with --tls self-signed.',
      '',
      '  Ctrl-C stops the server; rooms and players are saved.',
      '',
      '',
    ].join('\n'),
  );
});

test('where games are written it says where the desk is', async () => {
  assert.match(await banner({ isDev: true }), /^ {2}Desk {8}http:.*:8080\/desk#key=seven%20seals$/m);
});

test('an edge says that the panel opens with the key of the home', async () => {
  assert.match(await banner({ operatorKey: '', device: 'd1' }), /\/control, with the key of the home$/m);
});

test('a terminal gets colours, and a QR code each for phones and for the panel', async () => {
  const text = await banner({ tty: true });
  assert.ok(text.includes('\x1b['));
  const lines = stripVTControlCharacters(text).split('\n');
  const from = lines.findIndex((line) => line.includes('Phones'));
  const rows = lines.slice(from + 1, lines.indexOf('', from));
  const at = String(lines[from]).indexOf('Control');
  assert.equal(readBlocks(rows.map((row) => row.slice(2, at))), 'http://192.168.1.20:8080');
  assert.equal(
    readBlocks(rows.map((row) => row.slice(at))),
    'http://192.168.1.20:8080/control#key=seven%20seals',
  );
});

/** Reads a code of half blocks, black on white. @param {string[]} rows */
function readBlocks(rows) {
  const [size, edge] = [4, 4];
  // The edge below is drawn white on black, and white is what is around it here, too.
  const lines = rows
    .filter((row) => !/^▀+$/.test(row.trim()))
    .flatMap((row) => ['█▀', '█▄'].map((dark) => [...row].map((cell) => dark.includes(cell))));
  const side = size * (lines.length + 2 * edge);
  const place = (/** @type {number} */ pixel) => Math.floor(pixel / size) - edge;
  const pixels = Uint8ClampedArray.from({ length: side * side * 4 }, (_value, at) => {
    const [x, y] = [(at >> 2) % side, Math.floor((at >> 2) / side)];
    return at % 4 < 3 && lines[place(y)]?.[place(x)] ? 0 : 255;
  });
  return jsQR.default(pixels, side, side)?.data;
}

test('the banner warns of what will go wrong', async () => {
  const lonely = await banner({ addresses: ['http://localhost:8080'] });
  assert.match(lonely, /Only this machine can reach it/);
  const secure = await banner({ addresses: ['https://192.168.1.20:8443'], selfSigned: true });
  assert.match(secure, /each phone asks once/);
  assert.doesNotMatch(secure, /motion sensors/);
});
