import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import { assertReadmeTells } from '../../test/support/readme.js';
import game from './game.js';

/** @param {{ heads?: { left: number, right: number }, weight?: number }} [options] */
function openRope({ heads = { left: 1, right: 1 }, weight = 10 } = {}) {
  const stage = createStage({ game, settings: { ...settingsOf(game), weight }, seed: 1 });
  stage.setPlayers({ count: heads.left + heads.right, byTeam: heads });
  return {
    stage,
    view: () => stage.frame().view,
    /** One window of pulls. @param {number} left @param {number} right */
    pull(left, right) {
      stage.tick(33, { left: { count: left, pulls: left }, right: { count: right, pulls: right } });
      return stage.frame().view;
    },
  };
}

test('the side that pulls more moves the rope to itself; windows add up', () => {
  const rope = openRope();
  assert.deepEqual(rope.pull(3, 1), { rope: -0.2, winner: null });
  assert.deepEqual(rope.pull(0, 0), { rope: -0.2, winner: null });
  assert.deepEqual(rope.pull(1, 5), { rope: 0.2, winner: null });
});

test('it is per head: three can beat thirty', () => {
  const rope = openRope({ heads: { left: 30, right: 3 } });
  assert.deepEqual(rope.pull(30, 3), { rope: 0, winner: null });
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
    assert.equal(rope.stage.notice(), `{"winner":"${side}"}`);
    rope.stage.run('again');
    assert.deepEqual(rope.view(), { rope: 0, winner: null });
    assert.equal(rope.stage.notice(), '{"winner":null}');
  });
}

test('an empty side divides by nobody without harm', () => {
  const rope = openRope({ heads: { left: 1, right: 0 } });
  rope.pull(5, 0);
  assert.equal(rope.view().rope, -0.5);
});

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));
