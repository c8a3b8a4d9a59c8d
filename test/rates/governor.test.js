/** The law of the governor, in a model of a queue. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { doorShare } from '../../lib/rates/door.js';
import { LEAST_BUDGET, SAMPLE_MS, createGovernor, pressureOf } from '../../lib/rates/governor.js';
import { grantRates } from '../../lib/rates/rates.js';
import { runQueue, settledAfter, summary } from '../support/queue-model.js';

const SEEDS = [1, 2, 3, 4, 5, 6];
const CAPACITY = 40_000;

/** 500 phones become 5,000 at 500/s, the server slows to 15,000/s at 80 s, all but 200 leave at 120 s. */
const EVENING = {
  untilMs: 150_000,
  phones: (/** @type {number} */ atMs) =>
    atMs < 5000 ? 500 : atMs < 120_000 ? Math.min(5000, 500 + (atMs - 5000) / 2) : 200,
  capacity: (/** @type {number} */ atMs) => (atMs < 80_000 ? CAPACITY : 15_000),
};
const law = () => createGovernor();
const budgetOnly = () => createGovernor({ hasFeedForward: false });

const QUIET = { d50Ms: 1, d95Ms: 4, utilisation: 0.3, memoryShare: 0.2 };
const JAMMED = { ...QUIET, d50Ms: 60, d95Ms: 90 };

/** @param {Partial<import('../../lib/rates/governor.js').Signals>} [more] @returns {import('../../lib/rates/governor.js').Signals} */
function signals(more = {}) {
  const workMs = (more.utilisation ?? QUIET.utilisation) * SAMPLE_MS;
  return { ...QUIET, elapsedMs: SAMPLE_MS, workMs, movingMs: 0, messages: 0, isRush: false, ...more };
}

/** @param {Partial<import('../../lib/rates/rates.js').Wish>} [more] @returns {import('../../lib/rates/rates.js').Wish} */
function wish(more = {}) {
  return { mode: 'MAX', sendHz: 20, tickHz: 30, phones: 100, ...more };
}

describe('the law, in the queue model', () => {
  for (const seed of SEEDS) {
    it(`keeps an evening of 5,000 phones within its lines (seed ${seed})`, () => {
      const { samples, over200Ms } = runQueue({ ...EVENING, governor: law(), seed, hasFastGuard: true });

      assert.ok(over200Ms <= 1000, `above 200 ms for ${over200Ms} ms`);
      for (const stepMs of [14_000, 80_000]) {
        const afterMs = settledAfter(samples, stepMs);
        assert.ok(afterMs <= 3000, `settled ${afterMs} ms after ${stepMs}`);
      }
      for (const [fromMs, toMs] of /** @type {const} */ ([
        [45_000, 75_000],
        [95_000, 119_000],
      ])) {
        const rate = summary(samples, 'sendHz', fromMs, toMs);
        assert.ok(rate.sd <= 0.05 * rate.mean, `rate ${rate.mean} ± ${rate.sd}`);
        const { mean } = summary(samples, 'utilisation', fromMs, toMs);
        assert.ok(mean >= 0.65 && mean <= 0.8, `busy for ${mean}`);
      }
      const full = samples.find(({ atMs, sendHz }) => atMs > 120_000 && sendHz >= 19);
      assert.ok(full && full.atMs - 120_000 <= 12_000, `full rate again at ${full?.atMs} ms`);
    });
  }

  it('is better with feed-forward than with the budget alone, and settles without the fast guard', () => {
    for (const seed of SEEDS) {
      const both = runQueue({ ...EVENING, governor: law(), seed });
      const alone = runQueue({ ...EVENING, governor: budgetOnly(), seed });
      assert.ok(both.peakMs < alone.peakMs, `peak ${both.peakMs} against ${alone.peakMs}`);
      assert.ok(both.over200Ms < alone.over200Ms, `over ${both.over200Ms} against ${alone.over200Ms}`);
      assert.ok(settledAfter(both.samples, 80_000) <= 3000);
      assert.ok(summary(both.samples, 'sendHz', 45_000, 75_000).sd < 0.05 * 4);
    }
  });

  it('takes 4,500 phones that come in one moment, which the budget alone does not', () => {
    const crowd = {
      untilMs: 45_000,
      phones: (/** @type {number} */ atMs) => (atMs < 20_000 ? 500 : 5000),
      capacity: () => CAPACITY,
    };
    for (const seed of SEEDS) {
      const both = runQueue({ ...crowd, governor: law(), seed });
      const alone = runQueue({ ...crowd, governor: budgetOnly(), seed });
      assert.ok(both.over200Ms <= 1000 && settledAfter(both.samples, 20_000) <= 3000);
      assert.ok(alone.over200Ms > 1000, 'or this compares nothing');
      const queued = runQueue({ ...crowd, governor: law(), seed, joinMs: 1 });
      assert.ok(queued.peakMs < both.peakMs / 2, 'the door halves the worst wait at least');
      const inside = queued.samples.find(({ phones }) => phones === 5000)?.atMs ?? Infinity;
      // Alone they would take 4.5 s of the worker.
      assert.ok(inside - 20_000 <= 12_000, `all inside after ${inside - 20_000} ms`);
    }
  });

  it('does not answer a load that comes and goes every 5 s by swinging more', () => {
    const square = (/** @type {number} */ slow) => ({
      untilMs: 130_000,
      phones: () => 4000,
      capacity: (/** @type {number} */ atMs) => (atMs % 10_000 < 5000 ? CAPACITY : slow),
    });
    for (const seed of SEEDS) {
      const { samples } = runQueue({ ...square(34_000), governor: law(), seed });
      const { least, most, mean } = summary(samples, 'sendHz', 10_000, 130_000);
      assert.ok(most - least <= 0.2 * mean, `swings by ${most - least} around ${mean}`);

      const strong = runQueue({ ...square(15_000), governor: law(), seed });
      const early = swing(strong.samples, 10_000, 50_000);
      const late = swing(strong.samples, 90_000, 130_000);
      assert.ok(late <= 1.2 * early, `swings grow from ${early} to ${late}`);
      const alone = runQueue({ ...square(15_000), governor: budgetOnly(), seed });
      assert.ok(late < swing(alone.samples, 90_000, 130_000) / 2);
    }
  });

  it('keeps steady rates where the busy share of one look says little, as on a shared machine', () => {
    for (const seed of SEEDS) {
      const { samples } = runQueue({ ...EVENING, governor: law(), seed, hasFastGuard: true, noise: 0.15 });
      const rate = summary(samples, 'sendHz', 45_000, 75_000);
      assert.ok(rate.sd <= 0.05 * rate.mean, `rate ${rate.mean} ± ${rate.sd}`);
      const full = samples.find(({ atMs, sendHz }) => atMs > 120_000 && sendHz >= 19);
      assert.ok(full && full.atMs - 120_000 <= 12_000, `full rate again at ${full?.atMs} ms`);
    }
  });

  it('is needed: without it the queue only grows', () => {
    const { samples, peakMs } = runQueue({ ...EVENING, governor: null });
    assert.ok(peakMs > 100_000);
    assert.equal(settledAfter(samples, 14_000), Infinity);
  });
});

/** @param {import('../support/queue-model.js').Sample[]} samples @param {number} fromMs @param {number} toMs */
function swing(samples, fromMs, toMs) {
  const { least, most } = summary(samples, 'sendHz', fromMs, toMs);
  return most - least;
}

describe('pressure', () => {
  it('is the worst signal by its full figure, and says which', () => {
    const full = { d50Ms: 20, d95Ms: 80, utilisation: 0.8, memoryShare: 0.75 };
    for (const name of /** @type {(keyof typeof full)[]} */ (Object.keys(full))) {
      const { pressure, binding } = pressureOf({ ...QUIET, [name]: full[name] * 1.5 });
      assert.equal(binding, name);
      assert.ok(Math.abs(pressure - 1.5) < 1e-9);
    }
  });
});

describe('the budget', () => {
  it('is halved when the server is about to jam, at most every 0.5 s, whatever the reason', () => {
    for (const bad of [{ d50Ms: 50.1 }, { memoryShare: 0.91 }]) {
      const governor = createGovernor();
      const budgets = [0, 250, 500, 750].map((atMs) => governor.evaluate(signals(bad), [wish()], atMs));
      assert.deepEqual(
        budgets.map(({ budget }) => budget),
        [0.5, 0.5, 0.25, 0.25],
      );
      assert.equal(budgets[0]?.cause, 'hard');
      assert.equal(budgets[3]?.hardForMs, 750);
    }
  });

  it('is not halved for a loop that was busy all the time and late with nothing', () => {
    const governor = createGovernor();
    const looks = [QUIET, QUIET, { ...QUIET, utilisation: 1 }, QUIET];
    for (const [index, reading] of looks.entries()) {
      const { budget, isHard } = governor.evaluate(signals(reading), [wish()], index * SAMPLE_MS);
      assert.deepEqual([budget, isHard], [1, false]);
    }
  });

  it('falls at the second full look running, not at the first, and as far as the loop was too busy', () => {
    const late = { ...QUIET, d95Ms: 160 };
    const budgetsOf = (/** @type {object[]} */ looks) => {
      const governor = createGovernor();
      return looks.map((reading, index) => governor.evaluate(signals(reading), [wish()], index * SAMPLE_MS));
    };
    const byDelay = budgetsOf([late, QUIET, late, late, late]).map(({ budget }) => budget);
    assert.deepEqual(byDelay, [1, 1, 1, 0.85, 0.85 * 0.85]);

    const busy = budgetsOf(Array(20).fill({ ...QUIET, utilisation: 0.82 }));
    const falls = busy.filter(({ cause }) => cause === 'pressure');
    assert.ok(busy.findIndex(({ cause }) => cause === 'pressure') >= 12, 'three seconds say so');
    assert.ok(falls[0] && Math.abs(falls[0].budget * falls[0].pressure - 0.92) < 1e-9);
    assert.equal(falls.length, 1, 'what was seen before counts for what it would be now');
  });

  it('holds between 0.92 and 1, and comes back below: quickly at first, then slowly', () => {
    const governor = createGovernor();
    const half = { ...QUIET, d50Ms: 19.2 };
    const looks = [JAMMED, half, half, ...Array(60).fill(QUIET)];
    const budgets = looks.map(
      (reading, index) => governor.evaluate(signals(reading), [wish()], index * SAMPLE_MS).budget,
    );
    assert.deepEqual(budgets.slice(0, 4), [0.5, 0.5, 0.5, 0.5], 'not at the first calm look');
    const steps = budgets.slice(4).map((budget, index) => budget - Number(budgets[index + 3]));
    assert.ok(Number(steps[0]) > 0.05 && steps.every((step) => step >= 0));
    assert.ok(Number(budgets[4 + 12]) >= 0.9, 'nine tenths within three seconds');
    assert.equal(budgets.at(-1), 1);
  });

  it('asks for less than last time if it falls again before it was back', () => {
    const governor = createGovernor();
    const highest = [0, 1, 2].map((round) => {
      const looks = [JAMMED, ...Array(10).fill(QUIET)];
      return looks.map(
        (reading, index) =>
          governor.evaluate(signals(reading), [wish()], (round * 11 + index) * SAMPLE_MS).budget,
      );
    });
    const [first = 0, second = 0, third = 0] = highest.map((budgets) => Math.max(...budgets));
    assert.ok(first > second && second > third, `${first}, ${second}, ${third}`);
  });

  it('stays within its bounds, and never rises where there is no room', () => {
    const reading = fc.record({
      d50Ms: fc.double({ min: 0, max: 5000, noNaN: true }),
      d95Ms: fc.double({ min: 0, max: 5000, noNaN: true }),
      utilisation: fc.double({ min: 0, max: 1, noNaN: true }),
      memoryShare: fc.double({ min: 0, max: 2, noNaN: true }),
      messages: fc.nat(100_000),
      phones: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 200 }), (looks) => {
        const governor = createGovernor();
        let before = 1;
        looks.forEach(({ phones, ...seen }, index) => {
          const grant = governor.evaluate(signals(seen), [wish({ phones })], index * SAMPLE_MS);
          assert.ok(grant.budget >= LEAST_BUDGET && grant.budget <= 1, `budget ${grant.budget}`);
          assert.ok(grant.granted >= LEAST_BUDGET && grant.granted <= grant.budget + 1e-9);
          if (grant.pressure >= 0.92) assert.ok(grant.budget <= before, 'raised when full');
          before = grant.budget;
        });
      }),
    );
  });

  it('stays near to what is granted, so that it is felt at once when load comes', () => {
    const governor = createGovernor();
    const load = { utilisation: 0.5, messages: 500 };
    governor.evaluate(signals(load), [wish({ phones: 1000 })], -250);
    const { granted, budget } = governor.evaluate(signals(load), [wish({ phones: 1000 })], 0);
    assert.ok(granted < 0.2);
    assert.equal(budget, granted + 0.1);
  });
});

describe('feed-forward', () => {
  it('lowers the rates when phones come, before anything is late', () => {
    const governor = createGovernor();
    // 20 Hz from 100 phones and 15 Hz to them take 34 % of the loop: 0.5 ms a message.
    governor.evaluate(signals({ utilisation: 0.5, messages: 250 }), [wish({ phones: 10 })], -250);
    const calm = governor.evaluate(signals({ utilisation: 0.5, messages: 250 }), [wish({ phones: 10 })], 0);
    assert.equal(calm.rates[0]?.sendHz, 20);
    assert.equal(calm.costMs, 0.5);
    const full = governor.evaluate(
      signals({ utilisation: 0.5, messages: 250 }),
      [wish({ phones: 250 })],
      250,
    );
    const { sendHz = 0, noticeHz = 0 } = full.rates[0] ?? {};
    assert.ok((sendHz + 0.5 * noticeHz) * 250 * 0.0005 <= 0.7 + 1e-9 && sendHz < 5);
    assert.equal(full.cause, 'cost');
  });

  it('believes a rising cost quickly, a falling one slowly, and nothing said by an idle loop', () => {
    const governor = createGovernor();
    const costs = [
      { utilisation: 0.1, messages: 1000 },
      { utilisation: 0.9, messages: 10 },
      { utilisation: 0.4, messages: 1000 },
      { utilisation: 0.4, messages: 1000 },
      { utilisation: 0.8, messages: 1000 },
      { utilisation: 1, messages: 100 },
      { utilisation: 0.1, messages: 1000 },
    ].map((seen, index) => governor.evaluate(signals(seen), [wish({ phones: 0 })], index * SAMPLE_MS).costMs);
    assert.deepEqual(
      costs.map((ms) => Math.round(ms * 1e6) / 1e6),
      [0, 0, 0, 0.1, 0.13, 0.208, 0.208 - 0.183 * 0.03].map((ms) => Math.round(ms * 1e6) / 1e6),
    );
  });
});

describe('after a game has stood still for two seconds', () => {
  const STALL = { elapsedMs: 2250, workMs: 2200, utilisation: 0.98, d50Ms: 2000, d95Ms: 2000, messages: 120 };
  const halls = {
    'pong, where phones send all the time': { utilisation: 0.5, messages: 2500 },
    'a quiz, where they hardly send': { utilisation: 0.08, messages: 20 },
    'an empty lobby': { utilisation: 0.02, messages: 0 },
  };
  for (const [hall, usual] of Object.entries(halls))
    it(`rates are back at nine tenths within ten seconds: ${hall}`, () => {
      const governor = createGovernor();
      const wishes = [wish({ mode: 'AUTO', sendHz: 10, phones: 500, noticeHz: 4 })];
      let atMs = 0;
      const see = (/** @type {object} */ seen) => {
        atMs += SAMPLE_MS;
        return governor.evaluate(signals(seen), wishes, atMs);
      };
      for (let look = 0; look < 20; look++) see({ utilisation: 0.5, messages: 2500 });
      const { costMs, rates: before } = see(usual);
      const stalled = see(STALL);
      // The messages that have piled up meanwhile are worked off.
      see({ utilisation: 0.95, messages: 4700, d50Ms: 40, d95Ms: 90 });
      assert.ok(stalled.costMs <= costMs, 'a stall teaches no cost');
      let back = stalled;
      for (let look = 0; look < 36; look++) back = see(usual);
      const [was = 0, is = 0] = [before[0]?.sendHz, back.rates[0]?.sendHz];
      assert.ok(is >= 0.9 * was, `${is} of ${was}`);
    });

  it('however often it does, and also in a quiz, where they hardly send', () => {
    const governor = createGovernor();
    const wishes = [wish({ mode: 'AUTO', sendHz: 10, phones: 300, noticeHz: 4 })];
    let atMs = 0;
    const see = (/** @type {object} */ seen, takesMs = SAMPLE_MS) => {
      atMs += takesMs;
      return governor.evaluate(signals(seen), wishes, atMs);
    };
    for (let stall = 0; stall < 6; stall++) see(STALL, 2250);
    const low = see({ utilisation: 0.08, messages: 20 });
    let back = low;
    for (let look = 0; look < 40; look++) back = see({ utilisation: 0.08, messages: 20 });
    assert.ok(Number(low.rates[0]?.sendHz) < 5, 'or this shows nothing');
    assert.ok(Number(back.rates[0]?.sendHz) >= 9, `${back.rates[0]?.sendHz} of 10`);
  });

  it('a quiet loop forgets what messages cost in a dear game, and not what they cost at best', () => {
    const governor = createGovernor();
    let atMs = 0;
    const see = (/** @type {object} */ seen) =>
      governor.evaluate(signals(seen), [wish()], (atMs += SAMPLE_MS));
    for (let look = 0; look < 5; look++) see({ utilisation: 0.5, messages: 5000 });
    const { costMs: best } = see({ utilisation: 0.5, messages: 5000 });
    for (let look = 0; look < 40; look++) see({ utilisation: 0.7, messages: 500 });
    const { costMs: dear } = see({ utilisation: 0.7, messages: 500 });
    let { costMs } = see({ utilisation: 0.1, messages: 10 });
    for (let look = 0; look < 40; look++) ({ costMs } = see({ utilisation: 0.1, messages: 10 }));
    assert.ok(dear > 5 * best && costMs < 2 * best && costMs >= best, `${best}, ${dear}, ${costMs}`);
  });
});

describe('phones that come and go', () => {
  it('teach no cost: what they take is no cost of messages', () => {
    const governor = createGovernor();
    const usual = { utilisation: 0.5, messages: 2500 };
    for (let look = 0; look < 5; look++) governor.evaluate(signals(usual), [wish()], look * SAMPLE_MS);
    const before = governor.evaluate(signals(usual), [wish()], 1250).costMs;
    const rush = { utilisation: 0.3, workMs: 75, movingMs: 140, messages: 150, isRush: true };
    for (let look = 6; look < 20; look++)
      assert.equal(governor.evaluate(signals(rush), [wish()], look * SAMPLE_MS).costMs, before);
  });

  it('are made room for by those inside, for as long as they wait', () => {
    const governor = createGovernor();
    const wishes = [wish({ phones: 1500, noticeHz: 4 })];
    const usual = { utilisation: 0.6, messages: 6000 };
    let grant = governor.evaluate(signals(usual), wishes, 0);
    for (let look = 1; look < 20; look++) grant = governor.evaluate(signals(usual), wishes, look * SAMPLE_MS);
    const before = grant.rates[0]?.sendHz ?? 0;
    const rush = governor.evaluate(signals({ ...usual, isRush: true }), wishes, 5000);
    const during = rush.rates[0]?.sendHz ?? 0;
    assert.ok(during < 0.7 * before && during > 0.4 * before, `${during} of ${before}`);
    const after = governor.evaluate(signals(usual), wishes, 5250).rates[0]?.sendHz ?? 0;
    assert.ok(after >= 0.99 * before, `${after} of ${before}`);
  });

  it('get what is left of the event loop, and always some of it', () => {
    const share = (/** @type {number} */ utilisation, memoryShare = 0.2) =>
      Math.round(doorShare({ utilisation, memoryShare }) * 100) / 100;
    assert.deepEqual([share(0), share(0.5), share(0.8), share(1)], [0.9, 0.4, 0.15, 0.15]);
    assert.equal(share(0, 0.95), 0.15, 'with little memory left, nobody comes in a hurry');
  });
});

describe('feed-forward on a shared machine', () => {
  it('takes no time for work in which others had the core', () => {
    const governor = createGovernor();
    const look = { utilisation: 0.8, workMs: 100, messages: 1000 };
    governor.evaluate(signals(look), [wish()], 0);
    assert.equal(governor.evaluate(signals(look), [wish()], 250).costMs, 0.1);
  });
});

describe('the rates', () => {
  const at = (
    /** @type {number} */ budget,
    /** @type {Partial<import('../../lib/rates/rates.js').Wish>} */ more = {},
  ) => {
    const { rates, ...rest } = grantRates({ budget, costMs: 0, wishes: [wish(more)] });
    return { ...rest, .../** @type {import('../../lib/contract/wire.js').Rates} */ (rates[0]) };
  };

  it('are those of the table', () => {
    const table = [1, 0.5, 0.2, 0.02].map((budget) => {
      const { sendHz, noticeHz, tickHz, extras } = at(budget);
      return [extras, ...[sendHz, noticeHz, tickHz].map((rate) => Math.round(rate * 100) / 100)];
    });
    assert.deepEqual(table, [
      ['on', 20, 15, 30],
      ['digest', 10.25, 8.5, 30],
      ['off', 4.4, 4.6, 20],
      ['off', 0.89, 2.26, 10],
    ]);
  });

  it('never rise when the budget falls, whatever is wished and however dear a message is', () => {
    const anyWish = fc.record({
      mode: fc.constantFrom(.../** @type {const} */ (['AUTO', 'MAX', 'PIN'])),
      sendHz: fc.double({ min: 0.5, max: 20, noNaN: true }),
      tickHz: fc.integer({ min: 5, max: 30 }),
      noticeHz: fc.double({ min: 4, max: 15, noNaN: true }),
      phones: fc.nat(5000),
      slowestHz: fc.double({ min: 0, max: 20, noNaN: true }),
    });
    const share = fc.double({ min: LEAST_BUDGET, max: 1, noNaN: true });
    const cost = fc.double({ min: 0, max: 1, noNaN: true });
    const order = { on: 2, digest: 1, off: 0 };
    fc.assert(
      fc.property(anyWish, share, share, cost, (one, a, b, costMs) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((budget) =>
          grantRates({ budget, costMs, wishes: [one] }),
        );
        if (!less || !more) throw new Error('two budgets, two grants');
        assert.ok(order[less.extras] <= order[more.extras]);
        const [lower, higher] = [less.rates[0], more.rates[0]];
        if (!lower || !higher) throw new Error('one wish, one rate');
        assert.ok(lower.sendHz <= higher.sendHz + 1e-6, `sendHz ${lower.sendHz} ${higher.sendHz}`);
        assert.ok(lower.tickHz <= higher.tickHz, `tickHz ${lower.tickHz} ${higher.tickHz}`);
      }),
    );
  });

  it('stay under the cap of AUTO and MAX, and what stands above phones is not shed for a cap', () => {
    const calm = at(0.6, { mode: 'AUTO', sendHz: 10 });
    assert.deepEqual([calm.sendHz, calm.tickHz, calm.extras], [10, 30, 'on']);
    const tight = at(0.4885, { mode: 'AUTO', sendHz: 10 });
    assert.deepEqual([tight.sendHz, tight.tickHz, tight.extras], [10, 30, 'digest']);
    assert.equal(at(0.2, { mode: 'AUTO', sendHz: 10 }).sendHz, 4.4);
  });

  it('are as pinned, and the others pay for it', () => {
    const wishes = [wish({ mode: 'PIN', sendHz: 15, tickHz: 25, noticeHz: 0 }), wish({ noticeHz: 0 })];
    const { rates } = grantRates({ budget: 1, costMs: 0.25, wishes });
    assert.deepEqual([rates[0]?.sendHz, rates[0]?.tickHz], [15, 25]);
    // 100 × 15 × 0.25 ms are 37.5 % of the loop; 32.5 % are left, which are 13 Hz for 100 phones.
    assert.equal(Math.round((rates[1]?.sendHz ?? 0) * 100) / 100, 13);
  });

  it("keep to a game's lowest rate while it can be afforded, and give it up at the very bottom", () => {
    assert.equal(at(0.15, { slowestHz: 6 }).sendHz, 6);
    assert.ok(at(LEAST_BUDGET, { slowestHz: 6 }).sendHz < 1);
    // 1,000 phones at 0.1 ms: 7 messages/s and phone fit. The notices make room for the inputs.
    const fits = grantRates({ budget: 1, costMs: 0.1, wishes: [wish({ phones: 1000, slowestHz: 5.5 })] });
    assert.equal(fits.rates[0]?.sendHz, 5.5);
    assert.ok((fits.rates[0]?.noticeHz ?? 0) >= 2 && (fits.rates[0]?.noticeHz ?? 0) <= 3 + 1e-9);
    const dear = grantRates({ budget: 1, costMs: 0.1, wishes: [wish({ phones: 2000, slowestHz: 5 })] });
    const { sendHz = 0, noticeHz = 0 } = dear.rates[0] ?? {};
    assert.ok(sendHz < 3 && noticeHz === 2, 'what does not fit is not granted');
  });
});
