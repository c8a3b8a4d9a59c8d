/** Parts of the kits that need no page. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createVoice } from '../../public/phone/kit/parts.js';
import { backAfter } from '../../public/phone/kit/slider.js';
import { bend } from '../../public/phone/kit/stick.js';
import { cut } from '../../public/phone/kit/textbox.js';
import { ticksOf } from '../../public/shared/scale.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('a text', () => {
  test('is cut to code points, at its end, and is left alone where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const short = cut(text, most);
        assert.ok(text.startsWith(short));
        assert.ok([...short].length <= most);
        if ([...text].length <= most) assert.equal(short, text);
      }),
    );
  });

  test('is never cut within an emoji or a letter with its accent', () => {
    const family = '👨‍👩‍👧';
    assert.equal(cut(`ab${family}`, 4), 'ab');
    assert.equal(cut(`ab${family}`, 7), `ab${family}`);
    assert.equal(cut('cafe\u0301', 4), 'caf');
    assert.equal(cut('👍👍👍', 2), '👍👍');
  });
});

describe('a slider that goes back', () => {
  test('comes nearer at an even speed, arrives, and never passes', () => {
    assert.equal(backAfter(1, 0, 0.5, 1), 0.5);
    assert.equal(backAfter(-1, 0, 0.5, 1), -0.5);
    assert.equal(backAfter(1, 0, 0.5, 2), 0);
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.double({ min: 0, max: 9, noNaN: true }),
        (value, goal, speed, seconds) => {
          const next = backAfter(value, goal, speed, seconds);
          assert.ok(Math.abs(next - goal) <= Math.abs(value - goal) + 1e-12);
          assert.ok((next - goal) * (value - goal) >= 0);
        },
      ),
    );
  });
});

describe('a stick', () => {
  const thumb = fc.record({
    x: fc.double({ min: -30, max: 30, noNaN: true }),
    y: fc.double({ min: -30, max: 30, noNaN: true }),
  });

  test('that is round keeps the way of the thumb and never goes beyond the rim', () => {
    fc.assert(
      fc.property(thumb, ({ x, y }) => {
        const at = bend({ x: x + 5, y: y + 5 }, 5, 8, { dead: 0, round: true });
        const [right, up] = [at.x - 5, at.y - 5];
        assert.ok(Math.hypot(right, up) <= 8 + 1e-9);
        assert.ok(Math.abs(right * y - up * x) < 1e-6);
        if (Math.hypot(x, y) <= 8) assert.ok(Math.abs(right - x) + Math.abs(up - y) < 1e-9);
      }),
    );
    assert.deepEqual(bend({ x: 3, y: 4 }, 0, 1, { dead: 0, round: false }), { x: 3, y: 4 });
  });

  test('means the middle near the middle', () => {
    assert.deepEqual(bend({ x: 0.05, y: 0.05 }, 0, 1, { dead: 0.14, round: true }), { x: 0, y: 0 });
    assert.deepEqual(bend({ x: 0.2, y: 0 }, 0, 1, { dead: 0.14, round: true }), { x: 0.2, y: 0 });
  });
});

describe('a voice', () => {
  test('of a level says it again and again, until it is forgotten', () => {
    const voice = createVoice({ hold: true, changed() {} });
    assert.equal(voice.input(), null);
    voice.say({ y: 1 });
    assert.deepEqual([voice.input(), voice.input(), voice.value()], [{ y: 1 }, { y: 1 }, { y: 1 }]);
    voice.forget();
    assert.equal(voice.input(), null);
  });

  test('of events says each once, several of one moment together, and asking for its value takes nothing', () => {
    let calls = 0;
    const voice = createVoice({ hold: false, changed: () => void (calls += 1) });
    voice.say({ n: 1 });
    assert.deepEqual(
      [voice.value(), voice.value(), voice.input(), voice.input()],
      [{ n: 1 }, { n: 1 }, { n: 1 }, null],
    );
    for (let n = 0; n < 40; n++) voice.say({ n });
    const said = /** @type {object[]} */ (voice.input());
    assert.deepEqual([said.length, said[0], said.at(-1), calls], [16, { n: 24 }, { n: 39 }, 41]);
  });

  test('that counts the last alone leaves out what it has replaced', () => {
    const voice = createVoice({ hold: false, changed() {} }, { isLatest: true });
    voice.say({ y: 1 });
    voice.say({ y: 2 });
    assert.deepEqual(voice.input(), { y: 2 });
  });
});

test('marks of an axis are round, in order and within it', () => {
  assert.deepEqual(ticksOf(-1, 1, 5), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(ticksOf(0, 10, 6), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticksOf(37, 157, 5), [50, 100, 150]);
  const ends = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 1000 }));
  fc.assert(
    fc.property(ends, fc.integer({ min: 2, max: 9 }), ([from, length], most) => {
      const ticks = ticksOf(from, from + length, most);
      assert.ok(ticks.length <= most);
      for (const [place, tick] of ticks.entries()) {
        assert.ok(tick >= from - 1e-6 && tick <= from + length + 1e-6);
        assert.ok(place === 0 || tick > Number(ticks[place - 1]));
      }
    }),
  );
});
