/** The words of a cloud do not overlap, stay inside, and keep their places. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layCloud, overlap } from '../playfield/cloud-layout.js';

/** @import { CloudWord, Spot } from '../playfield/cloud-layout.js' */

const AREA = { width: 1430, height: 600 };

/** @param {string} text @param {number} count @returns {CloudWord} */
const word = (text, count) => ({ text, count, width: 0.32 + 0.6 * [...text].length, height: 1.12 });

const words = fc
  .uniqueArray(
    fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }), fc.integer({ min: 1, max: 5000 })),
    {
      selector: ([text]) => text,
      minLength: 1,
      maxLength: 80,
    },
  )
  .map((list) => list.map(([text, count]) => word(text, count)));

/** @param {ReadonlyMap<string, Spot>} spots @param {{ width: number, height: number }} area */
function assertGood(spots, area) {
  const list = [...spots.values()];
  list.forEach((one, at) => {
    assert.ok(one.x - one.width / 2 >= -1e-6 && one.x + one.width / 2 <= area.width + 1e-6);
    assert.ok(one.y - one.height / 2 >= -1e-6 && one.y + one.height / 2 <= area.height + 1e-6);
    for (const other of list.slice(at + 1)) assert.ok(!overlap(one, other));
  });
}

test('no two words overlap and none sticks out, at first and when the counts have changed', () => {
  const area = fc.record({
    width: fc.integer({ min: 300, max: 1600 }),
    height: fc.integer({ min: 200, max: 700 }),
  });
  fc.assert(
    fc.property(words, words, area, (first, second, size) => {
      const before = layCloud(first, size);
      assertGood(before, size);
      assertGood(layCloud(second, size, before), size);
    }),
    { numRuns: 40 },
  );
});

test('all words of a usual cloud have a place, and the more frequent are larger', () => {
  const list = Array.from({ length: 80 }, (_, at) => word(`word${at}`, 200 - 2 * at));
  const spots = layCloud(list, AREA);
  assert.equal(spots.size, 80);
  const sizes = list.map(({ text }) => spots.get(text)?.size ?? 0);
  assert.deepEqual(
    sizes,
    [...sizes].sort((a, b) => b - a),
  );
});

test('the same counts again move nothing, and a new word moves none that have room', () => {
  const list = Array.from({ length: 20 }, (_, at) => word(`word${at}`, 40 - at));
  const before = layCloud(list, AREA);
  const again = layCloud(list, AREA, before);
  const more = layCloud([...list, word('new', 1)], AREA, again);
  assert.equal(more.size, 21);
  const stayed = list.filter(({ text }) => {
    const [was, is] = [again.get(text), more.get(text)];
    return was && is && Math.hypot(was.x - is.x, was.y - is.y) < 1;
  });
  assert.ok(stayed.length >= 19, `${stayed.length} of 20 stayed`);
});

test('a word that is too long for the area is set smaller, not left out', () => {
  const [spot] = [...layCloud([word('x'.repeat(200), 1)], AREA).values()];
  assert.ok(spot && spot.width <= AREA.width + 1e-6);
});
