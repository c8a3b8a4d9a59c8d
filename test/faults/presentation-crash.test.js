/** After `kill -9` in a poll no acknowledged answer is lost or doubled, also of people who changed their mind. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createRandom } from '../../lib/stage/random.js';
import { playDocument } from '../support/documents.js';
import { freePort, spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';
import { block, deckOf } from '../support/talk.js';
import { seeds } from '../support/sample.js';

/** @import { TestContext } from 'node:test' */

const PHONES = 12;
const OPTIONS = 3;
const DECK = deckOf(block('poll', 'Where?\nhidden: no\n- Here\n- There\n- Else'));

for (const seed of seeds()) {
  test(`killed in a poll, seed ${seed}`, { timeout: 300_000 }, async (t) => {
    const random = createRandom(seed);
    const env = { DATA_DIR: await tempFolder(t), PORT: String(await freePort()) };
    const first = await spawnServer(t, env);
    const { ask } = await openControl(t, first);
    await playDocument(first, ask, 'presentation', DECK);
    const { socket } = await openScreen(t, first.url);
    const { view } = await next(socket, 'frame', (frame) => frame.view.element !== null);
    const voters = await voteUntilKilled(t, first, view.element.id, random.next);

    const second = await spawnServer(t, env);
    const screen = await openScreen(t, second.url);
    const shown = await next(screen.socket, 'frame', (frame) => frame.view.element !== null);
    const { n, view: results } = shown.view.element;
    assertCounts(results.counts, n, voters);

    // Each phone sends its last answer again, as it does until somebody says yes: still none counts twice.
    const ids = new Set();
    for (const { name, token, sent } of voters) {
      const phone = await joinAsPhone(t, second.url, { name, token });
      ids.add(phone.welcome.player.id);
      for (const [key, choice] of sent) {
        const value = { element: view.element.id, value: String(choice) };
        const ack = await phone.socket.timeout(60_000).emitWithAck('submit', 'answer', value, key);
        assert.equal(ack.ok, true, ack.message);
      }
    }
    assert.equal(ids.size, PHONES);
    const all = await next(screen.socket, 'frame', (frame) => frame.view.element.n === PHONES);
    const wanted = new Array(OPTIONS).fill(0);
    for (const { sent } of voters) wanted[Number([...sent.values()].at(-1))] += 1;
    assert.deepEqual(all.view.element.view.counts, wanted);
  });
}

/** @typedef {Awaited<ReturnType<typeof spawnServer>>} Server */
/** @typedef {{ name: string, token: string, sent: Map<string, number>, acked: Set<string> }} Voter */

/**
 * Each acknowledged answer is there, or a later one of the same phone that was on its way; nobody counts twice.
 * @param {number[]} counts @param {number} n @param {Voter[]} voters
 */
function assertCounts(counts, n, voters) {
  const sum = counts.reduce((total, count) => total + count, 0);
  assert.equal(sum, n, 'one answer for each person');
  assert.ok(n >= voters.filter(({ acked }) => acked.size > 0).length, 'nobody is lost');
  for (let option = 0; option < OPTIONS; option++) {
    const choices = voters.map(({ sent, acked }) => {
      const keys = [...sent.keys()];
      const last = keys.findLastIndex((key) => acked.has(key));
      const possible = keys.slice(Math.max(0, last)).map((key) => Number(sent.get(key)));
      return {
        must: last >= 0 && possible.every((choice) => choice === option),
        may: possible.includes(option),
      };
    });
    const least = choices.filter(({ must }) => must).length;
    const most = choices.filter(({ may }) => may).length;
    const count = Number(counts[option]);
    assert.ok(count >= least && count <= most, `option ${option}: ${count}, from ${least} to ${most}`);
  }
}

/** @param {TestContext} t @param {Server} server @param {string} element @param {() => number} random @returns {Promise<Voter[]>} */
async function voteUntilKilled(t, server, element, random) {
  const killAfter = 3 + Math.floor(random() * PHONES);
  const killed = once(server.child, 'exit');
  let answered = 0;
  const phones = await Promise.all(
    Array.from({ length: PHONES }, (_, n) => joinAsPhone(t, server.url, { name: `P${n}` })),
  );
  const voters = phones.map(({ socket, welcome }, n) => {
    /** @type {Voter} */
    const voter = { name: `P${n}`, token: welcome.player.token, sent: new Map(), acked: new Set() };
    const vote = async (/** @type {string} */ key) => {
      const choice = Math.floor(random() * OPTIONS);
      voter.sent.set(key, choice);
      const ack = await socket
        .timeout(60_000)
        .emitWithAck('submit', 'answer', { element, value: String(choice) }, key)
        .catch(() => ({ ok: false }));
      if (!ack.ok) return false;
      voter.acked.add(key);
      answered += 1;
      if (answered === killAfter) server.child.kill('SIGKILL');
      return true;
    };
    return { voter, run: async () => (await vote('a')) && (await vote('b')) };
  });
  await Promise.all(voters.map(({ run }) => run()));
  if (answered < killAfter) server.child.kill('SIGKILL');
  await killed;
  return voters.map(({ voter }) => voter);
}
