/** A strict stage says what a game gives that is no JSON, and where; every stage says what a hook must not return. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame } from '../../lib/contract/define-game.js';
import { createStage as createLoose } from '../../lib/stage/stage.js';
import { createStage, settingsOf } from '../../lib/testing.js';

/** @typedef {Record<string, unknown>} Part of a definition */

/** @param {Part} more @returns {any} */
const game = (more) =>
  defineGame(/** @type {any} */ ({ title: 'Weather', setup: () => ({ n: 0 }), frame: () => ({}), ...more }));
const PERSON = { id: 'ada', name: 'Ada', team: null, isVirtual: false };

/** Calls every hook. @param {typeof createStage} create @param {Part} more */
function play(create, more) {
  const definition = game(more);
  const stage = create({ game: definition, settings: settingsOf(definition), seed: 1 });
  stage.join(PERSON);
  stage.tick(33, null);
  if (definition.actions.go) stage.run('go');
  if (definition.submit.vote) stage.submit('vote', /** @type {any} */ ({ player: PERSON, value: {} }));
  stage.frame();
  stage.notice();
  stage.panel();
  stage.backdrop();
  stage.personal('ada');
  stage.leave(PERSON);
}

const action = (/** @type {Part['run']} */ run) => ({ actions: { go: { title: 'Go', run } } });
const vote = (/** @type {unknown} */ accept) => ({ submit: { vote: { fields: {}, accept } } });

/** The mistake, the hook, and what is said of it. @type {Record<string, [Part, string, RegExp]>} */
const MISTAKES = {
  'a Map in the state': [
    { setup: () => ({ names: new Map() }) },
    'setup',
    /^state\.names is a Map: JSON has objects, /,
  ],
  'undefined in a list': [
    { tick: (/** @type {any} */ s) => void (s.a = [1, undefined]) },
    'tick',
    /^state\.a\[1\] is undefined: /,
  ],
  'a function in the state': [
    { setup: () => ({ a: { run() {} } }) },
    'setup',
    /^state\.a\.run is a function: /,
  ],
  'NaN in the state': [
    { tick: (/** @type {any} */ s) => void (s.x = s.n / 0 - s.m) },
    'tick',
    /^state\.x is NaN: /,
  ],
  'a class of its own': [
    { setup: () => ({ ball: new (class Ball {})() }) },
    'setup',
    /^state\.ball is a Ball: /,
  ],
  'a state that holds itself': [
    { tick: (/** @type {any} */ s) => void (s.self = s) },
    'tick',
    /^state\.self holds itself: /,
  ],
  'a join that leaves a Set': [
    { join: (/** @type {any} */ s) => void (s.all = new Set()) },
    'join',
    /^state\.all is a Set: /,
  ],
  'a leave that leaves a Date': [
    { leave: (/** @type {any} */ s) => void (s.at = new Date(0)) },
    'leave',
    /^state\.at is a Date: /,
  ],
  'an accept that leaves NaN': [
    vote(
      (/** @type {any} */ s) =>
        ((s.x = NaN), {}),
    ),
    'submit.vote',
    /^state\.x is NaN: /,
  ],
  'a receipt that is no JSON': [
    vote(() => ({ at: new Date(0) })),
    'submit.vote',
    /^its receipt\.at is a Date: /,
  ],
  'a frame with NaN': [
    { frame: () => ({ rows: [{ y: NaN }] }) },
    'frame',
    /^its view\.rows\[0\]\.y is NaN: /,
  ],
  'a notice with a Map': [{ notice: () => ({ a: new Map() }) }, 'notice', /^its view\.a is a Map: /],
  'a panel with a function': [{ panel: () => ({ a() {} }) }, 'panel', /^its view\.a is a function: /],
  'a backdrop with undefined': [
    { backdrop: () => ({ a: undefined }) },
    'backdrop',
    /^its view\.a is undefined: /,
  ],
  'a personal view with a bigint': [
    { personal: () => ({ a: 1n }) },
    'personal',
    /^its view\.a is a bigint: /,
  ],
};

for (const [name, [more, hook, says]] of Object.entries(MISTAKES))
  test(`a test of a game finds ${name}`, () => {
    assert.throws(
      () => play(createStage, more),
      (/** @type {any} */ error) => error.hook === hook && says.test(error.message),
    );
  });

const PROMISE = /^it returned a promise, and the show waits for none: it must not be async$/;
const OTHER = /^it returned 5: change the state, or return a whole new one$/;

/** These are found in a show as well, because they cost nothing to find. @type {Record<string, [Part, RegExp]>} */
const ALWAYS = {
  'an async setup': [{ setup: async () => ({}) }, PROMISE],
  'an async tick': [{ async tick() {} }, PROMISE],
  'an async tick that fails': [{ tick: () => Promise.reject(new Error('too late')) }, PROMISE],
  'an async join': [{ async join() {} }, PROMISE],
  'an async leave': [{ async leave() {} }, PROMISE],
  'an async frame': [{ frame: async () => ({}) }, PROMISE],
  'an async notice': [{ notice: async () => ({}) }, PROMISE],
  'an async personal': [{ personal: async () => ({}) }, PROMISE],
  'an async accept': [vote(async () => ({})), PROMISE],
  'an async action': [action(async () => {}), /^The action "go" failed: it returned a promise, /],
  'a tick that returns a number': [{ tick: () => 5 }, OTHER],
  'an action that returns a number': [action(() => 5), /^The action "go" failed: it returned 5: /],
  'a setup that returns nothing': [{ setup() {} }, /^it returned nothing: return the state, an object$/],
  'a frame that returns nothing': [{ frame() {} }, /^it returned nothing: return what the screen shows$/],
};

/** @type {any} */
const loose = (/** @type {any} */ options) => {
  const stage = createLoose(options);
  return {
    join: (/** @type {any} */ who) => stage.apply(['join', who]),
    leave: (/** @type {any} */ who) => stage.apply(['leave', who]),
    tick: (/** @type {any} */ ms, /** @type {any} */ sum) => stage.apply(['tick', ms, sum]),
    run: (/** @type {any} */ id) => stage.apply(['run', id, {}]),
    submit: (/** @type {any} */ kind, /** @type {any} */ said) => stage.apply(['submit', kind, said]),
    ...stage,
  };
};

for (const [name, [more, says]] of Object.entries(ALWAYS))
  test(`a show finds ${name}`, () => {
    for (const create of [createStage, loose])
      assert.throws(
        () => play(create, more),
        (/** @type {any} */ error) => says.test(error.message),
      );
  });

test('what is right passes: bytes, null, another state, an accept and an action that return nothing else', () => {
  play(createStage, {
    frame: () => new Uint8Array([1, 2]),
    tick: () => ({ n: 1 }),
    notice: () => null,
    personal() {},
  });
  play(createStage, { ...action(() => {}), ...vote(() => ({ ok: true })), join: () => 7 });
});
