/** The rules of the quiz: phases, answers, points and ranks. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../../../lib/stage/random.js';
import { blankPack, blankQuestion } from '../shared/pack.js';
import { politely } from '../polite.js';
import { results } from '../results.js';
import * as rules from '../shared/rules.js';
import { next as nextStep } from '../shared/steps.js';
import { BACK_MS } from '../shared/turnout.js';
import { pointsFor } from '../../../public/shared/scoring.js';
import { frame, notice, panel, personal } from '../shared/views.js';

/** @import { Question, QuizSettings } from '../types.js' */

/** @type {QuizSettings} */
const USUAL = {
  way: 'show',
  pace: 'hand',
  stopAfter: 0,
  curve: 'kahoot',
  streaks: false,
  spelling: 'letters',
  change: false,
  onPhone: true,
  teams: 0,
  readS: 5,
  revealS: 8,
  boardS: 6,
};
const ABCD = ['A', 'B', 'C', 'D'].map((text) => ({ text, correct: text === 'B' }));
/** @param {Partial<Question>} [parts] @returns {Question} */
const ask = (parts) => ({ ...blankQuestion(), text: 'Which?', options: ABCD, ...parts });

/**
 * A room with a clock of its own.
 * @param {Partial<Question>[]} questions @param {Partial<QuizSettings>} [settings] @param {string[]} [names]
 */
function openRoom(questions, settings = {}, names = ['ann', 'bob', 'cy']) {
  const state = rules.newState();
  const here = new Set(names);
  const ctx = /** @type {any} */ ({
    settings: { ...USUAL, ...settings },
    nowMs: 0,
    dt: 0,
    random: createRandom(1).next,
  });
  ctx.players = {
    get count() {
      return here.size;
    },
  };
  const pack = { ...blankPack(), title: 'Test', questions: questions.map(ask) };
  for (const id of names) rules.join(state, { id, name: id }, ctx);
  return {
    state,
    ctx,
    pack,
    start: () => rules.start(state, pack, ctx),
    next: () => rules.next(state, ctx),
    /** @param {number} ms */
    wait(ms) {
      for (let left = ms; left > 0; left -= 50) {
        ctx.nowMs += Math.min(50, left);
        rules.tick(state, ctx);
      }
    },
    /** Goes to the moment when the answers open. */
    open() {
      for (let i = 0; i < 9 && state.phase !== 'open'; i++) rules.next(state, ctx);
    },
    /** @param {string} id @param {string} choice @param {number} [afterMs] since the answers opened */
    say: (id, choice, afterMs = ctx.nowMs - state.sinceMs) =>
      rules.accept(
        state,
        { player: { id }, value: { round: state.round, choice }, atMs: state.sinceMs + afterMs },
        ctx,
      ),
    /** @param {string} id */
    come(id) {
      here.add(id);
      rules.join(state, { id, name: id }, ctx);
    },
    /** @param {string} id @param {boolean} [kicked] */
    go(id, kicked = false) {
      here.delete(id);
      rules.leave(state, { id, kicked }, ctx);
    },
    me: (/** @type {string} */ id) => /** @type {any} */ (personal(state, id, ctx)),
    desk: () => /** @type {any} */ (panel(state, ctx)),
    screen: () => /** @type {any} */ (frame(state, ctx)),
    phones: () => /** @type {any} */ (notice(state, ctx)),
  };
}

describe('the flow', () => {
  test('get ready, question alone, answers, distribution, top five, next … podium', () => {
    const room = openRoom([{}, {}]);
    const seen = [];
    room.start();
    for (let i = 0; i < 12; i++) {
      seen.push(room.state.phase);
      if (room.state.phase === 'podium') break;
      room.next();
    }
    const one = ['ready', 'question', 'open', 'reveal'];
    assert.deepEqual(seen, [...one, 'board', ...one, 'podium']);
    assert.throws(room.next, /over/);
  });

  test('the clock leads to the answers and closes them; by hand the rest waits for the operator', () => {
    const room = openRoom([{ seconds: 10 }, {}]);
    room.start();
    room.wait(2950);
    assert.equal(room.state.phase, 'ready');
    room.wait(50);
    assert.equal(room.state.phase, 'question');
    room.wait(5000);
    assert.equal(room.state.phase, 'open');
    assert.equal(room.screen().leftMs, 10_000);
    room.wait(10_100);
    assert.equal(room.state.phase, 'open', 'what is credited to slow networks is waited for');
    room.wait(50);
    assert.equal(room.state.phase, 'reveal');
    room.wait(60_000);
    assert.equal(room.state.phase, 'reveal');
  });

  test('on automatic it plays to the podium by itself', () => {
    const room = openRoom([{ seconds: 5 }, { type: 'slide', seconds: 5 }, { type: 'poll', seconds: 5 }], {
      pace: 'auto',
    });
    room.start();
    const seen = new Set();
    for (let i = 0; i < 200 && room.state.phase !== 'podium'; i++) {
      seen.add(`${room.state.at} ${room.state.phase}`);
      room.wait(500);
    }
    assert.deepEqual(
      [...seen],
      [
        '0 ready',
        '0 question',
        '0 open',
        '0 reveal',
        '0 board',
        '1 question',
        '2 ready',
        '2 question',
        '2 open',
        '2 reveal',
      ],
    );
  });

  test('with one press a question, only the next question and what has no board waits for the host', () => {
    const room = openRoom([{ seconds: 5 }, { type: 'poll', seconds: 5 }, { type: 'slide', seconds: 5 }, {}], {
      pace: 'question',
    });
    room.start();
    const stopsAt = (/** @type {string} */ phase) => {
      for (let i = 0; i < 200; i++) room.wait(500);
      assert.equal(`${room.state.at} ${room.state.phase}`, phase);
      room.next();
    };
    for (const phase of ['0 board', '1 reveal', '2 question', '3 reveal']) stopsAt(phase);
    assert.equal(room.state.phase, 'podium');
  });

  test('it stops after the question that is set, at any pace, and the next cue goes before its next step', () => {
    for (const [parts, phase] of /** @type {[Partial<Question>, string][]} */ ([
      [{}, 'board'],
      [{ type: 'poll' }, 'reveal'],
      [{ type: 'slide' }, 'question'],
    ])) {
      const room = openRoom([{ seconds: 5 }, { ...parts, seconds: 5 }, {}], { pace: 'auto', stopAfter: 2 });
      room.start();
      for (let i = 0; i < 300; i++) room.wait(500);
      assert.deepEqual([room.state.at, room.state.phase], [1, phase]);
      assert.deepEqual(nextStep(room.state, room.ctx), {
        action: 'next',
        label: 'quiz.go.next',
        values: { n: 3, of: 3, round: 2 },
        rest: true,
      });
      room.next();
      assert.equal(room.state.at, 2, 'the host may go on all the same');
      assert.equal(nextStep(room.state, room.ctx)?.rest, undefined);
    }
    const last = openRoom([{ seconds: 5 }], { pace: 'auto', stopAfter: 1 });
    last.start();
    for (let i = 0; i < 100; i++) last.wait(500);
    assert.equal(last.state.phase, 'podium', 'nothing follows, so there is nothing to stop before');
  });

  test('answers end early when all connected players have answered, and those only', () => {
    const room = openRoom([{}]);
    room.start();
    room.open();
    room.come('late');
    room.say('ann', '1');
    room.say('bob', '0');
    room.wait(50);
    assert.equal(room.state.phase, 'open');
    room.go('cy', true);
    room.wait(50);
    assert.equal(room.state.phase, 'reveal');
    assert.equal(room.screen().reveal.answered, 2);
  });

  test('a player who leaves in a question is waited for a moment, and is back where they were', () => {
    const room = openRoom([{ seconds: 60 }, { seconds: 60 }]);
    room.start();
    room.open();
    room.say('ann', '1');
    room.go('ann');
    room.go('cy');
    room.say('bob', '1');
    room.wait(BACK_MS - 50);
    assert.equal(room.state.phase, 'open', 'cy may only have reloaded the page');
    assert.deepEqual(room.desk(), { open: true, answered: 2, asked: 2, gone: 1, missing: [] });
    room.come('cy');
    room.wait(10_000);
    assert.deepEqual(room.desk(), { open: true, answered: 2, asked: 3, gone: 0, missing: ['cy'] });
    room.say('cy', '0');
    room.wait(50);
    assert.equal(room.state.phase, 'reveal');
    assert.equal(room.screen().reveal.answered, 3);

    room.open();
    assert.equal(room.desk().asked, 2, 'ann has not come back');
    room.say('bob', '1');
    room.go('cy');
    room.wait(BACK_MS - 50);
    assert.equal(room.state.phase, 'open');
    room.wait(100);
    assert.equal(room.state.phase, 'reveal', 'cy does not come back');
  });

  test('when most of the room is gone at once, its time is not cut short', () => {
    const room = openRoom([{ seconds: 60 }], {}, ['ann', 'bob', 'cy', 'dee', 'eve']);
    room.start();
    room.open();
    room.say('ann', '1');
    room.say('bob', '1');
    for (const id of ['ann', 'bob', 'cy', 'dee', 'eve']) room.go(id);
    room.wait(20_000);
    room.come('ann');
    room.wait(10_000);
    assert.equal(room.state.phase, 'open');
    room.come('bob');
    room.come('cy');
    room.say('cy', '0');
    room.wait(50);
    assert.equal(room.state.phase, 'reveal', 'those who are back are the most of them');
  });

  test('an empty room does not rush on', () => {
    const room = openRoom([{}], {}, []);
    room.start();
    room.open();
    room.wait(1000);
    assert.equal(room.state.phase, 'open');
  });

  test('it says where it stands, and nothing when there is nothing to come back to', () => {
    const room = openRoom([{}, {}]);
    assert.equal(rules.place(room.state), null);
    room.start();
    assert.deepEqual(rules.place(room.state), { text: 'quiz.at', values: { n: 1, of: 2 } });
    rules.finish(room.state, room.ctx);
    assert.deepEqual(rules.place(room.state), { text: 'quiz.at.podium' });
  });

  test('skip counts for nobody, before the reveal and after it', () => {
    for (const after of [false, true]) {
      const room = openRoom([{}, {}]);
      room.start();
      room.open();
      room.say('ann', '1');
      if (after) room.next();
      rules.skip(room.state, room.ctx);
      assert.deepEqual([room.state.at, room.state.phase], [1, 'ready']);
      assert.deepEqual([room.me('ann').score, room.me('ann').of, room.state.played.length], [0, 0, 0]);
    }
  });

  test('reopen takes the points back; those who answered keep their time, those after get the least', () => {
    const room = openRoom([{ seconds: 10 }], {});
    room.start();
    room.open();
    room.say('ann', '1', 2000);
    room.next();
    assert.equal(room.me('ann').score, 900);
    rules.reopen(room.state, room.ctx);
    assert.equal(room.me('ann').score, 0);
    room.say('bob', '1', 100);
    assert.throws(() => room.say('ann', '0'), /already/);
    room.next();
    assert.deepEqual([room.me('ann').score, room.me('bob').score], [900, 500]);
    assert.equal(room.state.played.length, 1);
  });

  test('a slide waits for the operator; a poll has no board', () => {
    const room = openRoom([{ type: 'slide' }, { type: 'poll' }, {}]);
    room.start();
    assert.equal(room.state.phase, 'question');
    room.wait(99_000);
    assert.equal(room.state.phase, 'question');
    room.next();
    room.open();
    room.say('ann', '3');
    room.next();
    assert.deepEqual(room.screen().reveal.counts, [0, 0, 0, 1]);
    assert.deepEqual(room.screen().reveal.correct, []);
    room.next();
    assert.deepEqual([room.state.at, room.state.phase], [2, 'ready']);
  });

  test('a start without a pack, or with none ready, is refused with a sentence; drafts are left out', () => {
    const room = openRoom([{ text: '' }]);
    assert.throws(() => rules.start(room.state, null, room.ctx), /Choose one/);
    assert.throws(room.start, /None of its questions is ready/);
    room.pack.questions.push(ask());
    room.start();
    assert.equal(room.screen().of, 1);
    assert.throws(room.start, /is running/);
  });
});

describe('an answer', () => {
  test('counts once; outside its phase, for another question, doubled, out of range it is refused', () => {
    const room = openRoom([{}, {}]);
    assert.throws(() => room.say('ann', '1'), /Too late/);
    room.start();
    assert.throws(() => room.say('ann', '1'), /Too late/);
    room.open();
    assert.deepEqual(room.say('ann', '1'), { round: 1 });
    assert.throws(() => room.say('ann', '1'), /already/);
    assert.throws(() => room.say('bob', '4'), /out of range/);
    assert.throws(() => room.say('stranger', '1'), /next question/);
    assert.throws(() => room.say('__proto__', '1'), /next question/);
    const old = { player: { id: 'bob' }, value: { round: 0, choice: '1' }, atMs: room.ctx.nowMs };
    assert.throws(() => rules.accept(room.state, old, room.ctx), /Too late/);
    assert.throws(() => room.say('bob', '1', 20_001), /time is up/);
    assert.equal(room.screen().answered, 1);
  });

  test('may be changed until the end when the operator says so; the last counts', () => {
    const room = openRoom([{}], { change: true });
    room.start();
    room.open();
    room.say('ann', '0', 1000);
    room.say('ann', '1', 4000);
    room.next();
    assert.equal(room.me('ann').score, 900);
    assert.equal(room.screen().reveal.answered, 1);
  });

  test('is timed by the server; a credit cannot make it come before the question', () => {
    const room = openRoom([{ seconds: 10 }]);
    room.start();
    room.open();
    room.say('ann', '1', 2000);
    room.say('bob', '1', -150);
    assert.deepEqual(
      Object.values(room.state.answers).map((answer) => answer[1]),
      [2000, 0],
    );
  });

  test('of somebody who came while answers were open waits for the next question', () => {
    const room = openRoom([{}, {}]);
    room.start();
    room.open();
    room.come('late');
    assert.equal(room.me('late').waits, true);
    assert.throws(() => room.say('late', '1'), /next question/);
    room.next();
    assert.equal(room.me('late').rank, 0);
    room.next();
    room.open();
    assert.equal(room.me('late').waits, false);
    room.say('late', '1');
    room.next();
    assert.equal(room.me('late').of, 1);
  });

  test('stays with a player who leaves and comes back; a kicked one is gone from the ranking', () => {
    const room = openRoom([{}, {}]);
    room.start();
    room.open();
    room.say('ann', '1');
    room.say('bob', '1');
    room.go('ann');
    room.come('ann');
    assert.equal(room.me('ann').mine, '1');
    room.next();
    assert.equal(room.me('ann').score > 0, true);
    room.go('bob', true);
    room.next();
    assert.deepEqual(
      room.screen().board.top.map((/** @type {any} */ { name }) => name),
      ['ann', 'cy'],
    );
  });
});

describe('who stands where', () => {
  test('rank, the one just ahead, movement, gain; equal scores share a rank', () => {
    const room = openRoom([{ seconds: 10 }, { seconds: 10 }, {}]);
    room.start();
    room.open();
    room.say('ann', '1', 1000);
    room.say('bob', '1', 3000);
    room.say('cy', '0', 100);
    room.next();
    assert.deepEqual([room.me('ann').rank, room.me('bob').rank, room.me('cy').rank], [1, 2, 3]);
    assert.deepEqual(room.me('bob').ahead, { name: 'ann', gap: 100 });
    assert.equal(room.me('ann').ahead, null);
    room.next();
    room.next();
    room.open();
    room.say('bob', '1', 1000);
    room.next();
    room.next();
    assert.deepEqual(
      room
        .screen()
        .board.top.map((/** @type {any} */ { name, score, gain, rank, was }) => [
          name,
          score,
          gain,
          rank,
          was,
        ]),
      [
        ['bob', 1800, 950, 1, 2],
        ['ann', 950, 0, 2, 1],
        ['cy', 0, 0, 3, 3],
      ],
    );
    const even = openRoom([{}], { curve: 'flat' });
    even.start();
    even.open();
    even.say('ann', '1', 5000);
    even.say('bob', '1', 100);
    even.next();
    assert.deepEqual([even.me('ann').rank, even.me('bob').rank, even.me('cy').rank], [1, 1, 3]);
    assert.deepEqual(even.me('cy').ahead.gap, 1000);
  });

  test('five at most on the board, three places on the podium, whatever the crowd', () => {
    const names = Array.from({ length: 500 }, (_, n) => `player-${n}`);
    const room = openRoom([{ seconds: 240 }, {}], {}, names);
    room.start();
    room.open();
    names.forEach((id, n) => room.say(id, '1', 1000 + n));
    room.next();
    const small = JSON.stringify(room.screen()).length;
    room.next();
    assert.equal(room.screen().board.top.length, 5);
    rules.finish(room.state, room.ctx);
    const { top } = room.screen().podium;
    assert.deepEqual(
      top.slice(0, 3).map((/** @type {any} */ { id }) => id),
      names.slice(0, 3),
    );
    assert.ok(top.length <= 9 && top.every((/** @type {any} */ { rank }) => rank <= 3));
    assert.ok(small < 1500, `${small} characters`);
  });

  test('players who share a place stand on it, and nobody is left out', () => {
    const room = openRoom([{}], { curve: 'flat' }, ['a', 'b', 'c', 'd', 'e']);
    room.start();
    room.open();
    for (const id of ['a', 'b', 'c', 'd']) room.say(id, '1');
    room.next();
    rules.finish(room.state, room.ctx);
    const { top, shared } = room.screen().podium;
    assert.deepEqual(
      top.map((/** @type {any} */ { id, rank }) => `${id} ${rank}`),
      ['a 1', 'b 1', 'c 1', 'd 1'],
    );
    assert.deepEqual(shared, [4, 0, 0]);
  });

  test('teams are as large as can be and stand by the mean of their members', () => {
    const room = openRoom([{}], { teams: 2, curve: 'flat' }, ['a', 'b', 'c', 'd', 'e']);
    room.start();
    room.open();
    for (const id of ['b', 'd', 'a']) room.say(id, '1');
    room.next();
    // a, c, e: 1000, 0, 0; b, d: 1000, 1000
    assert.deepEqual(room.state.standing, [
      { team: 1, members: 2, score: 1000, rank: 1 },
      { team: 0, members: 3, score: 333, rank: 2 },
    ]);
    assert.deepEqual(room.me('a').team, { team: 0, rank: 2, score: 333 });
  });

  test('streaks count only when they are on', () => {
    for (const [streaks, total] of /** @type {const} */ ([
      [false, 3000],
      [true, 3300],
    ])) {
      const room = openRoom([{}, {}, {}], { streaks, curve: 'flat' });
      room.start();
      for (let i = 0; i < 3; i++) {
        room.open();
        room.say('ann', '1');
        room.next();
        if (i < 2) room.next();
      }
      assert.equal(room.me('ann').score, total);
    }
  });

  test('closest: speed does not count, and figures earn by how near they are', () => {
    const room = openRoom([{ type: 'number', answer: 100 }], { curve: 'closest' });
    room.start();
    room.open();
    room.say('ann', '100', 9000);
    room.say('bob', '75', 10);
    room.say('cy', '10', 10);
    room.next();
    assert.deepEqual(
      ['ann', 'bob', 'cy'].map((id) => room.me(id).score),
      [1000, 500, 0],
    );
  });
});

test('one wild guess of five does not stretch the picture of the figures, and is counted at its end', () => {
  const room = openRoom([{ type: 'number', answer: 100 }], {}, ['ann', 'bob', 'cy', 'dora', 'eve']);
  room.start();
  room.open();
  for (const [id, figure] of Object.entries({ ann: '98', bob: '105', cy: '90', dora: '104', eve: '99999' }))
    room.say(id, figure, 10);
  room.next();
  const { from, to, counts } = room.screen().reveal.bins;
  assert.ok(from > 80 && to < 120, `${from} to ${to}`);
  assert.equal(counts.at(-1), 1);
});

describe('the way of 2012', () => {
  test('votes may change, percentages are hidden until shown, then right or wrong; no points, no clock', () => {
    const room = openRoom([{}, {}], { way: '2012' });
    room.start();
    assert.equal(room.state.phase, 'open');
    room.say('ann', '0');
    room.say('ann', '1');
    room.say('bob', '2');
    room.say('cy', '1');
    room.wait(600_000);
    assert.equal(room.state.phase, 'open');
    assert.equal(room.screen().votes, null);
    assert.equal(room.screen().answered, 3);
    rules.showVotes(room.state, room.ctx);
    assert.deepEqual(room.screen().votes, [0, 2, 1, 0]);
    assert.equal(room.screen().reveal, null);
    room.say('bob', '3');
    assert.deepEqual(room.screen().votes, [0, 2, 0, 1]);
    rules.showResults(room.state, room.ctx);
    assert.deepEqual([room.me('ann').result.right, room.me('bob').result.right], [true, false]);
    assert.equal(room.me('ann').score, 0);
    room.next();
    assert.deepEqual([room.state.phase, room.state.at, room.me('ann').mine], ['open', 1, null]);
  });

  test('a leaver’s vote is removed', () => {
    const room = openRoom([{}], { way: '2012' });
    room.start();
    room.say('ann', '1');
    room.go('ann');
    rules.showVotes(room.state, room.ctx);
    assert.deepEqual(room.screen().votes, [0, 0, 0, 0]);
    room.come('ann');
    assert.deepEqual(room.screen().votes, [0, 1, 0, 0]);
  });
});

describe('nothing tells before the reveal', () => {
  const SECRET = 'CANARY';
  const TYPES = /** @type {Partial<Question>[]} */ ([
    { explanation: SECRET },
    { type: 'several', explanation: SECRET },
    { type: 'truefalse', explanation: SECRET },
    { type: 'text', accepted: [SECRET], explanation: SECRET },
    { type: 'number', answer: 77_345_112, explanation: SECRET },
    { type: 'order', items: ['one', 'two', 'three'], explanation: SECRET },
  ]);

  for (const question of TYPES) {
    test(`${question.type ?? 'single'}: screen, phones and the player's own`, () => {
      const room = openRoom([question]);
      /** @type {string[]} */
      const sent = [];
      const record = () => sent.push(JSON.stringify([room.screen(), room.phones(), room.me('ann')]));
      room.start();
      record();
      room.next();
      record();
      room.next();
      record();
      const choice =
        { truefalse: 'true', text: 'x', number: '1', order: '2,0,1' }[String(question.type)] ?? '1';
      room.say('ann', choice);
      record();
      for (const text of sent) {
        assert.ok(!text.includes(SECRET) && !text.includes('77345112'), text);
        assert.ok(!/"(correct|solution|isTrue|accepted|explanation)"/.test(text), text);
        assert.equal(JSON.parse(text)[0].reveal, null);
      }
      room.next();
      assert.ok(JSON.stringify(room.phones()).includes(SECRET));
    });
  }

  test('right and wrong look alike, in receipt, in what the player sees, in size', () => {
    const room = openRoom([{}]);
    room.start();
    room.open();
    const right = [room.say('ann', '1', 900), room.me('ann')];
    const wrong = [room.say('bob', '0', 900), room.me('bob')];
    assert.deepEqual(JSON.stringify(right).replace('"mine":"1"', '"mine":"0"'), JSON.stringify(wrong));
  });
});

test('results: accuracy apart from points, times, a table a question', () => {
  const room = openRoom([{ seconds: 10 }, { type: 'poll' }], { teams: 2 });
  room.start();
  room.open();
  room.say('ann', '1', 2000);
  room.say('bob', '0', 1000);
  room.next();
  room.next();
  room.open();
  room.say('ann', '2', 500);
  room.next();
  const tables = results(room.state, room.ctx);
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['Players', 'Teams', 'Questions', 'Q1', 'Q2'],
  );
  const [players, , questions, first, second] = tables;
  assert.deepEqual(players?.rows, [
    [1, 'ann', 900, 1, 1, 1, 100, 2, 'Orange'],
    [2, 'bob', 0, 0, 1, 1, 0, 1, 'Violet'],
    [2, 'cy', 0, 0, 0, 1, 0, null, 'Orange'],
  ]);
  assert.deepEqual(questions?.rows, [
    [1, 'single', 'Which?', 'B', 2, 1, 1, 50, 1.5],
    [2, 'poll', 'Which?', 'B', 1, null, null, null, 0.5],
  ]);
  assert.deepEqual(first?.rows, [
    ['ann', 'B', 'yes', 100, 2, 900],
    ['bob', 'A', 'no', 0, 1, 0],
  ]);
  assert.deepEqual(second?.rows, [['ann', 'C', '', null, 0.5, 0]]);
});

test('whatever comes in whatever order, sums agree: answers = players, points = what each earned', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('say'), who: fc.nat(9), what: fc.nat(5), ms: fc.nat(25_000) }),
    fc.record({
      do: fc.constantFrom('next', 'wait', 'skip', 'reopen', 'come', 'go', 'finish', 'start'),
      who: fc.nat(9),
      what: fc.constant(0),
      ms: fc.nat(9000),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.boolean(), (steps, change) => {
      const room = openRoom([{}, { penalty: 100 }, { type: 'poll' }], { change });
      const { state, ctx } = room;
      for (const { do: what, who, what: choice, ms } of steps) {
        const id = `p${who}`;
        const tries = {
          say: () => room.say(id, `${choice}`, ms),
          next: room.next,
          wait: () => room.wait(ms),
          skip: () => rules.skip(state, ctx),
          reopen: () => rules.reopen(state, ctx),
          come: () => room.come(id),
          go: () => room.go(id),
          finish: () => rules.finish(state, ctx),
          start: room.start,
        };
        try {
          /** @type {Record<string, () => unknown>} */ (tries)[what]?.();
        } catch (error) {
          assert.equal(/** @type {Error} */ (error).name, 'Refusal', /** @type {Error} */ (error).stack);
        }
        JSON.stringify([room.screen(), room.phones(), room.me(id), results(state, ctx)]);
      }
      for (const [id, player] of Object.entries(state.players)) {
        const earned = state.played.reduce((sum, { at, answers }) => {
          const answer = answers[id];
          const question = /** @type {Question} */ (state.questions[at]);
          if (!answer || question.type === 'poll') return sum;
          const [, tookMs, points, share] = answer;
          assert.equal(
            points,
            pointsFor({ question, share, tookMs, limitMs: question.seconds * 1000, curve: 'kahoot' }),
          );
          return sum + points;
        }, 0);
        assert.equal(player.score, earned);
        assert.ok(player.right <= player.answered && player.answered <= player.of);
      }
      const again = JSON.parse(JSON.stringify(state));
      assert.deepEqual(again, state);
    }),
    { numRuns: 300 },
  );
});

describe('what people wrote', () => {
  const NAMES = ['ann', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus'];
  const WORDS = ['Paris', 'paris', 'Lyon', 'LYON ', 'Nice', 'You fucking idiots', 'x'.repeat(60)];
  const answered = () => {
    const room = openRoom([{ type: 'text', accepted: ['Paris', 'The city of Paris'] }], {}, NAMES);
    room.start();
    room.open();
    for (const [n, name] of NAMES.entries()) room.say(name, WORDS[n] ?? '');
    room.wait(100);
    assert.equal(room.state.phase, 'reveal');
    return room;
  };

  test('one spelling is the answer; what else was written stands beside it, most first, and not on phones', () => {
    const room = answered();
    const { solution, said } = room.screen().reveal;
    assert.deepEqual(solution, ['Paris']);
    assert.deepEqual(said[0], { text: 'Lyon', count: 2 });
    assert.ok(!said.some((/** @type {any} */ { text }) => /paris/i.test(text)), 'right ones are no others');
    assert.ok(!JSON.stringify([room.phones(), room.me('ann')]).includes('Lyon'));
  });

  test('swearing is left out of the screen, and long texts are cut', () => {
    const { said } = politely(answered().screen()).reveal;
    assert.deepEqual(
      said.map((/** @type {any} */ { text }) => text.slice(0, 4)),
      ['Lyon', 'Nice', 'xxxx'],
    );
    assert.ok(said.every((/** @type {any} */ { text }) => text.length <= 25));
  });
});
