/** The map of the folders: circles are found, and what follows from other arrows is left out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawMap, findCircles } from '../../scripts/map/draw.js';
import { graphOf, reduce } from '../../scripts/map/graph.js';

const roomOf = (/** @type {string} */ file) => String(file.split('/')[0]);

/** @param {string} text like 'a/x>b/y b/y>c/z' */
function imports(text) {
  return text.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to, isTypeOnly: false };
  });
}

test('arrows are those between folders, once each', () => {
  const graph = graphOf(imports('b/x>a/x b/y>a/x b/x>b/y'), roomOf);
  assert.deepEqual(graph, { rooms: ['a', 'b'], arrows: [{ from: 'b', to: 'a' }] });
});

test('an arrow that follows from two others is not drawn', () => {
  const drawn = reduce(graphOf(imports('a/x>b/x b/x>c/x a/x>c/x'), roomOf));
  assert.deepEqual(
    drawn.map(({ from, to }) => from + to),
    ['ab', 'bc'],
  );
});

test('a circle is found and drawn as an arrow that leads back up', () => {
  const circle = imports('a/x>b/x b/x>c/x c/y>b/y');
  assert.deepEqual(findCircles(circle, roomOf), [['b', 'c', 'b']]);
  assert.deepEqual(findCircles(imports('a/x>b/x b/x>c/x'), roomOf), []);
  assert.match(drawMap(circle, roomOf), /class="arrow up"/);
});

test('the same arrows give the same picture, in whatever order they are found', () => {
  const some = imports('a/x>b/x b/x>c/x a/x>d/x d/x>c/x e/x>c/x');
  assert.equal(drawMap(some, roomOf), drawMap([...some].reverse(), roomOf));
  assert.doesNotMatch(drawMap(some, roomOf), /class="arrow up"/);
});
