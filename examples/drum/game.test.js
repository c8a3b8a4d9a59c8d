import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';

const fold = /** @type {import('mass-mobile').Fold} */ (game.fold);

test('a tap lights the step that it is nearest to, in the row of its team', () => {
  const sum = fold.add(fold.empty(), { taps: 1 }, { id: 'ada', team: 'snare' }, 2000 + 4 * 125 + 60);
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.setPlayers({ count: 1, byTeam: { bass: 0, snare: 1, hat: 0, bell: 0 } });
  stage.tick(33, sum);
  const { loop } = stage.frame().view;
  assert.deepEqual(
    loop.map((row) => row.findIndex((light) => light > 0)),
    [-1, 4, -1, -1],
  );
});

test('a step that nobody taps any more is forgotten by half in the time that is set', () => {
  const stage = createStage({ game, settings: { ...settingsOf(game), memory: 2 }, seed: 1 });
  stage.setPlayers({ count: 1, byTeam: { bass: 1, snare: 0, hat: 0, bell: 0 } });
  stage.tick(33, fold.add(fold.empty(), { taps: 2 }, { id: 'ada', team: 'bass' }, 0));
  for (let ms = 0; ms < 2000; ms += 50) stage.tick(50, fold.empty());
  assert.equal(stage.frame().view.loop[0]?.[0], 0.5);
});
