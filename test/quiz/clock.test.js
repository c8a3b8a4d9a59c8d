/** The clock of the machine is set by an hour in the middle of a question: no answer is earlier or later by it, and none too late. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnServer } from '../support/process.js';
import { joinBots, openQuiz, playTo, untilAll, view } from '../support/quiz.js';
import { openScreen, tempFolder } from '../support/server.js';
import { clockOf } from '../support/wall-clock.js';

const HOUR_MS = 3_600_000;
const question = (/** @type {number} */ seconds) => ({
  text: `${seconds} seconds?`,
  seconds,
  options: [{ text: 'A', correct: true }, { text: 'B' }],
});
const PACK = { title: 'Clock', questions: [question(60), question(10), question(10)] };

test('a clock that is set by an hour moves no question and no points', { timeout: 300_000 }, async (t) => {
  const clock = await clockOf(t);
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t), ...clock.env });
  const [early, late, silent] = await joinBots(t, server.url, 3);
  assert.ok(early && late && silent);
  const quiz = await openQuiz(t, server, PACK);
  const { socket: screen } = await openScreen(t, server.url);
  for (const nextMs of [HOUR_MS, -HOUR_MS, 0]) {
    const { n, round } = await playTo(quiz, screen, ({ phase }) => phase === 'open');
    /** @type {any} */
    const before = await early.answer('0', round);
    await clock.set(nextMs, server.url);
    const { leftMs } = await view(screen, ({ phase }) => phase === 'open');
    /** @type {any} */
    const after = await late.answer('0', round);
    assert.deepEqual([before.ok, after.ok], [true, true], `set to ${nextMs}`);
    if (leftMs > 20_000) await quiz.run('next');
    await untilAll(
      [early, late, silent],
      ({ personal }) => personal?.phase === 'reveal' && personal.of === n,
    );
    const [first, second] = [early, late].map(({ personal }) => Number(personal.result.points));
    assert.ok(
      first !== undefined && second !== undefined && first <= 1000 && second <= first && second > 500,
      `${first} and ${second}`,
    );
  }
});
