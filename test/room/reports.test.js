/** Reports: other files made of the results, of the running game and of one that ended. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import readXlsxFile from 'read-excel-file/node';
import { gamesFolder } from '../support/games.js';
import { startControl } from '../support/server.js';

const GAME = `import { defineGame } from 'mass-mobile';
const make = (tables, { title }) => title + ': ' + tables[0].rows.join();
export default defineGame({
  title: 'Log',
  setup: () => ({ n: 0 }),
  frame: () => null,
  actions: { count: { title: 'Count', run: (state) => void (state.n += 1) } },
  results: ({ n }) => [{ name: 'N', columns: ['N'], rows: n > 0 ? [[n]] : [] }],
  reports: {
    text: { title: 'Text', extension: '.txt', type: 'text/plain; charset=utf-8', make },
    page: {
      title: 'Page', extension: '.html', type: 'text/html',
      async make(tables, { lang, picture }) {
        const found = await picture('/assets/' + tables[0].rows[0][1]);
        const elsewhere = await picture('https://example.org/a.png');
        return JSON.stringify([lang, found && [found.type, found.bytes.length], elsewhere]);
      },
    },
    broken: { title: 'Broken', extension: '.txt', type: 'text/plain', make() { throw new Error('no ink'); } },
  },
});
`;

test('of the running game and of one that ended; a report that fails ends no game', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { log: { 'game.js': GAME } });
  const { app, ask, welcome } = await startControl(t, { GAMES_DIR });
  const headers = { authorization: `Bearer ${app.operatorKey}` };
  const get = (/** @type {string} */ path) => fetch(`${app.url}/api/rooms/main/reports/${path}`, { headers });
  const card = welcome.games.find(({ id }) => id === 'log');
  assert.deepEqual(card?.reports, [
    { id: 'text', title: 'Text' },
    { id: 'page', title: 'Page' },
    { id: 'broken', title: 'Broken' },
  ]);

  await ask('switch', 'log');
  assert.equal((await get('text')).status, 404, 'there are no results yet');
  await ask('run', 'count', {});
  const report = await get('text');
  assert.equal(await report.text(), 'Log: 1');
  assert.equal(report.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(
    String(report.headers.get('content-disposition')),
    /"Log \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.txt"/,
  );
  assert.equal((await get('pdf')).status, 404);
  assert.equal((await get('__proto__')).status, 404);
  const broken = await get('broken');
  assert.equal(broken.status, 400);
  assert.match((await broken.json()).message, /Broken could not be made: no ink/);
  assert.equal((await fetch(`${app.url}/api/rooms/main/reports/text`)).status, 401);

  await ask('switch', 'lobby');
  const { past } = await ask('results');
  assert.equal(await (await get(`text?epoch=${past[0].epoch}`)).text(), 'Log: 1');
});

test('a report may take its time, knows the language, and is given pictures of this server alone', async (t) => {
  const game = GAME.replace('[[n]]', '[[n, hash]]').replace("columns: ['N']", "columns: ['N', 'Picture']");
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
    'base64',
  );
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 40);
  const GAMES_DIR = await gamesFolder(t, { log: { 'game.js': `const hash = '${hash}';\n${game}` } });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  const headers = { authorization: `Bearer ${app.operatorKey}` };
  const get = async () => (await fetch(`${app.url}/api/rooms/main/reports/page?lang=de`, { headers })).json();
  await ask('switch', 'log');
  await ask('run', 'count', {});
  assert.deepEqual(await get(), ['de', null, null]);
  const sent = await fetch(`${app.url}/api/assets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: png,
  });
  assert.deepEqual((await sent.json()).url, `/assets/${hash}`);
  assert.deepEqual(await get(), ['de', ['image/png', png.length], null]);
});

test('a workbook is in the language of the reader; CSV and JSON stay as the game made them', async (t) => {
  const german = `resultsIn(tables, lang) {
    if (lang === 'fr') throw new Error('no French');
    if (lang === 'it') return [{ name: 'N', columns: ['A', 'B'], rows: [[1]] }];
    return tables.map((table) => ({ ...table, name: lang + ' ' + table.name, columns: ['Number'] }));
  },
  reports:`;
  const games = { log: { 'game.js': GAME.replace('reports:', german) } };
  const { app, ask } = await startControl(t, { GAMES_DIR: await gamesFolder(t, games) });
  const headers = { authorization: `Bearer ${app.operatorKey}` };
  const get = (/** @type {string} */ file) => fetch(`${app.url}/api/rooms/main/${file}`, { headers });
  const workbook = async (/** @type {string} */ file) =>
    readXlsxFile(Buffer.from(await (await get(file)).arrayBuffer()));
  await ask('switch', 'log');
  await ask('run', 'count', {});
  assert.deepEqual(await workbook('results.xlsx?lang=de'), [{ sheet: 'de N', data: [['Number'], [1]] }]);
  assert.deepEqual(await workbook('results.xlsx'), [{ sheet: 'N', data: [['N'], [1]] }]);
  assert.equal(await (await get('results.csv?lang=de')).text(), 'N\r\n1\r\n');
  assert.deepEqual((await (await get('results.json?lang=de')).json()).tables[0].columns, ['N']);
  for (const [lang, why] of /** @type {const} */ ([
    ['fr', /XLSX could not be made: no French/],
    ['it', /row 1 has 1 cells for 2 columns/],
  ])) {
    const failed = await get(`results.xlsx?lang=${lang}`);
    assert.equal(failed.status, 400);
    assert.match((await failed.json()).message, why);
  }
  await ask('switch', 'lobby');
  const { past } = await ask('results');
  const old = await workbook(`results.xlsx?lang=de&epoch=${past[0].epoch}`);
  assert.equal(old[0]?.sheet, 'de N');
});
