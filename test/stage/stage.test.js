import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse, totals } from '../../lib/contract/define-game.js';
import { ShowError } from '../../lib/errors.js';
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
  stage.tick(50, { count: 2, taps: 7 });
  assert.deepEqual(stage.frame(), { nowMs: 50, view: { n: 7, dt: 0.05, nowMs: 50 } });
});

test('a pause of the process is a step of at most 250 ms, time never goes back', () => {
  const stage = stageOf({ tick: (state, _sum, { dt }) => void (state.n += dt) });
  stage.tick(60_000, null);
  stage.tick(-5, null);
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
      stage.join(who);
      stage.tick(1, null);
      stage.frame();
      stage.notice();
      stage.leave(who);
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
    assert.throws(() => stage.tick(1, null), StageFault);
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
    () => stage.run('no'),
    (error) => error instanceof ShowError && error.message === 'Not before the serve.',
  );
  assert.throws(() => stage.run('toString'), /no action "toString". Actions: no, add, bomb/);
  assert.throws(() => stage.run('add', { by: 9 }), /by is 9, must be a whole number to 5/);
  assert.throws(() => stage.run('bomb'), StageFault);
  stage.run('add');
  stage.run('add', { by: 1 });
  assert.deepEqual(stage.frame().view, { n: 3 });
});

test('a stage taken up from a snapshot goes on with its state, time and chance', () => {
  const game = defineGame({ ...base, tick: (state, _sum, { random }) => void (state.n = random()) });
  const first = createStage({ game, settings: {}, seed: 42 });
  first.tick(100, null);
  const saved = JSON.parse(JSON.stringify(first.save()));
  const second = createStage({ game, settings: {}, seed: 7, saved });
  first.tick(100, null);
  second.tick(100, null);
  assert.deepEqual(second.frame(), first.frame());
  assert.equal(second.save().nowMs, 200);
});
