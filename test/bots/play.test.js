/** Bots on the stage, without a network: what they send is legal, and what comes of it looks like people. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { drawMessage } from '../../bots/draw.js';
import { compileMove } from '../../lib/contract/bot.js';
import { defineGame } from '../../lib/contract/define-game.js';
import { compileFields, compileSubmission } from '../../lib/contract/schema.js';
import { loadGames } from '../../lib/load-games.js';
import { createRandom } from '../../lib/stage/random.js';
import { createBotShow } from '../../check/bot-show.js';

const { games } = await loadGames(fileURLToPath(new URL('../../games', import.meta.url)));
const gameOf = (/** @type {string} */ id) =>
  /** @type {import('../../lib/contract/types.js').LoadedGame} */ (games.get(id)).game;

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  return Number([...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]);
}

describe('legal messages', () => {
  const field = fc.oneof(
    fc
      .record({ type: fc.constantFrom('number', 'integer'), minimum: fc.integer(), span: fc.nat() })
      .map(({ type, minimum, span }) => ({ type, minimum, maximum: minimum + span })),
    fc.record({ type: fc.constantFrom('number', 'integer'), minimum: fc.integer() }),
    fc.record({ type: fc.constantFrom('number', 'integer'), maximum: fc.integer() }),
    fc.record({ type: fc.constantFrom('number', 'integer', 'boolean'), optional: fc.boolean() }),
    fc.record({ type: fc.constant('string'), maxLength: fc.nat(30) }),
    fc.record({ type: fc.constant('string'), enum: fc.array(fc.string(), { minLength: 1, maxLength: 5 }) }),
  );

  test('whatever the fields, a drawn message fits them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), field), fc.integer(), (some, seed) => {
        const fields = /** @type {import('../../lib/contract/types.js').Fields} */ (some);
        const message = drawMessage(fields, createRandom(seed).next);
        assert.equal(compileFields(fields)(message), '', JSON.stringify(message));
      }),
      { numRuns: 500 },
    );
  });

  for (const [id, { game }] of games) {
    test(`${id}: drawn inputs and submissions are legal, and differ`, () => {
      const random = createRandom(1).next;
      const kinds = [
        { check: compileFields(game.input), fields: game.input },
        ...Object.values(game.submit).map(({ fields }) => ({ check: compileSubmission(fields), fields })),
      ];
      for (const { check, fields } of kinds) {
        const drawn = Array.from({ length: 300 }, () => drawMessage(fields, random));
        for (const message of drawn) assert.equal(check(message), '');
        if (Object.keys(fields).length > 0)
          assert.ok(new Set(drawn.map((one) => JSON.stringify(one))).size > 2);
      }
    });
  }

  test('a game without a bot is played by its fields: all choices come up, and followers make a majority', async () => {
    const game = defineGame({
      title: 'Votes',
      teams: ['left', 'right'],
      input: { vote: { type: 'string', enum: ['red', 'blue', 'green'] } },
      hold: true,
      aggregate: { empty: () => ({ red: 0, blue: 0, green: 0 }), add, merge: (a, b) => ({ ...a, ...b }) },
      setup: () => ({ votes: { red: 0, blue: 0, green: 0 } }),
      tick: (state, sum) => void (state.votes = sum),
      frame: ({ votes }) => votes,
      notice: ({ votes }) => ({ votes }),
    });
    /** @param {{ red: number, blue: number, green: number }} sum @param {{ vote: 'red' | 'blue' | 'green' }} input */
    function add(sum, { vote }) {
      sum[vote] += 1;
      return sum;
    }
    const most = async (/** @type {'usual' | 'sheep'} */ name) => {
      const show = await createBotShow({ game, count: 90, characters: { [name]: 1 } });
      show.run(20);
      /** @type {any} */
      const { view } = show.stage.frame();
      return Math.max(view.red, view.blue, view.green);
    };
    assert.ok((await most('usual')) < 60, 'people differ');
    assert.ok((await most('sheep')) > 70, 'sheep do not');
  });
});

describe('what a bot returns', () => {
  const readMove = compileMove(gameOf('quiz'));
  const good = { kind: 'answer', value: { round: 1, choice: '0' } };
  for (const [what, move, problem] of /** @type {[string, unknown, RegExp][]} */ ([
    ['a number', 3, /must return \{ input\?, submit\?, waitMs\? \}, or null/],
    ['a list', [], /must return/],
    ['an unknown part', { wait: 3 }, /returned "wait"; a move has input, submit, waitMs/],
    ['an input that the game does not take', { input: { y: 1 } }, /bad input: y is not known/],
    ['an unknown kind', { submit: { kind: 'vote', value: {} } }, /kind "vote"; known: answer/],
    ['no kind', { submit: 'answer' }, /kind "undefined"/],
    [
      'a bad value',
      { submit: { kind: 'answer', value: { round: 1 } } },
      /bad submit answer: choice is missing/,
    ],
    ['a wait below 0', { submit: good, waitMs: -1 }, /waitMs -1; it must be 0 or more/],
    ['a wait that is no number', { waitMs: NaN }, /waitMs NaN/],
  ])) {
    test(`${what}: a sentence`, () => assert.throws(() => readMove(move), problem));
  }

  test('null, nothing, and a good move pass', () => {
    assert.deepEqual([readMove(null), readMove(undefined)], [{}, {}]);
    assert.deepEqual(readMove({ submit: good, waitMs: 0 }), { submit: good, waitMs: 0 });
  });

  test('defineGame refuses a bot that is no function', () => {
    const game = { title: 'T', setup: () => ({}), frame: () => ({}), bot: /** @type {any} */ ('clever') };
    assert.throws(() => defineGame(game), /bot must be a function/);
  });
});

describe('pong', () => {
  /** Hits of each rally in three minutes. @param {Partial<Parameters<typeof createBotShow>[0]>} options */
  async function rallies(options) {
    const show = await createBotShow({ game: gameOf('pong'), count: 200, ...options });
    /** @type {number[]} */
    const hits = [];
    let last = 0;
    show.run(180, ({ event, rally }) => {
      if (event.n !== last && (event.kind === 'point' || event.kind === 'win')) hits.push(rally);
      last = event.n;
    });
    assert.deepEqual(show.faults, []);
    return hits;
  }

  for (const control of ['votes', 'slider', 'tilt']) {
    test(`200 bots play rallies by ${control}: a median of three hits and more, and points`, async () => {
      const hits = await rallies({ settings: { control } });
      assert.ok(hits.length >= 3, `${hits.length} points`);
      assert.ok(quantile(hits, 0.5) >= 3, `hits: ${hits.join(', ')}`);
    });
  }

  test('who does not see the ball does not hit it as often', async () => {
    const seeing = await rallies({ count: 100 });
    const blind = await rallies({ isBlind: true, count: 100 });
    assert.ok(
      quantile(blind, 0.5) < quantile(seeing, 0.5) && quantile(blind, 0.5) < 3,
      `${blind.join(', ')}`,
    );
  });

  test('both sides do the warm-up', async () => {
    const show = await createBotShow({ game: gameOf('pong'), count: 40 });
    show.stage.apply(['run', 'warmUp']);
    assert.ok(show.run(60, ({ phase }) => phase === 'play'));
  });
});

test('tug: bots pull until there is a winner, and either side may win', async () => {
  const winners = new Set();
  for (let seed = 1; seed <= 6; seed++) {
    const show = await createBotShow({ game: gameOf('tug'), count: 200, seed });
    assert.ok(
      show.run(180, ({ winner }) => winner !== null),
      'a winner within three minutes',
    );
    winners.add(/** @type {any} */ (show.stage.frame().view).winner);
  }
  assert.equal(winners.size, 2);
});

test('lobby: everybody taps, all over the pad', async () => {
  const show = await createBotShow({ game: gameOf('lobby'), count: 100 });
  const columns = new Set();
  show.run(30, ({ sparks }) => {
    for (const side of [sparks.left, sparks.right])
      side.forEach((/** @type {number} */ taps, /** @type {number} */ at) => taps > 0 && columns.add(at));
  });
  assert.equal(columns.size, 24);
});

describe('quiz', () => {
  const read = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(new URL(`../../games/quiz/content/${name}-en.json`, import.meta.url), 'utf8'));
  const pack = read('world');
  // Questions of every type: only the second pack has a poll.
  pack.questions.push(read('room').questions[1]);

  /** Plays the whole pack. @param {Partial<Parameters<typeof createBotShow>[0]>} [options] */
  async function play(options = {}) {
    const game = gameOf('quiz');
    const content = game.content?.complete?.(pack) ?? null;
    const show = await createBotShow({ game, count: 120, content, ...options });
    show.stage.apply(['run', 'start']);
    /** @type {Map<number, { type: string, atMs: number, right: number, of: number }>} by round */
    const asked = new Map();
    let heldMs = 0;
    const isOver = show.run(1200, ({ phase, round, question, reveal }) => {
      if (phase === 'open' && !asked.has(round))
        asked.set(round, { type: question.type, atMs: show.nowMs, right: 0, of: 0 });
      if (phase === 'reveal') Object.assign(asked.get(round) ?? {}, { right: reveal.right, of: reveal.of });
      if (phase === 'podium') return true;
      if (!['ready', 'reveal', 'board'].includes(phase)) heldMs = show.nowMs;
      else if (show.nowMs - heldMs > 3000) {
        heldMs = show.nowMs;
        show.stage.apply(['run', 'next']);
      }
      return false;
    });
    assert.ok(isOver, 'the podium');
    assert.deepEqual(show.faults, []);
    return [...asked].map(([round, about]) => {
      const answers = show.answers.filter(({ value }) => value['round'] === round);
      const tookS = answers.map(({ atMs }) => (atMs - about.atMs) / 1000);
      return { ...about, answers, tookS };
    });
  }

  test('every type of question is answered, with a spread of seconds, rightly by some', async () => {
    const asked = await play();
    const types = new Set(asked.map(({ type }) => type));
    assert.deepEqual([...types].sort(), [
      'number',
      'order',
      'poll',
      'several',
      'single',
      'text',
      'truefalse',
    ]);
    for (const { type, answers, tookS, right, of } of asked) {
      // Somebody who hurries may be too late.
      assert.ok(answers.filter(({ refused }) => refused).length < 4, `${type}: hardly one is refused`);
      assert.ok(answers.length > 90, `${type}: ${answers.length} answers`);
      assert.ok(quantile(tookS, 0.5) > 2 && quantile(tookS, 0.1) > 0.5, `${type}: nobody is that quick`);
      assert.ok(quantile(tookS, 0.9) - quantile(tookS, 0.1) > 3, `${type}: a spread of seconds`);
      const share = right / of;
      if (type !== 'poll') assert.ok(share > 0.1 && share < 0.9, `${type}: ${right} of ${of} right`);
      const choices = new Set(answers.map(({ value }) => value['choice']));
      assert.ok(choices.size >= (type === 'truefalse' ? 2 : 3), `${type}: ${[...choices].join(' | ')}`);
    }
  });

  test('the skilled know more, and without the pack all guess', async () => {
    const share = async (/** @type {Partial<Parameters<typeof createBotShow>[0]>} */ options) => {
      const asked = await play({ count: 60, ...options });
      return asked.reduce((sum, { right }) => sum + right, 0) / asked.reduce((sum, { of }) => sum + of, 0);
    };
    const known = await share({});
    const guessed = await share({ knows: false });
    assert.ok(guessed < 0.35 && known > guessed + 0.15, `${known} by knowing, ${guessed} by guessing`);
    assert.ok(
      (await share({ characters: { eager: 1 } })) > (await share({ characters: { 'half-asleep': 1 } })),
    );
  });

  test('as in 2012: votes change, and followers go with what most have voted for', async () => {
    const shares = async (/** @type {'sheep' | 'troll'} */ name) => {
      const show = await createBotShow({
        game: gameOf('quiz'),
        count: 120,
        content: gameOf('quiz').content?.complete?.(pack) ?? null,
        knows: false,
        settings: { way: '2012' },
        characters: { [name]: 1 },
      });
      show.stage.apply(['run', 'start']);
      show.run(10, ({ phase }) => phase === 'open');
      show.run(3);
      show.stage.apply(['run', 'votes']);
      show.run(90);
      /** @type {any} */
      const { view } = show.stage.frame();
      return Math.max(...view.votes) / view.answered;
    };
    assert.ok((await shares('sheep')) > 0.5, 'sheep gather');
    assert.ok((await shares('troll')) < 0.5, 'trolls do not');
  });
});
