/** The parts of swarm that stand alone: how pads are packed, how a phone is tuned, how bright a light is, whose name is shown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pack, unpack } from '../rules/fold.js';
import { COLOURS, SHAPES, glowOf, kindOf, lookOf } from '../shared/light.js';
import { BEAT_MS, LEAST_TAPS, delayOf } from '../shared/tune.js';

const said = fc.record(
  {
    x: fc.integer({ min: -8, max: 8 }),
    y: fc.integer({ min: -8, max: 8 }),
    find: fc.boolean(),
    row: fc.integer({ min: 0, max: 26 }),
    seat: fc.integer({ min: 0, max: 99 }),
  },
  { noNullPrototype: true },
);

test('what a phone says comes back as it was packed', () => {
  fc.assert(fc.property(said, (one) => assert.deepEqual(unpack(pack(one)), one)));
});

test('the delay is that of the phone, whatever a third of the taps did', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -380, max: 380 }),
      fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 8, maxLength: 12 }),
      fc.array(fc.integer({ min: -500, max: 499 }), { maxLength: 2 }),
      (delayMs, jitter, wild) => {
        const taps = [...jitter.map((ms) => delayMs + ms), ...wild];
        const times = taps.map((ms, beat) => (beat + 3) * BEAT_MS + ms);
        assert.ok(Math.abs(Number(delayOf(times)) - delayMs) <= 15 + 15 * wild.length);
      },
    ),
  );
});

test('a few taps tell nothing yet', () => {
  assert.equal(delayOf([]), null);
  assert.equal(delayOf(new Array(LEAST_TAPS - 1).fill(1000)), null);
  assert.equal(delayOf(new Array(LEAST_TAPS).fill(1040)), 40);
});

test('60 lights in a row look different', () => {
  const looks = Array.from({ length: COLOURS.length * SHAPES.length }, (_, slot) =>
    JSON.stringify(lookOf(slot)),
  );
  assert.equal(new Set(looks).size, 60);
});

test('no wave and no pattern flashes more than once a second, at any place', () => {
  for (const mode of ['wave', 'pixels']) {
    for (let turn = 0; turn < 5; turn++) {
      const kind = kindOf({ mode, turn });
      assert.notEqual(kind, '');
      fc.assert(
        fc.property(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.nat(5000),
          (u, v, slot) => {
            const levels = Array.from({ length: 600 }, (_, n) => glowOf(kind, { u, v, slot }, n / 60));
            assert.ok(levels.every((level) => level >= 0.1 && level <= 1));
            const ups = levels.filter((level, n) => level >= 0.55 && Number(levels[n - 1] ?? 1) < 0.55);
            assert.ok(ups.length <= 10, `${kind}: ${ups.length} flashes in 10 s`);
          },
        ),
        { numRuns: 20 },
      );
    }
  }
});
