/** Searches every byte that a quiz sends to phones and screens before a reveal for the answers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBots, openQuiz, playTo, untilAll, view } from '../support/quiz.js';
import { openScreen, startServer } from '../support/server.js';

const CANARY = 'canary-7f3a91';
const FIGURE = 7_739_184;
/** One question of each type that has an answer. Options are shown before the reveal, but not whether they are right. */
const PACK = {
  title: 'Leaks',
  questions: [
    { text: 'Q', explanation: CANARY, options: ['A', 'B'].map((text) => ({ text, correct: text === 'B' })) },
    {
      type: 'several',
      text: 'Q',
      explanation: CANARY,
      options: ['A', 'B', 'C'].map((text) => ({ text, correct: text !== 'B' })),
    },
    { type: 'truefalse', text: 'Q', explanation: CANARY, isTrue: false },
    { type: 'text', text: 'Q', explanation: CANARY, accepted: [CANARY] },
    { type: 'number', text: 'Q', explanation: CANARY, answer: FIGURE, tolerance: 1, reach: FIGURE },
    { type: 'order', text: 'Q', explanation: CANARY, items: ['one', 'two', 'three'] },
  ],
};
/** A right and a wrong answer to each question. */
const ANSWERS = [
  ['1', '0'],
  ['0,2', '0,1'],
  ['false', 'true'],
  [CANARY, 'canary-000000'],
  [String(FIGURE), '7739999'],
  ['0,1,2', '2,1,0'],
];

test(
  'no byte before a reveal holds an answer; right and wrong look alike',
  { timeout: 300_000 },
  async (t) => {
    const server = await startServer(t);
    const [right, wrong, idle] = await joinBots(t, server.url, 3);
    assert.ok(right && wrong && idle);
    const quiz = await openQuiz(t, server, PACK);
    const { socket: screen } = await openScreen(t, server.url);
    /** The messages since the last reveal. @type {{ to: string, data: string }[]} */
    let heard = [];
    let bytes = 0;
    const sockets = Object.entries({ right: right.socket, wrong: wrong.socket, idle: idle.socket, screen });
    for (const [to, socket] of sockets) {
      socket.io.engine.on('packet', (/** @type {{ data?: unknown }} */ { data }) => {
        if (typeof data !== 'string') return;
        heard.push({ to, data });
        bytes += data.length;
      });
    }
    for (const [at, question] of PACK.questions.entries()) {
      heard = [];
      const shown = await playTo(quiz, screen, ({ phase, n }) => phase === 'open' && n === at + 1);
      const { round } = shown;
      const [good = '', bad = ''] = ANSWERS[at] ?? [];
      // An order is shuffled for this play, so its right places are found by its items.
      const places = question.items?.map((item) => shown.question.options.indexOf(item)).join(',');
      /** @type {any[]} */
      const said = await Promise.all([
        right.answer(places ?? good, round),
        wrong.answer(places ? reversed(places) : bad, round),
      ]);
      assert.deepEqual(said[0], said[1]);
      await untilAll([right, wrong], ({ personal }) => personal?.phase === 'open' && personal.mine !== null);
      assertAlike(right.personal, wrong.personal);
      for (const { to, data } of heard) {
        // A player's own answer comes back to them, and to nobody else.
        const others = to === 'right' ? data.replaceAll(/"mine":"[^"]*"/g, '') : data;
        assert.ok(!others.includes(CANARY), `${to}: ${data}`);
        assert.ok(!others.includes(String(FIGURE)), `${to}: ${data}`);
        assert.ok(!/"(?:correct|solution|accepted|isTrue|explanation)"/.test(data), `${to}: ${data}`);
      }
      await quiz.run('next');
      const { reveal } = await view(screen, ({ phase }) => phase === 'reveal');
      assert.deepEqual([reveal.answered, reveal.right], [2, 1], question.type);
      assert.equal(reveal.explanation, CANARY);
      if (at + 1 === PACK.questions.length) break;
      await playTo(quiz, screen, ({ phase }) => phase === 'board');
      // A phone may be sent its part of the reveal later than the screen: it is no leak of the next question.
      await untilAll(
        [right, wrong, idle],
        ({ personal, notice }) => personal?.phase === 'board' && notice?.phase === 'board',
      );
    }
    assert.ok(bytes > 10_000, 'something was recorded');
  },
);

/** @param {string} places */
function reversed(places) {
  return places.split(',').reverse().join(',');
}

/** The same but for what was answered and what earlier questions brought. @param {any} a @param {any} b */
function assertAlike(a, b) {
  assert.deepEqual(Object.keys(a), Object.keys(b));
  assert.equal(a.result, null);
  assert.equal(b.result, null);
}
