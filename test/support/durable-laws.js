/** The laws of the durable lane, for any game with submissions, personal views or results. See docs/games.md. */

/** @import { Field, Game, Json } from '../../lib/contract/types.js' */
/** @import { Stage } from '../../lib/stage/stage.js' */
/** @import { Entry } from '../../lib/stage/transcript.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ShowError } from '../../lib/errors.js';
import { createSubmissions } from '../../lib/stage/submissions.js';
import { compileFields, defaultsOf } from '../../lib/contract/schema.js';
import { createStage } from '../../lib/stage/stage.js';
import { playTranscript, recordStage } from '../../lib/stage/transcript.js';

const RUNS = { numRuns: 60 };
const PLAYERS = 5;

/**
 * One thing that happens: to whom (a number), what (a number to choose by), after how long.
 * @typedef {{ what: 'submit' | 'again' | 'tick' | 'run' | 'join' | 'leave', who: number, n: number, ms: number,
 *   values: Record<string, any> }} Step
 */

/**
 * @param {Game} game
 * @param {{ content?: Json }} [options] content: a document it plays; its own empty one by default
 */
export function durableLaws(game, { content = game.content?.empty() ?? null } = {}) {
  const kinds = Object.keys(game.submit);
  const scripts = arbitraryScript(game);
  const open = (/** @type {number} */ seed, /** @type {any} */ saved = undefined) =>
    createStage({ game, settings: defaultsOf(game.settings), seed, content, saved });

  if (kinds.length > 0) {
    test('the same submissions in the same order: the same receipts, the same state', () => {
      fc.assert(
        fc.property(scripts, fc.integer(), (script, seed) => {
          const [first, second] = [open(seed), open(seed)];
          assert.equal(playOn(first, game, script), playOn(second, game, script));
          assert.equal(textOf(first), textOf(second));
        }),
        RUNS,
      );
    });

    test('played again from any snapshot it comes out the same', () => {
      fc.assert(
        fc.property(scripts, scripts, fc.integer(), (before, after, seed) => {
          const stage = open(seed);
          playOn(stage, game, before);
          const saved = JSON.parse(textOf(stage));
          /** @type {Entry[]} */
          const entries = [];
          playOn(
            recordStage(stage, (entry) => entries.push(entry)),
            game,
            after,
          );
          const again = open(seed + 1, saved);
          playTranscript(again, JSON.parse(JSON.stringify(entries)));
          assert.equal(textOf(again), textOf(stage));
        }),
        RUNS,
      );
    });

    test('what is refused changes nothing', () => {
      fc.assert(
        fc.property(scripts, fc.integer(), (script, seed) => {
          const stage = open(seed);
          for (const [at, step] of script.entries()) {
            const before = textOf(stage);
            const said = play(stage, game, step, at);
            if (said instanceof ShowError) assert.equal(textOf(stage), before);
          }
        }),
        RUNS,
      );
    });

    test('sent twice it counts once, and is answered alike', async () => {
      await fc.assert(
        fc.asyncProperty(scripts, fc.integer(), async (script, seed) => {
          const twice = laneOf(() => open(seed));
          const once = laneOf(() => open(seed));
          for (const [at, step] of script.entries()) {
            const sent = [send(twice, game, step, at), send(twice, game, step, at)];
            const [first, second] = await Promise.all(sent);
            assert.deepEqual(first, second);
            assert.deepEqual(await send(once, game, step, at), first);
          }
          assert.equal(textOf(twice.stage), textOf(once.stage));
        }),
        { numRuns: 20 },
      );
    });
  }

  if (game.personal || game.results) {
    test('personal views are JSON, results are tables, and to ask for them changes nothing', () => {
      fc.assert(
        fc.property(scripts, fc.integer(), (script, seed) => {
          const stage = open(seed);
          playOn(stage, game, script);
          const before = textOf(stage);
          for (let who = 0; who <= PLAYERS; who++) JSON.parse(stage.personal(`p${who}`) || 'null');
          assertTables(stage.results());
          stage.personalKey();
          assert.equal(textOf(stage), before);
        }),
        RUNS,
      );
    });
  }
}

/** @param {Game} game @returns {fc.Arbitrary<Step[]>} */
function arbitraryScript(game) {
  const values = Object.fromEntries(
    Object.entries(game.submit).map(([kind, { fields }]) => [
      kind,
      fc.record(
        Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, arbitraryValue(field)])),
      ),
    ]),
  );
  const steps = ['tick', 'tick', 'run', 'join', 'leave'];
  if (Object.keys(game.submit).length > 0) steps.push('submit', 'submit', 'submit');
  const what = fc.constantFrom(...steps);
  const step = fc.record({
    what: /** @type {fc.Arbitrary<any>} */ (what),
    who: fc.nat(PLAYERS - 1),
    n: fc.nat(),
    ms: fc.integer({ min: 1, max: 250 }),
    values: fc.record(values),
  });
  return fc.array(step, { minLength: 1, maxLength: 40 });
}

/** @param {Field} field small numbers, so that they mean something to a game of rounds and choices */
function arbitraryValue({ type, minimum = -10, maximum = 10, enum: values, maxLength = 20 }) {
  if (values) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string')
    return fc.oneof(fc.nat(3).map(String), fc.string({ maxLength: Math.min(20, maxLength) }));
  const [min, max] = [Math.max(minimum, -10), Math.min(maximum, 10)];
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true });
}

/** @param {Stage} stage @param {Game} game @param {Step[]} script @returns {string} all that was answered */
function playOn(stage, game, script) {
  const answers = script.map((step, at) => {
    const answer = play(stage, game, step, at);
    return answer instanceof ShowError ? answer.code : (answer ?? null);
  });
  return JSON.stringify(answers);
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {unknown} an error: refused */
function play(stage, game, step, at) {
  const { what, who, n, ms } = step;
  const player = playerOf(game, who);
  try {
    if (what === 'tick') return stage.tick(ms, game.fold?.empty() ?? null);
    if (what === 'join') return stage.join(player);
    if (what === 'leave') return stage.leave(player);
    if (what === 'submit') return stage.submit(...submissionOf(stage, game, step, at));
    const action = Object.keys(game.actions)[n % Object.keys(game.actions).length];
    return action === undefined ? undefined : stage.run(action);
  } catch (error) {
    if (error instanceof ShowError) return error;
    throw error;
  }
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {Parameters<Stage['submit']>} */
function submissionOf(stage, game, { who, n, values, ms }, at) {
  const kinds = Object.keys(game.submit);
  const kind = String(kinds[n % kinds.length]);
  assert.equal(compileFields(game.submit[kind]?.fields ?? {})(values[kind]), '');
  const atMs = Math.round(stage.nowMs() + ms / 4);
  return [kind, { id: `s${at}`, player: playerOf(game, who), value: values[kind], atMs }];
}

/** @param {Game} game @param {number} who */
function playerOf({ teams }, who) {
  return { id: `p${who}`, name: `Player ${who}`, team: teams[who % (teams.length || 1)] ?? null };
}

/** @param {() => Stage} make */
function laneOf(make) {
  const onFault = (/** @type {unknown} */ error) => assert.fail(String(error));
  return createSubmissions({ make, isRecorded: true, save: async () => {}, onFault });
}

/** @param {ReturnType<typeof laneOf>} lane @param {Game} game @param {Step} step @param {number} at */
async function send(lane, game, step, at) {
  if (step.what !== 'submit') return null;
  try {
    return await lane.submit(...submissionOf(lane.stage, game, step, at));
  } catch (error) {
    if (error instanceof ShowError) return error.code;
    throw error;
  }
}

/** @param {Stage} stage */
const textOf = (stage) => JSON.stringify(stage.save());

/** @param {import('../../lib/contract/types.js').Table[]} tables */
function assertTables(tables) {
  assert.ok(Array.isArray(tables));
  for (const { name, columns, rows } of tables) {
    assert.ok(typeof name === 'string' && name !== '');
    assert.ok(columns.every((column) => typeof column === 'string'));
    for (const row of rows) {
      assert.equal(row.length, columns.length, `${name}: a row has as many cells as there are columns`);
      assert.ok(row.every((cell) => cell === null || ['string', 'number', 'boolean'].includes(typeof cell)));
    }
  }
}
