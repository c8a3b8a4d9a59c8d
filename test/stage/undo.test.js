/** An action that throws has done nothing, whether its stage is recorded, and then rebuilt, or not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defineGame, refuse } from '../../lib/contract/define-game.js';
import { ShowError } from '../../lib/errors.js';
import { Recording } from '../../lib/stage/recording.js';
import { createStage } from '../../lib/stage/stage.js';

/** @param {any} state @param {any} ctx */
const spoil = (state, ctx) => {
  state.list.push(ctx.random());
  state.n = -1;
  ctx.clearLevels();
  ctx.visit('lobby');
};

const GAME = defineGame({
  title: 'Undo',
  input: { y: { type: 'number', minimum: 0, maximum: 1 } },
  hold: true,
  setup: () => ({ n: 0, list: /** @type {number[]} */ ([]) }),
  tick: (state, _sum, ctx) => void (state.n += Math.round(ctx.dt * 1000)),
  actions: {
    add: { title: 'Add', run: (state, _args, ctx) => void state.list.push(ctx.random()) },
    renew: { title: 'Renew', run: (state, _args, ctx) => ({ n: state.n + 1, list: [ctx.random()] }) },
    clear: { title: 'Clear', run: (_state, _args, ctx) => ctx.clearLevels() },
    no: {
      title: 'No',
      run(state, _args, ctx) {
        spoil(state, ctx);
        throw refuse('No.');
      },
    },
    boom: {
      title: 'Boom',
      run(state, _args, ctx) {
        spoil(state, ctx);
        throw new Error('boom');
      },
    },
  },
  submit: {
    say: {
      fields: { n: { type: 'integer' } },
      accept(state, { value }, ctx) {
        state.list.push(value.n + ctx.random());
        return state.list.length;
      },
    },
  },
  frame: (state) => state,
});

const STEPS = /** @type {const} */ ([
  'add',
  'renew',
  'clear',
  'no',
  'boom',
  'tick',
  'say',
  'snapshot',
  'append',
]);

/** @param {any} stage @param {string} step @param {number} at */
function play(stage, step, at) {
  const player = { id: 'p', name: 'P', team: null };
  try {
    if (step === 'tick') stage.apply(['tick', 33, null]);
    else if (step === 'say')
      stage.apply(['submit', 'say', { id: `s${at}`, player, value: { n: at }, atMs: 0 }]);
    else stage.apply(['run', step, {}]);
    return 'done';
  } catch (error) {
    return error instanceof ShowError ? error.code : assert.fail(String(error));
  }
}

/** @param {any} stage */
const textOf = (stage) => JSON.stringify(stage.save());

/** @param {number} seed */
const record = (seed) =>
  new Recording({
    make: (saved, rebuilder) => createStage({ game: GAME, settings: {}, seed, saved, rebuilder }),
    isRecorded: true,
    seq: 0,
  });

test('a recorded stage comes out as one that keeps the text of its state', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), fc.nat(), (steps, seed) => {
      const recording = record(seed);
      const plain = createStage({ game: GAME, settings: {}, seed });
      for (const [at, step] of steps.entries()) {
        if (step === 'snapshot') recording.confirm(recording.snapshot());
        else if (step === 'append') {
          if (recording.canAppend) recording.confirm(recording.transcript());
        } else {
          const before = textOf(recording.stage);
          const answer = play(recording.stage, step, at);
          assert.equal(answer, play(plain, step, at));
          if (answer !== 'done') assert.equal(textOf(recording.stage), before);
        }
        assert.equal(textOf(recording.stage), textOf(plain));
      }
    }),
    { numRuns: 300 },
  );
});

test('what was recorded after refusals is what a restart plays', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), fc.nat(), (steps, seed) => {
      const first = record(seed);
      const base = first.snapshot();
      first.confirm(base);
      for (const [at, step] of steps.entries())
        if (step !== 'snapshot' && step !== 'append') play(first.stage, step, at);
      const { seq, transcript } = first.transcript();
      const again = new Recording({
        make: (saved, rebuilder) => createStage({ game: GAME, settings: {}, seed: 0, saved, rebuilder }),
        isRecorded: true,
        stored: {
          saved: JSON.parse(String(base.snapshot)),
          transcripts: [{ seq, entries: JSON.parse(String(transcript)) }],
          submissions: [],
        },
        seq: 0,
      });
      assert.equal(textOf(again.stage), textOf(first.stage));
      assert.equal(play(again.stage, 'no', 99), 'action-refused');
      assert.equal(textOf(again.stage), textOf(first.stage), 'and it can be rebuilt at once');
    }),
    { numRuns: 100 },
  );
});

test('an ordinary action of a recorded game makes no text of the state', () => {
  const recording = record(1);
  let made = 0;
  const { state } = /** @type {any} */ (recording.stage.save());
  state.list = Object.assign([], { toJSON: () => ((made += 1), []) });
  for (let n = 0; n < 5; n++) play(recording.stage, 'add', n);
  assert.equal(made, 0);
});
