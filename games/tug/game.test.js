import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage } from '../../lib/stage.js';
import game from './game.js';

/** @param {number} left @param {number} right pulls of a window @param {{ left: number, right: number }} [heads] */
function pull(left, right, heads = { left: 1, right: 1 }) {
  const stage = createStage({ game, settings: { weight: 10 }, seed: 1 });
  stage.setPlayers({ count: heads.left + heads.right, byTeam: heads });
  const sum = { left: { count: left, pulls: left }, right: { count: right, pulls: right } };
  stage.tick(33, sum);
  return { stage, sum, view: () => /** @type {any} */ (stage.frame().view) };
}

test('the side that pulls more per head moves the rope', () => {
  assert.ok(pull(3, 1).view().rope < 0);
  assert.ok(pull(1, 3).view().rope > 0);
  assert.equal(pull(10, 1, { left: 10, right: 1 }).view().rope, 0);
});

test('the rope at one end is a win, and stays one until it is pulled again', () => {
  const { stage, view } = pull(0, 10);
  assert.equal(view().winner, 'right');
  stage.tick(33, { left: { count: 99, pulls: 99 }, right: { count: 0, pulls: 0 } });
  assert.equal(view().winner, 'right');
  assert.equal(stage.notice(), '{"winner":"right"}');
  stage.run('again');
  assert.deepEqual(view(), { rope: 0, winner: null });
});

test('an empty side divides by nobody without harm', () => {
  assert.ok(Number.isFinite(pull(5, 0, { left: 1, right: 0 }).view().rope));
});
