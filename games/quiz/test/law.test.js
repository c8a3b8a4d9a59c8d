/** Whatever is in a file that is imported gets into the pack, or is listed: in every format, wherever it stands. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importPack } from '../import/import.js';
import { xlsx } from '../../../test/support/xlsx.js';

/** @import { Imported } from '../types.js' */
/** @typedef {(string | number | null)[][]} Cells */

/** A text that no file has by itself. */
const MARKER = 'zq';
/** Other values than any file has; none counts as empty. */
const OTHERS = [MARKER, 77, true, { deep: { er: 'x' } }, [1, [2]]];

const OURS = {
  format: 'mass-mobile-quiz',
  version: 1,
  title: 'T',
  questions: [
    { type: 'single', text: 'One?', options: [{ text: 'a', correct: true }, { text: 'b' }] },
    { type: 'number', text: 'Two?', answer: 2, tolerance: 1 },
  ],
};
const RAZZIA = {
  id: 'r1',
  gameMode: 'quiz',
  subject: 'R',
  questions: [
    {
      type: 'single',
      question: 'One?',
      answers: ['a', 'b'],
      solutions: [0],
      cooldown: 3,
      time: 20,
      maxPoints: 500,
    },
    {
      question: 'Two?',
      answers: ['a', 'b'],
      solutions: [0, 1],
      options: { scoringMode: 'strict' },
      penalty: 5,
    },
    {
      type: 'estimation',
      question: 'Three?',
      answers: [],
      solutions: [4],
      options: { min: 0, max: 9, margin: 1 },
    },
  ],
};
const SURVEY = {
  gameMode: 'survey',
  subject: 'S',
  questions: [{ type: 'multi', question: 'One?', answers: ['a', 'b'], maxPoints: 500, time: 20 }],
};
const TRIVIA = {
  response_code: 0,
  results: [
    {
      type: 'multiple',
      difficulty: 'easy',
      category: 'C',
      question: 'One?',
      correct_answer: 'a',
      incorrect_answers: ['b', 'c'],
    },
    {
      type: 'boolean',
      difficulty: 'easy',
      category: 'C',
      question: 'Two.',
      correct_answer: 'True',
      incorrect_answers: ['False'],
    },
  ],
};

describe('JSON: ours, Razzia, a survey, Open Trivia DB', () => {
  const files = [OURS, RAZZIA, SURVEY, TRIVIA, TRIVIA.results];

  test('an unknown key in any object is listed with its value', async () => {
    for (const file of files)
      for (const at of below(file).keys())
        for (const planted of OTHERS) {
          const copy = structuredClone(file);
          const object = below(copy)[at] ?? [];
          if (Array.isArray(object)) continue;
          Object.assign(object, { [MARKER]: planted });
          const { skipped } = await take(JSON.stringify(copy));
          assert.ok(
            skipped.some(({ reason }) => reason.includes(MARKER)),
            JSON.stringify(copy),
          );
        }
  });

  test('no part can have another value, and all else stay as it was', async () => {
    for (const file of files) {
      const before = await take(JSON.stringify(file));
      for (const at of placesIn(file).keys())
        for (const other of OTHERS) {
          const copy = structuredClone(file);
          const { one, key } = placesIn(copy)[at] ?? { one: {}, key: '' };
          if (JSON.stringify(one[key]) === JSON.stringify(other)) continue;
          one[key] = other;
          const after = await take(JSON.stringify(copy)).catch((error) => error.message);
          assert.notDeepEqual(after, before, JSON.stringify(copy));
        }
    }
  });
});

describe('GIFT', () => {
  const parts = (/** @type {string} */ text) => [
    `// ${text}`,
    `$CATEGORY: ${text}\n`,
    `::${text}::One? {=a ~b}`,
    `One? {=a#${text} ~b}`,
    `One? {=a ~b ####${text}}`,
    `One? {=a ~%33%${text} ~b}`,
    `One? {=a =%50%${text}}`,
    `One? {#3#${text}}`,
    `One? {#=3 =%50%4:1#${text}}`,
    `One? {#3 ~#${text}}`,
    `One? {T#${text}#yes}`,
    `One? {} ${text}`,
    `One? {=${text} -> b =c -> d}`,
    `[html]One <img src="${text}.png" alt="${text}">? {=a ~b}`,
    `[html]One <a href="${text}">here</a>? {=a ~b}`,
    `[html]One <${text}>here</${text}>? {=a ~b}`,
    `[html]One? {=a ~b <b title="x">${text}</b>}`,
    `One $$${text}$$? {T}`,
    `One? {=a ~b} and {=c ~${text}}`,
    `One {=*${text}*}`,
    `${text} {`,
  ];

  test('each of its parts is in the pack, or listed', async () => {
    for (const part of parts(MARKER)) {
      const result = await take(`Before? {T}\n\n${part}\n\nAfter? {F}`);
      assert.equal(result.pack.questions.filter((one) => /Before|After/.test(one.text)).length, 2);
      const isListed = result.skipped.some(({ item }) => /Question 2/.test(item));
      assert.ok(isListed || JSON.stringify(result).includes(MARKER), `${part}: ${JSON.stringify(result)}`);
    }
  });
});

describe('tables', () => {
  const ROWS = [
    ['', 'Quiz'],
    ['', 'Question', 'Answer 1', 'Answer 2', 'Time', 'Correct'],
    [1, 'One?', 'a', 'b', 20, 1],
    [2, 'Two?', 'c', 'd', 20, 2],
  ];

  test('no cell can hold another text, and all else stay as it was: XLSX and CSV', async () => {
    const files = [
      (/** @type {Cells} */ rows) => Buffer.from(rows.map((row) => row.join(',')).join('\n')),
      (/** @type {Cells} */ rows) => xlsx(rows),
    ];
    for (const write of files)
      for (const y of Array(7).keys())
        for (const x of Array(9).keys()) {
          const rows = Array.from({ length: 7 }, (_, at) =>
            Array.from({ length: 9 }, (__, column) => ROWS[at]?.[column] ?? null),
          );
          const before = await importPack(write(rows), 'x');
          /** @type {Cells[number]} */ (rows[y])[x] = MARKER;
          const after = await importPack(write(rows), 'x').catch((error) => error.message);
          assert.notDeepEqual(after, before, `row ${y}, column ${x}`);
        }
  });
});

/** @param {string} text @returns {Promise<Imported>} */
function take(text) {
  return importPack(Buffer.from(text), '');
}

/** @param {unknown} value @returns {object[]} all objects and lists in it */
function below(value) {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(below)] : [];
}

/** @param {unknown} file @returns {{ one: Record<string, unknown>, key: string }[]} all parts of it */
function placesIn(file) {
  return below(file).flatMap((one) =>
    Object.keys(one).map((key) => ({ one: /** @type {Record<string, unknown>} */ (one), key })),
  );
}
