/** The laws of docs/games.md, held against every game with generated inputs. `GAMES_DIR` names other games. */

/** @import { Fold, Game, Input, LoadedGame, Who } from '../lib/contract/types.js' */

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ShowError } from '../lib/errors.js';
import { readSum } from '../lib/contract/folds.js';
import { loadGames } from '../lib/load-games.js';
import { compileFields, defaultsOf } from '../lib/contract/schema.js';
import { createEdge } from '../lib/stage/edge.js';
import { createStage } from '../lib/stage/stage.js';
import { StageClock } from '../lib/stage/stage-clock.js';
import { arbitraryMessage } from './support/arbitrary.js';
import { createBotShow } from './support/bot-show.js';
import { durableLaws } from './support/durable-laws.js';

const folder = process.env['GAMES_DIR'] ?? fileURLToPath(new URL('../games', import.meta.url));
const { games, broken } = await loadGames(folder);
const RUNS = { numRuns: 60 };
const EDGES = 3;

test('every folder in games/ is a game', () => {
  assert.deepEqual(broken, []);
  assert.ok(games.size > 0);
});

for (const { id, game, folder: gameFolder } of games.values()) {
  describe(`games/${id}`, () => {
    if (game.fold) foldLaws(game, game.fold);
    stageLaws(game);
    botLaws(game);
    for (const content of documentsOf(game, gameFolder)) durableLaws(game, { content });
  });
}

/** @param {Game} game */
function botLaws(game) {
  const play = async (/** @type {boolean} */ isBlind) => {
    const content = game.content?.empty() ?? null;
    const show = await createBotShow({ game, count: 30, isBlind, content });
    show.run(40);
    assert.deepEqual(show.faults, []);
    return JSON.stringify(show.stage.save());
  };

  test('a room of bots plays it without a fault, with a screen and without, and the same seed alike', async () => {
    assert.equal(await play(false), await play(false));
    await play(true);
  });
}

/** The documents with which a game is played: those in its folder, or an empty one. @param {Game} game @param {string} at */
function documentsOf({ content }, at) {
  const shelf = join(at, 'content');
  if (!content || !existsSync(shelf)) return [undefined];
  const files = readdirSync(shelf).filter((name) => name.endsWith('.json'));
  return files.map((name) => {
    const document = JSON.parse(readFileSync(join(shelf, name), 'utf8'));
    assert.equal(content.check(document), '', name);
    return content.complete ? content.complete(document) : document;
  });
}

/** @param {Game} game @param {Fold} fold */
function foldLaws(game, fold) {
  const crowd = arbitraryCrowd(game);
  const sumOf = (/** @type {Said[]} */ said) =>
    said.reduce((sum, { input, who, atMs }) => fold.add(sum, input, who, atMs), fold.empty());

  test('inputs split over edges and merged in any order equal one edge', () => {
    fc.assert(
      fc.property(crowd, fc.nat(), fc.nat(), (said, spread, order) => {
        // A player is on one edge at a time.
        const edges = Array.from({ length: EDGES }, (_, edge) =>
          said.filter(({ who }) => (hash(who.id) + spread) % EDGES === edge),
        );
        const sums = edges.map(sumOf);
        rotate(sums, order);
        const left = fold.merge(fold.merge(sums[0], sums[1]), sums[2]);
        const right = fold.merge(sums[2], fold.merge(sums[1], sums[0]));
        const one = readSum(fold, sumOf(said));
        assertAlike(readSum(fold, left), one);
        assertAlike(readSum(fold, right), one);
      }),
      RUNS,
    );
  });

  test('what edges fold of their phones, merged in any order, equals adding it all', () => {
    fc.assert(
      fc.property(crowd, fc.nat(), (said, order) => {
        // Edges whose clocks differ, and agree on stage time.
        const clocks = Array.from({ length: EDGES }, (_, n) => clockOf(n * 1e6));
        const edges = clocks.map((clock) => createEdge(clock));
        for (const edge of edges) edge.setGame(game);
        // Each says one thing, because of a level only the last one counts.
        for (const [n, { input, who, atMs }] of said.entries()) {
          const edge = /** @type {import('../lib/stage/edge.js').Edge} */ (edges[n % EDGES]);
          const ownMs = game.hold ? 0 : atMs;
          assert.equal(edge.input(edge.sit({ ...who, id: `p${n}` }), input, (n % EDGES) * 1e6 + ownMs), '');
        }
        const sums = edges.map((edge, n) => edge.drain(n * 1e6));
        // A level counts at the time of the window, an event at its own.
        const added = said.map(({ input, who, atMs }, n) => ({
          ...{ input, who: { ...who, id: `p${n}` } },
          atMs: game.hold ? 0 : atMs,
        }));
        rotate(sums, order);
        const merged = fold.merge(sums[0], fold.merge(sums[2], sums[1]));
        assertAlike(readSum(fold, merged), readSum(fold, sumOf(added)));
      }),
      RUNS,
    );
  });

  test('empty() is neutral and fresh', () => {
    assert.notEqual(fold.empty(), fold.empty());
    fc.assert(
      fc.property(crowd, (said) => {
        const sum = sumOf(said);
        assertAlike(readSum(fold, fold.merge(sum, fold.empty())), readSum(fold, sum));
        assertAlike(readSum(fold, fold.merge(fold.empty(), sum)), readSum(fold, sum));
      }),
      RUNS,
    );
  });

  test('merge changes neither side; sums survive JSON', () => {
    fc.assert(
      fc.property(crowd, crowd, (a, b) => {
        const [sumA, sumB] = [sumOf(a), sumOf(b)];
        const [textA, textB] = [JSON.stringify(sumA), JSON.stringify(sumB)];
        fold.merge(sumA, sumB);
        assert.equal(JSON.stringify(sumA), textA);
        assert.equal(JSON.stringify(sumB), textB);
        assertAlike(
          readSum(fold, fold.merge(JSON.parse(textA), JSON.parse(textB))),
          readSum(fold, fold.merge(sumA, sumB)),
        );
      }),
      RUNS,
    );
  });

  test('add does not keep the input it is given', () => {
    fc.assert(
      fc.property(crowd, (said) => {
        const reused = {};
        const sum = said.reduce(
          (so, { input, who, atMs }) => fold.add(so, Object.assign(reused, input), who, atMs),
          fold.empty(),
        );
        const before = JSON.stringify(sum);
        for (const key of Object.keys(reused)) /** @type {Record<string, unknown>} */ (reused)[key] = null;
        assert.equal(JSON.stringify(sum), before);
      }),
      RUNS,
    );
  });

  test("a sum's size does not grow with the audience, or the fold says so", () => {
    const size = (/** @type {number} */ count) => {
      const [sample] = fc.sample(arbitraryCrowd(game, { minLength: count, maxLength: count }), {
        numRuns: 1,
        seed: 7,
      });
      return JSON.stringify(sumOf(/** @type {Said[]} */ (sample))).length;
    };
    if (!fold.grows)
      assert.ok(size(2000) < 2 * size(200) + 200, `${size(200)} characters for 200, ${size(2000)} for 2,000`);
  });
}

/** @param {Game} game */
function stageLaws(game) {
  const windows = fc.array(
    fc.record({
      said: arbitraryCrowd(game, { maxLength: 12 }),
      ms: fc.integer({ min: 1, max: 400 }),
      action: fc.nat(),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  );

  test('same seed, same windows: same frames, whatever the clock and Math.random say', (t) => {
    fc.assert(
      fc.property(windows, fc.integer(), (script, seed) => {
        const first = play(game, script, seed);
        t.mock.method(Math, 'random', () => 0.5);
        t.mock.method(Date, 'now', () => 0);
        const second = play(game, script, seed);
        t.mock.restoreAll();
        assert.equal(first, second);
      }),
      RUNS,
    );
  });

  test('state and frames survive JSON: a stage taken up from a snapshot goes on the same', () => {
    fc.assert(
      fc.property(windows, windows, fc.integer(), (before, after, seed) => {
        const stage = newStage(game, seed);
        playOn(stage, game, before);
        const saved = JSON.parse(JSON.stringify(stage.save()));
        const again = newStage(game, seed, saved);
        again.apply(['setPlayers', crowdCounts(game, 8)]);
        assert.equal(playOn(again, game, after), playOn(stage, game, after));
      }),
      RUNS,
    );
  });

  test('a late joiner and a reloaded playfield see the same as everybody', () => {
    fc.assert(
      fc.property(windows, fc.integer(), (script, seed) => {
        const stage = newStage(game, seed);
        playOn(stage, game, script);
        assert.deepEqual(stage.frame(), stage.frame());
        assert.equal(stage.notice(), stage.notice());
      }),
      RUNS,
    );
  });

  test('frame, backdrop, notice and panel change nothing', () => {
    fc.assert(
      fc.property(windows, fc.integer(), (script, seed) => {
        const stage = newStage(game, seed);
        playOn(stage, game, script);
        const before = JSON.stringify(stage.save().state);
        stage.frame();
        stage.backdrop();
        stage.notice();
        stage.panel();
        assert.equal(JSON.stringify(stage.save().state), before);
      }),
      RUNS,
    );
  });

  test('extreme settings and an empty room do not break it', () => {
    for (const end of /** @type {const} */ (['minimum', 'maximum'])) {
      const extreme = Object.fromEntries(
        Object.entries(game.settings).map(([name, field]) => [name, field[end] ?? field.default]),
      );
      const stage = createStage({ game, settings: /** @type {any} */ (extreme), seed: 1, isStrict: true });
      for (let i = 0; i < 200; i++) stage.apply(['tick', 33, game.fold ? game.fold.empty() : null]);
      assertFinite(stage.frame().view);
    }
  });
}

/** @typedef {{ input: Input, who: Who, atMs: number }} Said @typedef {{ said: Said[], ms: number, action: number }[]} Script */

/** @param {Game} game @param {number} seed @param {import('../lib/stage/types.js').Saved} [saved] */
function newStage(game, seed, saved) {
  const stage = createStage({ game, settings: defaultsOf(game.settings), seed, saved, isStrict: true });
  if (!saved) stage.apply(['setPlayers', crowdCounts(game, 8)]);
  return stage;
}

/** @param {Game} game @param {Script} script @param {number} seed */
function play(game, script, seed) {
  return playOn(newStage(game, seed), game, script);
}

/** @param {ReturnType<typeof createStage>} stage @param {Game} game @param {Script} script @returns {string} all it showed */
function playOn(stage, game, script) {
  const actions = Object.keys(game.actions);
  const shown = [];
  for (const { said, ms, action } of script) {
    const name = actions[action % (actions.length * 8 || 1)];
    if (name) tryTo(() => stage.apply(['run', name]));
    if (action % 5 === 0)
      stage.apply(['join', { id: `p${action % 7}`, name: 'Somebody', team: game.teams[0] ?? null }]);
    if (action % 5 === 1)
      stage.apply(['leave', { id: `p${action % 7}`, name: 'Somebody', team: game.teams[0] ?? null }]);
    const sum = game.fold
      ? said.reduce((so, { input, who, atMs }) => game.fold?.add(so, input, who, atMs), game.fold.empty())
      : null;
    stage.apply(['tick', ms, sum]);
    stage.backdrop();
    shown.push(stage.frame(), stage.backdrop(), stage.notice(), stage.clears());
  }
  return JSON.stringify(shown);
}

/** A game may say no: that is part of the show. @param {() => unknown} step @returns {unknown} */
function tryTo(step) {
  try {
    return step();
  } catch (error) {
    if (error instanceof ShowError) return error.code;
    throw error;
  }
}

/** @param {Game} game @param {number} perTeam */
function crowdCounts(game, perTeam) {
  return {
    count: perTeam * Math.max(1, game.teams.length),
    byTeam: Object.fromEntries(game.teams.map((team) => [team, perTeam])),
  };
}

/** @param {Game} game @param {{ minLength?: number, maxLength?: number }} [size] @returns {fc.Arbitrary<Said[]>} */
function arbitraryCrowd(game, { minLength = 0, maxLength = 60 } = {}) {
  const who = fc
    .nat(5000)
    .map((n) => ({ id: `p${n}`, team: game.teams[n % (game.teams.length || 1)] ?? null }));
  const check = compileFields(game.input);
  return fc
    .array(fc.record({ input: arbitraryMessage(game.input), who, atMs: fc.nat(200) }), {
      minLength,
      maxLength,
      size: 'max',
    })
    .map((said) => {
      for (const one of said) assert.equal(check(one.input), '');
      return said;
    });
}

/** Equal, numbers within 1e-9 of their size: adding in another order rounds otherwise. @param {any} a @param {any} b */
function assertAlike(a, b) {
  if (typeof a === 'number' && typeof b === 'number') {
    assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)), `${a} is not ${b}`);
  } else if (typeof a === 'object' && a !== null) {
    assert.deepEqual(Object.keys(a).sort(), Object.keys(b).sort());
    for (const key of Object.keys(a)) assertAlike(a[key], b[key]);
  } else assert.equal(a, b);
}

/** A clock whose stage time began then, and which has ticked since. @param {number} zeroMs */
function clockOf(zeroMs) {
  const clock = new StageClock();
  clock.note({ epoch: 1, zeroMs, stageMs: 0, clears: 0, sentMs: zeroMs }, zeroMs);
  return clock;
}

/** @param {any} value */
function assertFinite(value) {
  if (typeof value === 'number') assert.ok(Number.isFinite(value));
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(assertFinite);
}

/** @param {unknown[]} list @param {number} by */
function rotate(list, by) {
  for (let i = 0; i < by % list.length; i++) list.push(list.shift());
}

/** @param {string} text */
function hash(text) {
  return [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7);
}
