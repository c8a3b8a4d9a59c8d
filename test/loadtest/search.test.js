/** The search for a jam: it finds the limit of any server, says when it cannot, and always ends. */

/** @import { Seen } from '../../loadtest/verdict/search.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { createSearch } from '../../loadtest/verdict/search.js';

const USUAL = { firstPerS: 1, growth: (/** @type {number} */ perS) => (perS < 100 ? 4 : 2), within: 0.08 };

/**
 * @param {(perS: number, point: number) => Seen} see
 * @param {Partial<Parameters<typeof createSearch>[0]>} [options]
 */
function play(see, options = {}) {
  const search = createSearch({ ...USUAL, ...options });
  /** @type {number[]} */
  const rates = [];
  for (let perS = search.next(); perS !== null; perS = search.next()) {
    rates.push(perS);
    assert.ok(rates.length <= 1000, 'it loops');
    assert.ok(Number.isFinite(perS) && perS > 0, `${perS} is a rate`);
    search.tell(see(perS, rates.length - 1));
  }
  return { ...search.result(), rates };
}

/** @param {number} jamPerS @param {number} [mostPerS] of the generator @returns {(perS: number) => Seen} */
function serverOf(jamPerS, mostPerS = Infinity) {
  return (perS) => (perS > mostPerS ? 'beyond' : perS > jamPerS ? 'jammed' : 'calm');
}

test('it finds the jam of any server within the share that was asked for', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { next } = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const jamPerS = 0.05 * 10 ** (next() * 7);
    const within = 0.02 + next() * 0.3;
    const { status, calmPerS, boundPerS } = play(serverOf(jamPerS), { within });
    const words = `seed ${seed}: jam at ${jamPerS}, found between ${calmPerS} and ${boundPerS}`;
    assert.equal(status, 'found', words);
    assert.ok(Number(calmPerS) <= jamPerS && jamPerS < Number(boundPerS), words);
    assert.ok(Number(boundPerS) / Number(calmPerS) <= 1 + within, words);
  }
});

test('it takes few points, begins where it is told to, and climbs by the growth', () => {
  const { rates, points } = play(serverOf(3000));
  assert.deepEqual(rates.slice(0, 7), [1, 4, 16, 64, 256, 512, 1024]);
  assert.ok(points <= 16, `${points} points`);
});

test('a jam beyond what the generator can give is not found, and the highest rate that it could give is known', () => {
  const { status, calmPerS } = play(serverOf(5000, 3000));
  assert.equal(status, 'not-found');
  assert.ok(Number(calmPerS) <= 3000 && Number(calmPerS) > 3000 / 1.09, `${calmPerS}`);
});

test('a jam below the limit of the generator is found, though the step before went beyond it', () => {
  const { status, calmPerS } = play(serverOf(2500, 3000));
  assert.equal(status, 'found');
  assert.ok(Number(calmPerS) <= 2500 && Number(calmPerS) > 2500 / 1.09, `${calmPerS}`);
});

test('a server that jams at once is looked for further down, and the end of that is the end', () => {
  assert.deepEqual(play(serverOf(30), { firstPerS: 1000 }).status, 'found');
  const never = play(() => 'jammed', { firstPerS: 1000 });
  assert.deepEqual([never.status, never.calmPerS], ['found', null]);
  const invalid = play(() => 'beyond', { firstPerS: 1000 });
  assert.deepEqual([invalid.status, invalid.calmPerS], ['not-found', null]);
});

test('it goes no further than it was told to', () => {
  const { status, calmPerS, rates } = play(serverOf(Infinity), { mostPerS: 700 });
  assert.deepEqual([status, calmPerS, rates.at(-1)], ['asked', 700, 700]);
});

for (const accident of /** @type {const} */ (['jammed', 'beyond']))
  test(`a single point that is ${accident} and does not come again is no limit`, () => {
    let accidents = 1;
    const { status, calmPerS } = play((perS) => {
      if (perS > 200 && accidents-- > 0) return accident;
      return serverOf(3000)(perS);
    });
    assert.equal(status, 'found');
    assert.ok(Number(calmPerS) > 3000 / 1.09, `${calmPerS}`);
  });

test('a spoilt point is measured again at the same rate, and three in a row end the search undecided', () => {
  const once = play((perS, point) => (point === 2 ? 'unknown' : serverOf(3000)(perS)));
  assert.deepEqual([once.status, once.rates[2], once.rates[3]], ['found', 16, 16]);
  const always = play((perS) => (perS > 100 ? 'unknown' : 'calm'));
  assert.deepEqual([always.status, always.calmPerS], ['undecided', 64]);
  assert.deepEqual(always.rates.slice(-3), [256, 256, 256]);
});

test('a dropped connection ends it at once, as in 2012', () => {
  const { status, calmPerS, boundPerS, rates } = play((perS) => (perS > 300 ? 'dropped' : 'calm'));
  assert.deepEqual([status, calmPerS, boundPerS, rates.at(-1)], ['dropped', 256, 512, 512]);
});

test('whatever the points say, it ends, and what it says agrees with them', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { next } = createRandom(seed);
  const all = /** @type {const} */ (['calm', 'jammed', 'beyond', 'unknown', 'calm', 'jammed', 'calm']);
  for (let round = 0; round < 500; round++) {
    /** @type {Set<number>} */
    const calm = new Set();
    const mostPoints = 1 + Math.floor(next() * 60);
    const { status, calmPerS, points } = play(
      (perS) => {
        const seen = all[Math.floor(next() * all.length)] ?? 'calm';
        if (seen === 'calm') calm.add(perS);
        return seen;
      },
      { mostPoints },
    );
    assert.ok(points <= mostPoints, `seed ${seed}: ${points} points of ${mostPoints}`);
    if (calmPerS !== null) assert.ok(calm.has(calmPerS), `seed ${seed}: ${calmPerS} was never calm`);
    assert.ok(['found', 'not-found', 'undecided'].includes(status), `seed ${seed}: ${status}`);
  }
});
