/** The law of the next step, for every game with every document: what is offered is taken, and what is off is refused. */

/** @import { Game, Json, NextStep } from '../../lib/contract/types.js' */
/** @import { Stage } from '../../lib/stage/types.js' */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { defaultsOf } from '../../lib/contract/schema.js';
import { ShowError } from '../../lib/errors.js';
import { loadGames } from '../../lib/load-games.js';
import { createStage } from '../../lib/stage/stage.js';
import { defineGame, refuse } from '../../lib/contract/define-game.js';

const { games } = await loadGames(fileURLToPath(new URL('../../games', import.meta.url)));
const RUNS = { numRuns: 25 };
const PEOPLE = 3;

/** These things happen: presses of GO twice as often as anything else, because they lead far. */
const deeds = fc.array(
  fc.record({
    do: fc.constantFrom('go', 'go', 'go', 'back', 'action', 'tick', 'come', 'leave', 'set'),
    n: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 60 },
);

for (const { id, game, folder } of games.values())
  describe(`games/${id}`, () => {
    for (const [name, content] of documentsOf(game, folder))
      test(`what it offers is taken, what is off is refused, and looking changes nothing: ${name}`, () => {
        fc.assert(
          fc.property(deeds, (list) => walk(game, content, list)),
          RUNS,
        );
      });
  });

test('steps that cannot be taken are told to their author', () => {
  const desk = (/** @type {unknown} */ step) =>
    createStage({
      game: defineGame({
        title: 'A',
        setup: () => ({}),
        frame: () => ({}),
        actions: { sure: { title: 'Sure', confirm: true, run() {} } },
        next: () => /** @type {NextStep} */ (step),
      }),
      settings: {},
      seed: 1,
    }).desk();
  assert.throws(() => desk({ action: 'serve', label: 'x' }), /next\(\) names the action "serve"/);
  assert.throws(() => desk({ action: 'sure', label: 'x' }), /asks for a confirmation/);
  assert.throws(() => desk({ action: 'sure' }), /must return null, or a step/);
  assert.throws(() => desk(7), /must return null, or a step/);
  assert.equal(desk(null).next, null);
});

test('an action that makes no sense now is refused before it runs', () => {
  const game = defineGame({
    title: 'A',
    setup: () => ({ n: 0 }),
    frame: ({ n }) => ({ n }),
    actions: {
      add: {
        title: 'Add',
        run: (state) => void (state.n += 1),
        may({ n }) {
          if (n > 0) throw refuse('Once is enough.');
        },
      },
    },
  });
  const stage = createStage({ game, settings: {}, seed: 1 });
  assert.deepEqual(stage.desk().off, {});
  stage.apply(['run', 'add']);
  assert.deepEqual(stage.desk().off, { add: 'Once is enough.' });
  assert.throws(() => stage.apply(['run', 'add']), { code: 'action-refused', message: 'Once is enough.' });
  assert.deepEqual(stage.frame().view, { n: 1 });
});

/** @param {Game} game @param {Json} content @param {{ do: string, n: number }[]} list */
function walk(game, content, list) {
  const stage = createStage({ game, settings: defaultsOf(game.settings), seed: 1, content });
  const names = Object.keys(game.actions);
  stage.apply(['setPlayers', playersOf(game, PEOPLE)]);
  for (const { do: deed, n } of list) {
    const person = { id: `p${n % PEOPLE}`, name: 'Somebody', team: game.teams[n % 2] ?? null };
    if (deed === 'come') stage.apply(['join', person]);
    else if (deed === 'leave') stage.apply(['leave', person]);
    else if (deed === 'set') stage.apply(['setPlayers', playersOf(game, n % PEOPLE)]);
    else if (deed === 'tick') stage.apply(['tick', n, game.fold?.empty() ?? null]);
    else if (deed === 'action')
      tryTo(() => names.length > 0 && stage.apply(['run', String(names[n % names.length])]));
    else take(stage, deed === 'go' ? 'next' : 'back');
    look(stage);
  }
}

/** @param {Stage} stage @param {'next' | 'back'} way */
function take(stage, way) {
  const step = stage.desk()[way];
  // A step that throws breaks the law.
  if (step) stage.apply(['run', step.action, step.args ?? {}, 'operator']);
}

/** @param {Stage} stage */
function look(stage) {
  const before = JSON.stringify(stage.save());
  const { off, next, back } = stage.desk();
  assert.equal(JSON.stringify(stage.save()), before, 'to look at the desk has changed something');
  for (const step of [next, back])
    if (step) assert.equal(off[step.action], undefined, `${step.action} is offered, and off`);
  for (const [action, why] of Object.entries(off))
    assert.throws(() => stage.apply(['run', action]), { message: why });
  assert.equal(JSON.stringify(stage.save()), before, 'what is off has changed something');
}

/** @param {() => unknown} step */
function tryTo(step) {
  try {
    step();
  } catch (error) {
    if (!(error instanceof ShowError)) throw error;
  }
}

/** @param {Game} game @param {number} count */
function playersOf({ teams }, count) {
  return { count, byTeam: Object.fromEntries(teams.map((team, at) => [team, at === 0 ? count : 0])) };
}

/** @param {Game} game @param {string} folder @returns {[string, Json][]} */
function documentsOf({ content }, folder) {
  const shelf = join(folder, 'content');
  if (!content || !existsSync(shelf)) return [['no document', null]];
  const files = readdirSync(shelf).filter((name) => /^(general|table-en|opening-en)\.json$/.test(name));
  const read = (/** @type {string} */ name) => {
    const document = JSON.parse(readFileSync(join(shelf, name), 'utf8'));
    return content.complete ? content.complete(document) : document;
  };
  return [
    ['no document', null],
    .../** @type {[string, Json][]} */ (files.map((name) => [name, read(name)])),
  ];
}
