/** The files that are taken home: their figures are those that the test computes from what it sent. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toCsv } from '../../../lib/http/export.js';
import game from '../game.js';
import { stamp } from '../import/vtt.js';
import arabic from '../shared/strings/ar.js';
import german from '../shared/strings/de.js';
import spanish from '../shared/strings/es.js';
import french from '../shared/strings/fr.js';
import { wordsIn } from '../shared/words.js';
import { crowd, openWorm } from '../../../test/support/worm.js';

const ABOUT = { title: 'Worm', atMs: 0 };
const { resultsIn } = /** @type {any} */ (game);

/** @param {readonly unknown[]} tables @param {string} [lang] @returns {string} */
const reportOf = (tables, lang) =>
  /** @type {any} */ (game.reports)['report'].make(tables, { ...ABOUT, lang });
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
    assert.deepEqual(data.gaps, [[Number(rows[atS - 1]?.[0]), Number(rows[atS]?.[0])]]);
    assert.match(html, /Shaded: there are no data/);
    assert.deepEqual(
      data.means[0].filter((/** @type {number | null} */ mean) => mean !== null),
      rows.map((row) => row[5]),
    );
  });

  test('a line without a gap is not said to have one', () => {
    const html = reportOf(openDebate().tables);
    assert.doesNotMatch(html, /Shaded/);
    assert.deepEqual(JSON.parse(/id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '').gaps, []);
  });

  test('nothing is exported before there is anything', () => {
    assert.deepEqual(openWorm().stage.results(), []);
  });
});

test('times of cues', () => {
  assert.deepEqual([0, 3661.25, 59.9996].map(stamp), ['00:00:00.000', '01:01:01.250', '00:01:00.000']);
});

describe('the files of a debate in German', () => {
  const told = wordsIn('de');

  /** A debate in which everything that the worm has a word for has happened. */
  function openEverything() {
    const { worm } = openDebate();
    worm.stage.run('resume');
    worm.play(1, crowd([0.1, 0.1, 0.1]));
    worm.stage.run('hide');
    worm.stage.run('hide');
    worm.stage.run('speaker2');
    worm.set({ media: '/a.mp4', minN: 2, release: 'decay', segmentBy: 'team' });
    worm.play(1, crowd([0.1, 0.1, 0.1]));
    worm.stage.run('play');
    worm.stage.run('seek', { seconds: 3 });
    worm.stage.run('play');
    worm.sleep(20);
    for (const level of [0.8, -0.8, 0.8, -0.8]) worm.play(3, crowd(new Array(5).fill(level), 'a'));
    worm.sleep(4 * 3600);
    worm.play(2, crowd([0.4, 0.4, 0.4]));
    return worm.stage.results();
  }

  test('each name, column and word of the worm has a German one, and none is left over', () => {
    const tables = openEverything();
    const said = new Set(tables.flatMap(({ name, columns }) => [name, ...columns]));
    const own = { Line: [3], Events: [2], Hands: [2, 3], Terms: [0] };
    for (const [name, columns] of Object.entries(own))
      for (const row of tables.find((table) => table.name === name)?.rows ?? [])
        for (const column of columns) said.add(String(row[column]));
    for (const [, , , act, detail] of tables.find(({ name }) => name === 'Hands')?.rows ?? [])
      if (act === 'phase' || act === 'ended') said.add(String(detail));
    const people = new Set(['Berg', 'Reed & Co.', 'null', '']);
    const missing = [...said].filter((word) => !people.has(word) && !Object.hasOwn(german, word));
    assert.deepEqual(missing, []);
    for (const word of ['peak', 'drop', 'gap', 'seek', 'pause', 'live again', 'after 4 hours', 'Half A'])
      assert.ok(said.has(word), `the debate of this test has no ${word}`);
    for (const { name } of resultsIn(tables, 'de')) assert.ok(Object.values(german).includes(name), name);
  });

  test('every language has the same words, with the same places', () => {
    const places = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [lang, strings] of Object.entries({ fr: french, es: spanish, ar: arabic })) {
      assert.deepEqual(Object.keys(strings), Object.keys(german), lang);
      for (const [word, text] of Object.entries(strings)) {
        assert.notEqual(text.trim(), '', `${lang}: ${word}`);
        assert.deepEqual(places(text), places(word), `${lang}: ${word}`);
      }
    }
    assert.match(reportOf(openEverything(), 'ar'), /<html lang="ar-u-nu-latn" dir="rtl">/);
  });

  test('the workbook has German words and the same figures; what people wrote stays as it is', () => {
    const tables = openEverything();
    const translated = resultsIn(tables, 'de');
    assert.deepEqual(resultsIn(tables, 'en'), tables);
    const line = translated[0];
    assert.equal(line.name, german['Line']);
    assert.deepEqual(line.columns.slice(3, 6), [german['Segment'], 'n', german['Mean']]);
    assert.deepEqual(
      line.rows.map((/** @type {unknown[]} */ row) => row.toSpliced(3, 1)),
      tables[0]?.rows.map((row) => row.toSpliced(3, 1)),
    );
    assert.deepEqual(
      new Set(line.rows.map((/** @type {unknown[]} */ row) => row[3])),
      new Set([german['All'], 'Berg', 'Reed & Co.', german['No answer'], german['Half A'], german['Half B']]),
    );
    const [, events, , , hands] = translated;
    assert.ok(
      events.rows.some(
        (/** @type {unknown[]} */ row) => row[2] === german['marker'] && row[3] === 'Taxes --> <now>',
      ),
    );
    assert.ok(
      hands.rows.some(
        (/** @type {unknown[]} */ row) => row[3] === german['phase'] && row[4] === german['before'],
      ),
    );
  });

  test('a marker that is one of the words of the worm stays what somebody wrote', () => {
    const worm = openWorm({ minN: 1 });
    worm.stage.run('next');
    worm.stage.run('mark', { text: 'before' });
    worm.play(2, crowd([0.5]));
    const [, events, hands] = resultsIn(worm.stage.results(), 'de');
    assert.equal(events.rows[0][3], 'before');
    assert.ok(
      hands.rows.some((/** @type {unknown[]} */ row) => row[3] === german['marker'] && row[4] === 'before'),
    );
  });

  test('report and subtitles', () => {
    const tables = openEverything();
    const html = reportOf(tables, 'de');
    assert.match(html, /<html lang="de" dir="ltr">/);
    assert.ok(html.includes(`<h2>${german['Who changed their mind']}</h2>`));
    assert.ok(html.includes(`<th>${german['Said before']}</th>`));
    assert.doesNotMatch(html, /Shaded|Trimmed/);
    assert.match(html, /<td>Berg<\/td><td class="number">5<\/td><td class="number">62,5<\/td>/);
    const data = JSON.parse(/id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
    assert.equal(data.names[0], german['All']);
    assert.equal(data.labels.mean, german['Mean']);
    assert.deepEqual(
      data.means,
      JSON.parse(/id="data">([^]*?)<\/script>/.exec(reportOf(tables))?.[1] ?? '').means,
    );
    const vttOf = (/** @type {readonly unknown[]} */ some) =>
      /** @type {any} */ (game.reports)['vtt'].make(some, { ...ABOUT, lang: 'de' });
    // A video was played in this one, and cues are of what happened meanwhile.
    assert.ok(vttOf(tables).includes(`\n${told('peak: {value}', { value: 80 })}\n`));
    const vtt = vttOf(openDebate().tables);
    assert.ok(vtt.includes(`\n${told('Marker: {text}', { text: 'Taxes --&gt; &lt;now&gt;' })}\n`));
    assert.ok(vtt.includes(`\n${told('Speaker: {text}', { text: 'Anna Berg' })}\n`));
    assert.doesNotMatch(vtt, /Marker|Speaker|peak|Gap/);
  });
});
