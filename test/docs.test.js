/** The documents say what the code does. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { ERRORS } from '../lib/errors.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { checkWalks } from '../scripts/walks.js';
import { startServer } from './support/server.js';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/lifecycle.md',
  'docs/reliability.md',
];
const PATH =
  /`((?:lib|public|games|control-panel|bots|loadtest|test|docs|scripts)\/[\w./-]+(?:\.(?:js|d\.ts|md|css|sh)|\/))`/g;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g;

const read = (/** @type {string} */ path) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('docs/errors.md has one row for every code, with its sentence', async () => {
  const page = await read('docs/errors.md');
  for (const [code, sentence] of Object.entries(ERRORS)) {
    const rows = page.split('\n').filter((line) => line.split('|')[1]?.trim() === `\`${code}\``);
    assert.equal(rows.length, 1, `docs/errors.md: ${code}`);
    assert.ok(rows[0]?.includes(sentence), `docs/errors.md: ${code}: ${sentence}`);
  }
});

test('docs/protocol.md names every event', async () => {
  const page = await read('docs/protocol.md');
  for (const name of [
    ...Object.values(CLIENT_EVENT),
    ...Object.values(SERVER_EVENT),
    ...Object.values(NAMESPACE),
  ]) {
    assert.ok(
      page.includes(name.startsWith('/') ? `## ${name}` : `\`${name}\``),
      `docs/protocol.md: ${name}`,
    );
  }
});

test('documents name files and folders that are there', async () => {
  for (const page of PAGES) {
    const text = await read(page);
    for (const [, path = ''] of text.matchAll(PATH))
      assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), `${page}: ${path}`);
    for (const [, link = ''] of text.matchAll(LINK))
      assert.ok(existsSync(new URL(link, new URL(`../${page}`, import.meta.url))), `${page}: ${link}`);
  }
});

test('docs/architecture.md has a row for each room of lib/, and for no other', async () => {
  const page = await read('docs/architecture.md');
  const rows = [...page.matchAll(/^\| `(\w+)\/` /gm)].map(([, folder]) => folder);
  const entries = await readdir(new URL('../lib/', import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(rows.sort(), folders.sort());
});

test('a tilt, an answer and a switch pass the files that docs/architecture.md lists', () => {
  assert.deepEqual(checkWalks(), []);
});

test('README.md counts the lines of the game that new-game makes', async () => {
  const page = await read('README.md');
  const counts = [...page.matchAll(/^games\/(drum\/\w+\.js) +(\d+) lines/gm)];
  assert.equal(counts.length, 3);
  for (const [, path = '', count] of counts)
    assert.equal(Number(count), (await read(`examples/${path}`)).trim().split('\n').length, path);
});

test('the pictures of the README are small', async () => {
  const names = await readdir(new URL('../docs/pictures/', import.meta.url));
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(new URL(`../docs/pictures/${name}`, import.meta.url))).size),
  );
  assert.ok(names.length >= 3);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 500 * 1024);
});

test('docs/grafana.json asks for metrics that are there', async (t) => {
  const { url } = await startServer(t);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const dashboard = await read('docs/grafana.json');
  const names = new Set(
    [...dashboard.matchAll(/\b(?:mass_mobile|process|nodejs)_\w+/g)].map(([name]) => name),
  );
  assert.ok(names.size > 15);
  for (const name of names) assert.ok(metrics.includes(`# TYPE ${name} `), name);
});

test('docs/operating.md lists each package of the server that is not JavaScript, and SECURITY.md the version of pdfjs-dist', async () => {
  const { packages } = JSON.parse(await read('package-lock.json'));
  const [, table = ''] = (await read('docs/operating.md')).split('## Packages that are not JavaScript');
  const native = Object.entries(packages)
    .filter(([, { dev, cpu }]) => !dev && cpu)
    .map(([path]) => /node_modules\/@?([^/]+)/.exec(path)?.[1]);
  assert.ok(native.length > 5);
  for (const name of new Set(native)) assert.ok(table.split('\n## ')[0]?.includes(`\`${name}\``), name);
  const { version } = packages['node_modules/pdfjs-dist'];
  assert.ok((await read('SECURITY.md')).includes(`pdfjs-dist stays at ${version} `));
});
