/** The runner of `npm test` gives each fault its word and its exit code, and leaves no process. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../support/server.js';

const RUNNER = fileURLToPath(new URL('../../scripts/test.js', import.meta.url));
const TEST = `import { test } from 'node:test';`;
const FOREVER = `'-e', 'setInterval(() => {}, 1000)'`;

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} files the text of each, by its name
 * @param {Record<string, string>} [env] @param {string[]} [options]
 */
async function run(t, files, env = {}, options = []) {
  const cwd = await tempFolder(t);
  await Promise.all(
    ['games', 'examples', 'test/planted'].map((folder) => mkdir(join(cwd, folder), { recursive: true })),
  );
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files))
    await writeFile(join(cwd, `test/planted/${name}.test.js`), `${TEST}\n${text}\n`);
  const { NODE_TEST_CONTEXT: _outer, ...shell } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [RUNNER, 'planted', ...options],
      { cwd, env: { ...shell, ...env } },
      (error, output) =>
        resolve({ code: error ? error.code : 0, output, last: output.trimEnd().split('\n').at(-1), cwd }),
    );
  });
}

test('green files end with their counts', async (t) => {
  const files = { one: `test('a', () => {});`, two: `test('b', (t) => t.test('c', () => {}));` };
  const { code, last } = await run(t, files);
  assert.deepEqual({ code, last }, { code: 0, last: '3 passed, 0 failed, 0 skipped' });
});

test('a file that is red three times is red, with its three outputs', async (t) => {
  const red = `
    test('wrong', () => {
      const error = new Error('as');
      void error.stack;
      error.message += ' ever';
      throw error;
    });`;
  const { code, output, last } = await run(t, { red });
  assert.deepEqual({ code, last }, { code: 1, last: '0 passed, 1 failed, 0 skipped' });
  for (const at of [1, 2, 3])
    assert.match(output, new RegExp(`^RED planted/red, run ${at}: wrong: as ever\nError: as\n`, 'm'));
});

test('who expects a red file may have it tried less often', async (t) => {
  const red = `test('wrong', () => Promise.reject(new Error('as ever')));`;
  const { code, output } = await run(t, { red }, {}, ['--tries=2']);
  assert.equal(code, 1);
  assert.deepEqual(output.match(/^RED planted\/red, run \d/gm), [
    'RED planted/red, run 1',
    'RED planted/red, run 2',
  ]);
});

test('a file that is red once is unsteady: it is listed, and ends nothing', async (t) => {
  const once = `
    import { existsSync, writeFileSync } from 'node:fs';
    test('first time', () => {
      if (existsSync('was-here')) return;
      writeFileSync('was-here', '');
      throw new Error('too early');
    });`;
  const { code, output, last, cwd } = await run(t, { once });
  assert.deepEqual({ code, last }, { code: 0, last: '1 passed, 0 failed, 0 skipped' });
  assert.match(output, /^unsteady planted\/once, run 1: first time: Error: too early/m);
  assert.match(
    await readFile(join(cwd, 'test-results/unsteady.txt'), 'utf8'),
    /first time: Error: too early/,
  );
});

/** Each has a name, the text of the file, the word of the runner, and at times a shorter deadline. @type {[string, string, RegExp, Record<string, string>?][]} */
const FAULTS = [
  [
    'a promise that never settles',
    `test('waits', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`,
    /waits: .*timed out after 500ms/,
    { TEST_DEADLINE_MS: '500' },
  ],
  ['a promise that nothing can settle', `test('hangs', () => new Promise(() => {}));`, /hangs/],
  [
    'a loop that never yields',
    `test('spins', () => { for (;;); });`,
    /did not end within 5 s, in "spins"/,
    { FILE_DEADLINE_MS: '5000' },
  ],
  [
    'an exit in a test',
    `test('leaves', () => process.exit(0));`,
    /ended with 0 before its tests, in "leaves"/,
  ],
  ['a syntax error', `const = 1;`, /ended with \d+ before its tests\n[^]*SyntaxError/],
  ['no test inside', '', /has no test/],
  ['a skipped test', `test('later', { skip: 'no Redis' }, () => {});`, /later: skipped: no Redis/],
  [
    'a child left behind',
    `import { spawn } from 'node:child_process';
     test('starts', () => void spawn(process.execPath, [${FOREVER}], { detached: true, stdio: 'ignore' }));`,
    /left a process behind: \d+ .*setInterval/,
  ],
];
test('each fault has its word', { concurrency: 4, timeout: 300_000 }, async (t) => {
  await Promise.all(
    FAULTS.map(([what, text, word, env]) =>
      t.test(what, async (t) => {
        const { code, output } = await run(t, { fault: text }, env);
        assert.equal(code, 1);
        assert.match(output, word);
        for (const [, pid] of output.matchAll(/left a process behind: (\d+)/g))
          assert.equal(await commandOf(String(pid)), '');
      }),
    ),
  );
});

/** @param {string} pid @returns {Promise<string>} '' if it has ended, also where nobody has asked for its exit code yet */
function commandOf(pid) {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

test('a word that fits nothing is refused', async (t) => {
  const { code, output } = await run(t, {});
  assert.equal(code, 1);
  assert.equal(output, '');
});
