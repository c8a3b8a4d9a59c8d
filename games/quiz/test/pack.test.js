import assert from 'node:assert/strict';
import { access, readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIMITS, TYPES, blankQuestion, readPack, readQuestion, unready } from '../shared/pack.js';

/** @param {unknown} raw */
const problemsOf = (raw) => readPack(raw).problems.map(({ problem }) => problem);

test('what is missing is filled in, what is unknown left out, texts are cleaned', () => {
  const { pack, problems } = readPack({
    title: '  Two\u0000 lines ',
    evil: 1,
    questions: [{ text: 'Who?\r\nWhen?', options: ['A', { text: 'B\u202e', correct: true }] }],
  });
  assert.deepEqual(problems, []);
  assert.equal(pack.title, 'Two lines');
  assert.deepEqual(pack.questions[0], {
    ...blankQuestion(),
    text: 'Who?\nWhen?',
    options: [
      { text: 'A', correct: false },
      { text: 'B', correct: true },
    ],
  });
});

test('a question of 10,000 characters, 10,000 questions, seven options: a sentence each, cut to the limit', () => {
  const long = readQuestion({ text: 'x'.repeat(10_000) });
  assert.match(String(long.problems), /text has 10,000 characters; at most 500 are allowed\. Shorten it\./);
  const many = readPack({ questions: Array.from({ length: 10_000 }, () => ({ text: 'x' })) });
  assert.match(String(many.problems[0]?.problem), /has 10,000 questions; at most 500 fit\. Split it/);
  assert.equal(many.pack.questions.length, LIMITS.questions);
  assert.match(String(readQuestion({ options: Array(7).fill('x') }).problems), /7 options; at most 6/);
});

test('every wrong part is told, with its place, and replaced by the default', () => {
  const raw = {
    title: 5,
    questions: [{ type: 'essay', seconds: 4, points: 0.5, shuffle: 'yes', options: [7] }, null],
  };
  const { pack, problems } = readPack(raw);
  assert.deepEqual(
    problems.map(({ question, problem }) => [question, problem.split(/[.,;]/)[0]]),
    [
      [null, 'title is 5'],
      [0, 'The type "essay" is not known'],
      [0, 'seconds is 4'],
      [0, 'points is 0'],
      [0, 'shuffle is "yes"'],
      [0, 'Option 1 must be an object with text and correct'],
      [1, 'A question must be an object'],
    ],
  );
  assert.equal(pack.questions[0]?.seconds, 20);
});

test('seconds from 5 to 240, points from −10,000, 0 and negative included', () => {
  for (const seconds of [5, 240]) assert.deepEqual(problemsOf({ questions: [{ seconds }] }), []);
  for (const seconds of [4, 241, 5.5, NaN, '20'])
    assert.equal(problemsOf({ questions: [{ seconds }] }).length, 1);
  for (const points of [-10_000, 0, 10_000]) assert.deepEqual(problemsOf({ questions: [{ points }] }), []);
});

test('pictures are of this server only', () => {
  for (const image of ['', '/games/quiz/assets/crowd.svg', '/assets/0123456789abcdef'])
    assert.deepEqual(problemsOf({ questions: [{ image }] }), []);
  for (const image of [
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'javascript:alert(1)',
    'data:text/html,x',
    '/../api',
    '/assets/../api',
    '/games/quiz/assets/../game.js',
    '/games/quiz/assets/..',
    '/games/quiz/assets/%2e%2e/game.js',
    '/assets/%2e%2e/api',
    '\\\\evil.example\\x.png',
    '/\\evil.example/x.png',
    '/assets\\..\\api',
    '/assets/a\nb',
    '/assets/\t../api',
    '///evil.example/x.png',
    '/healthz',
    '/assets/a?b',
    '/assets/',
  ])
    assert.match(String(problemsOf({ questions: [{ image }] })), /must be a picture of this server/);
});

test('an unready question says why; a ready one of each type does not', () => {
  const q = blankQuestion();
  const options = [{ text: 'A', correct: true }, { text: 'B' }];
  const cases = /** @type {[Partial<typeof q>, string][]} */ ([
    [{}, 'text'],
    [{ text: '?' }, 'options'],
    [{ text: '?', options: [{ text: 'A', correct: true }, { text: ' ' }] }, 'option'],
    [{ text: '?', options: [{ text: 'A' }, { text: 'B' }] }, 'correct'],
    [{ text: '?', options: options.map(({ text }) => ({ text, correct: true })) }, 'one'],
    [{ text: '?', type: 'several', options: [{ text: 'A' }, { text: 'B' }] }, 'correct'],
    [{ text: '?', type: 'text', accepted: [' '] }, 'accepted'],
    [{ text: '?', type: 'order', items: ['a'] }, 'items'],
    [{ text: '?', type: 'order', items: ['a', 'a'] }, 'twice'],
  ]);
  for (const [parts, why] of cases) assert.equal(unready({ ...q, ...parts }), `quiz.unready.${why}`);
  for (const parts of /** @type {Partial<typeof q>[]} */ ([
    { options },
    { type: 'several', options },
    { type: 'poll', options },
    { type: 'truefalse' },
    { type: 'text', accepted: ['x'] },
    { type: 'number' },
    { type: 'order', items: ['a', 'b'] },
    { type: 'slide' },
    { type: 'slide', text: '', image: '/assets/x' },
  ]))
    assert.equal(unready({ ...q, text: '?', ...parts }), '');
});

test('anything at all gives a pack that reads back the same, without a problem, and pollutes nothing', () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.object()), (a, questions) => {
      const first = readPack(typeof a === 'object' && a ? { ...a, questions } : a).pack;
      const again = readPack(JSON.parse(JSON.stringify(first)));
      assert.deepEqual(again.pack, first);
      assert.deepEqual(again.problems, []);
    }),
  );
  assert.equal(/** @type {any} */ ({}).isAdmin, undefined);
});

const CONTENT = new URL('../content/', import.meta.url);
/** @param {string} name of a file */
const readShipped = async (name) => readPack(JSON.parse(await readFile(new URL(name, CONTENT), 'utf8')));

test('the packs that ship are ready to be played, with their pictures, and show every type', async () => {
  const types = new Set();
  for (const name of await readdir(CONTENT)) {
    const { pack, problems } = await readShipped(name);
    assert.deepEqual(problems, [], name);
    for (const question of pack.questions) {
      assert.equal(unready(question), '', `${name}: ${question.text}`);
      types.add(question.type);
      const { image, imageAlt } = question;
      if (!image) continue;
      await access(new URL(image.replace('/games/quiz/', '../'), import.meta.url));
      assert.notEqual(imageAlt, '', `${name}: ${question.text} says what its picture shows`);
    }
  }
  assert.deepEqual([...types].sort(), [...TYPES].sort());
});

for (const [pack, count, pictures] of /** @type {const} */ ([
  ['world', 12, 3],
  ['table', 12, 3],
  ['room', 8, 0],
  ['science', 10, 0],
]))
  test(`${pack}: ${count} questions, the same in five languages, ${pictures} or more with pictures`, async () => {
    const packs = await Promise.all(
      ['en', 'de', 'fr', 'es', 'ar'].map(async (lang) => (await readShipped(`${pack}-${lang}.json`)).pack),
    );
    assert.deepEqual(
      packs.map(({ language }) => language),
      ['en', 'de', 'fr', 'es', 'ar'],
    );
    const shapes = packs.map(({ questions }) =>
      questions.map(({ type, isTrue, answer, image, options, items, seconds }) => ({
        ...{ type, isTrue, answer, image, seconds, items: items.length },
        right: options.map(({ correct }) => correct),
      })),
    );
    assert.equal(shapes[0]?.length, count);
    for (const shape of shapes) assert.deepEqual(shape, shapes[0]);
    assert.ok((shapes[0]?.filter(({ image }) => image) ?? []).length >= pictures, 'pictures');
    const texts = packs.map(({ questions }) => questions.map(({ text }) => text).join());
    assert.equal(new Set(texts).size, 5, 'each in its own words');
  });
