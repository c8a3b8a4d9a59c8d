/** The judge of the overload proofs: each thing that must hold is found when it does not, and so is what spoilt a play. */

/** @import { Look, Measured } from '../../loadtest/overload/play.js' */
/** @import { Limit } from '../../loadtest/overload/limits.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ceilingOf, judge, lineOf } from '../../loadtest/overload/judge.js';
import {
  CALM,
  COLLAPSES,
  TENFOLD,
  busy,
  calmAfter,
  fullAgain,
  recovered,
  steady,
  swing,
  useful,
} from '../../loadtest/overload/limits.js';
import { placeOf } from '../../loadtest/overload/picture.js';
import { PROOFS, hallOf } from '../../loadtest/overload/proofs.js';

/** @type {Look} */
const USUAL = Object.freeze({
  ...{ atS: 0, phones: 100, waiting: 0, sentPerS: 1000, usefulPerS: 1000, sendHz: 10, noticeHz: 4 },
  ...{ tickHz: 30, budget: 1, pressure: 0.5, d50Ms: 1, d95Ms: 5, utilisation: 0.7, rssMb: 100 },
  ...{ operatorMs: 5, others: 0, jain: 1, poorest: 1, generatorCpu: 0.4, generatorLimit: null },
});

/**
 * Forty seconds, four looks in each.
 * @param {(atS: number) => Partial<Look>} [more]
 * @param {Partial<Measured>} [rest]
 * @returns {Measured}
 */
function measured(more = () => ({}), rest = {}) {
  const looks = Array.from({ length: 160 }, (_none, index) => ({
    ...USUAL,
    atS: index / 4,
    ...more(index / 4),
  }));
  return {
    ...{ looks, honestLost: 0, deafLost: 3, wantedPerS: 20_000, problems: [] },
    durable: { sent: 100, acknowledged: 100, p99Ms: 20 },
    operator: operatorAt(5),
    ...rest,
  };
}

/** @param {number | null} p99Ms */
function operatorAt(p99Ms) {
  return { count: 400, clockDrift: 0, p99Ms };
}

/** @param {string} metric @returns {Limit[]} what every proof with the governor on must keep of it */
function calm(metric) {
  return CALM.filter((limit) => limit.metric === metric);
}

/** @param {Limit[]} limits @param {Measured} run @param {import('../../loadtest/overload/judge.js').Ceiling | null} [ceiling] */
function broken(limits, run, ceiling = null) {
  return judge(limits, run, ceiling)
    .claims.filter(({ holds }) => holds === false)
    .map(lineOf);
}

const between = (/** @type {number} */ atS, /** @type {number} */ from, /** @type {number} */ to) =>
  atS >= from && atS < to;

/** @type {[string, Limit[], Measured, Measured, RegExp][]} what holds, what does not, and what is said of it */
const CASES = [
  [
    'the operator is served',
    calm('operatorP99Ms'),
    measured(),
    measured(undefined, { operator: operatorAt(900) }),
    /operator waits \(p99\): 900 ms \(at most 200 ms\)/,
  ],
  [
    'no second is late',
    calm('lateS'),
    measured((atS) => ({ d95Ms: between(atS, 5, 5.75) ? 300 : 5 })),
    measured((atS) => ({ d95Ms: between(atS, 5, 7) ? 300 : 5 })),
    /loop delay above 200 ms: 2 s/,
  ],
  [
    'nobody honest is lost',
    calm('honestLost'),
    measured(),
    measured(undefined, { honestLost: 1 }),
    /honest phones lost: 1 /,
  ],
  [
    'memory stays',
    calm('rssFactor'),
    measured((atS) => ({ rssMb: 100 + atS })),
    measured((atS) => ({ rssMb: 100 + 2 * atS })),
    /times the memory: 1\.7/,
  ],
  [
    'it settles after a step',
    [calmAfter(10)],
    measured((atS) => ({ d95Ms: between(atS, 10, 12) ? 90 : 5 })),
    measured((atS) => ({ d95Ms: between(atS, 10, 14) ? 90 : 5 })),
    /calm after the step: 4 s/,
  ],
  [
    'rates are steady',
    [steady(20, 30), ...busy(20, 30)],
    measured((atS) => ({ sendHz: 10 + 0.2 * (Math.floor(atS * 4) % 2) })),
    measured((atS) => ({ sendHz: 10 + 3 * (Math.floor(atS * 4) % 2) })),
    /steady rates, ±: 13 %/,
  ],
  [
    'the loop is as busy as it is meant to be',
    [steady(20, 30), ...busy(20, 30)],
    measured(),
    measured(() => ({ utilisation: 0.5 })),
    /the loop is busy: 50 %/,
  ],
  [
    'rates do not swing',
    [swing(10, 40)],
    measured((atS) => ({ sendHz: 10 + Math.sin(atS) })),
    measured((atS) => ({ sendHz: 10 + 4 * Math.sin(atS) })),
    /swing by: 4\d\.?\d* %/,
  ],
  [
    'full rates come back',
    [fullAgain(10)],
    measured((atS) => ({ sendHz: atS < 21 ? 5 : 20 })),
    measured((atS) => ({ sendHz: atS < 30 ? 5 : 20 })),
    /full rates after the load has gone: 20 s/,
  ],
  [
    'rates recover after a stall',
    [...recovered(10, 2)],
    measured((atS) => ({
      sendHz: between(atS, 12, 20) ? 5 : 10,
      operatorMs: between(atS, 10, 13) ? 1900 : 5,
    })),
    measured((atS) => ({
      sendHz: between(atS, 12, 25) ? 5 : 10,
      operatorMs: between(atS, 10, 13) ? 1900 : 5,
    })),
    /rates are back at nine tenths: 13 s/,
  ],
  [
    'a stall that did not happen proves nothing',
    [...recovered(10, 2)],
    measured((atS) => ({ operatorMs: between(atS, 10, 13) ? 1900 : 5 })),
    measured(),
    /the operator waits for the stall: 5 ms/,
  ],
  ['shares are fair', calm('jain'), measured(), measured(() => ({ jain: 0.9 })), /Jain's index: 0\.9 /],
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
  assert.match(String(broken(calm('unacknowledged'), lost)), /submissions without an acknowledgement: 1 /);
  assert.deepEqual(broken([COLLAPSES], measured(undefined, { operator: operatorAt(5000) })), []);
  assert.match(String(broken([COLLAPSES], measured())), /without the law the operator waits \(p99\): 5 ms/);
});

test('what jams it is found, and ten times that, and how useful it stays', () => {
  const jam = measured((atS) => ({
    ...{ sentPerS: 1000 * atS, usefulPerS: 900 * atS, pressure: atS / 20 },
    d95Ms: atS > 30 ? 400 : 5,
  }));
  const ceiling = ceilingOf(jam);
  assert.ok(ceiling);
  assert.ok(between(ceiling.jamsAtPerS, 29_900, 30_100), `jams at ${ceiling.jamsAtPerS}`);
  assert.ok(between(ceiling.bestPerS, 16_900, 18_000), `best at ${ceiling.bestPerS}`);
  const limits = [TENFOLD, useful(10)];
  const brokenAt = (/** @type {number} */ perS, wantedPerS = 300_000) =>
    broken(
      limits,
      measured(() => ({ usefulPerS: perS }), { wantedPerS }),
      ceiling,
    );
  assert.deepEqual(brokenAt(15_000), []);
  assert.match(String(brokenAt(10_000)), /best without overload: 0\.\d+ /);
  assert.match(String(brokenAt(15_000, 200_000)), /so many times: 6\.67 /);
  assert.equal(ceilingOf(measured()), null);
});

test('a play whose core others took is disturbed, and its times decide nothing', () => {
  const taken = (/** @type {number} */ toS) =>
    measured((atS) => ({ others: between(atS, 12, toS) ? 0.6 : 0, d95Ms: 300 }));
  const limits = [...calm('lateS'), ...calm('honestLost')];
  const brief = judge(limits, taken(12.25), null);
  assert.deepEqual([brief.validity, brief.outcome], ['valid', 'failed']);
  const spoilt = judge(limits, taken(14), null);
  assert.deepEqual([spoilt.validity, spoilt.outcome], ['disturbed', 'disturbed']);
  assert.match(spoilt.sentence, /Other processes took 60 % of a core/);
  assert.match(
    lineOf(/** @type {any} */ (spoilt.claims[0])),
    /^\? .*: not judged, because the play is disturbed/,
  );
  // A count is a count, no matter who had the core.
  assert.equal(judge(limits, { ...taken(14), honestLost: 1 }, null).outcome, 'failed');
});

test('a play is not believed when its generator, its clock or its probe failed', () => {
  const limits = [...calm('operatorP99Ms'), ...calm('unacknowledged')];
  const outcome = (/** @type {Measured} */ run) => judge(limits, run, null).outcome;
  assert.equal(outcome(measured()), 'passed');
  const limit = 'The generator used 97 % of its core.';
  assert.equal(
    outcome(measured((atS) => ({ generatorLimit: between(atS, 5, 7) ? limit : null }))),
    'invalid',
  );
  assert.equal(outcome(measured((atS) => ({ generatorLimit: atS === 5 ? limit : null }))), 'passed');
  // A generator that is full may not even manage to look.
  const rare = measured();
  rare.looks = rare.looks.filter(({ atS }) => !between(atS, 4, 6));
  rare.looks = rare.looks.map((look) => ({ ...look, generatorLimit: look.atS === 6 ? limit : null }));
  assert.equal(outcome(rare), 'invalid');
  const operator = { ...operatorAt(5), clockDrift: 0.2 };
  assert.equal(outcome(measured(undefined, { operator })), 'invalid');
  const nothing = { count: 0, clockDrift: 0, p99Ms: null };
  assert.equal(outcome(measured(undefined, { operator: nothing })), 'incomplete');
  assert.equal(
    outcome(measured(undefined, { durable: { sent: 0, acknowledged: 0, p99Ms: null } })),
    'incomplete',
  );
  assert.equal(outcome(measured(undefined, { problems: ['The server ended by itself.'] })), 'incomplete');
});

test('what never comes is broken, not missing', () => {
  const hot = measured(() => ({ d95Ms: 90, sendHz: 5 }));
  assert.match(String(broken([calmAfter(10)], hot)), /calm after the step: 29\.8 s/);
  assert.match(String(broken([fullAgain(10)], hot)), /has gone: 29\.8 s/);
});

test('a proof that did not pass leaves the committed picture alone', () => {
  const now = new Date('2012-06-01T20:15:00Z');
  assert.match(placeOf('step', 'passed', now), /docs\/performance\/step\.svg$/);
  for (const outcome of /** @type {const} */ (['failed', 'disturbed', 'invalid', 'incomplete', 'not-found']))
    assert.match(placeOf('step', outcome, now), /reports\/2012-06-01T20-15-00-step\.svg$/);
});

test('the proofs of the law are all there, each with an end', () => {
  for (const name of ['step', 'cost', 'ramp', 'square', 'deaf', 'off']) assert.ok(name in PROOFS, name);
  for (const [name, proof] of Object.entries(PROOFS)) {
    const { acts, seconds, after, isOff = false, limits } = proof;
    const submits = hallOf(proof)
      .loads(10, 1)
      .some(({ kind }) => kind === 'submit');
    assert.equal(
      limits.some(({ metric }) => metric === 'unacknowledged'),
      submits && !isOff,
      name,
    );
    assert.ok(
      acts.every(({ atS }) => atS < seconds),
      name,
    );
    assert.ok(after === undefined || PROOFS[after]?.isOff, name);
  }
});
