/** Every scenario of the load lab at its smallest size, by its command, all at once: they run, pass, and report. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listScenarios } from '../../loadtest/harness/scenario.js';
import { tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('the smoke of every scenario passes', { concurrency: true, timeout: 120_000 }, async (t) => {
  const runs = (await listScenarios()).map(({ name }) =>
    t.test(name, async (t) => {
      const folder = await tempFolder(t);
      const child = spawn(process.execPath, ['loadtest/run.js', name, '--smoke', '--out', folder], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      t.after(() => child.kill('SIGINT'));
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (/** @type {Buffer} */ chunk) => (output += chunk));
      const [code] = await once(child, 'exit');
      t.diagnostic(/^Passed: (.*)$/m.exec(output)?.[1] ?? output);
      assert.equal(code, 0, output);
      const { complete, smoke, points, series, verdict } = JSON.parse(
        await readFile(join(folder, 'result.json'), 'utf8'),
      );
      assert.deepEqual([complete, smoke, verdict.pass], [true, true, true]);
      assert.ok(points.length > 0 && series.length > 0);
      assert.match(await readFile(join(folder, 'report.html'), 'utf8'), /Smoke size/);
      assert.ok((await readFile(join(folder, 'points.csv'), 'utf8')).split('\r\n').length > points.length);
    }),
  );
  await Promise.all(runs);
});
