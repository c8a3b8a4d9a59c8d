/** Results as files: what is in them is what was played, and a name stays a name. */

import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import { toCsv, toXlsx } from '../../lib/http/export.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { joinAsPhone, startControl, startServer } from '../support/server.js';

const NASTY = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'];

test('CSV: quoted as RFC 4180 says, formulas defused, numbers left alone', () => {
  const rows = [
    ['a "b", c\nd', -1.5, null, true],
    ['<b>&', 0, '', false],
    ['Zoë 😀', 1, null, true],
  ];
  const csv = toCsv({ name: 'x', columns: ['=A', 'B', 'C', 'D'], rows });
  assert.equal(csv, `\uFEFF'=A,B,C,D\r\n"a ""b"", c\nd",-1.5,,true\r\n<b>&,0,,false\r\nZoë 😀,1,,true\r\n`);
  for (const name of NASTY) {
    const [, line = ''] = toCsv({ name: 'x', columns: ['Name'], rows: [[name]] }).split('\r\n');
    assert.match(line, /^"?'/, name);
  }
});

/** Reads lines as a program does that separates by this, and for which quotes are quotes only where a cell begins. @param {string} csv @param {string} separator */
function cellsOf(csv, separator) {
  const cell = new RegExp(
    `(?:^|[${separator}\r\n])("(?:[^"]|"")*"?[^${separator}\r\n]*|[^${separator}\r\n]*)`,
    'g',
  );
  return [...csv.matchAll(cell)].map(([, text = '']) =>
    text.replace(/^"((?:[^"]|"")*)"?/, '$1').replaceAll('""', '"'),
  );
}

test('CSV: no part is a formula for a program that separates by ; or tabs, and other texts stay as they are', () => {
  const begins = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((begin) => `${begin}1`);
  const before = [';', 'a;', ';;', '\t', 'a\t', '\n', 'a\r\n', ',', 'a,', '"', ';"', 'a";', '";"', ',";'];
  const names = before
    .flatMap((text) => begins.map((begin) => `${text}${begin}`))
    .flatMap((name) => [name, `${name};`]);
  const csv = toCsv({ name: 'x', columns: ['Player', 'Name'], rows: names.map((name) => ['Ada', name]) });
  for (const separator of [',', ';', '\t'])
    for (const cell of cellsOf(csv, separator)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/, separator);
  const plain = ['Anne-Marie', 'a@b.example', '1 + 1 = 2', 'so; - well', 'x=1; y', 'C++; C'];
  const left = toCsv({ name: 'x', columns: ['Name'], rows: plain.map((name) => [name]) });
  assert.deepEqual(left.split('\r\n').slice(1, -1), plain);
});

test('XLSX: texts are texts and never formulas, sheets have allowed names, each once', async () => {
  const long = 'A name that is longer than Excel allows for a sheet';
  const tables = [
    { name: long, columns: ['Name', 'Points'], rows: NASTY.map((name, n) => [name, n]) },
    { name: long, columns: ['Control'], rows: [['\u0000\uD800<b>'], [null]] },
    { name: "'[]:*?/\\", columns: [], rows: [] },
  ];
  const parts = unzip(await toXlsx(tables));
  const names = [...String(parts['xl/workbook.xml']).matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  assert.equal(new Set(names).size, 3);
  assert.ok(
    names.every((name) => name && name.length <= 31 && !/[[\]:*?/\\]/.test(name)),
    String(names),
  );
  for (const [name, xml] of Object.entries(parts)) {
    if (name.startsWith('xl/worksheets/')) assert.doesNotMatch(xml, /<f[ >]/, 'no formula');
  }
  const all = Object.values(parts).join('');
  assert.ok(all.includes('=1+1') && all.includes('&lt;b&gt;') && !all.includes('\u0000'));
});

test('of the running game and of those that ended, also after a restart; for the operator only', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { count: COUNT_GAME });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  await ask('switch', 'count');
  const { socket } = await joinAsPhone(t, app.url, { name: 'Ada' });
  await socket.timeout(60_000).emitWithAck('submit', 'say', { word: '=1+1' }, 'a');
  const get = (/** @type {{ url: string, operatorKey: string }} */ { url, operatorKey }, path = '') =>
    fetch(`${url}/api/rooms/main/results${path}`, { headers: { authorization: `Bearer ${operatorKey}` } });

  const csv = await get(app, '.csv');
  assert.equal(await csv.text(), "Name,Word\r\nAda,'=1+1\r\n", 'text() takes the byte order mark off');
  assert.match(
    String(csv.headers.get('content-disposition')),
    /"Count Words \d{4}-\d\d-\d\d \d\d-\d\d-\d\d - Said\.csv"/,
  );
  const sheet = unzip(Buffer.from(await (await get(app, '.xlsx')).arrayBuffer()));
  assert.ok(Object.values(sheet).some((xml) => xml.includes('Ada')));
  assert.equal((await get(app, '.csv?table=7')).status, 404);
  assert.equal((await get(app, '.csv?table=x')).status, 400);
  assert.equal((await fetch(`${app.url}/api/rooms/main/results.csv`)).status, 401);

  await ask('switch', 'lobby');
  assert.equal((await get(app, '.csv')).status, 404);
  const { past } = await ask('results');
  assert.deepEqual([past.length, past[0].title], [1, 'Count']);
  await app.close();

  const again = await startServer(t, { GAMES_DIR, DATA_DIR: app.dataDir });
  const { tables } = await (await get(again, `.json?epoch=${past[0].epoch}`)).json();
  assert.deepEqual(tables, [
    { name: 'Said', about: 'Words', columns: ['Name', 'Word'], rows: [['Ada', '=1+1']] },
  ]);
});

/** @param {Buffer} file @returns {Record<string, string>} part → text, by the archive's own directory */
function unzip(file) {
  /** @type {Record<string, string>} */
  const parts = {};
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ];
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(from, from + size);
    parts[name] = (method === 8 ? inflateRawSync(packed) : packed).toString('utf8');
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}
