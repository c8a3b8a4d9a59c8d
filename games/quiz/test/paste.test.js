import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPack } from '../shared/pack.js';
import { readPasted } from '../panel/editor/paste.js';

/** @param {string} text */
const told = (text) =>
  readPasted(text).map(({ type, text: asked, options }) => [
    type,
    asked,
    ...options.map(({ text: one, correct }) => (correct ? `*${one}` : one)),
  ]);

test('a line a question, from a spreadsheet or with separators: the first answer is right', () => {
  assert.deepEqual(told('Capital of Egypt?\tCairo\tGiza\n2. Two? | 2 | 3\nThree?; 3; 4'), [
    ['single', 'Capital of Egypt?', '*Cairo', 'Giza'],
    ['single', 'Two?', '*2', '3'],
    ['single', 'Three?', '*3', '4'],
  ]);
  assert.equal(readPasted('A?;b;c')[0]?.shuffle, true);
});

test('a table of a spreadsheet, with or without heads: a column may say which option is right', () => {
  const asked = [
    ['single', 'Capital?', 'Giza', '*Cairo', 'Aswan'],
    ['single', 'Two?', '*2', '3', '4'],
  ];
  for (const [rows, right] of /** @type {const} */ ([
    [
      ['Question', 'A', 'B', 'C', 'Right answer'],
      ['cairo', '2'],
    ],
    [
      ['Frage', 'Antwort 1', 'Antwort 2', 'Antwort 3', 'Richtig'],
      ['B', 'A'],
    ],
    [[], ['Cairo', '2']],
    [[], ['b', '1']],
  ]))
    assert.deepEqual(
      told(
        [
          ...(rows.length > 0 ? [rows.join('\t')] : []),
          `Capital?\tGiza\tCairo\tAswan\t${right[0]}\t`,
          `Two?\t2\t3\t4\t${right[1]}`,
        ].join('\n'),
      ),
      asked,
      `${rows} ${right}`,
    );
  assert.deepEqual(told('Question;Correct;Wrong;Wrong\nTwo?;2;3;4\nEven?;2;1;3'), [
    ['single', 'Two?', '*2', '3', '4'],
    ['single', 'Even?', '*2', '1', '3'],
  ]);
  assert.deepEqual(told('Question;A;B;C;Correct\nPrimes?;2;4;5;A, C'), [
    ['several', 'Primes?', '*2', '4', '*5'],
  ]);
  assert.deepEqual(told('Question;Right first;Wrong\nTwo?;2;3'), [['single', 'Two?', '*2', '3']]);
});

test('a block a question: bullets or letters, marks before or behind, else the first', () => {
  assert.deepEqual(
    told(
      'Who?\n- Ada\n* Grace\n- Drew\n\n1) Which?\na) one ✓\nb) two\nc) three (✓)\n\nWhen?\n- 2012\n- 2013',
    ),
    [
      ['single', 'Who?', 'Ada', '*Grace', 'Drew'],
      ['several', 'Which?', '*one', 'two', '*three'],
      ['single', 'When?', '*2012', '2013'],
    ],
  );
});

test('true or false, and lone lines', () => {
  const [flat, lone] = readPasted('The earth is flat (false)\nWhat is this?');
  assert.deepEqual([flat?.type, flat?.text, flat?.isTrue], ['truefalse', 'The earth is flat', false]);
  assert.deepEqual([lone?.type, lone?.text, lone?.options], ['single', 'What is this?', []]);
});

test('whatever is pasted gives questions that may be stored', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      fc.array(fc.constantFrom('- x', '* y', '', 'Q?', 'a;b;c;d;e;f;g;h'), { maxLength: 50 }),
      (noise, lines) => {
        const questions = readPasted(`${noise}\n${lines.join('\n')}`);
        assert.deepEqual(readPack({ questions }).problems, []);
      },
    ),
  );
});
