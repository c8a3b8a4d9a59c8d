import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEdge } from '../../lib/edge.js';
import { createStage } from '../../lib/stage.js';
import game from './game.js';

function openLobby() {
  const edge = createEdge();
  edge.setGame(game);
  const stage = createStage({ game, settings: { headline: '' }, seed: 1 });
  stage.setPlayers({ count: 2, byTeam: { left: 1, right: 1 } });
  const view = () => /** @type {any} */ (stage.frame().view);
  const tick = (ms = 33) => stage.tick(ms, edge.drain(0));
  return { edge, stage, view, tick };
}

test('names stand in the order they came, at most forty; who comes again comes last; who leaves is gone', () => {
  const { stage, view, tick } = openLobby();
  const person = (/** @type {number} */ n) => ({
    id: `p${n}`,
    name: `Name ${n}`,
    team: n % 2 === 0 ? 'left' : 'right',
  });
  for (let n = 0; n < 45; n++) stage.join(person(n));
  stage.join({ ...person(10), name: 'Renamed' });
  stage.leave(person(44));
  tick();
  const { names } = view();
  assert.equal(names.length, 39);
  assert.equal(names.at(-1).name, 'Renamed');
  assert.equal(names.filter((/** @type {any} */ { id }) => id === 'p10').length, 1);
  assert.ok(!names.some((/** @type {any} */ { id }) => id === 'p44' || id === 'p4'));
  const numbers = names.map((/** @type {any} */ { n }) => n);
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
});

test('taps are sparks of their side, at their place, for one frame; they add up', () => {
  const { edge, view, tick } = openLobby();
  const left = edge.sit({ id: 'a', team: 'left' });
  const right = edge.sit({ id: 'b', team: 'right' });
  edge.input(left, { taps: 3, x: 0 }, 0);
  edge.input(right, { taps: 2, x: 1 }, 0);
  tick();
  const { sparks, taps } = view();
  assert.equal(taps, 5);
  assert.equal(sparks.left[0], 3);
  assert.equal(sparks.right[23], 2);
  tick();
  assert.equal(view().sparks.left[0], 0);
  assert.equal(view().taps, 5);
});

test('the room glows while it is busy, never beyond 1, and calms down', () => {
  const { edge, view, tick } = openLobby();
  const seat = edge.sit({ id: 'a', team: 'left' });
  for (let i = 0; i < 100; i++) {
    edge.input(seat, { taps: 30, x: 0.5 }, 0);
    tick();
  }
  assert.ok(view().energy > 0.9 && view().energy <= 1);
  for (let i = 0; i < 200; i++) tick();
  assert.ok(view().energy < 0.01);
});
