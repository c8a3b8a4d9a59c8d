/** The files that are taken home: their figures are those that the test computes from what it sent. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toCsv } from '../../../lib/http/export.js';
import game from '../game.js';
import { stamp } from '../import/vtt.js';
import { crowd, openWorm } from '../../../test/support/worm.js';

const ABOUT = { title: 'Worm', atMs: 0 };
const TITLE = 'The <b>great</b> "debate"';

/** A debate of ten seconds in which two segments move apart. */
function openDebate() {
  const worm = openWorm({
    title: TITLE,
    high: 'ROX!',
    low: 'SUX!',
    segmentBy: 'question1',
    question1: 'Whom will you vote for?',
    choices1: 'Berg; Reed & Co.',
    question2: 'Who won?',
    choices2: 'Berg; Reed; Nobody',
    speakers: 'Anna Berg; Tom Reed',
    minN: 3,
  });
  worm.stage.run('next');
  for (let i = 0; i < 8; i++) worm.answer(`p${i}`, 0, 'before', i < 5 ? 0 : 1);
  worm.stage.run('next');
  /** @type {{ a: number[], b: number[] }[]} what the phones held, by second */
  const sent = [];
  for (let second = 0; second < 10; second++) {
    const a = [0.1, 0.2, 0.3, 0.4, 0.5].map((y) => Math.round(50 * (y + second * 0.04)) / 50);
    const b = [0, -0.2, -0.4].map((y) => Math.round(50 * (y - second * 0.06)) / 50);
    sent.push({ a, b });
    const sum = { a: crowd(a)['-'], b: crowd(b)['-'] };
    if (second === 2) worm.stage.run('speaker1');
    if (second === 3) worm.stage.run('mark', { text: 'Taxes --> <now>' });
    // Each second ends before the next one begins, so that a row has what was held in its own.
    worm.play(second === 0 ? 0.9 : 1, sum);
    if (second === 0) worm.stage.tick(50, sum);
  }
  worm.stage.run('next');
  for (let i = 0; i < 8; i++) worm.answer(`p${i}`, 0, 'after', i < 2 ? 0 : 1);
  for (let i = 0; i < 6; i++) worm.answer(`p${i}`, 1, 'after', i % 3);
  worm.stage.run('next');
  return { worm, sent, tables: worm.stage.results() };
}

/** @param {number[]} list */
const meanOf = (list) => list.reduce((sum, y) => sum + y, 0) / list.length;
/** @param {number} level */
const points = (level) => Math.round(10_000 * level) / 100;

describe('the files of a debate', () => {
  test('each row has the mean, the deviation and n of what the phones held in that second', () => {
    const { sent, worm } = openDebate();
    const rows = worm.table('Line');
    let checked = 0;
    for (const [atS, , , segment, n, mean, , , deviation] of rows) {
      const held = sent[atS];
      if (!held) continue;
      const list = { All: [...held.a, ...held.b], Berg: held.a, 'Reed & Co.': held.b }[String(segment)];
      if (!list) continue;
      const spread = list.reduce((sum, y) => sum + (y - meanOf(list)) ** 2, 0);
      assert.equal(n, list.length);
      assert.ok(Math.abs(mean - points(meanOf(list))) <= 0.011, `${mean} in second ${atS} of ${segment}`);
      assert.ok(Math.abs(deviation - points(Math.sqrt(spread / (list.length - 1)))) <= 0.011);
      checked += 1;
    }
    assert.ok(checked >= 30, `${checked} rows`);
  });

  test('the answers before and after are counted, and who changed their mind', () => {
    const { worm } = openDebate();
    assert.deepEqual(worm.table('Answers').slice(0, 2), [
      ['Whom will you vote for?', 'Berg', 5, 2],
      ['Whom will you vote for?', 'Reed & Co.', 3, 6],
    ]);
    assert.deepEqual(
      worm
        .table('Answers')
        .slice(2)
        .map(([, choice, before, after]) => [choice, before, after]),
      [
        ['Berg', null, 2],
        ['Reed', null, 2],
        ['Nobody', null, 2],
      ],
    );
    assert.deepEqual(
      worm.table('Before and after').map(([, from, to, people]) => `${from} > ${to}: ${people}`),
      ['Berg > Berg: 2', 'Berg > Reed & Co.: 3', 'Reed & Co. > Berg: 0', 'Reed & Co. > Reed & Co.: 3'],
    );
  });

  test('CSV has the same cells', () => {
    const { tables } = openDebate();
    const line = tables.find(({ name }) => name === 'Line');
    assert.ok(line);
    const lines = toCsv(line).trim().split('\r\n');
    assert.equal(lines.length, line.rows.length + 1);
    assert.match(
      String(lines[0]),
      /Time s,Wall clock,Media time s,Segment,n,Mean,Median,Trimmed mean,Deviation/,
    );
    assert.ok(lines[1]?.includes(`,All,8,${line.rows[0]?.[5]},`));
  });

  test('WebVTT: cues in order, one line each, markup and arrows are no markup', () => {
    const vtt = /** @type {any} */ (game.reports)['vtt'].make(openDebate().tables, {
      ...ABOUT,
      title: TITLE,
    });
    const [head, ...cues] = vtt.trimEnd().split('\n\n');
    assert.equal(head, 'WEBVTT - The &lt;b&gt;great&lt;/b&gt; "debate"');
    let last = '';
    for (const cue of cues) {
      assert.match(cue, /^\d+\n(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n[^\n]+$/);
      const [, from = '', to = ''] = /(\S+) --> (\S+)/.exec(cue) ?? [];
      assert.ok(from >= last && to > from, cue);
      last = from;
    }
    assert.match(vtt, /Marker: Taxes --&gt; &lt;now&gt;/);
    assert.match(vtt, /00:00:02\.\d{3} --> 00:00:1[01]\.\d{3}\nSpeaker: Anna Berg/);
    assert.match(vtt, /Worm: [\d.]+ \(n 8\)/);
  });

  test('the report is one page that loads nothing, with the same figures, and texts are texts', () => {
    const { tables } = openDebate();
    const html = /** @type {any} */ (game.reports)['report'].make(tables, ABOUT);
    assert.ok(html.startsWith('<!doctype html>'));
    assert.ok(html.includes('<h1>The &lt;b&gt;great&lt;/b&gt; &quot;debate&quot;</h1>'));
    assert.doesNotMatch(html, /<(?:script|link|img|iframe)[^>]*(?:src|href)=/);
    assert.ok(html.includes("default-src 'none'"));
    const data = JSON.parse(/id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
    assert.deepEqual(data.names, ['All', 'Berg', 'Reed & Co.', 'No answer']);
    const all = tables[0]?.rows.filter((row) => row[3] === 'All') ?? [];
    assert.deepEqual(
      data.means[0],
      all.map((row) => row[5]),
    );
    assert.ok(html.includes('<td>Berg</td><td class="number">5</td><td class="number">62.5</td>'));
  });

  test('a line of the report breaks where time is missing, and not where a late tick left out a second', () => {
    const worm = openWorm({ minN: 3 });
    worm.stage.run('next');
    worm.play(2.5, crowd([0.2, 0.2, 0.2]));
    worm.sleep(2);
    worm.play(2, crowd([0.2, 0.2, 0.2]));
    worm.sleep(20);
    worm.play(2, crowd([0.4, 0.4, 0.4]));
    const rows = worm.table('Line');
    const missing = rows.map((row) => row.at(-1));
    assert.equal(missing.reduce((sum, count) => sum + count, 0) + rows.length, Number(rows.at(-1)?.[0]) + 1);
    assert.deepEqual(
      missing.filter((count) => count > 0).map((count) => count >= 18),
      [false, true],
    );
    const html = /** @type {any} */ (game.reports)['report'].make(worm.stage.results(), ABOUT);
    const data = JSON.parse(/id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
    const gaps = data.seconds.filter(
      (/** @type {number} */ _, /** @type {number} */ at) => data.means[0][at] === null,
    );
    const atS = rows.findIndex((row) => row.at(-1) >= 18);
    assert.deepEqual(gaps, [Number(rows[atS - 1]?.[0]) + 1]);
    assert.deepEqual(
      data.means[0].filter((/** @type {number | null} */ mean) => mean !== null),
      rows.map((row) => row[5]),
    );
  });

  test('nothing is exported before there is anything', () => {
    assert.deepEqual(openWorm().stage.results(), []);
  });
});

test('times of cues', () => {
  assert.deepEqual([0, 3661.25, 59.9996].map(stamp), ['00:00:00.000', '01:01:01.250', '00:01:00.000']);
});
