/** Tests that whatever a result holds, its report, Markdown and JUnit claim nothing that was not measured. */

/** @import { Result, Spread } from '../../loadtest/types.js' */

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { readAnchors } from '../../loadtest/report/anchors.js';
import { judged, writeComparison } from '../../loadtest/report/compare.js';
import { exampleOf, examples } from '../support/load-results.js';
import { complete } from '../../loadtest/report/folder.js';
import { short, tidy } from '../../loadtest/report/page/format.js';
import { writeReport } from '../../loadtest/report/report.js';
import { junitOf, markdownOf, writeSummaries } from '../../loadtest/report/summary.js';
import { percentileTable } from '../../loadtest/report/views/percentiles.js';
import { course } from '../../loadtest/report/views/course.js';
import { services } from '../../loadtest/report/views/services.js';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { spreadOf } from '../../loadtest/verdict/spread.js';
import { seeds } from '../support/sample.js';
import { tempFolder } from '../support/server.js';

const CASES = 80;
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "';--&amp;",
  ']]>\u0000\u0007\u001b[31m\ud800\ufffe',
  '| a | b |\n# c `d` [e](javascript:f)',
  '__proto__',
  'constructor',
  'ü'.repeat(300),
  '',
];
const NUMBERS = [0, -1, 1, 0.1 + 0.2, 161.207, 8253, 1e9, 1e-9, 1e300, NaN, Infinity, -Infinity];
const anchors = await readAnchors();
const NO_FIGURE = /NaN|undefined|Infinity|\[object/;
const MARKUP = /<(img|svg onload|script>alert)/i;

test('random results are told without a figure that is none, without markup of theirs, and never better than they are', async (t) => {
  const folder = await tempFolder(t);
  const draws = seeds().flatMap((seed) => Array(CASES).fill({ seed, ...createRandom(seed) }));
  for (const { seed, next } of draws)
    try {
      const result = randomResult(next);
      const told = complete(result);
      await writeFile(join(folder, 'result.json'), JSON.stringify(result));
      const texts = {
        report: visible(await readFile(await writeReport(folder), 'utf8')),
        // Nothing is markup within the fences around the command, as long as nothing ends them.
        markdown: markdownOf(told, anchors).replace(/^```sh\nnpm run loadtest .*\n```$/m, ''),
        junit: junitOf(told),
      };
      const { outcome } = told.verdict;
      for (const [kind, text] of Object.entries(texts)) {
        assert.equal(
          NO_FIGURE.exec(text)?.[0] &&
            text.slice((NO_FIGURE.exec(text)?.index ?? 0) - 120, (NO_FIGURE.exec(text)?.index ?? 0) + 60),
          undefined,
          kind,
        );
        assert.equal(
          MARKUP.exec(text)?.[0] &&
            text.slice((MARKUP.exec(text)?.index ?? 0) - 120, (MARKUP.exec(text)?.index ?? 0) + 60),
          undefined,
          kind,
        );
        assert.doesNotMatch(text, /^```/m, kind);
        assert.equal(
          text.includes('Passed'),
          outcome === 'passed' && kind !== 'junit',
          `${kind} of ${outcome}`,
        );
        // eslint-disable-next-line no-control-regex
        if (kind !== 'report') assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\ufffe]/, kind);
      }
      assert.equal(
        /<(failure|error|skipped) /.test(texts.junit),
        outcome !== 'passed',
        `JUnit of ${outcome}`,
      );
    } catch (error) {
      throw new Error(`with SEEDS=${seed}: ${error}`, { cause: error });
    }
});

test('a result that says "passed" and contradicts itself is incomplete', () => {
  const good = exampleOf('passed');
  const [first, ...others] = good.verdict.claims;
  assert.equal(complete(good).verdict.outcome, 'passed');
  const lies = [
    { ...good, problems: ['The server died.'] },
    { ...good, verdict: { ...good.verdict, claims: [] } },
    { ...good, verdict: { ...good.verdict, claims: [{ ...first, holds: false }, ...others] } },
    { ...good, verdict: { ...good.verdict, claims: [{ ...first, value: NaN }, ...others] } },
    { ...good, verdict: { ...good.verdict, outcome: 'superb' } },
  ];
  for (const lie of lies) assert.equal(complete(lie).verdict.outcome, 'incomplete');
});

test('a headline with a figure that was not measured is not shown', () => {
  const good = exampleOf('passed');
  const { headline } = complete({
    ...good,
    verdict: { ...good.verdict, headline: '0 messages/s with undefined clients' },
  }).verdict;
  assert.match(headline, /cannot be said in a sentence/);
});

test('figures have three significant digits, and counts all of theirs', () => {
  assert.deepEqual([161.207, 8253, 12.4449, 0.8634, 1234.5, -3.21987, NaN].map(tidy), [
    '161',
    '8,253',
    '12.4',
    '0.863',
    '1,230',
    '-3.22',
    '–',
  ]);
  assert.equal(short(1_792_520), '1,790,000');
});

test('the account of messages adds up in the report, or says that it does not', async (t) => {
  const { ramp } = examples();
  const folder = await tempFolder(t);
  assert.ok(ramp);
  const account = async (/** @type {Result} */ result) => {
    await writeFile(join(folder, 'result.json'), JSON.stringify(result));
    return (
      /What became of every message.*?<\/table>/s.exec(
        await readFile(await writeReport(folder), 'utf8'),
      )?.[0] ?? ''
    );
  };
  const good = await account(ramp);
  assert.equal(good.match(/>yes</g)?.length, 23, '22 points and their sum');
  const [first, ...others] = ramp.points;
  assert.match(
    await account({ ...ramp, points: [{ validity: 'valid', because: '', ...first, lost: 7 }, ...others] }),
    /does not add up/,
  );
});

test('Markdown has the outcome, the claims and the command that repeats the run', async (t) => {
  const folder = await tempFolder(t);
  await writeFile(join(folder, 'result.json'), JSON.stringify(exampleOf('failed')));
  const [summary = '', junit = ''] = await writeSummaries(folder);
  assert.match(
    await readFile(junit, 'utf8'),
    /<failure type="delivery\.p99Ms" message="84\.2 ms, and the limit is below 60 ms\."\/>/,
  );
  const text = await readFile(summary, 'utf8');
  assert.match(text, /^## Example: broadcast: failed\n\n\*\*Failed\.\*\* 1,800 phones/);
  assert.match(text, /\| a text is fast \| below 60 ms \| 84\.2 ms \| broken \|/);
  assert.match(text, /^npm run loadtest -- broadcast --set connections=2000 --set sendHz=4/m);
});

test('compare speaks of a difference only when the quartiles of three runs part', () => {
  const { ramp } = examples();
  assert.ok(ramp);
  const say = (/** @type {string} */ name, /** @type {Spread | null} */ a, /** @type {Spread | null} */ b) =>
    judged(name, a, b, ramp);
  const low = spreadOf([10, 11, 12]);
  const high = spreadOf([20, 22, 24]);
  assert.equal(say('probe.p99Ms', low, high), '▼ worse: 2 ×');
  assert.equal(say('probe.p99Ms', high, low), '▲ better: 0.5 ×');
  assert.equal(say('received.perS', low, high), 'more: 2 ×');
  assert.equal(say('probe.p99Ms', low, spreadOf([11, 12, 13])), 'no difference');
  assert.equal(say('probe.p99Ms', low, spreadOf([20, 22])), 'not known: repeat with --repeat 3');
  assert.equal(say('probe.p99Ms', null, null), 'not known: repeat with --repeat 3');
});

test('folders of several runs are compared as repeats, and what differs between them is named', async (t) => {
  const { churn } = examples();
  assert.ok(churn);
  const root = await tempFolder(t);
  for (const [side, values] of Object.entries({ a: [10, 11, 12], b: [30, 31, 32] }))
    for (const [index, p99Ms] of values.entries()) {
      const folder = join(root, side, String(index));
      await mkdir(folder, { recursive: true });
      const machine = { ...churn.machine, git: side === 'a' ? 'aaaaaaa' : 'bbbbbbb' };
      const size = side === 'a' ? 'default' : 'smoke';
      const result = { ...churn, machine, size, metrics: { ...churn.metrics, 'probe.p99Ms': p99Ms } };
      await writeFile(join(folder, 'result.json'), JSON.stringify(result));
    }
  const file = await writeComparison(join(root, 'a'), join(root, 'b'), join(root, 'out.html'));
  const text = visible(await readFile(file, 'utf8')).replace(/\s+/g, ' ');
  assert.match(
    text,
    /probe\.p99Ms<\/td><td>11 \(10\.5 to 11\.5\)<\/td><td>31 \(30\.5 to 31\.5\)<\/td><td>▼ worse: 2\.82 ×/,
  );
  assert.match(text, /Git<\/td><td>aaaaaaa<\/td><td>bbbbbbb/);
  assert.match(text, /Size<\/td><td>default<\/td><td>smoke/);
});

test('percentiles are told without a whole histogram, too, and what was not kept is left open', () => {
  const { churn } = examples();
  const saved = /** @type {any} */ ({ count: 40, p50Ms: 2.1234, p99Ms: 161.207, maxMs: 190 });
  const { rows } = percentileTable({
    .../** @type {Result} */ (churn),
    histograms: { 'phone.rtt': saved },
  });
  assert.deepEqual(rows, [['phone.rtt', 40, '2.12', null, null, '161', null, '190']]);
});

test('services are drawn as users arrive, too, with the database and the cores of the pool', () => {
  const { services: result } = examples();
  const { charts = [] } = services(/** @type {Result} */ (result), anchors);
  const arriving = charts.filter(({ x }) => x.label === 'Users a second');
  assert.equal(arriving.length, 9, 'two for each of four routes, and pong');
  for (const { id, series } of arriving) {
    const xs = series.flatMap(({ points }) => points.map(([x]) => x));
    assert.deepEqual([...new Set(xs)], [10, 100, 200, 500, 1000], id);
  }
  const notes = charts.map(({ note }) => note);
  assert.equal(notes.filter((note) => note === 'Our records: SQLite in memory.').length, 4);
  assert.equal(notes.filter((note) => note === 'Our pool: threads on core 0-1.').length, 4);
});

test('a slope is told as the scenario measured it, and none is told of a run that was too short', () => {
  const { soak } = examples();
  assert.ok(soak);
  const told = (/** @type {Result['metrics']} */ metrics) => course({ ...soak, metrics }, anchors).facts[1];
  const slope = { 'memory.kbPerMin': 614.4, 'memory.kbPerMin.lower': 600, 'memory.kbPerMin.upper': 630 };
  assert.deepEqual(told(slope), {
    ...{ label: 'Memory grows by', value: 614.4, unit: 'KB/min', metric: 'memory.kbPerMin' },
    note: '95 %: 600 to 630',
  });
  assert.equal(told({})?.label, 'Received by the server, most');
});

/** @param {string} html @returns {string} what it says, charts included, without the scripts and styles of the page */
function visible(html) {
  return html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<script(?! id="charts")[^>]*>.*?<\/script>/gs, '')
    .replace(/ class="[^"]*"/g, '');
}

/**
 * @param {() => number} random
 * @returns {any} of schema 2 by its outer form, and anything within
 */
function randomResult(random) {
  const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];
  const some = (/** @type {() => any} */ make, most = 4) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  const maybe = (/** @type {any} */ value) => (random() < 0.15 ? pick([null, undefined]) : value);
  const word = () => pick([...HOSTILE, 'ours', 'valid', 'pong']);
  const value = () => pick([...NUMBERS, word(), null, undefined, true]);
  const base = pick(Object.values(examples()));
  const names = [...Object.keys(base.points[0] ?? {}), ...Object.keys(base.series[0] ?? {}), word()];
  const row = () => Object.fromEntries(some(() => [pick(names), value()], 12));
  const point = () => ({
    ...pick(base.points),
    ...row(),
    validity: pick([...Object.keys(OUTCOMES), 'valid']),
    because: word(),
  });
  const claim = () => ({
    ...{
      metric: pick([...Object.keys(base.metrics), word()]),
      sign: pick(['<', '<=', '>', '>=', '==']),
      words: word(),
    },
    ...{
      limit: pick(NUMBERS),
      kind: pick(['count', 'time']),
      unit: maybe('ms'),
      value: pick([...NUMBERS, null]),
    },
    ...{ holds: pick([true, true, false, null]), because: maybe(word()) },
  });
  const histogram = () => ({
    ...pick(Object.values(base.histograms)),
    ...(random() < 0.5 && {
      histogram: {
        buckets: pick([[], [[1, 2]], [[1e12, 1]], null]),
        ...row(),
        zeros: pick(NUMBERS),
        minMs: 0,
        maxMs: pick(NUMBERS),
      },
    }),
  });
  const spread = () => ({
    median: pick(NUMBERS),
    lower: pick(NUMBERS),
    upper: pick(NUMBERS),
    values: some(() => pick(NUMBERS)),
  });
  const isSound = random() < 0.2;
  return {
    ...base,
    title: maybe(word()),
    size: maybe(word()),
    startedAt: maybe(pick([base.startedAt, word()])),
    verdict: {
      ...{
        outcome: pick([...Object.keys(OUTCOMES), 'passed']),
        sentence: maybe(word()),
        headline: pick([word(), 'NaN phones', 'undefined clients']),
      },
      ...{
        limitedBy: maybe(word()),
        claims: isSound ? exampleOf('passed').verdict.claims : maybe(some(claim)),
      },
    },
    problems: isSound ? [] : maybe(some(word, 2)),
    machine: maybe({
      ...base.machine,
      cores: pick(NUMBERS),
      cpu: maybe(word()),
      packages: maybe({ [word()]: word() }),
    }),
    generator: maybe({
      name: word(),
      processes: pick(NUMBERS),
      cpuPeak: pick([...NUMBERS, null]),
      limits: maybe(some(word, 2)),
    }),
    target: maybe({ url: word(), isOwn: random() < 0.5, isRemote: random() < 0.5 }),
    settings: maybe(row()),
    series: maybe([...base.series.slice(0, Math.floor(random() * 20)), ...some(row)]),
    points: maybe(some(point, 6)),
    metrics: maybe(
      Object.fromEntries(some(() => [pick([...Object.keys(base.metrics), word()]), pick(NUMBERS)])),
    ),
    histograms: maybe(Object.fromEntries(some(() => [word(), histogram()]))),
    tables: maybe(
      some(() => ({ title: maybe(word()), columns: some(word), rows: some(() => some(value)) }), 2),
    ),
    repeats: maybe({
      runs: 3,
      spreads: Object.fromEntries(some(() => [pick(Object.keys(base.metrics)), spread()])),
    }),
  };
}
