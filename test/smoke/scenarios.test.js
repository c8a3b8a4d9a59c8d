/** Scenarios of the load lab at their smallest size, by their command: each runs to its end, loses nothing, and reports. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listScenarios } from '../../loadtest/harness/scenario.js';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { resultOf, startLab } from '../support/lab.js';
import { isWhole } from '../support/sample.js';
import { tempFolder } from '../support/server.js';

/**
 * Two runs share the cores of a small machine, and each is the other's neighbour: times decide nothing here. A run may
 * end as failed or throttled by a time, therefore, and what is counted is looked at by itself below.
 */
const TOLERATED = ['passed', 'failed', 'throttled', 'disturbed', 'invalid', 'not-found'];

/** One that climbs, and one that kills; the others are in the whole. */
const SAMPLE = ['ramp', 'restart'];

test('the smoke of scenarios', { concurrency: 2, timeout: 600_000 }, async (t) => {
  const scenarios = (await listScenarios()).filter(({ name }) => isWhole || SAMPLE.includes(name));
  const runs = scenarios.map(({ name }) =>
    t.test(name, async (t) => {
      const folder = await tempFolder(t);
      const { ended, output } = startLab(t, [name, '--smoke', '--out', folder]);
      const code = await ended;
      const { verdict, points, series, problems, generator } = await resultOf(folder);
      t.diagnostic(`${verdict.outcome}: ${verdict.headline}`);
      assert.ok(TOLERATED.includes(verdict.outcome), output.text);
      assert.equal(code, OUTCOMES[verdict.outcome].code, output.text);
      assert.deepEqual(problems, []);
      const broken = verdict.claims.filter(({ kind, holds }) => kind === 'count' && holds !== true);
      assert.deepEqual(broken, [], output.text);
      assert.ok(points.length > 0 && series.length > 0 && generator.processes > 0);
      const report = await readFile(join(folder, 'report.html'), 'utf8');
      assert.ok(report.includes(OUTCOMES[verdict.outcome].word));
      assert.match(await readFile(join(folder, 'junit.xml'), 'utf8'), /<testsuite /);
      const markdown = await readFile(join(folder, 'summary.md'), 'utf8');
      assert.ok(markdown.replaceAll('\\', '').includes(verdict.headline), markdown);
      assert.ok((await readFile(join(folder, 'points.csv'), 'utf8')).split('\r\n').length > points.length);
    }),
  );
  await Promise.all(runs);
});
