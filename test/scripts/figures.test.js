/** The ruler of the house: long functions are measured whole, and no `any` is overlooked. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAny, functionsOf, linesOf } from '../../scripts/figures/measure.js';

const NESTED = `/** Makes a room. */
export function createRoom() {
  let count = 0;
  function join() {
    count += 1;
  }
  return { join, leave: () => (count -= 1) };
}
`;

test('a nested function counts with its outermost, without the comment above it', () => {
  assert.deepEqual(functionsOf(NESTED, 'a.js'), [{ name: 'createRoom', line: 2, length: 7 }]);
});

test('methods of a class, and of an object at the top, count one by one', () => {
  const text = `class Room {
  #seat = () => 1;
  constructor() {
    this.count = 0;
  }
  join() { return () => 2; }
}
export default {
  tick() {
  },
  frame: () => ({}),
};
const alone = () => 3;
`;
  assert.deepEqual(
    functionsOf(text, 'a.js').map(({ name, length }) => [name, length]),
    [
      ['#seat', 1],
      ['(anonymous)', 3],
      ['join', 1],
      ['tick', 2],
      ['(anonymous)', 1],
      ['alone', 1],
    ],
  );
});

test('lines are counted with and without a newline at the end', () => {
  assert.deepEqual(['', 'a', 'a\n', 'a\nb'].map(linesOf), [1, 1, 1, 2]);
});

test('"any" counts in parameters, casts, type definitions and declarations, and not in prose', () => {
  assert.equal(
    countAny('/** any crowd @param {any} crowd */\nfunction fold(crowd) { return crowd; }\n', 'a.js'),
    1,
  );
  assert.equal(countAny('const view = /** @type {any} */ (frame);\n', 'a.js'), 1);
  assert.equal(countAny('/** @typedef {{ view: any, sum: any[] }} State */\n', 'a.js'), 2);
  assert.equal(countAny('/** @param {import("x").G<any>} g */\nexport const f = (g) => g.any;\n', 'a.js'), 1);
  assert.equal(countAny('export type Game<State = any> = { state: State };\n', 'a.d.ts'), 1);
});
