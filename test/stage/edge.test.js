/** Inputs at an edge: events and levels in windows of time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combine, defineGame, each, latest, mean, totals } from '../../lib/contract/define-game.js';
import { createEdge } from '../../lib/stage/edge.js';

const base = { title: 'Test', teams: ['left', 'right'], setup: () => ({}), frame: () => null };
const levels = defineGame({
  ...base,
  input: {
    y: { type: 'number', minimum: -1, maximum: 1 },
    on: { type: 'boolean', optional: true },
    word: { type: 'string', optional: true },
  },
  hold: true,
  aggregate: each(),
});
const events = defineGame({
  ...base,
  input: { taps: { type: 'integer', minimum: 1, maximum: 9 } },
  aggregate: totals('taps').by('team'),
});

/** @param {import('../../lib/contract/types.js').Game} game */
function edgeFor(game) {
  const edge = createEdge();
  edge.setGame(game);
  return edge;
}

/** @param {number} [clears] */
const timesOf = (clears = 0) => ({
  empty: () => /** @type {number[]} */ ([clears]),
  add: (
    /** @type {number[]} */ sum,
    /** @type {any} */ _input,
    /** @type {any} */ _who,
    /** @type {number} */ atMs,
  ) => [...sum, atMs],
  merge: (/** @type {number[]} */ a, /** @type {number[]} */ b) => [...a, ...b],
});

test('an event counts when it was sent, on the clock of the stage, also inside a combination; a level counts now', () => {
  const clock = { at: (/** @type {number} */ nowMs) => Math.round(nowMs - 1000) };
  const input = { y: { type: /** @type {const} */ ('number') } };
  const parts = /** @type {any} */ ({ all: totals('y'), times: timesOf() });
  const games = /** @type {[any, (sum: any) => number[], number[]][]} */ ([
    [{ aggregate: timesOf() }, (sum) => sum, [0, 470, 600]],
    [{ aggregate: combine(parts) }, ({ times }) => times, [0, 470, 600]],
    [{ aggregate: { ...totals('y'), ...timesOf() } }, (sum) => sum, [0, 470, 600]],
    [{ aggregate: timesOf(), hold: true }, (sum) => sum, [0, 1000, 1000]],
  ]);
  for (const [more, read, expected] of games) {
    const edge = createEdge(clock);
    edge.setGame(defineGame({ ...base, input, ...more }));
    edge.input(edge.sit({ id: 'a', team: null }, { creditMs: 30 }), { y: 1 }, 1500.2);
    edge.input(edge.sit({ id: 'b', team: null }), { y: 1 }, 1600);
    assert.deepEqual(read(edge.drain(2000)), expected);
  }
});

test('cleared levels are gone, and what is said then counts in the windows that follow', () => {
  const edge = edgeFor(levels);
  const a = edge.sit({ id: 'a', team: null });
  const b = edge.sit({ id: 'b', team: null });
  edge.input(a, { y: 1 }, 0);
  edge.input(b, { y: 1 }, 0);
  edge.clear(3);
  assert.deepEqual(edge.window(1), { epoch: 0, clears: 3, sum: {} });
  edge.input(a, { y: 1 }, 2);
  assert.deepEqual(Object.keys(/** @type {any} */ (edge.drain(3))), ['a']);
  edge.setGame(levels, 1);
  assert.deepEqual(edge.window(4), { epoch: 1, clears: 0, sum: {} });
});

test('a level counts in every window until it changes', () => {
  const edge = edgeFor(levels);
  const seat = edge.sit({ id: 'a', team: 'left' });
  assert.equal(edge.input(seat, { y: 1, on: true, word: 'hi' }, 0), '');
  assert.deepEqual(edge.drain(100), { a: { y: 1, on: true, word: 'hi' } });
  assert.deepEqual(edge.drain(200), { a: { y: 1, on: true, word: 'hi' } });
  edge.input(seat, { y: -1 }, 250);
  assert.deepEqual(edge.drain(300), { a: { y: -1, on: false, word: '' } });
});

test('a level ends when its phone leaves, or is silent for 25 s', () => {
  const edge = edgeFor(levels);
  const a = edge.sit({ id: 'a', team: null });
  const b = edge.sit({ id: 'b', team: null });
  edge.input(a, { y: 1 }, 0);
  edge.input(b, { y: 0 }, 10_000);
  assert.deepEqual(Object.keys(/** @type {object} */ (edge.drain(25_000))), ['a', 'b']);
  assert.deepEqual(Object.keys(/** @type {object} */ (edge.drain(25_001))), ['b']);
  edge.leave(b);
  assert.deepEqual(edge.drain(25_001), {});
});

test('a player who takes a free seat does not inherit its level', () => {
  const edge = edgeFor(levels);
  const a = edge.sit({ id: 'a', team: null });
  edge.input(a, { y: 1 }, 0);
  edge.leave(a);
  edge.leave(a);
  const b = edge.sit({ id: 'b', team: null });
  assert.deepEqual(edge.drain(1), {});
  edge.input(b, { y: 0.5 }, 1);
  assert.match(edge.input(a, { y: 1 }, 1), /has left/);
  edge.move(a);
  assert.deepEqual(edge.drain(2), { b: { y: 0.5, on: false, word: '' } });
});

test('events count once, in the window they came in', () => {
  const edge = edgeFor(events);
  const seat = edge.sit({ id: 'a', team: 'right' });
  edge.input(seat, { taps: 2 }, 0);
  edge.input(seat, { taps: 3 }, 1);
  assert.deepEqual(edge.drain(2), { left: { count: 0, taps: 0 }, right: { count: 2, taps: 5 } });
  assert.deepEqual(edge.drain(3), { left: { count: 0, taps: 0 }, right: { count: 0, taps: 0 } });
});

test('a bad input says why and counts nowhere', () => {
  const edge = edgeFor(events);
  const seat = edge.sit({ id: 'a', team: 'left' });
  assert.match(edge.input(seat, { taps: 99 }, 0), /taps is 99, must be a whole number from 1 to 9/);
  assert.match(edge.input(seat, undefined, 0), /must be an object with taps/);
  assert.equal(/** @type {any} */ (edge.drain(1)).left.count, 0);
});

test('a change of team counts from the next window on', () => {
  const game = defineGame({ ...base, input: { y: { type: 'number' } }, aggregate: latest('y').by('team') });
  const edge = edgeFor(game);
  const who = { id: 'a', team: 'left' };
  const seat = edge.sit(who);
  edge.input(seat, { y: 4 }, 0);
  assert.equal(/** @type {any} */ (edge.drain(0)).left.count, 1);
  who.team = 'right';
  edge.move(seat);
  assert.deepEqual(edge.drain(1), { left: { count: 0, y: 0 }, right: { count: 1, y: 4 } });
});

test('another game forgets all inputs; a game without input takes none', () => {
  const edge = edgeFor(levels);
  const seat = edge.sit({ id: 'a', team: 'left' });
  edge.input(seat, { y: 1 }, 0);
  edge.setGame(defineGame(base));
  assert.equal(edge.drain(1), null);
  assert.match(edge.input(seat, { y: 1 }, 0), /takes no input/);
  edge.setGame(levels);
  assert.deepEqual(edge.drain(1), {});
});

test('2,000 phones: the fold equals the mean computed on its own, and seats grow as needed', () => {
  const game = defineGame({
    ...base,
    input: { y: { type: 'number', minimum: -1, maximum: 1 } },
    hold: true,
    aggregate: mean('y').by('team'),
  });
  const edge = edgeFor(game);
  let sum = 0;
  for (let i = 0; i < 2000; i++) {
    const y = Math.sin(i);
    if (i % 2 === 0) sum += y;
    edge.input(edge.sit({ id: `p${i}`, team: i % 2 === 0 ? 'left' : 'right' }), { y }, 0);
  }
  const left = /** @type {any} */ (edge.drain(1)).left;
  assert.equal(left.count, 1000);
  assert.ok(Math.abs(left.sum - sum) < 1e-9);
});
