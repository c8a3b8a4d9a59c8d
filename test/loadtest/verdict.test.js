/** Tests that no verdict is better than what was measured: each outcome, the account, the sentences, the spreads. */

/** @import { Claim, Ledger, Outcome, Point } from '../../loadtest/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { EXIT } from '../../loadtest/harness/errors.js';
import { count, decimal, isTold, ms, NotMeasured, percent, say } from '../../loadtest/verdict/headline.js';
import { decide, judgeClaim, limitOf } from '../../loadtest/verdict/judge.js';
import { ENTRIES, faultsOf, ledgerOf, sumOf } from '../../loadtest/verdict/ledger.js';
import { OUTCOMES, WORST_FIRST } from '../../loadtest/verdict/outcomes.js';
import { compareSpreads, spreadOf } from '../../loadtest/verdict/spread.js';
import { validityOf } from '../../loadtest/verdict/validity.js';
import { seeds } from '../support/sample.js';

const CASES = 2000;
const ODD = [NaN, Infinity, -Infinity, undefined, null, '', '12', {}, [], true];

/** @type {Claim} */
const LOST = { metric: 'messages.lost', sign: '<=', limit: 0, words: 'nothing is lost', kind: 'count' };
/** @type {Claim} */
const FAST = { metric: 'probe.p99Ms', sign: '<', limit: 100, words: 'it is fast', kind: 'time', unit: 'ms' };
const GOOD = {
  claims: [LOST, FAST],
  metrics: { 'messages.lost': 0, 'probe.p99Ms': 12.137 },
  points: [point('valid'), point('valid')],
};

/** The smallest change that takes a run that passed to each other outcome. @type {[Outcome, Partial<Parameters<typeof decide>[0]>, RegExp][]} */
const CHANGES = [
  ['passed', {}, /^2 claims held, by 2 valid points\.$/],
  [
    'failed',
    { metrics: { ...GOOD.metrics, 'messages.lost': 1 } },
    /"nothing is lost" is broken: 1, and the limit is at most 0\./,
  ],
  [
    'failed',
    { metrics: { ...GOOD.metrics, 'probe.p99Ms': 100 } },
    /"it is fast" is broken: 100 ms, and the limit is below 100 ms\./,
  ],
  ['not-found', { notFound: ['It did not jam.'] }, /^It did not jam\.$/],
  ['invalid', { points: [point('valid'), point('invalid')] }, /^It was invalid\.$/],
  ['throttled', { points: [point('throttled'), point('valid')] }, /^It was throttled\.$/],
  ['disturbed', { points: [point('valid'), point('disturbed')] }, /^It was disturbed\.$/],
  ['incomplete', { points: [point('valid'), point('incomplete')] }, /^It was incomplete\.$/],
  ['incomplete', { problems: ['Stopped by Ctrl-C.'] }, /^Stopped by Ctrl-C\.$/],
  ['incomplete', { points: [] }, /^Not one valid point was measured\.$/],
  ['incomplete', { claims: [] }, /claims nothing/],
  [
    'incomplete',
    { metrics: { 'messages.lost': 0 } },
    /"it is fast" cannot be judged: probe\.p99Ms was not measured\./,
  ],
  ['incomplete', { metrics: { ...GOOD.metrics, 'probe.p99Ms': NaN } }, /probe\.p99Ms was not measured/],
  ['incomplete', { claims: [LOST, { ...FAST, limit: NaN }] }, /The limit of probe\.p99Ms is no number\./],
];

for (const [outcome, change, sentence] of CHANGES)
  test(`${outcome}: by ${JSON.stringify(change)}`, () => {
    const verdict = decide({ ...GOOD, ...change });
    assert.equal(verdict.outcome, outcome);
    assert.match(verdict.sentence, sentence);
  });

test('the outcomes have words, meanings and exit codes of their own, and none takes that of a run that never began', () => {
  const all = Object.values(OUTCOMES);
  assert.equal(all.length, 7);
  for (const key of /** @type {const} */ (['word', 'code', 'meaning']))
    assert.equal(new Set(all.map((one) => one[key])).size, 7, key);
  const taken = /** @type {number[]} */ ([EXIT.refused, EXIT.stopped]);
  assert.ok(all.every(({ code }) => !taken.includes(code)));
  assert.deepEqual(
    all.filter(({ code }) => code === 0),
    [OUTCOMES.passed],
  );
});

test('of several causes the first in this order decides', () => {
  assert.deepEqual(WORST_FIRST, ['incomplete', 'disturbed', 'invalid', 'throttled', 'valid']);
  const all = {
    problems: ['The server died.'],
    metrics: { 'messages.lost': 3, 'probe.p99Ms': 900 },
    points: WORST_FIRST.map(point),
    notFound: ['It did not jam.'],
  };
  /** Each step takes one more cause away, and names the outcome that is left. @type {[Partial<typeof all>, Outcome][]} */
  const steps = [
    [{}, 'incomplete'],
    [{ problems: [] }, 'failed'],
    [{ metrics: GOOD.metrics }, 'incomplete'],
    ...WORST_FIRST.slice(1, -1).map(
      (validity, index) =>
        /** @type {[Partial<typeof all>, Outcome]} */ ([
          { points: WORST_FIRST.slice(index + 1).map(point) },
          validity,
        ]),
    ),
    [{ points: [point('valid')] }, 'not-found'],
    [{ notFound: [] }, 'passed'],
  ];
  let run = { ...GOOD, ...all };
  for (const [change, outcome] of steps) {
    run = { ...run, ...change };
    assert.equal(decide(run).outcome, outcome, JSON.stringify(change));
  }
});

test('a lost message is named before a slow one, whatever the order of the claims', () => {
  const metrics = { 'messages.lost': 3, 'probe.p99Ms': 900 };
  assert.match(decide({ ...GOOD, metrics, claims: [FAST, LOST] }).sentence, /nothing is lost/);
});

test('a point of a search decides nothing, but makes no run valid that has invalid ones beside it', () => {
  const search = { ...point('invalid'), isSearch: true };
  assert.equal(decide({ ...GOOD, points: [point('valid'), search] }).outcome, 'passed');
  assert.equal(decide({ ...GOOD, points: [search] }).outcome, 'incomplete');
  assert.equal(
    decide({ ...GOOD, points: [{ ...point('valid'), isSearch: true }, point('invalid')] }).outcome,
    'invalid',
  );
});

test('random runs pass only with every claim held, a valid point and nothing that spoils them', () => {
  property((random) => {
    const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];
    const claims = Array.from({ length: pick([0, 1, 2, 3]) }, () => ({
      ...pick([LOST, FAST]),
      sign: pick(['<', '<=', '>', '>=', '==']),
      limit: pick([0, 1, 100, NaN]),
    }));
    const metrics = Object.fromEntries(
      ['messages.lost', 'probe.p99Ms']
        .filter(() => random() < 0.8)
        .map((name) => [name, pick([0, 1, 99.5, 100, NaN, Infinity, undefined, null])]),
    );
    const points = Array.from({ length: pick([0, 1, 2]) }, () => ({
      ...point(pick([...WORST_FIRST, 'valid', 'valid'])),
      isSearch: pick([true, false]),
    }));
    const problems = pick([[], [], ['It broke.']]);
    const notFound = pick([[], [], ['No jam.']]);
    const { outcome, sentence, claims: judged } = decide({ claims, metrics, points, problems, notFound });
    assert.ok(Object.hasOwn(OUTCOMES, outcome));
    assert.ok(isTold(sentence), sentence);
    assert.ok(
      judged.every(
        ({ holds, value, because }) =>
          (holds === null) === (because !== null) && (value === null || Number.isFinite(value)),
      ),
    );
    const mayPass =
      judged.length > 0 &&
      judged.every(({ holds }) => holds === true) &&
      points.some(({ validity }) => validity === 'valid') &&
      points.every(({ validity, isSearch }) => validity === 'valid' || isSearch) &&
      problems.length + notFound.length === 0;
    assert.equal(outcome === 'passed', mayPass);
  });
});

test('claims say their limits in words, and each sign holds where it should', () => {
  assert.equal(
    limitOf({ ...FAST, sign: '>=', limit: 40_000, unit: 'messages/s' }),
    'at least 40,000 messages/s',
  );
  const holds = Object.fromEntries(
    /** @type {const} */ (['<', '<=', '>', '>=', '==']).map((sign) => [
      sign,
      [99, 100, 101].map((value) => judgeClaim({ ...FAST, sign }, { 'probe.p99Ms': value }).holds),
    ]),
  );
  assert.deepEqual(holds, {
    '<': [true, false, false],
    '<=': [true, true, false],
    '>': [false, false, true],
    '>=': [false, true, true],
    '==': [false, true, false],
  });
  assert.equal(judgeClaim({ ...FAST, metric: 'constructor' }, {}).holds, null);
});

test('an account of what both ends counted adds up, or says what is wrong', () => {
  property((random) => {
    const upTo = (/** @type {number} */ most) => Math.floor(random() * (most + 1));
    const due = upTo(1e6);
    const sent = upTo(due);
    const throttled = upTo(due - sent);
    const heldBack = upTo(due - sent - throttled);
    const gone = upTo(due - sent - throttled - heldBack);
    const received = upTo(sent * 1.1);
    const refused = upTo(1000);
    const ledger = ledgerOf(
      { due, sent, throttled, heldBack, gone },
      { received, refused, late: upTo(received) },
    );
    assert.deepEqual(faultsOf(ledger), []);
    assert.ok(ledger.lost === 0 || ledger.extra === 0);
    assert.deepEqual(faultsOf(sumOf([ledger, ledger])), [], 'and so does a sum');
    const entry = ENTRIES[upTo(ENTRIES.length - 1)] ?? 'due';
    const by = [1, -1, 0.5, NaN, Infinity][upTo(4)] ?? 1;
    // More or fewer late ones are as good, as long as they are whole and no more than were received.
    if (entry === 'late' && Number.isInteger(by) && ledger.late + by >= 0 && ledger.late + by <= received)
      return;
    const wrong = faultsOf({ ...ledger, [entry]: ledger[entry] + by });
    assert.ok(wrong.length > 0, `${entry} ${by}`);
  });
});

test('a sender that says it sent more than was due is found out', () => {
  assert.match(faultsOf(ledgerOf({ due: 10, sent: 12 }, { received: 12 })).join(' '), /"unsent" is -2/);
  assert.match(
    faultsOf(ledgerOf({ due: 10, sent: 10 }, { received: 4, late: 5 })).join(' '),
    /5 are said to be late, of 4/,
  );
  assert.match(faultsOf({ .../** @type {Ledger} */ (sumOf([])), due: 5 }).join(' '), /5 were due/);
});

test('no sentence is made with a figure that was not measured', () => {
  property((random) => {
    const write = [count, decimal, ms, percent][Math.floor(random() * 4)] ?? count;
    const isOdd = random() < 0.5;
    const value = isOdd
      ? ODD[Math.floor(random() * ODD.length)]
      : (random() - 0.3) * 10 ** (random() * 12 - 4);
    const make = () => say`${count(3)} phones, ${write(value)} at most`;
    if (isOdd) assert.throws(make, NotMeasured, String(value));
    else assert.match(make(), /^3 phones, -?[\d,.]+( ms| s| %)? at most$/);
  });
  for (const odd of [
    ...ODD.filter((one) => typeof one !== 'string'),
    'NaN',
    'NaNms',
    'undefined clients',
    `${null}%`,
    '[object Object]',
  ])
    assert.throws(() => say`it took ${/** @type {string} */ (odd)} in all`, NotMeasured);
});

test('figures of a sentence have at most three significant digits, and counts all of theirs', () => {
  assert.deepEqual(
    [
      ms(161.207),
      ms(12.137),
      ms(0.0412),
      ms(2912),
      ms(999.7),
      percent(0.34412),
      percent(0.0123),
      decimal(8253.4),
      count(332_291),
      count(-0.2),
    ],
    ['161 ms', '12 ms', '0.041 ms', '2.91 s', '1,000 ms', '34.4 %', '1.2 %', '8,250', '332,291', '0'],
  );
});

test('quartiles are those of R, and runs that did not measure are left out', () => {
  // R: quantile(c(3, 1, 4, 1, 5, 9, 2, 6)) gives 1.00 1.75 3.50 5.25 9.00.
  const { median, lower, upper } = spreadOf([3, 1, 4, 1, 5, 9, 2, 6]);
  assert.deepEqual([lower, median, upper], [1.75, 3.5, 5.25]);
  assert.deepEqual(spreadOf([2, NaN, 4]).values, [2, 4]);
});

test('two spreads differ only when their quartiles part, and three runs are the least', () => {
  const low = spreadOf([10, 11, 12]);
  assert.equal(compareSpreads(low, spreadOf([13, 14, 15])), 'more');
  assert.equal(compareSpreads(spreadOf([13, 14, 15]), low), 'less');
  assert.equal(compareSpreads(low, spreadOf([10, 12, 14])), 'no difference');
  assert.equal(compareSpreads(low, low), 'no difference');
  for (const unknown of [null, spreadOf([1, 2]), spreadOf([1, NaN, 2]), spreadOf([])]) {
    assert.equal(compareSpreads(low, unknown), 'not known');
    assert.equal(compareSpreads(unknown, low), 'not known');
  }
  property((random) => {
    const draw = () => spreadOf(Array.from({ length: 3 + Math.floor(random() * 6) }, () => random() * 10));
    const [one, other] = [draw(), draw()];
    const opposite = {
      more: 'less',
      less: 'more',
      'no difference': 'no difference',
      'not known': 'not known',
    };
    assert.equal(compareSpreads(other, one), opposite[compareSpreads(one, other)]);
  });
});

test('a window is worth what everything beside the server left of it, the worst first', () => {
  /** @type {Parameters<typeof validityOf>[0]} */
  const quiet = { probes: 100, clockDrift: 0, neighbours: 0.05, steal: 0 };
  assert.deepEqual(validityOf(quiet), { validity: 'valid', because: '' });
  // With one core they cannot be told apart, and the figures say so.
  assert.equal(validityOf({ ...quiet, neighbours: null, steal: null }).validity, 'valid');
  /** Each spoils the window more than those before it. @type {[Partial<typeof quiet>, string][]} */
  const spoils = [
    [{ throttledShare: 0.097 }, 'throttled'],
    [{ generatorLimit: 'The generator used 97 % of its core.' }, 'invalid'],
    [{ neighbours: 0.44 }, 'disturbed'],
    [{ steal: 0.2 }, 'disturbed'],
    [{ clockDrift: -0.05 }, 'invalid'],
    [{ neighbours: NaN }, 'incomplete'],
    [{ probes: 0 }, 'incomplete'],
  ];
  let window = { ...quiet };
  for (const [spoil, validity] of spoils) {
    const alone = validityOf({ ...quiet, ...spoil });
    assert.equal(alone.validity, validity, JSON.stringify(spoil));
    assert.ok(alone.because.endsWith('.') && isTold(alone.because), alone.because);
    window = { ...window, ...spoil };
    assert.deepEqual(validityOf(window).validity, validity);
  }
});

/** @param {Point['validity']} validity @returns {Point} */
function point(validity) {
  return { validity, because: validity === 'valid' ? '' : `It was ${validity}.` };
}

/** @param {(random: () => number) => void} check of many random cases; the seed of one that fails is told */
function property(check) {
  for (const seed of seeds()) {
    const { next } = createRandom(seed);
    for (let cases = 0; cases < CASES; cases++)
      try {
        check(next);
      } catch (error) {
        throw new Error(`with SEEDS=${seed}: ${error}`, { cause: error });
      }
  }
}
