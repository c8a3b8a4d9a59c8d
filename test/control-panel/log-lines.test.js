/** The lines of the server in the panel. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLines } from '../../control-panel/session/log-lines.js';

/** @param {string} text @param {object} [more] */
const line = (text, more = {}) => ({
  atMs: 1,
  level: /** @type {const} */ ('info'),
  roomId: null,
  text,
  ...more,
});

test('lines of one topic that follow one another are one, with the newest text and how many', () => {
  const governor = { topic: 'governor' };
  const first = joinLines([], [line('a'), line('slow', governor), line('slower', governor)]);
  const all = joinLines(first, [
    line('fast', governor),
    line('b'),
    line('slow', governor),
    line('slow', { ...governor, from: 'edge 2' }),
  ]);
  assert.deepEqual(
    all.map(({ text, times }) => [text, times]),
    [
      ['a', 1],
      ['fast', 3],
      ['b', 1],
      ['slow', 1],
      ['slow', 1],
    ],
  );
});

test('two hundred lines stay', () => {
  const lines = Array.from({ length: 250 }, (_, n) => line(String(n)));
  assert.deepEqual([joinLines([], lines).length, joinLines([], lines)[0]?.text], [200, '50']);
});
