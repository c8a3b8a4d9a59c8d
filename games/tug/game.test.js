import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import { assertReadmeTells } from '../../test/support/readme.js';
import game from './game.js';

/** @param {{ heads?: { left: number, right: number }, weight?: number, seconds?: number, countdown?: number }} [options] */
function openRope({ heads = { left: 1, right: 1 }, weight = 10, seconds = 30, countdown = 0 } = {}) {
  const stage = createStage({ game, settings: { ...settingsOf(game), weight, seconds, countdown }, seed: 1 });
  const setHeads = (/** @type {{ left: number, right: number }} */ byTeam) =>
    stage.setPlayers({ count: byTeam.left + byTeam.right, byTeam });
  setHeads(heads);
  return {
    stage,
    setHeads,
    view: () => stage.frame().view,
    notice: () => JSON.parse(stage.notice()),
    /** One window of pulls. @param {number} left @param {number} right @param {number} [ms] */
    pull(left, right, ms = 33) {
      stage.tick(ms, { left: { count: left, pulls: left }, right: { count: right, pulls: right } });
      return stage.frame().view;
    },
  };
}

test('the side that pulls more moves the rope to itself; windows add up', () => {
  const rope = openRope();
  assert.equal(rope.pull(3, 1).rope, -0.2);
  assert.equal(rope.pull(0, 0).rope, -0.2);
  assert.equal(rope.pull(1, 5).rope, 0.2);
  assert.equal(rope.view().winner, null);
});

test('it is per head: three can beat thirty', () => {
  const rope = openRope({ heads: { left: 30, right: 3 } });
  assert.equal(rope.pull(30, 3).rope, 0);
  rope.pull(30, 6);
  assert.ok(rope.view().rope > 0);
});

test('the heavier the rope, the longer it takes', () => {
  const light = openRope({ weight: 5 });
  const heavy = openRope({ weight: 200 });
  assert.deepEqual(
    [light.pull(0, 1), heavy.pull(0, 1)].map(({ rope }) => rope),
    [0.2, 0.005],
  );
});

for (const [side, left, right] of /** @type {const} */ ([
  ['left', 10, 0],
  ['right', 0, 10],
])) {
  test(`the rope at the ${side} end is a win, and stays one until it is pulled again`, () => {
    const rope = openRope();
    rope.pull(left, right);
    assert.equal(rope.view().winner, side);
    rope.pull(99 * right, 99 * left);
    assert.equal(rope.view().winner, side);
    assert.deepEqual(rope.notice(), { phase: 'over', leftS: 0, ahead: side, winner: side });
    rope.stage.run('again');
    assert.deepEqual([rope.view().rope, rope.view().winner, rope.view().phase], [0, null, 'wait']);
  });
}

test('nothing counts before the rope is free: it counts down first, and says so', () => {
  const rope = openRope({ countdown: 4 });
  const told = [];
  for (let ms = 0; ms < 5000; ms += 250) {
    rope.pull(5, 0, 250);
    const { phase, leftS } = rope.notice();
    told.push(`${phase} ${leftS}`);
    if (phase === 'ready') assert.equal(rope.view().rope, 0);
  }
  assert.deepEqual([...new Set(told)].slice(0, 6), [
    'ready 4',
    'ready 3',
    'ready 2',
    'ready 1',
    'pull 30',
    'over 0',
  ]);
});

test('there is a winner when the time is up: the side that has more of the rope; in the very middle nobody', () => {
  for (const [left, right, winner] of /** @type {const} */ ([
    [1, 2, 'right'],
    [2, 1, 'left'],
    [1, 1, null],
  ])) {
    const rope = openRope({ seconds: 10, weight: 100 });
    for (let ms = 0; ms < 9500; ms += 250) rope.pull(left, right, 250);
    assert.equal(rope.view().phase, 'pull');
    for (let ms = 0; ms < 1000; ms += 250) rope.pull(left, right, 250);
    assert.deepEqual([rope.view().phase, rope.view().winner], ['over', winner]);
  }
});

test('the effort of a side is the taps a second of each head, and comes to rest with it', () => {
  const rope = openRope({ heads: { left: 10, right: 2 }, weight: 200 });
  for (let i = 0; i < 60; i++) rope.pull(5, 1, 100);
  const { effort } = rope.view();
  assert.ok(Math.abs(effort.left - 5) < 0.1 && Math.abs(effort.right - 5) < 0.1, JSON.stringify(effort));
  for (let i = 0; i < 60; i++) rope.pull(0, 0, 100);
  assert.ok(rope.view().effort.left < 0.1);
});

test('an empty side divides by nobody without harm; an empty hall waits for people', () => {
  const rope = openRope({ heads: { left: 1, right: 0 } });
  rope.pull(5, 0);
  assert.equal(rope.view().rope, -0.5);
  rope.setHeads({ left: 0, right: 0 });
  rope.pull(0, 0);
  assert.deepEqual([rope.view().phase, rope.view().rope], ['wait', 0]);
});

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));
