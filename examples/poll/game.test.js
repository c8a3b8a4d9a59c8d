import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';

test('the screen shows what the room votes now', () => {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.tick(33, { Yes: 2, No: 1, Maybe: 0 });
  stage.tick(33, { Yes: 3, No: 0, Maybe: 0 });
  assert.deepEqual(stage.frame().view.counts, { Yes: 3, No: 0, Maybe: 0 });
});
