/** The stage: ticks, faults, actions and saved states. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, latest, refuse, totals } from '../../lib/contract/define-game.js';
import { ShowError } from '../../lib/errors.js';
import { joinOf, leaveOf } from '../../lib/stage/player-entries.js';
import { StageFault, createStage } from '../../lib/stage/stage.js';

const base = { title: 'Test', setup: () => ({ n: 0 }), frame: (/** @type {any} */ state) => state };

/** @param {Partial<import('../../lib/contract/types.js').GameDefinition>} more */
function stageOf(more) {
  const game = defineGame({ ...base, ...more });
  return createStage({ game, settings: {}, seed: 1 });
}

test('a tick runs the game on what the fold reads, with seconds', () => {
  const stage = stageOf({
    input: { taps: { type: 'integer', minimum: 0, maximum: 9 } },
    aggregate: totals('taps'),
    tick: (state, sum, ctx) => ({ n: state.n + sum.taps, dt: ctx.dt, nowMs: ctx.nowMs }),
  });
  stage.apply(['tick', 50, { count: 2, taps: 7 }]);
  assert.deepEqual(stage.frame(), { nowMs: 50, view: { n: 7, dt: 0.05, nowMs: 50 } });
});

test('a pause of the process is a step of at most 250 ms, time never goes back', () => {
  const stage = stageOf({ tick: (state, _sum, { dt }) => void (state.n += dt) });
  stage.apply(['tick', 60_000, null]);
  stage.apply(['tick', -5, null]);
  assert.deepEqual(stage.frame().view, { n: 0.25 });
});

for (const hook of /** @type {const} */ (['setup', 'tick', 'frame', 'notice', 'join', 'leave'])) {
  test(`a throw in ${hook} is a fault that names it`, () => {
    const bomb = () => {
      throw new Error('boom');
    };
    const run = () => {
      const stage = stageOf({ [hook]: bomb });
      const who = { id: 'a', name: 'A', team: null };
      stage.apply(['join', who]);
      stage.apply(['tick', 1, null]);
      stage.frame();
      stage.notice();
      stage.apply(['leave', who]);
    };
    assert.throws(
      run,
      (error) => error instanceof StageFault && error.hook === hook && error.message === 'boom',
    );
  });
}

test('whatever is thrown becomes a fault with a message', () => {
  for (const thrown of [undefined, null, 'text', Object.create(null), Symbol('s')]) {
    const stage = stageOf({
      tick() {
        throw thrown;
      },
    });
    assert.throws(() => stage.apply(['tick', 1, null]), StageFault);
  }
});

test('an action may refuse with a sentence; an unknown one and bad arguments are the caller’s', () => {
  const stage = stageOf({
    actions: {
      no: {
        title: 'No',
        run() {
          throw refuse('Not before the serve.');
        },
      },
      add: {
        title: 'Add',
        args: { by: { type: 'integer', default: 2, maximum: 5 } },
        run: (state, { by }) => void (state.n += Number(by)),
      },
      bomb: {
        title: 'Bomb',
        run() {
          throw new Error('boom');
        },
      },
    },
  });
  assert.throws(
    () => stage.apply(['run', 'no']),
    (error) => error instanceof ShowError && error.message === 'Not before the serve.',
  );
  assert.throws(() => stage.apply(['run', 'toString']), /no action "toString". Actions: no, add, bomb/);
  assert.throws(() => stage.apply(['run', 'add', { by: 9 }]), /by is 9, must be a whole number to 5/);
  assert.throws(
    () => stage.apply(['run', 'bomb']),
    (error) => error instanceof ShowError && error.code === 'action-fault' && error.message.includes('boom'),
  );
  stage.apply(['run', 'add']);
  stage.apply(['run', 'add', { by: 1 }]);
  assert.deepEqual(stage.frame().view, { n: 3 });
});

test('an unknown entry is refused with its kind and the known ones', () => {
  const stage = stageOf({});
  for (const kind of ['leap', 'toString', 'state']) {
    assert.throws(() => stage.apply(/** @type {any} */ ([kind])), {
      name: 'TypeError',
      message:
        `A stage has no entry of the kind "${kind}". Kinds: ` +
        'tick, setPlayers, setMeter, setPaused, setSettings, setContent, run, join, leave, submit.',
    });
  }
});

test('entries and what comes back are values: they may cross a thread', () => {
  const stage = stageOf({
    join: (state, { id }) => void (state.n += id.length),
    submit: { add: { fields: {}, accept: (state) => ({ sum: ++state.n }) } },
    actions: { add: { title: 'Add', run: (state) => void (state.n += 1) } },
  });
  const ada = { id: 'a', name: 'Ada', team: null, pid: 'secret' };
  const receipts = [
    joinOf(ada),
    leaveOf({ ...ada, kicked: true }),
    ['tick', 33.3, null],
    ['run', 'add'],
    ['submit', 'add', { id: '1', player: ada, value: {}, atMs: 0 }],
  ].map((entry) => structuredClone(stage.apply(structuredClone(/** @type {any} */ (entry)))));
  assert.deepEqual(receipts.at(-1), { sum: 3 });
  assert.deepEqual(joinOf(ada), ['join', { id: 'a', name: 'Ada', team: null }]);
  assert.deepEqual(leaveOf({ ...ada, kicked: true }), [
    'leave',
    { id: 'a', name: 'Ada', team: null, kicked: true },
  ]);
});

test('a game is told of a player without their secret, and cannot change who is here', () => {
  /** @type {any[]} */
  const told = [];
  const stage = stageOf({
    join(_state, who) {
      told.push({ ...who });
      who.name = 'changed';
    },
    leave: (_state, who) => void told.push(who),
  });
  const ada = /** @type {any} */ ({ id: 'a', name: 'Ada', team: null, pid: 'secret' });
  stage.apply(['join', ada]);
  assert.deepEqual(stage.here(), [{ id: 'a', name: 'Ada', team: null }]);
  stage.apply(['leave', ada]);
  assert.equal(ada.name, 'Ada');
  assert.ok(told.every((who) => !('pid' in who)));
});

test('a stage that goes on from a snapshot has its settings, players, readings and who is here', () => {
  const game = defineGame({ ...base, join() {} });
  const first = createStage({ game, settings: { speed: 1 }, seed: 1 });
  first.apply(['setSettings', { speed: 2 }]);
  first.apply(['setPlayers', { count: 1, byTeam: {} }]);
  first.apply(['setMeter', /** @type {any} */ ({ connections: 7 })]);
  first.apply(['join', { id: 'a', name: 'Ada', team: null }]);
  const saved = JSON.parse(JSON.stringify(first.save()));
  assert.deepEqual(createStage({ game, settings: {}, seed: 2, saved }).save(), saved);
});

test('a stage that goes on from a snapshot has its state, time and chance', () => {
  const game = defineGame({ ...base, tick: (state, _sum, { random }) => void (state.n = random()) });
  const first = createStage({ game, settings: {}, seed: 42 });
  first.apply(['tick', 100, null]);
  const saved = JSON.parse(JSON.stringify(first.save()));
  const second = createStage({ game, settings: {}, seed: 7, saved });
  first.apply(['tick', 100, null]);
  second.apply(['tick', 100, null]);
  assert.deepEqual(second.frame(), first.frame());
  assert.equal(second.save().nowMs, 200);
});

test('a frame of bytes is a copy, and stays what it was when the game writes the next one', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const game = defineGame({ title: 'Bytes', setup: () => ({}), frame: () => bytes });
  const stage = createStage({ game, settings: {}, seed: 1 });
  const { view } = stage.frame();
  bytes[0] = 9;
  assert.deepEqual(view, Uint8Array.of(1, 2, 3));
  assert.deepEqual(stage.frame().view, Uint8Array.of(9, 2, 3));
});

test('levels are cleared by entries of games of levels only; the count is saved, replayed and taken back with a refusal', () => {
  const clearing = defineGame({
    title: 'Clearing',
    input: { y: { type: 'number' } },
    hold: true,
    aggregate: latest('y'),
    setup: () => ({ n: 0 }),
    tick(state, { y }, ctx) {
      if (y > 1) ctx.clearLevels();
    },
    frame(state, ctx) {
      if (state.n === 9) ctx.clearLevels();
      return state;
    },
    actions: {
      again: { title: 'Again', run: (_state, _args, ctx) => ctx.clearLevels() },
      frame: { title: 'Clear in frame', run: (state) => void (state.n = 9) },
      no: {
        title: 'No',
        run(state, _args, ctx) {
          ctx.clearLevels();
          state.n = ctx.random();
          throw refuse('no');
        },
      },
    },
  });
  const stage = createStage({ game: clearing, settings: {}, seed: 1 });
  stage.apply(['run', 'again']);
  stage.apply(['tick', 33, { count: 1, y: 2 }]);
  assert.equal(stage.clears(), 2);
  const before = JSON.stringify(stage.save());
  assert.throws(() => stage.apply(['run', 'no']), { code: 'action-refused' });
  assert.equal(JSON.stringify(stage.save()), before, 'the state, the chance and the count');
  const again = createStage({ game: clearing, settings: {}, seed: 2, saved: JSON.parse(before) });
  assert.equal(again.clears(), 2);
  stage.apply(['run', 'frame']);
  assert.throws(() => stage.frame(), /works in actions, accept, tick, join and leave only/);
  const events = defineGame({
    title: 'Events',
    setup: () => ({}),
    frame: () => null,
    actions: { again: { title: 'Again', run: (_state, _args, ctx) => ctx.clearLevels() } },
  });
  const eventStage = createStage({ game: events, settings: {}, seed: 1 });
  assert.throws(() => eventStage.apply(['run', 'again']), { code: 'action-fault', message: /hold: true/ });
});

test('teams have titles in every hook', () => {
  const game = defineGame({
    title: 'Teams',
    teams: ['bass', 'snare'],
    teamTitles: { snare: 'The snares' },
    setup: () => ({}),
    frame: (_state, { teamTitles }) => teamTitles,
  });
  const stage = createStage({ game, settings: {}, seed: 1 });
  assert.deepEqual(stage.frame().view, { bass: 'Bass', snare: 'The snares' });
});
