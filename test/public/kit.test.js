/** The parts of the phone kit and the screen kit that need no page. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createVoice } from '../../public/phone/kit/parts.js';
import { backAfter } from '../../public/phone/kit/slider.js';
import { bend } from '../../public/phone/kit/stick.js';
import { cut } from '../../public/phone/kit/textbox.js';
import { together } from '../../public/phone/kit/together.js';
import { createGlides } from '../../public/playfield/charts/chart.js';
import { peoplePerDot } from '../../public/playfield/charts/dots.js';
import { moveApart, runsOf } from '../../public/playfield/charts/runs.js';
import { ticksOf } from '../../public/shared/scale.js';
import { packStrokes, simplify, unpackStrokes } from '../../public/shared/strokes.js';

/** @import { PhonePart } from '../../public/phone/kit/types.js' */

const share = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: share, y: share });
const stroke = fc.array(point, { minLength: 1, maxLength: 30 });
/** Half a step of a grid of 511, and what a double may be off. */
const NEAR = 0.5 / 511 + 1e-9;

describe('strokes', () => {
  test('come back as they were, as finely as the grid', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 6 }), (strokes) => {
        const text = packStrokes(strokes);
        const back = unpackStrokes(text);
        assert.match(text, /^[\w.-]*$/);
        assert.equal(text.length, Math.max(0, strokes.flat().length * 3 + strokes.length - 1));
        assert.equal(back.length, strokes.length);
        strokes.flat().forEach((wanted, place) => {
          const found = back.flat()[place];
          assert.ok(
            Math.abs(wanted.x - Number(found?.x)) <= NEAR && Math.abs(wanted.y - Number(found?.y)) <= NEAR,
          );
        });
        assert.equal(packStrokes(back), text);
      }),
    );
  });

  test('of nonsense are none, and points outside are at the edge', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        for (const { x, y } of unpackStrokes(anything).flat())
          assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1);
      }),
    );
    for (const bad of ['', '.', 'AAA.', 'AA', 'A A', 'AAA..AAA', null, 7])
      assert.deepEqual(unpackStrokes(bad), []);
    assert.deepEqual(unpackStrokes(packStrokes([[{ x: -3, y: 9 }]])), [[{ x: 0, y: 1 }]]);
  });

  test('are shortened without a point leaving the line by more than the tolerance', () => {
    fc.assert(
      fc.property(stroke, (points) => {
        const short = simplify(points, 0.05);
        assert.ok(short.length <= points.length);
        assert.deepEqual([short[0], short.at(-1)], [points[0], points.at(-1)]);
        for (const { x, y } of points) {
          const nearest = Math.min(...short.map((a, place) => distance({ x, y }, a, short[place + 1] ?? a)));
          assert.ok(nearest <= 0.05 + 1e-9, String(nearest));
        }
      }),
    );
    const straight = Array.from({ length: 50 }, (_, place) => ({ x: place / 49, y: 0.5 }));
    assert.equal(simplify(straight).length, 2);
  });
});

/** @typedef {{ x: number, y: number }} Point */
/** @param {Point} point @param {Point} from @param {Point} to */
function distance({ x, y }, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy || 1;
  const along = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y);
}

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

describe('lines in runs', () => {
  const points = fc.array(fc.option(fc.integer({ min: 0, max: 9 })));

  test('hold each point once, in order, and break at gaps alone', () => {
    fc.assert(
      fc.property(points, (values) => {
        const runs = runsOf(values, (value, before) =>
          value === null ? null : before !== null && value - before > 3,
        );
        assert.deepEqual(
          runs.flat(),
          values.filter((value) => value !== null),
        );
        assert.ok(runs.every(({ length }) => length > 0));
        const breaks = values.filter((value, at) => {
          const before = values[at - 1];
          if (value === null || at === 0) return value !== null;
          const last = values.slice(0, at).findLast((one) => one !== null);
          return before === null || (typeof last === 'number' && value - last > 3);
        });
        assert.equal(runs.length, breaks.length);
      }),
    );
  });

  test('have names that stand apart, in their order, and inside where they fit', () => {
    const wanted = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(wanted, (places) => {
        const placed = moveApart(places, 10, 0, 100);
        const sorted = [...placed].sort((a, b) => a - b);
        sorted.forEach((place, at) => {
          assert.ok(place >= -1e-9 && place <= 100 + 1e-9);
          if (at > 0) assert.ok(place - Number(sorted[at - 1]) >= 10 - 1e-9);
        });
        places.forEach((one, at) =>
          places.forEach((other, to) => one < other && assert.ok(Number(placed[at]) < Number(placed[to]))),
        );
      }),
    );
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

describe('together', () => {
  test('levels go in one message, once each part that is needed has a value', () => {
    const [a, b, c] = [fakePart(true), fakePart(true), fakePart(true, true)];
    const all = together(a.part, b.part, c.part);
    a.say({ a: 1 });
    assert.deepEqual([all.value(), all.input()], [null, null]);
    b.say({ b: 2 });
    assert.deepEqual(
      [all.value(), all.input()],
      [
        { a: 1, b: 2 },
        { a: 1, b: 2 },
      ],
    );
    c.say({ c: 3 });
    assert.deepEqual(all.input(), { a: 1, b: 2, c: 3 });
    all.cleared();
    assert.equal(all.input(), null);
  });

  test('an event waits for the other part and is not lost meanwhile', () => {
    const [a, b] = [fakePart(false), fakePart(false)];
    const all = together(a.part, b.part);
    a.say({ a: 1 });
    assert.equal(all.input(), null);
    b.say({ b: 2 });
    assert.deepEqual([all.input(), all.input()], [{ a: 1, b: 2 }, null]);
  });

  test('events of optional parts go alone', () => {
    const [a, b] = [fakePart(false, true), fakePart(false, true)];
    const all = together(a.part, b.part);
    a.say({ a: 1 });
    a.say({ a: 2 });
    b.say({ b: 3 });
    assert.deepEqual(all.input(), [{ a: 1, b: 3 }, { a: 2 }]);
  });

  test('each part is told of submissions', () => {
    const [a, b] = [fakePart(true), fakePart(true)];
    together(a.part, b.part).submission(/** @type {any} */ ({ kind: 'k' }));
    assert.deepEqual([a.told, b.told], [['k'], ['k']]);
  });
});

/** A part without a page, on a real voice. @param {boolean} hold @param {boolean} [optional] */
function fakePart(hold, optional = false) {
  const voice = createVoice({ hold, changed() {} });
  /** @type {string[]} */
  const told = [];
  /** @type {PhonePart} */
  const part = {
    element: /** @type {any} */ ({ parentElement: null }),
    optional,
    value: voice.value,
    input: voice.input,
    submission: ({ kind }) => void told.push(kind),
    cleared: voice.forget,
  };
  return { part, told, say: voice.say };
}

describe('charts', () => {
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

  test('a dot stands for as few people as there is room for', () => {
    assert.deepEqual(
      [0, 14, 15, 28, 29, 70, 71, 2000].map((most) => peoplePerDot([1, most])),
      [1, 1, 2, 2, 5, 5, 10, 200],
    );
  });

  test('values glide to their goal and stay; in a calm room they jump', () => {
    const glides = createGlides(false);
    glides.step(0);
    let last = glides.to('a', 100);
    for (let ms = 16; ms < 3000; ms += 16) {
      glides.step(ms);
      const next = glides.to('a', 100);
      assert.ok(next >= last && next <= 100);
      last = next;
    }
    assert.equal(last, 100);
    const calm = createGlides(true);
    calm.step(0);
    assert.equal(calm.to('a', 7), 7);
  });
});
