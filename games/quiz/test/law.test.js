/** Whatever is in a file that is imported gets into the pack, or is listed: in every format, wherever it stands. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { importPack } from '../import/import.js';
import { xlsx } from '../../../test/support/xlsx.js';

/** @typedef {{ pack: import('../types.js').Pack, skipped: import('../types.js').Imported['skipped'] }} Result */

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
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        marker(),
        value(),
        async (file, at, key, planted) => {
          const copy = structuredClone(file);
          const objects = below(copy).filter((one) => !Array.isArray(one));
          Object.assign(/** @type {object} */ (objects[at % objects.length]), { [key]: planted });
          const { skipped } = await take(JSON.stringify(copy));
          assert.ok(
            skipped.some(({ reason }) => reason.includes(key)),
            `${key} in ${JSON.stringify(skipped)}`,
          );
        },
      ),
    );
  });

  test('no part can have another value, and all else stay as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        marker(),
        value(),
        async (file, at, text, other) => {
          const copy = structuredClone(file);
          const places = below(copy).flatMap((one) =>
            Object.keys(one).map((key) => ({ one: /** @type {any} */ (one), key })),
          );
          const { one, key } = places[at % places.length] ?? { one: copy, key: '' };
          one[key] = typeof other === 'object' ? other : text;
          const result = await take(JSON.stringify(copy)).catch((error) => error.message);
          assert.notDeepEqual(result, await take(JSON.stringify(file)), key);
        },
      ),
      { numRuns: 300 },
    );
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
    await fc.assert(
      fc.asyncProperty(fc.nat(parts('').length - 1), marker(), async (at, text) => {
        const part = parts(text)[at] ?? '';
        const result = await take(`Before? {T}\n\n${part}\n\nAfter? {F}`);
        assert.equal(result.pack.questions.filter((one) => /Before|After/.test(one.text)).length, 2);
        assert.ok(
          holds(result, text) || result.skipped.some(({ item }) => /Question 2/.test(item)),
          `${part}: ${JSON.stringify(result)}`,
        );
      }),
      { numRuns: 300 },
    );
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
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.nat(8), marker(), fc.boolean(), async (y, x, text, isCsv) => {
        const rows = Array.from({ length: 7 }, (_, at) =>
          Array.from({ length: 9 }, (__, column) => ROWS[at]?.[column] ?? null),
        );
        const importRows = () =>
          importPack(isCsv ? Buffer.from(rows.map((row) => row.join(',')).join('\n')) : xlsx(rows), 'x');
        const before = await importRows();
        /** @type {(string | number | null)[]} */ (rows[y])[x] = text;
        const after = await importRows().catch((error) => error.message);
        assert.notDeepEqual(after, before);
      }),
      { numRuns: 300 },
    );
  });
});

/** A text that no file has by itself. @returns {fc.Arbitrary<string>} */
function marker() {
  return fc.stringMatching(/^zq[a-z]{8}$/);
}

/** @returns {fc.Arbitrary<unknown>} nothing that counts as empty */
function value() {
  return fc.oneof(
    marker(),
    fc.integer(),
    fc.boolean(),
    fc.constant({ deep: { er: 'x' } }),
    fc.constant([1, [2]]),
  );
}

/** @param {string} text @returns {Promise<Result>} */
function take(text) {
  return importPack(Buffer.from(text), '');
}

/** @param {Result} result @param {string} text */
function holds({ pack, skipped }, text) {
  return JSON.stringify({ pack, skipped }).includes(text);
}

/** @param {unknown} value @returns {object[]} all objects and lists in it */
function below(value) {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(below)] : [];
}
