import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { judge, readValue, tell } from '../shared/answers.js';
import { blankQuestion } from '../shared/pack.js';
import { CURVES, pointsFor } from '../../../public/shared/scoring.js';

/** @import { Question } from '../types.js' */

/** @param {Partial<Question>} parts @returns {Question} */
const ask = (parts) => ({ ...blankQuestion(), ...parts });
const ABCD = [{ text: 'A' }, { text: 'B', correct: true }, { text: 'C' }, { text: 'D' }];
const SHOWN = [0, 1, 2, 3];

/** @param {number} seconds @param {number} limitS @param {string} [curve] */
const earned = (seconds, limitS, curve = 'kahoot') =>
  pointsFor({ question: ask({}), share: 1, tookMs: seconds * 1000, limitMs: limitS * 1000, curve });

describe('points', () => {
  test("are Kahoot's published ones by default: (1 − response / timer / 2) × points, all below 0.5 s", () => {
    // The example of its help page: 2 s of 30 s for 1,000 points are 967.
    assert.equal(earned(2, 30), 967);
    assert.equal(earned(0.499, 30), 1000);
    assert.equal(earned(0.5, 30), 992);
    assert.equal(earned(30, 30), 500);
    assert.equal(earned(99, 30), 500);
  });

  test('fall from all to nothing when linear, and not at all when flat', () => {
    assert.deepEqual(
      [0, 5, 10].map((s) => earned(s, 10, 'linear')),
      [1000, 500, 0],
    );
    assert.deepEqual(
      [0, 5, 10].map((s) => earned(s, 10, 'flat')),
      [1000, 1000, 1000],
    );
  });

  test('0 is practice, a penalty is taken for what is wrong, a trap knows no speed', () => {
    const about = { share: 1, tookMs: 5000, limitMs: 10_000, curve: 'kahoot' };
    assert.equal(pointsFor({ ...about, question: ask({ points: 0 }) }), 0);
    assert.equal(pointsFor({ ...about, question: ask({ points: -300 }) }), -300);
    assert.equal(pointsFor({ ...about, share: 0, question: ask({ penalty: 250 }) }), -250);
    assert.ok(Object.is(pointsFor({ ...about, share: 0, question: ask({}) }), 0));
  });

  test('streaks are off unless given; then 100 a step up to 500', () => {
    const about = { question: ask({}), share: 1, tookMs: 0, limitMs: 10_000, curve: 'flat' };
    assert.deepEqual(
      [undefined, 0, 1, 5, 9].map((streak) =>
        pointsFor({ ...about, ...(streak !== undefined && { streak }) }),
      ),
      [1000, 1000, 1100, 1500, 1500],
    );
  });

  test('never rise with time, and stay between nothing and all', () => {
    const curve = fc.constantFrom(...CURVES);
    const time = fc.nat(300_000);
    fc.assert(
      fc.property(
        curve,
        time,
        time,
        fc.integer({ min: 0, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (c, a, b, points, share) => {
          const at = (/** @type {number} */ ms) =>
            pointsFor({ question: ask({ points }), share, tookMs: ms, limitMs: 20_000, curve: c });
          assert.ok(at(Math.min(a, b)) >= at(Math.max(a, b)));
          assert.ok(at(a) >= 0 && at(a) <= points);
        },
      ),
    );
  });
});

describe('an answer', () => {
  test('of one choice is right as shown, however it was mixed', () => {
    const question = ask({ options: ABCD });
    assert.deepEqual(judge(question, [1], SHOWN), { share: 1, right: true });
    assert.deepEqual(judge(question, [1], [3, 2, 1, 0]), { share: 0, right: false });
    assert.deepEqual(judge(question, [2], [3, 2, 1, 0]), { share: 1, right: true });
  });

  test('of several is all or nothing, or in parts when the question says so', () => {
    const options = [{ text: 'A', correct: true }, { text: 'B', correct: true }, { text: 'C' }];
    const whole = ask({ type: 'several', options });
    assert.equal(judge(whole, [0, 1], SHOWN).share, 1);
    for (const wrong of [[0], [2], [0, 1, 2], [0, 2]]) assert.equal(judge(whole, wrong, SHOWN).share, 0);
    const parts = { ...whole, partial: true };
    assert.deepEqual(judge(parts, [0], SHOWN), { share: 0.5, right: false });
    assert.equal(judge(parts, [0, 1, 2], SHOWN).share, 0.5);
    assert.equal(judge(parts, [0, 2], SHOWN).share, 0);
    assert.deepEqual(judge(parts, [0, 1], SHOWN), { share: 1, right: true });
  });

  test('true or false', () => {
    assert.equal(judge(ask({ type: 'truefalse', isTrue: false }), false, []).right, true);
    assert.equal(judge(ask({ type: 'truefalse', isTrue: false }), true, []).right, false);
  });

  test('in words: blanks, case and compatibility forms do not count, unless case does', () => {
    const question = ask({ type: 'text', accepted: ['Drew Harry', 'Straße'] });
    for (const good of [' drew  HARRY ', 'Ｄｒｅｗ Harry', 'strasse'])
      assert.ok(judge(question, good, []).right, good);
    for (const bad of ['Drew', 'DrewHarry', ' ']) assert.ok(!judge(question, bad, []).right, bad);
    assert.ok(!judge({ ...question, matchCase: true }, 'drew harry', []).right);
  });

  test('as a number: right within the tolerance, then a straight line down to the reach', () => {
    const question = ask({ type: 'number', answer: 2012, tolerance: 1, reach: 11 });
    const shares = [2012, 2011, 2013, 2018, 2023, 1900].map((value) => judge(question, value, []).share);
    assert.deepEqual(shares, [1, 1, 1, 0.5, 0, 0]);
    assert.equal(judge(question, 2014, []).right, false);
    assert.equal(judge(ask({ type: 'number', answer: 0.3 }), 0.1 + 0.2, []).right, true);
    assert.equal(judge(ask({ type: 'number', answer: 5 }), 6, []).share, 0);
  });

  test('as an order: all or nothing, or by places', () => {
    const question = ask({ type: 'order', items: ['one', 'two', 'three'] });
    const shown = [2, 0, 1];
    assert.equal(judge(question, [1, 2, 0], shown).right, true);
    assert.equal(judge(question, [0, 1, 2], shown).right, false);
    assert.deepEqual(judge({ ...question, partial: true }, [1, 0, 2], shown), { share: 1 / 3, right: false });
    assert.equal(tell(question, [1, 2, 0], shown), 'one → two → three');
  });

  test('from the wire: what is out of range, doubled or of another kind is refused with a sentence', () => {
    const single = ask({ options: ABCD });
    const several = ask({ type: 'several', options: ABCD });
    const order = ask({ type: 'order', items: ['x', 'y', 'z'] });
    const refused = /** @type {[Question, string, RegExp][]} */ ([
      [single, '4', /out of range, 0 to 3/],
      [single, '0,1', /must name 1/],
      [single, '-1', /places/],
      [single, '', /places/],
      [several, '1,1', /twice/],
      [order, '0,1', /must name 3/],
      [order, '0,1,3', /out of range/],
      [ask({ type: 'truefalse' }), 'yes', /true or false/],
      [ask({ type: 'number' }), 'many', /number/],
      [ask({ type: 'number' }), 'NaN', /number/],
      [ask({ type: 'number' }), '1e999', /number/],
      [ask({ type: 'text' }), ' \u202e ', /text/],
      [ask({ type: 'text' }), 'x'.repeat(101), /101 characters/],
      [ask({ type: 'slide' }), '0', /nothing to answer/],
    ]);
    for (const [question, text, problem] of refused) {
      const read = readValue(question, text);
      assert.ok('problem' in read, `${question.type} took ${text}`);
      assert.match(read.problem, problem);
    }
    assert.deepEqual(readValue(several, '3,0'), { value: [0, 3] });
    assert.deepEqual(readValue(order, '2,0,1'), { value: [2, 0, 1] });
    assert.deepEqual(readValue(ask({ type: 'number' }), ' 3,5 '), { value: 3.5 });
    assert.deepEqual(readValue(ask({ type: 'number' }), '\u22123'), { value: -3 });
  });
});
