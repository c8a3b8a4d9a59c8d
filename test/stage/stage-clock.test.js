import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { StageClock } from '../../lib/stage/stage-clock.js';

/** @param {Partial<import('../../lib/contract/wire.js').Pulse>} [more] */
const pulse = (more) => ({ epoch: 1, zeroMs: 0, stageMs: 0, clears: 0, sentMs: 0, ...more });

test('it tells stage time within the least delay of the messages, however far apart the clocks are', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.integer({ min: 0, max: 1e6 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 300 }),
      (apartMs, zeroMs, delays) => {
        const clock = new StageClock();
        let homeMs = zeroMs;
        for (const delayMs of delays) {
          homeMs += 33;
          clock.note(pulse({ zeroMs, stageMs: homeMs - zeroMs, sentMs: homeMs }), homeMs + delayMs + apartMs);
        }
        const late = homeMs - zeroMs - clock.at(homeMs + apartMs);
        const recent = delays.slice(-64);
        assert.ok(late >= -1 && late <= Math.min(...recent) + 1, `${late} ms late`);
      },
    ),
  );
});

test('it is a whole number, never below 0, and stands still when the home does not tick', () => {
  const clock = new StageClock();
  assert.equal(clock.at(5.5), 6, 'before anything is known');
  clock.note(pulse({ zeroMs: 1000, stageMs: 500, sentMs: 1500 }), 1500);
  assert.equal(clock.at(900), 0);
  assert.equal(clock.at(1600.4), 600);
  assert.equal(clock.at(9000), 750, 'a stage takes no longer step than 250 ms');
});

test('another game, and a stage that stood still, count at once', () => {
  const clock = new StageClock();
  clock.note(pulse({ stageMs: 5000, sentMs: 5000 }), 5000);
  clock.note(pulse({ zeroMs: 2000, stageMs: 5250, sentMs: 7250 }), 7250);
  assert.equal(clock.at(7260), 5260);
  clock.note(pulse({ epoch: 2, zeroMs: 8000, sentMs: 8000 }), 8003);
  assert.equal(clock.at(8100), 100);
  assert.equal(clock.epoch, 2);
});
