/** A transcript holds enough of a stage that playing it gives the same stage again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse, totals } from '../../lib/contract/define-game.js';
import { createStage } from '../../lib/stage/stage.js';
import { playTranscript, recordStage } from '../../lib/stage/transcript.js';

const GAME = defineGame({
  title: 'Test',
  input: { taps: { type: 'integer', minimum: 0, maximum: 9 } },
  aggregate: { ...totals('taps'), read: (/** @type {any} */ sum) => sum },
  setup: () => ({ taps: 0, said: /** @type {any[]} */ ([]), meter: /** @type {unknown} */ (null) }),
  tick(state, sum, { meter }) {
    state.taps += sum?.taps ?? 0;
    if (sum) sum.taps = 99;
    state.meter = meter;
  },
  frame: (state) => state,
  actions: {
    no: {
      title: 'No',
      run() {
        throw refuse('No.');
      },
    },
    boom: {
      title: 'Boom',
      run() {
        throw new Error('boom');
      },
    },
  },
  submit: {
    say: {
      fields: { word: { type: 'string' } },
      accept(state, { value }) {
        state.said.push(value);
        value.word += '!';
        return state.said.length;
      },
    },
  },
});

function openStage() {
  /** @type {any[]} */
  const entries = [];
  const stage = createStage({ game: GAME, settings: {}, seed: 1 });
  return { entries, stage: recordStage(stage, (entry) => entries.push(JSON.parse(entry))) };
}

test('counts and readings that stay the same are in it once', () => {
  const { stage, entries } = openStage();
  const reading = /** @type {any} */ ({ connections: 1 });
  for (let n = 0; n < 3; n++) {
    stage.apply(['setPlayers', { count: 1, byTeam: {} }]);
    stage.apply(['setMeter', reading]);
  }
  stage.apply(['setPlayers', { count: 2, byTeam: {} }]);
  stage.apply(['setMeter', { ...reading }]);
  assert.deepEqual(
    entries.map(([kind]) => kind),
    ['setPlayers', 'setMeter', 'setPlayers', 'setMeter'],
  );
});

test('a sum and a submission are in it as they came, though the game changes them', () => {
  const { stage, entries } = openStage();
  stage.apply(['tick', 33, { count: 1, taps: 2 }]);
  const player = { id: 'a', name: 'A', team: null };
  assert.equal(stage.apply(['submit', 'say', { id: '1', player, value: { word: 'hi' }, atMs: 5 }]), 1);
  assert.deepEqual(entries, [
    ['tick', 33, { count: 1, taps: 2 }],
    ['submit', 'say', { id: '1', player, value: { word: 'hi' }, atMs: 5 }],
  ]);
  const again = createStage({ game: GAME, settings: {}, seed: 1 });
  playTranscript(again, /** @type {any} */ (entries));
  assert.deepEqual(again.save(), stage.save());
});

test('a player who was passed whole is in it without their secret', () => {
  const { stage, entries } = openStage();
  const player = { id: 'a', name: 'Ada', team: null, pid: 'secret', connected: true };
  stage.apply(['join', player]);
  stage.apply(['leave', { ...player, kicked: true }]);
  const plain = { id: 'a', name: 'Ada', team: null };
  assert.deepEqual(entries, [
    ['join', plain],
    ['leave', { ...plain, kicked: true }],
  ]);
});

test('an entry that was refused or threw is not in it', () => {
  const { stage, entries } = openStage();
  assert.throws(() => stage.apply(['run', 'no']), { code: 'action-refused' });
  assert.throws(() => stage.apply(['run', 'nothing']), { code: 'action-unknown' });
  assert.throws(() => stage.apply(['run', 'boom']), { code: 'action-fault' });
  assert.throws(() => stage.apply(/** @type {any} */ (['leap'])), TypeError);
  assert.deepEqual(entries, []);
});

test('an action that is refused when it is played again is left out; an unknown entry is an error', () => {
  const { stage } = openStage();
  playTranscript(stage, [
    ['run', 'no'],
    ['tick', 33, null],
  ]);
  assert.equal(stage.nowMs(), 33);
  assert.throws(() => playTranscript(stage, /** @type {any} */ ([['leap']])), /kind "leap"/);
});

test('who ran an action is known to that action alone, and again when it is replayed', () => {
  const game = defineGame({
    title: 'Roles',
    setup: () => ({ seen: /** @type {unknown[]} */ ([]) }),
    tick: (state, _sum, { by }) => void state.seen.push(by),
    frame: (state) => state,
    actions: {
      note: { title: 'Note', run: (state, _args, { by }) => void state.seen.push(by) },
      no: {
        title: 'No',
        run() {
          throw refuse('No.');
        },
      },
    },
  });
  const open = () => createStage({ game, settings: {}, seed: 1 });
  /** @type {any[]} */
  const entries = [];
  const stage = recordStage(open(), (entry) => entries.push(JSON.parse(entry)));
  for (const by of /** @type {const} */ (['operator', 'screen', 'remote', 'moderator', null]))
    stage.apply(['run', 'note', undefined, by]);
  assert.throws(() => stage.apply(['run', 'no', {}, 'screen']), /No\./);
  stage.apply(['tick', 30, null]);
  stage.apply(['run', 'note']);
  const seen = ['operator', 'screen', 'remote', 'moderator', null, null, null];
  assert.deepEqual(stage.save().state, { seen });
  const again = open();
  playTranscript(again, entries);
  assert.deepEqual(again.save().state, { seen });
});
