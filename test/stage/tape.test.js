/** The tape of a stage: whatever tick it goes back to, the stage is the same again, and what comes after that is another story. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse, totals } from '../../lib/contract/define-game.js';
import { createStage } from '../../lib/stage/stage.js';
import { Tape } from '../../lib/stage/tape.js';

const GAME = defineGame({
  title: 'Sum',
  input: { n: { type: 'number' } },
  aggregate: totals('n'),
  setup: () => ({ sum: 0, luck: 0, said: /** @type {string[]} */ ([]) }),
  tick(state, { n }, ctx) {
    state.sum += n;
    state.luck = ctx.random();
  },
  frame: (state) => state,
  join: (state, { id }) => void state.said.push(id),
  submit: {
    say: {
      fields: { word: { type: 'string' } },
      accept(state, { value: { word } }) {
        if (word === 'no') throw refuse('Not that.');
        state.said.push(word);
        return word;
      },
    },
  },
  actions: { clear: { title: 'Clear', run: (state) => void (state.said = []) } },
});

/** A stage on a tape, and each tick as it was. */
function record() {
  const make = (/** @type {import('../../lib/stage/types.js').Saved} */ saved) =>
    createStage({ game: GAME, settings: {}, seed: 7, saved });
  let nowMs = 0;
  const tape = new Tape(make, () => (nowMs += 1));
  let stage = tape.record(createStage({ game: GAME, settings: {}, seed: 7 }));
  /** @type {string[]} */
  const told = [];
  const ada = { id: 'ada', name: 'Ada', team: null };
  const say = (/** @type {string} */ word) =>
    stage.apply(['submit', 'say', { id: word, player: ada, value: { word }, atMs: 0 }]);
  return {
    tape,
    told,
    say,
    ada,
    get stage() {
      return stage;
    },
    tick(n = 1) {
      stage.apply(['tick', 33, { count: 1, n }]);
      told[tape.at] = JSON.stringify(stage.save());
    },
    goTo: (/** @type {number} */ tick) =>
      tape.rewind(tick, (saved) => void (stage = tape.record(make(saved)))),
  };
}

test('each tick is the same again, with its chance, its people and what was said', () => {
  const show = record();
  for (let n = 1; n <= 400; n++) {
    if (n === 5) show.stage.apply(['join', show.ada]);
    if (n % 20 === 0) show.say(`w${n}`);
    if (n === 210) show.stage.apply(['run', 'clear']);
    show.tick(n % 7);
  }
  assert.deepEqual([show.tape.first, show.tape.at, show.tape.last], [0, 400, 400]);
  for (const tick of [399, 400, 151, 150, 149, 1, 210, 209, 4, 5]) {
    show.goTo(tick);
    assert.equal(show.tape.at, tick);
    assert.equal(JSON.stringify(show.stage.save()), show.told[tick], `tick ${tick}`);
    assert.deepEqual(show.tape.sum, { count: 1, n: tick % 7 });
    const came = { 210: ['run', 'clear'], 5: ['join', show.ada] }[tick];
    assert.deepEqual(
      show.tape.between.filter(([kind]) => kind !== 'submit'),
      came ? [came] : [],
    );
  }
  show.goTo(0);
  assert.equal(show.tape.sum, null);
  show.goTo(1e9);
  assert.equal(show.tape.at, 400);
});

test('a tick that is played in the past begins another story, and the old one is gone', () => {
  const show = record();
  for (let n = 1; n <= 320; n++) show.tick();
  show.goTo(160);
  show.tick(1000);
  assert.deepEqual([show.tape.at, show.tape.last], [161, 161]);
  for (let n = 0; n < 200; n++) show.tick();
  const now = JSON.stringify(show.stage.save());
  show.goTo(160);
  assert.equal(/** @type {any} */ (show.stage.save().state).sum, 160);
  show.goTo(361);
  assert.equal(JSON.stringify(show.stage.save()), now);
});

test('costs and refusals are kept, and a refused entry is not on the tape', () => {
  const show = record();
  show.tick();
  assert.throws(() => show.say('no'), /Not that/);
  show.stage.frame();
  const [refusal] = show.tape.refused;
  assert.deepEqual(refusal, { tick: 1, what: 'submit.say', problem: 'Not that.' });
  const byHook = Object.fromEntries(show.tape.costs.map((cost) => [cost.hook, cost]));
  assert.deepEqual(byHook['tick'], { hook: 'tick', calls: 1, ms: 1, mostMs: 1, bytes: 0 });
  assert.equal(byHook['frame']?.bytes, JSON.stringify(show.stage.frame().view).length);
  show.tick();
  show.goTo(1);
  assert.deepEqual(/** @type {any} */ (show.stage.save().state).said, []);
});

test('what is older than the tape holds is forgotten', () => {
  const big = defineGame({
    title: 'Big',
    setup: () => ({ text: 'x'.repeat(2 ** 20), n: 0 }),
    tick: (state) => void (state.n += 1),
    frame: ({ n }) => n,
  });
  const make = (/** @type {any} */ saved) => createStage({ game: big, settings: {}, seed: 1, saved });
  const tape = new Tape(make, () => 0);
  const stage = tape.record(createStage({ game: big, settings: {}, seed: 1 }));
  for (let n = 0; n < 150 * 40; n++) stage.apply(['tick', 33, null]);
  assert.ok(tape.first > 0 && tape.first % 150 === 0, String(tape.first));
  tape.rewind(0, ({ state }) => assert.equal(/** @type {any} */ (state).n, tape.first));
});
