/** The units of deploy/systemd/: systemd itself reads and judges them, and they say what the server understands. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig } from '../../lib/config.js';
import { VARIABLES } from '../../lib/settings.js';
import { tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = ['mass-mobile.service', 'mass-mobile-edge@.service'];
/** In tenths: systemd calls up to 2.0 "OK", and a service without any restriction is at 9.6. */
const MOST_EXPOSED = 20;
/** Beyond the time that PM2 grants, too. */
const DRAIN_S = 15;
const run = promisify(execFile);

const read = (/** @type {string} */ name) => readFile(join(ROOT, 'deploy/systemd', name), 'utf8');

/** @param {string} text of a unit @param {string} key @returns {string[]} its values, in order */
const valuesOf = (text, key) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => String(value));

/**
 * Asks systemd-analyze about the units as they would be on a machine that has Node.js where this one has it.
 * @param {import('node:test').TestContext} t @param {...string} args
 */
async function analyze(t, ...args) {
  const folder = await tempFolder(t);
  const files = UNITS.map((name) => join(folder, name));
  for (const [at, name] of UNITS.entries())
    await writeFile(String(files[at]), (await read(name)).replace('/usr/bin/node', process.execPath));
  return run('systemd-analyze', [...args, ...files]);
}

test('systemd takes both units without a word', async (t) => {
  const { stdout, stderr } = await analyze(t, 'verify', '--man=no');
  assert.equal(stdout + stderr, '');
});

test('systemd calls them well protected', async (t) => {
  // It ends with 1, and so rejects, when one is above the threshold.
  const { stdout } = await analyze(
    t,
    'security',
    '--offline=true',
    `--threshold=${MOST_EXPOSED}`,
    '--no-pager',
  );
  const levels = [...stdout.matchAll(/Overall exposure level for \S+: ([\d.]+)/g)].map(([, level]) =>
    Number(level),
  );
  assert.equal(levels.length, UNITS.length);
  for (const level of levels) assert.ok(level > 0 && level * 10 <= MOST_EXPOSED);
});

for (const name of UNITS) {
  test(`${name} gives the server time to drain, files for its phones, and a restart whatever happens`, async () => {
    const text = await read(name);
    assert.ok(Number(valuesOf(text, 'TimeoutStopSec')[0]) > DRAIN_S);
    assert.ok(Number(valuesOf(text, 'LimitNOFILE')[0]) >= 65_536);
    assert.deepEqual(valuesOf(text, 'Restart'), ['always']);
    assert.deepEqual(valuesOf(text, 'StartLimitIntervalSec'), ['0']);
  });

  test(`${name} starts a file that is there, with variables and flags that are settings`, async () => {
    const text = await read(name);
    const [start = ''] = valuesOf(text, 'ExecStart');
    const [, script = '', ...argv] = start.replace('%i', '8081').split(' ');
    assert.ok(existsSync(join(ROOT, script)), script);
    const flags = argv.filter((word) => word.startsWith('--'));
    const known = VARIABLES.map((variable) => `--${variable.name.toLowerCase().replaceAll('_', '-')}`);
    for (const flag of flags) assert.ok(known.includes(flag), flag);
    if (flags.length === 0) assert.equal(readConfig({ env: {}, argv }).role, 'all');
    const names = new Set(['NODE_ENV', ...VARIABLES.map((variable) => variable.name)]);
    for (const line of valuesOf(text, 'Environment'))
      for (const pair of line.split(' ')) assert.ok(names.has(String(pair.split('=')[0])), pair);
  });
}
