/** A phone sends its submissions in order until they are answered, through reloads and lost connections. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutbox } from '../../public/phone/outbox.js';
import { joinAsPhone, startServer, tempFolder } from '../support/server.js';

/** @typedef {import('../../public/phone/outbox.js').Answer} Answer */

/** A phone whose server answers by `answer`; its memory may be given to the next one. */
function openPhone({
  memory = { text: /** @type {string | undefined} */ (undefined) },
  isConnected = true,
} = {}) {
  const line = { isConnected };
  /** @type {{ kind: string, value: any, id: string, answer: (answer: Answer) => void, lose: () => void }[]} */
  const sent = [];
  /** @type {(() => void)[]} */
  const timers = [];
  const outbox = createOutbox({
    send: (kind, value, id) =>
      new Promise((resolve, reject) =>
        sent.push({ kind, value, id, answer: resolve, lose: () => reject(new Error('no answer')) }),
      ),
    isConnected: () => line.isConnected,
    memory: { get: () => memory.text, set: (text) => void (memory.text = text) },
    gone: 'gone',
    full: 'full',
    setTimer: (run) => timers.push(run),
    random: () => 0.5,
  });
  /** @type {string[]} */
  const states = [];
  outbox.onState(({ value, state }) => states.push(`${value.word} ${state}`));
  return { outbox, sent, states, memory, line, pass: () => timers.splice(0).forEach((run) => run()) };
}

/** Promises settle in their own time. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const yes = (/** @type {unknown} */ receipt) => ({ ok: /** @type {const} */ (true), receipt });
const no = (/** @type {string} */ code) => ({ ok: /** @type {const} */ (false), code, message: code });

test('submissions leave one after the other; the promise gives the answer of the server', async () => {
  const { outbox, sent, states, memory } = openPhone();
  outbox.setScene('quiz 3');
  const first = outbox.submit('say', { word: 'a' });
  const second = outbox.submit('say', { word: 'b' });
  assert.equal(sent.length, 1);
  sent[0]?.answer(yes(1));
  assert.deepEqual(await first, yes(1));
  await settle();
  sent[1]?.answer(no('submit-closed'));
  assert.deepEqual(await second, no('submit-closed'));
  assert.deepEqual(states, ['a saving', 'b saving', 'a saved', 'b refused']);
  assert.notEqual(sent[0]?.id, sent[1]?.id);
  assert.deepEqual(JSON.parse(String(memory.text)).items, []);
});

test('after not saved, too fast or no answer it is sent again, with the same id, until the answer is yes', async () => {
  const { outbox, sent, states, pass } = openPhone();
  outbox.setScene('quiz 1');
  const answer = outbox.submit('say', { word: 'a' });
  sent[0]?.answer(no('not-saved'));
  await settle();
  assert.deepEqual(states, ['a saving', 'a not-saved']);
  pass();
  await settle();
  sent[1]?.lose();
  await settle();
  pass();
  await settle();
  sent[2]?.answer(yes('r'));
  assert.deepEqual(await answer, yes('r'));
  assert.deepEqual([sent.length, new Set(sent.map(({ id }) => id)).size], [3, 1]);
  assert.equal(states.at(-1), 'a saved');
});

test('without a connection it waits, and goes on when there is one', async () => {
  const { outbox, sent, line } = openPhone({ isConnected: false });
  outbox.setScene('quiz 1');
  void outbox.submit('say', { word: 'a' });
  await settle();
  assert.equal(sent.length, 0);
  line.isConnected = true;
  outbox.wake();
  assert.equal(sent.length, 1);
});

test('over a reload: the same id is sent again, and the game hears of it', async () => {
  const before = openPhone();
  before.outbox.setScene('quiz 5');
  void before.outbox.submit('say', { word: 'a' });
  const { outbox, sent, states } = openPhone({ memory: before.memory });
  outbox.setScene('quiz 5');
  assert.deepEqual(
    outbox.unanswered().map(({ value, state }) => [value.word, state]),
    [['a', 'saving']],
  );
  outbox.wake();
  assert.equal(sent[0]?.id, before.sent[0]?.id);
  sent[0]?.answer(yes(null));
  await settle();
  assert.deepEqual(states, ['a saved']);
  const third = openPhone({ memory: before.memory });
  third.outbox.setScene('quiz 5');
  assert.deepEqual(third.outbox.unanswered(), []);
});

test('another game: a submission to the last one is given up, even when its answer still comes', async () => {
  const { outbox, sent, states } = openPhone();
  outbox.setScene('quiz 1');
  const answer = outbox.submit('say', { word: 'a' });
  outbox.setScene('quiz 2');
  assert.deepEqual(await answer, { ok: false, code: 'submit-closed', message: 'gone' });
  void outbox.submit('say', { word: 'b' });
  sent[0]?.answer(yes(1));
  await settle();
  assert.equal(sent[1]?.value.word, 'b');
  assert.deepEqual(states, ['a saving', 'a refused', 'b saving']);
  const after = openPhone({
    memory: { text: '{"scene":"quiz 1","items":[{"id":"x","kind":"say","value":{}}]}' },
  });
  after.outbox.setScene('quiz 2');
  assert.deepEqual(after.outbox.unanswered(), []);
});

test('a memory that holds nonsense is an empty one; a flood is refused', async () => {
  for (const text of ['{', '7', '{"scene":"quiz 1","items":7}']) {
    const { outbox } = openPhone({ memory: { text } });
    outbox.setScene('quiz 1');
    assert.deepEqual(outbox.unanswered(), []);
  }
  const { outbox } = openPhone();
  outbox.setScene('quiz 1');
  const answers = Array.from({ length: 21 }, () => outbox.submit('say', { word: 'a' }));
  assert.equal((await /** @type {Promise<any>} */ (answers[20])).code, 'rate-exceeded');
});

test('over a reload at a server with a new data folder: the scene has the old number, and gets no old answer', async () => {
  const before = openPhone();
  before.outbox.setScene('quiz 3 1700000000000');
  void before.outbox.submit('answer', { word: 'a' });
  const { outbox, sent } = openPhone({ memory: before.memory });
  outbox.setScene('quiz 3 1800000000000');
  outbox.wake();
  assert.deepEqual(outbox.unanswered(), []);
  assert.equal(sent.length, 0);
});

test('a scene keeps the moment it began over a restart; with a new data folder it is another one', async (t) => {
  const DATA_DIR = await tempFolder(t);
  const scenes = [];
  for (const env of /** @type {Record<string, string>[]} */ ([{ DATA_DIR }, { DATA_DIR }, {}])) {
    const app = await startServer(t, env);
    const { welcome } = await joinAsPhone(t, app.url);
    scenes.push(welcome.scene);
    await app.close();
  }
  const [first, again, other] = scenes.map(({ epoch, sinceMs }) => ({ epoch, sinceMs }));
  assert.deepEqual(again, first);
  assert.equal(other?.epoch, first?.epoch, 'the epoch alone does not tell them apart');
  assert.notEqual(other?.sinceMs, first?.sinceMs);
});
