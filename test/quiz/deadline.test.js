/**
 * A hall answers in the moment in which a question ends: each answer is decided once, and its phone knows how. A check has 200
 * phones; `npm run test:long quiz` has 2,000.
 */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { spawnServer } from '../support/process.js';
import { joinBots, openQuiz, playTo, untilAll, view } from '../support/quiz.js';
import { sample } from '../support/sample.js';
import { openScreen, tempFolder } from '../support/server.js';

const PHONES = sample(200, 2000);
/** Before and after the end. */
const AROUND_MS = 50;
const RIGHT = 1;
/** In one of them some are early and some are late, also on a machine that stands still now and then. */
const QUESTIONS = Array.from({ length: 20 }, (_, n) => ({
  text: `${n}?`,
  seconds: 5,
  options: ['A', 'B'].map((text, place) => ({ text, correct: place === RIGHT })),
}));

test(`${PHONES} phones answer within ${AROUND_MS} ms of the end`, { timeout: 300_000 }, async (t) => {
  const server = await spawnServer(t, { DATA_DIR: await tempFolder(t), MAX_PLAYERS: '5000' });
  // While one has not answered, only the time ends a question.
  const [silent, ...bots] = await joinBots(t, server.url, PHONES + 1);
  assert.ok(silent);
  const quiz = await openQuiz(t, server, { title: 'Deadline', questions: QUESTIONS });
  const { socket: screen } = await openScreen(t, server.url);

  let [early, late] = [0, 0];
  while (early === 0 || late === 0) {
    const { n, round, leftMs } = await playTo(quiz, screen, ({ phase }) => phase === 'open');
    const shown = view(screen, ({ phase }) => phase === 'reveal');
    const choices = bots.map((_, at) => at % 2);
    const acks = await Promise.all(
      bots.map(async ({ socket }, at) => {
        const submit = () =>
          socket
            .timeout(60_000)
            .emitWithAck('submit', 'answer', { round, choice: String(choices[at]) }, `${round}-${at}`);
        await delay(leftMs - AROUND_MS + ((at * 7919) % PHONES) * ((2 * AROUND_MS) / PHONES));
        const ack = await submit();
        const again = await submit();
        assert.deepEqual([again.ok, again.code], [ack.ok, ack.code], 'sent again, it is decided already');
        return ack;
      }),
    );
    const accepted = acks.filter(({ ok }) => ok).length;
    for (const { ok, code } of acks) assert.ok(ok || code === 'submit-closed', code);
    [early, late] = [accepted, PHONES - accepted];
    t.diagnostic(`${early} in time, ${late} too late`);

    const { reveal } = await shown;
    assert.equal(reveal.answered, accepted);
    assert.equal(reveal.right, acks.filter(({ ok }, at) => ok && choices[at] === RIGHT).length);
    await untilAll([silent, ...bots], ({ personal }) => personal?.phase === 'reveal' && personal.of === n);
    bots.forEach(({ personal }, at) => {
      assert.equal(personal.mine, acks[at].ok ? String(choices[at]) : null);
      assert.equal(personal.result.right, acks[at].ok && choices[at] === RIGHT);
    });
  }
});
