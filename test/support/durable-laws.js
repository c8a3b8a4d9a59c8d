/** The laws of submissions, personal views and results, for any game that has some of them. See docs/games.md. */

/** @import { Game, Json, Submission } from '../../lib/contract/types.js' */
/** @import { Entry, Stage } from '../../lib/stage/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ShowError } from '../../lib/errors.js';
import { Submissions } from '../../lib/stage/submissions.js';
import { compileFields, defaultsOf } from '../../lib/contract/schema.js';
import { createStage } from '../../lib/stage/stage.js';
import { arbitraryMessage } from './arbitrary.js';
import { playTranscript, recordStage } from '../../lib/stage/transcript.js';

const RUNS = { numRuns: 60 };
const PLAYERS = 5;

/**
 * One thing that happens: to which player, what (`n` chooses among kinds or actions), after how long.
 * @typedef {{ what: 'submit' | 'again' | 'tick' | 'run' | 'join' | 'leave', who: number, n: number, ms: number,
 *   values: Record<string, any> }} Step
 */

/**
 * @param {Game} game
 * @param {{ content?: Json }} [options] content: the document it plays; by default its own empty one
 */
export function durableLaws(game, { content = game.content?.empty() ?? null } = {}) {
  const kinds = Object.keys(game.submit);
  const scripts = arbitraryScript(game);
  const open = (/** @type {number} */ seed, /** @type {any} */ saved = undefined) =>
    createStage({ game, settings: defaultsOf(game.settings), seed, content, saved, isStrict: true });

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
            recordStage(stage, (entry) => entries.push(JSON.parse(entry))),
            game,
            after,
          );
          const again = open(seed + 1, saved);
          playTranscript(again, entries);
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
          const twice = submissionsOf(() => open(seed));
          const once = submissionsOf(() => open(seed));
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
    test('personal views are JSON, results are tables, and asking for them changes nothing', () => {
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
    Object.entries(game.submit).map(([kind, { fields }]) => [kind, arbitraryMessage(fields)]),
  );
  const submits = Object.keys(values).length > 0 ? ['submit', 'submit', 'submit'] : [];
  const what = fc.constantFrom(...submits, 'tick', 'tick', 'run', 'join', 'leave');
  const step = fc.record({
    what: /** @type {fc.Arbitrary<any>} */ (what),
    who: fc.nat(PLAYERS - 1),
    n: fc.nat(),
    ms: fc.integer({ min: 1, max: 250 }),
    values: fc.record(values),
  });
  return fc.array(step, { minLength: 1, maxLength: 40 });
}

/** @param {Stage} stage @param {Game} game @param {Step[]} script @returns {string} everything that was answered */
function playOn(stage, game, script) {
  const answers = script.map((step, at) => {
    const answer = play(stage, game, step, at);
    return answer instanceof ShowError ? answer.code : (answer ?? null);
  });
  return JSON.stringify(answers);
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {unknown} a ShowError if it was refused */
function play(stage, game, step, at) {
  const { what, who, n, ms } = step;
  const player = playerOf(game, who);
  try {
    if (what === 'tick') return stage.apply(['tick', ms, game.fold?.empty() ?? null]);
    if (what === 'join') return stage.apply(['join', player]);
    if (what === 'leave') return stage.apply(['leave', player]);
    if (what === 'submit') return stage.apply(['submit', ...submissionOf(stage, game, step, at)]);
    const action = Object.keys(game.actions)[n % Object.keys(game.actions).length];
    return action === undefined ? undefined : stage.apply(['run', action]);
  } catch (error) {
    if (error instanceof ShowError) return error;
    throw error;
  }
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {[kind: string, submission: Submission]} */
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

/** On a disk that takes everything. @param {() => Stage} make */
function submissionsOf(make) {
  const onFault = (/** @type {unknown} */ error) => assert.fail(String(error));
  return new Submissions({ make, isRecorded: true, save: async () => {}, now: () => 0, onFault });
}

/** @param {ReturnType<typeof submissionsOf>} submissions @param {Game} game @param {Step} step @param {number} at */
async function send(submissions, game, step, at) {
  if (step.what !== 'submit') return null;
  try {
    return await submissions.submit(...submissionOf(submissions.stage, game, step, at));
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
