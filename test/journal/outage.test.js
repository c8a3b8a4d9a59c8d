/**
 * A database that goes away while the show runs: what it cannot take is not acknowledged, and when it is back the journal
 * goes on by itself, with everything that was acknowledged, once. Each seed stops the server at another moment.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { openAt, startServers } from '../support/journals.js';
import { seeds } from '../support/sample.js';

const ROWS = 300;
const SCENE = { roomId: 'main', gameId: 'quiz', epoch: 1, sinceMs: 1, atMs: 1 };

for (const engine of await startServers({ isDurable: true })) {
  for (const how of /** @type {const} */ (['orderly', 'at-once']))
    for (const seed of seeds())
      test(`${engine.name} stops ${how} and comes back, seed ${seed}`, { timeout: 300_000 }, async (t) => {
        const random = createRandom(seed).next;
        const place = await engine.newPlace(t);
        const onRemark = (/** @type {string} */ sentence) => assert.fail(sentence);
        const journal = await openAt(t, place, { onRemark });
        await journal.saveRoom({ id: 'main', title: 'Hall', locked: false, throttle: null, createdMs: 1 });
        let acknowledged = 0;
        /** @type {Set<string>} */
        const problems = new Set();

        /** Sends one answer until it is acknowledged, as a phone does. @param {number} n */
        async function answer(n) {
          await delay(random() * 800);
          for (;;) {
            try {
              await journal.saveStage(SCENE, {
                ...{ seq: n, snapshot: null, transcript: `[["tick",${n},null]]`, forgotten: [] },
                submissions: [{ playerId: `p${n}`, id: `s${n}`, receipt: `{"n":${n}}` }],
              });
              acknowledged += 1;
              return;
            } catch (error) {
              assert.equal(/** @type {any} */ (error).code, 'not-saved');
              problems.add(/** @type {Error} */ (error).message);
              await delay(50);
            }
          }
        }

        const answers = Array.from({ length: ROWS }, (_, n) => answer(n + 1));
        await delay(random() * 600);
        const before = acknowledged;
        await engine.server.stop(how);
        // Somebody asks while it is away: they are told, and nothing waits for the database to come back.
        await assert.rejects(journal.saveMeta('away', 'yes'), { code: 'not-saved', message: /the database/ });
        await engine.server.start();
        await Promise.all(answers);
        await journal.close();

        const [room] = (await (await openAt(t, place)).load()).rooms;
        const ids = Array.from({ length: ROWS }, (_, n) => `s${n + 1}`).sort();
        assert.deepEqual(room?.submissions.map(({ id }) => id).sort(), ids, 'each is there once');
        assert.equal(room?.transcripts.length, ROWS);
        t.diagnostic(`${before} were acknowledged when it stopped; told: ${[...problems].join(' | ')}`);
      });
}
