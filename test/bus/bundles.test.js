/** Bundles: what goes to one edge in a turn is one message, in order, and nothing to all overtakes it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BUNDLE, createBundles } from '../../lib/bus/bundles.js';

/** @returns {{ sent: unknown[][], bundles: ReturnType<typeof createBundles> }} */
function openBundles() {
  /** @type {unknown[][]} */
  const sent = [];
  return { sent, bundles: createBundles({ send: (...message) => void sent.push(message) }) };
}

test('one message goes as it is; several of a turn go together, for each edge, in order', async () => {
  const { sent, bundles } = openBundles();
  bundles.add('e1', 'player', 1);
  await turn();
  assert.deepEqual(sent, [['e1', 'player', 1]]);
  sent.length = 0;
  bundles.add('e1', 'player', 1);
  bundles.add('e2', 'player', 2);
  bundles.add('e1', 'personal', 3);
  assert.deepEqual(sent, []);
  await turn();
  assert.deepEqual(sent, [
    [
      'e1',
      BUNDLE,
      [
        ['player', 1],
        ['personal', 3],
      ],
    ],
    ['e2', 'player', 2],
  ]);
});

test('what is for all waits until they have gone, and nothing goes twice', async () => {
  const { sent, bundles } = openBundles();
  bundles.add('e1', 'player', 1);
  bundles.flush();
  assert.deepEqual(sent, [['e1', 'player', 1]]);
  bundles.flush();
  await turn();
  assert.equal(sent.length, 1);
});

test('a reveal for 5,000 players at one edge is ten messages', async () => {
  const { sent, bundles } = openBundles();
  for (let n = 0; n < 5000; n += 1) bundles.add('e1', 'personal', n);
  await turn();
  assert.equal(sent.length, 10);
  const values = sent.flatMap(([, , messages]) =>
    /** @type {[string, number][]} */ (messages).map(([, n]) => n),
  );
  assert.deepEqual(
    values,
    Array.from({ length: 5000 }, (_none, n) => n),
  );
});
