/**
 * A phone that measures how long its answer takes, and how much comes back, does not learn whether it was right. Phones answer one
 * after the other, because answers that arrive together are stored together, which hides more. A check has 300 answers; `npm run
 * test:long quiz` has five thousand.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { spawnServer } from '../support/process.js';
import { joinBots, openQuiz, playTo, view } from '../support/quiz.js';
import { sample } from '../support/sample.js';
import { openScreen, tempFolder } from '../support/server.js';
import { guessed, measure } from '../support/tells.js';

const PHONES = 50;
const QUESTIONS = sample(6, 100);
/** Four standard deviations of so many guesses. */
const BY_LUCK = (4 * 0.5) / Math.sqrt((QUESTIONS * PHONES) / 2);
const SEED = Number(process.env['SEEDS'] ?? 1);

test('right and wrong cannot be told by time and size', { timeout: 900_000 }, async (t) => {
  const random = createRandom(SEED).next;
  const places = Array.from({ length: QUESTIONS }, () => Math.floor(random() * 2));
  const questions = places.map((right, n) => ({
    text: `${n}?`,
    seconds: 240,
    options: ['A', 'B'].map((text, place) => ({ text, correct: place === right })),
  }));
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  // While one has not answered, the question stays open.
  const [, ...bots] = await joinBots(t, server.url, PHONES + 1);
  const quiz = await openQuiz(t, server, { title: 'Tells', questions });
  const { socket: screen } = await openScreen(t, server.url);

  /** @type {Parameters<typeof guessed>[0]} */
  const rows = [];
  for (const [at, right] of places.entries()) {
    const { round } = await playTo(quiz, screen, ({ phase, n }) => phase === 'open' && n === at + 1);
    for (const bot of bots) {
      const choice = Math.floor(random() * 2);
      rows.push({ isRight: choice === right, figures: await measure(bot, String(choice), round) });
    }
    await quiz.run('next');
    await view(screen, ({ phase }) => phase === 'reveal');
  }

  const shares = guessed(rows);
  t.diagnostic(JSON.stringify(shares));
  for (const [name, share] of Object.entries(shares)) assert.ok(share < 0.5 + BY_LUCK, `${name}: ${share}`);
});
