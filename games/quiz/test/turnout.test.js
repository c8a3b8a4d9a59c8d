/** The turnout is kept up step by step: whatever happens, it is what walking through all players and answers gives. */

/** @import { QuizContext, QuizSettings, State } from '../types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import game from '../game.js';
import { readPack } from '../shared/pack.js';
import { Refusal } from '../shared/refusal.js';
import * as rules from '../shared/rules.js';
import { BACK_MS, turnoutOf, votes } from '../shared/turnout.js';

const PLAYERS = 5;
const { pack } = readPack({
  title: 'Turnout',
  questions: [
    {
      text: 'One?',
      seconds: 20,
      options: ['A', 'B', 'C'].map((text, place) => ({ text, correct: place === 1 })),
    },
    { type: 'truefalse', text: 'True?', seconds: 20, isTrue: true },
    { type: 'text', text: 'Which?', seconds: 20, accepted: ['A'] },
  ],
});

const DEFAULTS = /** @type {QuizSettings} */ (
  Object.fromEntries(Object.entries(game.settings).map(([name, field]) => [name, field.default]))
);

const ACTIONS = /** @type {const} */ ([
  ...['next', 'next', 'next', 'showVotes', 'showResults', 'skip', 'reopen', 'finish', 'start'],
]);
const script = fc.array(
  fc.record({
    what: fc.constantFrom(
      'join',
      'join',
      'leave',
      'leave',
      'kick',
      'answer',
      'answer',
      'answer',
      'tick',
      'act',
    ),
    who: fc.nat(PLAYERS - 1).map((n) => `p${n}`),
    ms: fc.integer({ min: 0, max: BACK_MS }),
    choice: fc.constantFrom('0', '1', '2', 'true', 'false', 'A'),
    action: fc.constantFrom(...ACTIONS),
  }),
  { minLength: 1, maxLength: 80, size: 'max' },
);

for (const way of /** @type {const} */ (['quiz', '2012'])) {
  test(`it is what a walk through all gives, in the way "${way}"`, () => {
    fc.assert(
      fc.property(script, fc.boolean(), (steps, change) => {
        const settings = { ...DEFAULTS, change, ...(way === '2012' && { way }) };
        const ctx = /** @type {QuizContext} */ (
          /** @type {unknown} */ ({ settings, nowMs: 0, players: { count: 1 }, random: () => 0.4 })
        );
        const state = rules.newState();
        for (const step of steps) {
          play(state, step, ctx);
          assertCounted(state, ctx);
        }
      }),
      { numRuns: 300 },
    );
  });
}

test('a state that was stored before there was a turnout is counted when it is needed', () => {
  const ctx = /** @type {QuizContext} */ (
    /** @type {unknown} */ ({ settings: DEFAULTS, nowMs: 0, players: { count: 2 }, random: () => 0.4 })
  );
  const state = rules.newState();
  for (const id of ['p0', 'p1']) rules.join(state, { id, name: id }, ctx);
  rules.start(state, pack, ctx);
  delete state.turnout;
  assert.equal(turnoutOf(state, 0).asked, 2);
  assert.equal(state.turnout, undefined, 'a view changes nothing');
  rules.leave(state, { id: 'p1' }, ctx);
  assertCounted(state, ctx);
  assert.equal(turnoutOf(state, 0).asked, 1);
});

for (const when of ['before', 'after'])
  test(`the answer of a player who was kicked after the reveal, and joins ${when} answers open again, does not come back`, () => {
    const settings = { ...DEFAULTS, way: '2012' };
    const ctx = /** @type {QuizContext} */ (
      /** @type {unknown} */ ({ settings, nowMs: 0, players: { count: 2 }, random: () => 0.4 })
    );
    const state = rules.newState();
    for (const id of ['p0', 'p1']) rules.join(state, { id, name: id }, ctx);
    rules.start(state, pack, ctx);
    while (state.phase !== 'open') rules.next(state, ctx);
    for (const id of ['p0', 'p1'])
      rules.accept(state, { player: { id }, value: { round: state.round, choice: '1' }, atMs: 0 }, ctx);
    rules.showResults(state, ctx);
    rules.leave(state, { id: 'p1', kicked: true }, ctx);
    if (when === 'after') rules.reopen(state, ctx);
    rules.join(state, { id: 'p1', name: 'p1' }, ctx);
    if (when === 'before') rules.reopen(state, ctx);
    assert.deepEqual(Object.keys(state.answers), ['p0']);
    rules.leave(state, { id: 'p1' }, ctx);
    assertCounted(state, ctx);
  });

/**
 * @param {State} state
 * @param {{ what: string, who: string, ms: number, choice: string, action: typeof ACTIONS[number] }} step
 * @param {QuizContext} ctx
 */
function play(state, { what, who, ms, choice, action }, ctx) {
  try {
    if (what === 'join') rules.join(state, { id: who, name: who }, ctx);
    else if (what === 'leave') rules.leave(state, { id: who }, ctx);
    else if (what === 'kick') rules.leave(state, { id: who, kicked: true }, ctx);
    else if (what === 'answer') {
      const value = { round: state.round, choice };
      rules.accept(state, { player: { id: who }, value, atMs: ctx.nowMs }, ctx);
    } else if (what === 'tick') {
      ctx.nowMs += ms;
      rules.tick(state, ctx);
    } else if (action === 'start') rules.start(state, pack, ctx);
    else rules[action](state, ctx);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** @param {State} state @param {QuizContext} ctx */
function assertCounted(state, ctx) {
  const { at, players, answers, phase, questions } = state;
  const able = Object.entries(players).filter(([, { since }]) => since <= at);
  const here = able.filter(([, player]) => player.here);
  const { asked, answered, came } = turnoutOf(state, ctx.nowMs);
  assert.equal(asked, here.length);
  assert.equal(answered, here.filter(([id]) => id in answers).length);
  assert.equal(came, Object.keys(answers).length);
  if (phase !== 'open' && phase !== 'votes') return;

  const elapsedMs = ctx.nowMs - state.sinceMs;
  const openMs = ctx.nowMs - Math.max(elapsedMs, BACK_MS);
  const gone = able.filter(([id, player]) => !player.here && !(id in answers) && player.goneMs >= openMs);
  const names = (/** @type {Iterable<{ name: string }>} */ some) => [...some].map(({ name }) => name).sort();
  assert.deepEqual(names(rules.goneWithout(state, ctx)), names(gone.map(([, player]) => player)));

  const question = /** @type {State['questions'][number]} */ (questions[at]);
  const counts = { single: [0, 0, 0], truefalse: [0, 0] }[String(question.type)] ?? [];
  for (const [id, [value]] of Object.entries(answers)) {
    if (ctx.settings.way === '2012' && !players[id]?.here) continue;
    const places = question.type === 'truefalse' ? [value ? 0 : 1] : Array.isArray(value) ? value : [];
    for (const place of places) counts[place] = Number(counts[place]) + 1;
  }
  assert.deepEqual(votes(state, question, ctx.settings, ctx.nowMs), counts);
}
