import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';
import { LINES } from './shared/lines.js';

const ada = { id: 'ada', name: 'Ada', team: null };
const TOP_ROW = 0;

/** A round with one card. */
function begin() {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.join(ada);
  const call = () => stage.submit('call', { id: 'a', player: ada, value: { line: TOP_ROW }, atMs: 0 });
  return { stage, call, card: () => JSON.parse(stage.personal('ada')).card };
}

test('a card has five numbers of each column, a free middle, and stays that of its phone', () => {
  const { stage, card } = begin();
  const before = card();
  for (const [place, number] of before.entries())
    assert.equal(number === 0 ? 2 : Math.floor((number - 1) / 15), place % 5);
  assert.equal(new Set(before).size, 25);
  stage.join(ada);
  assert.deepEqual(card(), before);
});

test('a line wins when all of its numbers are drawn, and no sooner', () => {
  const { stage, call, card } = begin();
  const line = LINES[TOP_ROW]?.map((place) => card()[place]) ?? [];
  assert.throws(call, /has not been drawn/);
  while (!line.every((number) => stage.frame().view.drawn.includes(number))) stage.run('draw');
  call();
  assert.deepEqual(stage.frame().view.winners, ['Ada']);
  assert.equal(stage.desk().next?.action, 'again');
});
