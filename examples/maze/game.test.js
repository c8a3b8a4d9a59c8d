import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';

const fold = /** @type {import('mass-mobile').Fold} */ (game.fold);
/** The sum of a room with one thumb. @param {number} x @param {number} y */
const pull = (x, y) => fold.add(fold.empty(), { x, y }, { id: 'ada', team: null });
/** Where a thumb goes, for which up is up. @type {Record<string, [number, number]>} */
const WAYS = { '<': [-1, 0], '>': [1, 0], '^': [0, 1], v: [0, -1] };

for (const seed of [1, 2, 3])
  test(`a room that follows the marks comes to the goal, and to another maze (${seed})`, () => {
    const stage = createStage({ game, settings: settingsOf(game), seed });
    const before = stage.backdrop();
    for (let ticks = 0; stage.frame().view.found === 0; ticks++) {
      assert.ok(ticks < 5000, 'it never comes there');
      const { x, y } = stage.frame().view;
      const mark = stage.backdrop().tiles[Math.floor(y)]?.[Math.floor(x)];
      const [right, up] = WAYS[mark ?? ''] ?? [0, 0];
      const [middleX, middleY] = [Math.floor(x) + 0.5 - x, y - Math.floor(y) - 0.5];
      stage.tick(33, pull(right || middleX, up || middleY));
    }
    assert.notDeepEqual(stage.backdrop(), before);
  });

test('nobody goes through a wall', () => {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  for (let ticks = 0; ticks < 100; ticks++) stage.tick(33, pull(-1, 1));
  const { x, y } = stage.frame().view;
  assert.ok(x > 1 && y > 1, `${x}, ${y}`);
});
