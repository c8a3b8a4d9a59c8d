import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createDraft } from '../../control-panel/session/draft.js';

/** @import { Ack } from '../../lib/contract/wire.js' */

/** A draft whose messages are answered by hand. */
function underTest() {
  mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {number[]} */
  const sent = [];
  /** @type {((ack: Ack) => void)[]} */
  const answers = [];
  const draft = createDraft(
    (/** @type {number} */ value) => {
      sent.push(value);
      return new Promise((resolve) => answers.push(resolve));
    },
    { delayMs: 100, graceMs: 500 },
  );
  const pass = async (/** @type {number} */ ms) => {
    mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const answer = async (/** @type {Ack} */ ack) => {
    answers.shift()?.(ack);
    await pass(0);
  };
  return { draft, sent, pass, answer };
}

test.afterEach(() => mock.timers.reset());

test('a drag sends the latest value after a pause', async () => {
  const { draft, sent, pass } = underTest();
  for (const value of [1, 2, 3]) draft.edit(value);
  await pass(99);
  assert.deepEqual(sent, []);
  await pass(1);
  assert.deepEqual(sent, [3]);
  assert.equal(draft.value.value, 3);
});

test('one message is in flight; edits made meanwhile go as one', async () => {
  const { draft, sent, pass, answer } = underTest();
  draft.edit(1, { now: true });
  await pass(0);
  draft.edit(2);
  draft.edit(3);
  await pass(1000);
  assert.deepEqual(sent, [1]);
  await answer({ ok: true });
  await pass(0);
  assert.deepEqual(sent, [1, 3]);
});

test('after the yes the draft gives way to the server, once the hand is off', async () => {
  const { draft, pass, answer } = underTest();
  draft.hold();
  draft.edit(7, { now: true });
  await pass(0);
  await answer({ ok: true });
  await pass(500);
  assert.equal(draft.value.value, 7, 'held');
  draft.release();
  await pass(500);
  assert.equal(draft.value.value, undefined);
});

test('a refusal is shown, and the value goes back to the one in force', async () => {
  const { draft, pass, answer } = underTest();
  draft.edit(99, { now: true });
  await pass(0);
  await answer({ ok: false, code: 'setting-bad', message: 'At most 20.' });
  assert.equal(draft.problem.value, 'At most 20.');
  assert.equal(draft.value.value, undefined);
  draft.edit(5);
  assert.equal(draft.problem.value, '');
});

test('after stop nothing is sent', async () => {
  const { draft, sent, pass } = underTest();
  draft.edit(1);
  draft.stop();
  await pass(1000);
  assert.deepEqual(sent, []);
});
