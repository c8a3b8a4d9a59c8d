/** Typed answers count as the tables of docs/typed-answers.md say. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nameKey } from '../../../lib/room/name-text.js';
import { foldWord } from '../../presentation/rules/text.js';
import { judge, readValue } from '../shared/answers.js';
import { readFigure, signsOf } from '../shared/figures.js';
import { blankQuestion } from '../shared/pack.js';

/** Each with the ones that it includes. */
const SPELLINGS = /** @type {const} */ (['letters', 'accents', 'slips']);
const page = readFileSync(new URL('../../../docs/typed-answers.md', import.meta.url), 'utf8');

/** @param {string} heading of a section @returns {string[][]} the rows of its table */
function rowsUnder(heading) {
  const lines = (page.split(`## ${heading}\n`)[1] ?? '').split('\n');
  lines.splice(0, lines.findIndex((line) => line.startsWith('|')) + 2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('words: the rows with the setting from which they are right', () => {
  const rows = rowsUnder('Words');
  assert.ok(rows.length > 25);
  for (const [pack = '', typed = '', least = ''] of rows) {
    const question = { ...blankQuestion(), type: /** @type {const} */ ('text'), accepted: [pack] };
    const from = least === 'never' ? Infinity : SPELLINGS.indexOf(/** @type {'slips'} */ (least));
    assert.ok(from >= 0, least);
    SPELLINGS.forEach((spelling, at) =>
      assert.equal(judge(question, typed, [], spelling).right, at >= from, `${pack}, ${typed}, ${spelling}`),
    );
    if (least !== 'letters') continue;
    assert.equal(foldWord(typed), foldWord(pack), 'in a word cloud');
    if (!/[.!]/.test(pack + typed)) assert.equal(nameKey(typed), nameKey(pack), 'as a name');
  }
});

test('words: capitals count where the question says so, and quotes still do not', () => {
  const question = {
    ...blankQuestion(),
    type: /** @type {const} */ ('text'),
    accepted: ["McDonald's"],
    matchCase: true,
  };
  assert.equal(judge(question, 'McDonald’s', []).right, true);
  assert.equal(judge(question, 'mcdonald’s', []).right, false);
});

test('numbers: the rows in the language of the phone; what may be two is asked back', () => {
  const rows = rowsUnder('Numbers');
  assert.ok(rows.length > 20);
  for (const [typed = '', language = '', expected] of rows) {
    const read = readFigure(typed, signsOf(language), 'km');
    const is = 'figure' in read ? read.figure : 'either' in read ? read.either.join(' or ') : 'none';
    assert.equal(is, expected, `${typed}, ${language}`);
  }
});

test('numbers: a browser that names no language has the signs of the page', () => {
  for (const none of ['C', '', 'en_US', 'POSIX', 'undefined'])
    assert.deepEqual(signsOf(none, 'de'), { decimal: ',', group: '.' }, none);
});

test('numbers: the wire has a point before the fraction, and what may be two is refused with a sentence', () => {
  const question = { ...blankQuestion(), type: /** @type {const} */ ('number') };
  assert.deepEqual(readValue(question, '1.234'), { value: 1.234 });
  assert.deepEqual(readValue(question, '1,234'), {
    problem: 'it may be 1234 or 1.234: write it without a sign between the thousands',
  });
});
