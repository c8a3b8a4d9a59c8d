/**
 * `kill -9` while answers come in: no acknowledged answer is lost, none counts twice, all phones come back as the same
 * players, and the question goes on, with the file of SQLite and with PostgreSQL behind, where the next server has nothing but
 * the address of the database. A check kills each once with 60 phones; `npm run test:long quiz` does it with 500.
 */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { startPostgres } from '../support/databases.js';
import { end, freePort, spawnServer } from '../support/process.js';
import { joinBots, openQuiz, playTo, untilAll, view } from '../support/quiz.js';
import { sample, seeds } from '../support/sample.js';
import { openControl, openScreen, tempFolder } from '../support/server.js';

const PHONES = sample(60, 500);
const WITHIN_MS = 1500;
const PACK = {
  title: 'Crash',
  questions: [
    {
      text: 'Which?',
      seconds: 240,
      options: ['A', 'B', 'C', 'D'].map((text, place) => ({ text, correct: place === 1 })),
    },
  ],
};

const postgres = await startPostgres();

/**
 * Makes the settings by which a server finds the show; each call gives those of the same show.
 * @typedef {() => Promise<Record<string, string>>} Settings
 */

/** @param {import('node:test').TestContext} t @returns {Promise<Settings>} */
async function inFolder(t) {
  const DATA_DIR = await tempFolder(t);
  return async () => ({ DATA_DIR });
}

/** @param {import('node:test').TestContext} t @returns {Promise<Settings>} with an empty folder each time, as on another machine */
async function inPostgres(t) {
  const DATABASE_URL = await postgres.newDatabase();
  return async () => ({ DATABASE_URL, DATA_DIR: await tempFolder(t) });
}

for (const seed of seeds()) {
  test(`killed at a random moment of a question, seed ${seed}`, { timeout: 300_000 }, async (t) =>
    killDuringQuestion(t, seed, await inFolder(t)),
  );
  test(`the same with PostgreSQL, seed ${seed}`, { timeout: 300_000 }, async (t) =>
    killDuringQuestion(t, seed, await inPostgres(t)),
  );
}

/** @param {import('node:test').TestContext} t @param {number} seed @param {Settings} settings */
async function killDuringQuestion(t, seed, settings) {
  const random = createRandom(seed).next;
  const PORT = String(await freePort());
  const before = await spawnServer(t, { ...(await settings()), PORT });
  const bots = await joinBots(t, before.url, PHONES);
  const quiz = await openQuiz(t, before, PACK, { readS: 0 });
  const { socket: screen } = await openScreen(t, before.url);
  const { round } = await playTo(quiz, screen, ({ phase }) => phase === 'open');

  const choices = bots.map(() => Math.floor(random() * 4));
  let acknowledged = 0;
  const answers = bots.map(async (bot, n) => {
    await delay(random() * WITHIN_MS);
    const ack = await bot.answer(String(choices[n]), round);
    acknowledged += 1;
    return ack;
  });
  await delay(random() * WITHIN_MS);
  const ackedBefore = acknowledged;
  await end(before.child, 'SIGKILL');
  const after = await spawnServer(t, { ...(await settings()), PORT });
  const { socket: again } = await openScreen(t, after.url);
  const back = await view(again, () => true);
  assert.ok(back.phase === 'open' || back.phase === 'reveal', `it goes on in "${back.phase}"`);
  assert.ok(
    back.phase === 'reveal' || back.answered >= ackedBefore,
    `${ackedBefore} were acknowledged, ${back.answered} are there`,
  );

  const acks = await Promise.all(answers);
  for (const ack of acks) assert.deepEqual(ack, { ok: true, receipt: { round } });
  const control = await openControl(t, after);
  if ((await view(again, () => true)).phase === 'open') await control.ask('run', 'next');
  const { reveal } = await view(again, (shown) => shown.phase === 'reveal');
  assert.equal(reveal.answered, PHONES);
  assert.deepEqual(
    reveal.counts,
    [0, 1, 2, 3].map((place) => choices.filter((choice) => choice === place).length),
  );
  await untilAll(bots, ({ personal }) => personal?.phase === 'reveal');
  bots.forEach(({ personal }, n) => {
    assert.equal(personal.mine, String(choices[n]));
    assert.equal(personal.result.right, choices[n] === 1);
  });
  assert.equal(new Set(bots.map(({ id }) => id)).size, PHONES);
  t.diagnostic(`${ackedBefore} of ${PHONES} were acknowledged when it was killed`);
}
