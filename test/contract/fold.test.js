/** The folds that come with the contract, and their laws. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  all,
  combine,
  each,
  histogram,
  latest,
  mean,
  readSum,
  tally,
  topK,
  totals,
} from '../../lib/contract/folds.js';

/** @import { Fold, Input } from '../../lib/contract/types.js' */

const about = {
  teams: ['left', 'right'],
  input: /** @type {import('../../lib/contract/types.js').Fields} */ ({
    y: { type: 'number', minimum: -1, maximum: 1 },
    taps: { type: 'integer', minimum: 0, maximum: 9 },
    vote: { type: 'string', enum: ['A', 'B', 'C'] },
    word: { type: 'string' },
  }),
};

/** @param {Fold} fold @param {[string, string | null, Input][]} said id, team, input */
function read(fold, said) {
  fold.bind(about);
  return readSum(
    fold,
    said.reduce((sum, [id, team, input]) => fold.add(sum, input, { id, team }), fold.empty()),
  );
}

test('totals counts and sums', () => {
  assert.deepEqual(
    read(totals('taps', 'y'), [
      ['a', null, { taps: 2, y: 1 }],
      ['b', null, { taps: 3, y: -0.5 }],
    ]),
    { count: 2, taps: 5, y: 0.5 },
  );
});

test('latest is totals over levels', () => {
  assert.equal(latest('y').hold, true);
  assert.deepEqual(read(latest('y'), [['a', null, { y: 1 }]]), { count: 1, y: 1 });
});

test('mean of nobody is 0', () => {
  assert.deepEqual(read(mean('y'), []), { count: 0, mean: 0 });
  assert.deepEqual(
    read(mean('y'), [
      ['a', null, { y: 1 }],
      ['b', null, { y: 0 }],
    ]),
    { count: 2, mean: 0.5 },
  );
});

test('tally names every choice, also those nobody took', () => {
  assert.deepEqual(
    read(tally('vote'), [
      ['a', null, { vote: 'B' }],
      ['b', null, { vote: 'B' }],
    ]),
    { A: 0, B: 2, C: 0 },
  );
  assert.equal(Object.keys(read(tally('taps'), [])).length, 10);
});

test('histogram puts the borders into the outer bins, and can weigh', () => {
  const said = /** @type {[string, null, Input][]} */ ([
    ['a', null, { y: -1, taps: 5 }],
    ['b', null, { y: 0, taps: 1 }],
    ['c', null, { y: 1, taps: 2 }],
  ]);
  assert.deepEqual(read(histogram('y', { bins: 3 }), said), [1, 1, 1]);
  assert.deepEqual(read(histogram('y', { bins: 3, weight: 'taps' }), said), [5, 1, 2]);
});

test('topK orders by count, then by value', () => {
  const said = /** @type {[string, null, Input][]} */ (
    ['b', 'a', 'b', '__proto__', 'c'].map((word, i) => [`p${i}`, null, { word }])
  );
  assert.deepEqual(read(topK('word', { k: 3 }), said), {
    total: 5,
    top: [
      ['b', 2],
      ['__proto__', 1],
      ['a', 1],
    ],
  });
});

test('topK beyond its capacity keeps the same values on every split, with exact counts', () => {
  const fold = topK('word', { k: 20, capacity: 20 });
  fold.bind(about);
  const sumOf = (/** @type {string[]} */ words) =>
    words.reduce((sum, word) => fold.add(sum, { word }, { id: 'p', team: null }), fold.empty());
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 300 }),
      fc.nat(300),
      (words, at) => {
        const split = fold.merge(sumOf(words.slice(0, at)), sumOf(words.slice(at)));
        assert.deepEqual(readSum(fold, split), readSum(fold, sumOf(words)));
        for (const [word, count] of readSum(fold, split).top)
          assert.equal(count, words.filter((one) => one === word).length);
        assert.ok(Object.keys(split.counts).length <= 20);
      },
    ),
  );
});

test('each keeps the last of every player, all keeps every one; both say that they grow', () => {
  const said = /** @type {[string, null, Input][]} */ ([
    ['a', null, { y: 1 }],
    ['a', null, { y: 0 }],
    ['b', null, { y: 0.5 }],
  ]);
  assert.deepEqual(read(each(), said), { a: { y: 0 }, b: { y: 0.5 } });
  assert.deepEqual(read(all(), said), { a: [{ y: 1 }, { y: 0 }], b: [{ y: 0.5 }] });
  assert.ok(each().grows && all().grows && each().by('team').grows && combine({ all: all() }).grows);
});

test('what two edges heard of one player, whose phone has moved, is the same in either order', () => {
  const fold = each();
  fold.bind(about);
  const heard = (/** @type {number} */ y) => fold.add(fold.empty(), { y }, { id: 'a', team: null });
  assert.deepEqual(fold.merge(heard(0), heard(1)), fold.merge(heard(1), heard(0)));
  for (const whole of [fold.merge(heard(1), fold.empty()), fold.merge(fold.empty(), heard(1))])
    assert.deepEqual(whole, heard(1));
});

test("by('team') has every team; by(field) every value; those without a team do not count", () => {
  const said = /** @type {[string, string | null, Input][]} */ ([
    ['a', 'left', { y: 1, vote: 'A' }],
    ['b', null, { y: 1, vote: 'C' }],
    ['c', 'blue', { y: 1, vote: 'C' }],
  ]);
  assert.deepEqual(read(mean('y').by('team'), said), {
    left: { count: 1, mean: 1 },
    right: { count: 0, mean: 0 },
  });
  const counts = read(totals('y').by('vote'), said);
  assert.deepEqual([counts.A.count, counts.B.count, counts.C.count], [1, 0, 2]);
});

test('combine reads each part; one level makes all levels', () => {
  const fold = combine({ pull: mean('y'), votes: tally('vote') });
  assert.deepEqual(read(fold, [['a', null, { y: 1, vote: 'A' }]]), {
    pull: { count: 1, mean: 1 },
    votes: { A: 1, B: 0, C: 0 },
  });
  assert.equal(combine({ a: totals('y'), b: latest('y') }).hold, true);
});

const wrong = /** @type {[string, Fold, RegExp][]} */ ([
  ['an unknown field', mean('tilt'), /mean\('tilt'\) reads input\.tilt, but input has y, taps/],
  ['a text where a number is needed', totals('word'), /needs a number, but input\.word is a string/],
  ['a tally of free text', tally('word'), /tally\('word'\) needs few values/],
  ['a histogram without range', histogram('vote'), /needs a number/],
  ['a group that is none', mean('y').by('word'), /by\('word'\) needs input\.word with an enum/],
]);
for (const [what, fold, sentence] of wrong) {
  test(`${what} is refused by name`, () => assert.throws(() => fold.bind(about), sentence));
}
