import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';

/** A stage to which people say words, in a room of people who are called so. */
function tell() {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  let number = 0;
  return {
    stage,
    /** @param {string} name @param {string} word */
    say: (name, word) =>
      stage.submit('word', {
        ...{ id: `${++number}`, player: { id: name, name, team: null } },
        ...{ value: { word }, atMs: 0 },
      }),
  };
}

test('a word is in the story once a host has taken it, and not if they drop it', () => {
  const { stage, say } = tell();
  say('Ada', 'there');
  say('Bob', 'was');
  assert.deepEqual(stage.frame().view.words, []);
  assert.deepEqual(stage.desk().next?.values, { word: 'there' });
  stage.run('take');
  stage.run('drop');
  assert.deepEqual(stage.frame().view.words, ['there']);
  assert.equal(stage.desk().next, null);
  assert.throws(() => stage.run('take'), /No word is waiting/);
});

test('one word at a time, and not two in a row by one person', () => {
  const { stage, say } = tell();
  assert.throws(() => say('Ada', 'there was'), /One word, please/);
  say('Ada', 'there');
  assert.throws(() => say('Ada', 'was'), /still waiting/);
  stage.run('take');
  assert.throws(() => say('Ada', 'was'), /somebody else/);
});
