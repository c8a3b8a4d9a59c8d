/** The documents say what the code does. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ERRORS } from '../lib/errors.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { startServer } from './support/server.js';

const read = (/** @type {string} */ path) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('docs/errors.md has a row for every code, with its sentence', async () => {
  const page = await read('docs/errors.md');
  for (const [code, sentence] of Object.entries(ERRORS)) {
    const row = page.split('\n').find((line) => line.split('|')[1]?.trim() === `\`${code}\``);
    assert.ok(row?.includes(sentence), `docs/errors.md: ${code}: ${sentence}`);
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

test('docs/architecture.md names files that are there', async () => {
  const page = await read('docs/architecture.md');
  for (const [, path] of page.matchAll(/`((?:lib|public|games|control-panel)\/[\w./-]+\.(?:js|d\.ts))`/g))
    await read(String(path));
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
