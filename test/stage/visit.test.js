/** The wish to visit another game is a value: the stage knows no other games, and its holder may say no. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse } from '../../lib/contract/define-game.js';
import { createStage } from '../../lib/stage/stage.js';

/** Calls `visit` wherever a test wants it. @param {{ in?: string, with?: any[] }} [when] */
function openStage({ in: place = '', with: args = ['pong'] } = {}) {
  const at = (/** @type {string} */ name, /** @type {any} */ ctx) => name === place && ctx.visit(...args);
  const game = defineGame({
    title: 'Visit',
    setup: (ctx) => (at('setup', ctx), { n: 0 }),
    tick: (_state, _sum, ctx) => void at('tick', ctx),
    frame: (state, ctx) => (at('frame', ctx), state),
    join: (_state, _player, ctx) => void at('join', ctx),
    actions: {
      go: {
        title: 'Go',
        run(state, _args, ctx) {
          state.n += 1;
          at('go', ctx);
        },
      },
      stay: { title: 'Stay', run: (state) => void (state.n += 1) },
    },
    submit: { say: { fields: {}, accept: (_state, _said, ctx) => void at('accept', ctx) } },
  });
  return createStage({ game, settings: {}, seed: 1 });
}
const wish = { gameId: 'pong', settings: null, then: null };

test('an action answers with its wish, another one with nothing', () => {
  const stage = openStage({ in: 'go', with: ['pong', { settings: { points: 3 }, then: 'stay' }] });
  assert.deepEqual(stage.apply(['run', 'go']), { gameId: 'pong', settings: { points: 3 }, then: 'stay' });
  assert.equal(stage.apply(['run', 'stay']), undefined);
  assert.deepEqual(openStage({ in: 'go' }).apply(['run', 'go']), wish);
});

test('who approves sees the wish before the action counts, and a no undoes it', () => {
  const stage = openStage({ in: 'go' });
  /** @type {any[]} */
  const seen = [];
  stage.apply(['run', 'go'], (visit) => void seen.push(visit));
  assert.deepEqual(seen, [wish]);
  const before = JSON.stringify(stage.save());
  const no = () => {
    throw refuse('Not today.');
  };
  assert.throws(() => stage.apply(['run', 'go'], no), { message: 'Not today.' });
  assert.equal(JSON.stringify(stage.save()), before);
  stage.apply(['run', 'stay'], no);
});

test('everywhere else it is a mistake of the author', () => {
  const player = { id: 'p', name: 'P', team: null };
  /** @type {Record<string, (stage: ReturnType<typeof openStage>) => unknown>} */
  const places = {
    tick: (stage) => stage.apply(['tick', 33, null]),
    frame: (stage) => stage.frame(),
    join: (stage) => stage.apply(['join', player]),
    accept: (stage) => stage.apply(['submit', 'say', { id: 's', player, value: {}, atMs: 0 }]),
  };
  for (const [place, run] of Object.entries(places))
    assert.throws(() => run(openStage({ in: place })), /ctx\.visit\(\) works in actions only/, place);
  assert.throws(() => openStage({ in: 'setup' }), /works in actions only/);
});

test('a wish that makes no sense fails its action', () => {
  for (const [args, problem] of /** @type {[any[], RegExp][]} */ ([
    [[], /needs the id of a game/],
    [[7], /needs the id of a game/],
    [['pong', { settings: 'many' }], /settings must be an object/],
    [['pong', { then: 'toString' }], /then names no action/],
  ]))
    assert.throws(() => openStage({ in: 'go', with: args }).apply(['run', 'go']), problem);
});
