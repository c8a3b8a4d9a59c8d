/** The judge of the overload proofs: each thing that must hold is found when it does not. */

/** @import { Look, Measured } from '../../loadtest/overload/play.js' */
/** @import { Limits, Proof } from '../../loadtest/overload/proofs.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ceilingOf, disturbedAtS, judge } from '../../loadtest/overload/judge.js';
import { PROOFS } from '../../loadtest/overload/proofs.js';

/** @type {Look} */
const CALM = Object.freeze({
  ...{ atS: 0, phones: 100, waiting: 0, sentPerS: 1000, usefulPerS: 1000, sendHz: 10, noticeHz: 4 },
  ...{ tickHz: 30, budget: 1, pressure: 0.5, d50Ms: 1, d95Ms: 5, utilisation: 0.7, rssMb: 100 },
  ...{ others: 0, jain: 1, poorest: 1 },
});

/**
 * Forty seconds, four looks in each.
 * @param {(atS: number) => Partial<Look>} [more]
 * @param {Partial<Measured>} [rest]
 * @returns {Measured}
 */
function measured(more = () => ({}), rest = {}) {
  const looks = Array.from({ length: 160 }, (_none, index) => ({
    ...CALM,
    atS: index / 4,
    ...more(index / 4),
  }));
  const control = looks.map(({ atS }) => /** @type {[number, number]} */ ([atS, 5]));
  const durable = { sent: 100, acknowledged: 100, p99Ms: 20 };
  return {
    ...{ looks, control, honestLost: 0, deafLost: 3, durable, generatorBusy: 0.4, wantedPerS: 20_000 },
    ...rest,
  };
}

/** @param {Limits} limits @param {Measured} run @param {import('../../loadtest/overload/judge.js').Ceiling} [ceiling] */
function broken(limits, run, ceiling) {
  const proof = /** @type {Proof} */ ({ title: '', seconds: 40, hz: 20, acts: [], limits });
  return judge(proof, run, ceiling ?? null)
    .filter(({ pass }) => !pass)
    .map(({ text }) => text);
}

const between = (/** @type {number} */ atS, /** @type {number} */ from, /** @type {number} */ to) =>
  atS >= from && atS < to;

/** @type {[string, Limits, Measured, Measured, RegExp][]} what holds, what does not, and what is said of it */
const CASES = [
  [
    'the operator is served',
    { controlP99Ms: 200 },
    measured(),
    measured(undefined, { control: Array.from({ length: 50 }, (_none, i) => [i, i < 2 ? 900 : 3]) }),
    /operator waits 900 ms/,
  ],
  [
    'no second is late',
    { lateS: 1 },
    measured((atS) => ({ d95Ms: between(atS, 5, 5.75) ? 300 : 5 })),
    measured((atS) => ({ d95Ms: between(atS, 5, 7) ? 300 : 5 })),
    /2 s with a loop delay/,
  ],
  [
    'nobody honest is lost',
    { honestLost: 0 },
    measured(),
    measured(undefined, { honestLost: 1 }),
    /1 honest/,
  ],
  [
    'memory stays',
    { rssFactor: 1.5 },
    measured((atS) => ({ rssMb: 100 + atS })),
    measured((atS) => ({ rssMb: 100 + 2 * atS })),
    /1\.78 times/,
  ],
  [
    'it settles after a step',
    { stepAtS: 10 },
    measured((atS) => ({ d95Ms: between(atS, 10, 12) ? 90 : 5 })),
    measured((atS) => ({ d95Ms: between(atS, 10, 14) ? 90 : 5 })),
    /calm 4 s after/,
  ],
  [
    'rates are steady',
    { steady: { fromS: 20, toS: 30, busy: [0.65, 0.8] } },
    measured((atS) => ({ sendHz: 10 + 0.2 * (Math.floor(atS * 4) % 2) })),
    measured((atS) => ({ sendHz: 10 + 3 * (Math.floor(atS * 4) % 2) })),
    /steady at 11\.5\/s/,
  ],
  [
    'the loop is as busy as it is meant to be',
    { steady: { fromS: 20, toS: 30, busy: [0.65, 0.8] } },
    measured(),
    measured(() => ({ utilisation: 0.5 })),
    /loop 50 % busy/,
  ],
  [
    'rates do not swing',
    { swing: [10, 40] },
    measured((atS) => ({ sendHz: 10 + Math.sin(atS) })),
    measured((atS) => ({ sendHz: 10 + 4 * Math.sin(atS) })),
    /swing by 4\d %/,
  ],
  [
    'full rates come back',
    { fullAgainAtS: 10 },
    measured((atS) => ({ sendHz: atS < 21 ? 5 : 20 })),
    measured((atS) => ({ sendHz: atS < 30 ? 5 : 20 })),
    /full rates 20 s/,
  ],
  ['shares are fair', { isFair: true }, measured(), measured(() => ({ jain: 0.9 })), /Jain 0\.9/],
];

for (const [what, limits, good, bad, said] of CASES) {
  test(`${what}, or the judge says so`, () => {
    assert.deepEqual(broken(limits, good), []);
    const [first = '', ...more] = broken(limits, bad);
    assert.match(first, said);
    assert.deepEqual(more, []);
  });
}

test('a submission without its acknowledgement breaks every proof but those without the law', () => {
  const lost = measured(undefined, { durable: { sent: 100, acknowledged: 99, p99Ms: 20 } });
  assert.match(String(broken({}, lost)), /99 of 100 submissions/);
  assert.deepEqual(broken({ collapses: true }, measured(undefined, { control: [[1, 5000]] })), []);
  assert.match(String(broken({ collapses: true }, measured())), /without the law the operator waits 5 ms/);
});

test('what jams it is found, and ten times that, and how useful it stays', () => {
  const jam = measured((atS) => ({
    ...{ sentPerS: 1000 * atS, usefulPerS: 900 * atS, pressure: atS / 20 },
    d95Ms: atS > 30 ? 400 : 5,
  }));
  const ceiling = ceilingOf(jam);
  assert.ok(between(ceiling.jamsAtPerS, 29_900, 30_100), `jams at ${ceiling.jamsAtPerS}`);
  assert.ok(between(ceiling.bestPerS, 16_900, 18_000), `best at ${ceiling.bestPerS}`);
  const limits = { isTenfold: true, useful: { fromS: 10, least: 0.8 } };
  const useful = (/** @type {number} */ perS, wantedPerS = 300_000) =>
    broken(
      limits,
      measured(() => ({ usefulPerS: perS }), { wantedPerS }),
      ceiling,
    );
  assert.deepEqual(useful(15_000), []);
  assert.match(String(useful(10_000)), /useful inputs a second, 0\.\d+ of the best/);
  assert.match(String(useful(15_000, 200_000)), /6\.7 times what jams it/);
  assert.throws(() => ceilingOf(measured()), /did not jam/);
});

test('a core that others took is noticed', () => {
  assert.equal(disturbedAtS(measured()), null);
  assert.equal(disturbedAtS(measured((atS) => ({ others: between(atS, 12, 12.25) ? 0.9 : 0 }))), null);
  assert.equal(
    disturbedAtS(measured((atS) => ({ others: between(atS, 12, 14) ? 0.6 : 0 })))?.toFixed(0),
    '12',
  );
});

test('the proofs of the law are all there, each with an end', () => {
  for (const name of ['step', 'cost', 'ramp', 'square', 'deaf', 'off']) assert.ok(name in PROOFS, name);
  for (const [name, { acts, seconds, after }] of Object.entries(PROOFS)) {
    assert.ok(
      acts.every(({ atS }) => atS < seconds),
      name,
    );
    assert.ok(after === undefined || PROOFS[after]?.isOff, name);
  }
});
