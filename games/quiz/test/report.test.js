/** The report of a quiz and its tables in the reader's language: the figures are worked out by hand here. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/stage/random.js';
import { defaultsOf } from '../../../lib/contract/schema.js';
import game from '../game.js';
import pages from '../strings/de.js';
import german from '../strings/desk/de.js';
import { blankPack, blankQuestion } from '../shared/pack.js';
import * as rules from '../shared/rules.js';

const TITLE = 'Who <b>knows</b>?';
const QUESTIONS = [
  { text: 'Which?', options: ['Yes', '<i>No</i>', 'yes'].map((text, at) => ({ text, correct: at === 0 })) },
  { type: 'truefalse', text: 'Is it so?', isTrue: true },
  { type: 'poll', text: 'Tea?', options: ['Yes', 'true'].map((text) => ({ text, correct: false })) },
];
/** The choices of the players in their order, by question. */
const ANSWERS = [
  ['0', '0', '1', '2'],
  ['true', 'false', 'false', 'false'],
  ['0', '0', '0', '1'],
];
const NAMES = ['Ann', '=1+1', '<img>', 'ja'];

/** The tables of a quiz that four people played. @param {Record<string, unknown>} [settings] */
function play(settings = {}) {
  const state = rules.newState();
  const ctx = /** @type {any} */ ({
    settings: { ...defaultsOf(game.settings), ...settings },
    nowMs: 0,
    random: createRandom(1).next,
    players: { count: NAMES.length },
  });
  const questions = QUESTIONS.map((parts) => ({ ...blankQuestion(), .../** @type {any} */ (parts) }));
  for (const name of NAMES) rules.join(state, { id: name, name }, ctx);
  rules.start(state, { ...blankPack(), title: TITLE, questions }, ctx);
  for (const answers of ANSWERS) {
    while (state.phase !== 'open') rules.next(state, ctx);
    answers.forEach((choice, at) =>
      rules.accept(
        state,
        {
          player: { id: String(NAMES[at]) },
          value: { round: state.round, choice },
          atMs: state.sinceMs + 1000,
        },
        ctx,
      ),
    );
    rules.next(state, ctx);
  }
  return /** @type {any} */ (game).results(state, ctx);
}

/** @param {string} [lang] @returns {Promise<string>} */
const reportOf = (lang) =>
  /** @type {any} */ (game.reports)['report'].make(play(), { title: 'Quiz', atMs: 0, ...(lang && { lang }) });

test('the report names the pack, ranks everybody, and has a bar for each answer; what people wrote is text', async () => {
  const page = await reportOf();
  assert.ok(page.includes('<h1 dir="auto">Who &#60;b&#62;knows&#60;/b&#62;?</h1>'));
  assert.ok(!/<img|<i>|<b>knows/.test(page));
  assert.ok(page.includes('1970-01-01 00:00 UTC'));
  for (const name of NAMES)
    assert.ok(page.includes(`>${name.replace('<', '&#60;').replace('>', '&#62;')}</bdi></td>`));
  const [, first = '', second = '', third = ''] = page.split('<h2 dir="auto">');
  const bars = (/** @type {string} */ part) =>
    [...part.matchAll(/<th scope="row" dir="auto">(.*?)<\/th>.*?width="([\d.]+)".*?<td>(\d+)<\/td>/g)].map(
      (found) => found.slice(1),
    );
  assert.deepEqual(bars(first), [
    ['Yes ✓', '50', '2'],
    ['&#60;i&#62;No&#60;/i&#62;', '25', '1'],
    ['yes', '25', '1'],
  ]);
  assert.ok(first.includes('Answers: 4 · Right: 50% · Mean time s: 1'));
  assert.deepEqual(bars(second), [
    ['False', '75', '3'],
    ['True ✓', '25', '1'],
  ]);
  assert.deepEqual(bars(third), [
    ['Yes', '75', '3'],
    ['true', '25', '1'],
  ]);
  assert.ok(!third.includes('Right:'), 'a poll has no right answer');
});

test('tables are in the reader’s language, and no word that people wrote is taken for one of ours', async () => {
  const tables = play({ teams: 2 });
  const inGerman = await /** @type {any} */ (game).resultsIn(tables, 'de');
  assert.deepEqual(
    inGerman.map((/** @type {{ name: string }} */ { name }) => name),
    [german['quiz.table.players'], 'Teams', 'Fragen', 'Q1', 'Q2', 'Q3'],
  );
  const [people, , questions, first, second, third] = inGerman;
  assert.equal(people.about, TITLE);
  assert.deepEqual(people.columns.slice(0, 3), [
    german['quiz.table.rank'],
    'Name',
    german['quiz.edit.points'],
  ]);
  assert.ok(
    people.rows.every((/** @type {string[]} */ row) =>
      ['Orange', String(pages['quiz.team.violet'])].includes(String(row.at(-1))),
    ),
  );
  assert.deepEqual(
    questions.rows.map((/** @type {unknown[]} */ row) => [row[1], row[3]]),
    [
      [german['quiz.type.single'], 'Yes'],
      ['Richtig oder falsch', 'Richtig'],
      [german['quiz.type.poll'], ''],
    ],
  );
  const cells = (/** @type {any} */ { rows }) =>
    rows.map((/** @type {unknown[]} */ row) => `${row[1]}: ${row[2]}`).sort();
  assert.deepEqual(cells(first), ['<i>No</i>: nein', 'Yes: ja', 'Yes: ja', 'yes: nein']);
  assert.deepEqual(cells(second), ['Falsch: nein', 'Falsch: nein', 'Falsch: nein', 'Richtig: ja']);
  assert.deepEqual(cells(third), ['Yes: ', 'Yes: ', 'Yes: ', 'true: ']);
  assert.deepEqual(
    await /** @type {any} */ (game).resultsIn(play(), 'en').then((/** @type {any[]} */ [one]) => one),
    play()[0],
  );
  for (const lang of ['ar', 'es', 'fr']) {
    const page = await reportOf(lang);
    assert.ok(page.includes(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`));
    assert.ok(!page.includes('quiz.'), 'each word is there');
  }
});
