/** After `kill -9` in a worm no acknowledged answer is lost or doubled, and the line goes on with its gap shown. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { freePort, spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';
import { seeds } from '../support/sample.js';
import { fastBy } from '../support/wall-clock.js';

/** @import { TestContext } from 'node:test' */

const PHONES = 6;
const SETTINGS = { question1: 'Your vote?', choices1: 'Yes; No; Undecided', minN: 1, spanS: 60 };
/** A gap is what is longer than 3 s. */
const GAP_MS = 4500;

for (const seed of seeds()) {
  test(
    `killed while answers come and then while the line runs, seed ${seed}`,
    { timeout: 300_000 },
    async (t) => {
      const random = createRandom(seed);
      const env = { DATA_DIR: await tempFolder(t), PORT: String(await freePort()) };
      const first = await spawnServer(t, env);
      const { ask } = await openControl(t, first);
      await ask('switch', 'worm');
      await ask('set', SETTINGS);
      await ask('run', 'next', {});
      const acked = await answerUntilKilled(t, first, random.next);

      const second = await spawnServer(t, env);
      const control = await openControl(t, second);
      const counts = new Array(3).fill(0);
      for (const choice of acked.values()) counts[choice] += 1;
      const answered = await answersOf(second);
      const total = answered.reduce((sum, count) => sum + count, 0);
      assert.ok(
        counts.every((count, choice) => Number(answered[choice]) >= count),
        `${answered} of ${counts}`,
      );
      assert.ok(total <= PHONES, 'none counts twice');

      await control.ask('run', 'next', {});
      const before = await playLine(t, second, 4);
      // An operator who is told "done" may believe that this, and all before it, is on the disk.
      assert.deepEqual(await control.ask('run', 'mark', { text: 'seen' }), { ok: true });
      await kill(second);
      const third = await spawnServer(t, { ...env, ...fastBy(GAP_MS) });
      const after = await playLine(t, third, Number(before.at(-1)) + 5);
      assert.deepEqual(
        before.filter((atS) => !after.includes(atS)),
        [],
        `${before} and then ${after}`,
      );
      const gap = Math.max(...after.slice(1).map((atS, at) => atS - Number(after[at])));
      assert.ok(gap >= GAP_MS / 1000 - 1, `the longest gap is ${gap} s in ${after}`);
    },
  );
}

/** @typedef {Awaited<ReturnType<typeof spawnServer>>} Server */

/** @param {TestContext} t @param {Server} server @param {() => number} random @returns {Promise<Map<string, number>>} the acknowledged choices */
async function answerUntilKilled(t, server, random) {
  /** @type {Map<string, number>} */
  const acked = new Map();
  const killAfter = 1 + Math.floor(random() * (PHONES - 1));
  const phones = await Promise.all(
    Array.from({ length: PHONES }, (_, n) => joinAsPhone(t, server.url, { name: `P${n}` })),
  );
  const answers = phones.map(async ({ socket, welcome }) => {
    const choice = Math.floor(random() * 3);
    const value = { question: 0, when: 'before', choice };
    const ack = await socket.timeout(60_000).emitWithAck('submit', 'answer', value, 'a');
    if (ack.ok) acked.set(welcome.player.id, choice);
    if (acked.size === killAfter) await kill(server);
  });
  await Promise.allSettled(answers);
  assert.ok(acked.size >= killAfter);
  return acked;
}

/** @param {Server} server @returns {Promise<number[]>} how many gave each answer before */
async function answersOf({ url, operatorKey }) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const { tables } = await (await fetch(`${url}/api/rooms/main/results.json`, { headers })).json();
  const { rows } = tables.find((/** @type {{ name: string }} */ { name }) => name === 'Answers');
  return rows.map((/** @type {any[]} */ row) => Number(row[2]));
}

/** Plays until the line has a row of that second. @param {TestContext} t @param {Server} server @param {number} untilS @returns {Promise<number[]>} the seconds of its rows */
async function playLine(t, server, untilS) {
  const { socket: phone } = await joinAsPhone(t, server.url, { name: 'Ada' });
  phone.emit('input', { y: 0.5, s: '-' });
  const { socket } = await openScreen(t, server.url);
  const seconds = (/** @type {any} */ { backdrop }) =>
    backdrop.rows.map((/** @type {number[]} */ row) => Number(row[0]));
  const shown = await next(socket, 'backdrop', (one) => seconds(one).at(-1) >= untilS);
  phone.disconnect();
  socket.disconnect();
  return seconds(shown);
}

/** @param {Server} server */
async function kill({ child }) {
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
}
