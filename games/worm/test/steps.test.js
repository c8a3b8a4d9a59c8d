/** The step that GO takes next in a debate. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from '../game.js';

test('a hand on the line leaves the step as it was, and each phase has one of its own', () => {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.run('next');
  const live = stage.desk().next;
  stage.run('hide');
  stage.run('mark', { text: 'A point' });
  assert.deepEqual(stage.desk().next, live);
  stage.run('next');
  stage.run('resume');
  const again = stage.desk().next;
  assert.equal(again?.label, live?.label);
  assert.notDeepEqual(again, live, 'a press for the line before ends no line that was resumed');
});
