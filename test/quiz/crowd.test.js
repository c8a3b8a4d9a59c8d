/**
 * A hall answers within two seconds: all answers are acknowledged, each counts once, the top five are right. A check has 200
 * phones; `npm run test:long quiz` has 2,000.
 */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { pointsFor } from '../../public/shared/scoring.js';
import { spawnServer } from '../support/process.js';
import { joinBots, openQuiz, playTo, untilAll, view } from '../support/quiz.js';
import { sample } from '../support/sample.js';
import { openScreen, tempFolder } from '../support/server.js';

const PHONES = sample(200, 2000);
const WITHIN_MS = 2000;
const SECONDS = 60;
const POINTS = 1000;
const RIGHT = 2;
const PACK = {
  title: 'Crowd',
  questions: [
    {
      text: 'Which?',
      seconds: SECONDS,
      points: POINTS,
      options: ['A', 'B', 'C', 'D'].map((text, place) => ({ text, correct: place === RIGHT })),
    },
    { text: 'Another?', options: ['A', 'B'].map((text) => ({ text, correct: text === 'A' })) },
  ],
};

test(`${PHONES} phones answer within ${WITHIN_MS / 1000} s`, { timeout: 300_000 }, async (t) => {
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t), MAX_PLAYERS: '5000' });
  const bots = await joinBots(t, server.url, PHONES);
  const quiz = await openQuiz(t, server, PACK);
  const { socket: screen } = await openScreen(t, server.url);
  const { round } = await playTo(quiz, screen, ({ phase }) => phase === 'open');

  const choices = bots.map((_, n) => n % 4);
  const acks = await Promise.all(
    bots.map(async (bot, n) => {
      await delay(((n * 7919) % PHONES) * (WITHIN_MS / PHONES));
      return bot.answer(String(choices[n]), round);
    }),
  );
  for (const ack of acks) assert.deepEqual(ack, { ok: true, receipt: { round } });

  // The last answer closes the question, because everybody who is connected has answered.
  const shown = await view(screen, ({ phase }) => phase === 'reveal');
  const counts = [0, 1, 2, 3].map((place) => choices.filter((choice) => choice === place).length);
  assert.equal(shown.reveal.answered, PHONES);
  assert.deepEqual(shown.reveal.counts, counts);
  assert.equal(shown.reveal.right, counts[RIGHT]);

  await untilAll(bots, ({ personal }) => personal?.result);
  const own = bots.map(({ id, name, personal }, n) => {
    const { tookMs: took, points } = personal.result;
    const share = choices[n] === RIGHT ? 1 : 0;
    const question = { points: POINTS, penalty: 0 };
    assert.equal(
      points,
      pointsFor({ question, share, tookMs: took, limitMs: SECONDS * 1000, curve: 'kahoot' }),
    );
    return { id, name, points, took };
  });
  await quiz.run('next');
  const { board } = await view(screen, ({ phase }) => phase === 'board');
  const best = own
    .sort((a, b) => b.points - a.points || a.took - b.took || (a.id < b.id ? -1 : 1))
    .slice(0, 5);
  assert.deepEqual(
    board.top.map((/** @type {any} */ { name, score }) => [name, score]),
    best.map(({ name, points }) => [name, points]),
  );
});
