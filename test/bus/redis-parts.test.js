/** The parts of the bus over Redis that need no Redis: bytes, numbers, questions, and the queue. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNumbering } from '../../lib/bus/numbering.js';
import { ANSWER_MS, createQuestions } from '../../lib/bus/questions.js';
import { createQueue } from '../../lib/bus/redis-queue.js';
import { pack, packGreeting, unpack, unpackGreeting } from '../../lib/bus/redis-wire.js';

/** @param {import('../../lib/bus/questions.js').Questions} questions @param {string} kind @param {object} value as much of it as counts here */
const open = (questions, kind, value) => questions.open(/** @type {any} */ ([kind, value]));

test('what is packed comes back as structuredClone has it, bytes and undefined included', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.anything(), fc.uint8Array())), (message) => {
      /** @type {unknown} */
      let clone;
      try {
        clone = structuredClone(message);
      } catch {
        return; // It may not cross any bus.
      }
      assert.deepEqual(unpack(pack(message)), clone);
      assert.equal(unpackGreeting(pack(message)), null);
    }),
  );
});

test('bytes of anybody else are no message, and never a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      const message = unpack(buffer);
      assert.ok(message === null || Array.isArray(message));
      unpackGreeting(buffer);
    }),
  );
  assert.deepEqual(unpackGreeting(packGreeting({ refused: 'a' })), { refused: 'a' });
});

test('the numbers of several homes rise as those of one', () => {
  const homes = fc.array(
    fc.array(fc.constantFrom('frame', 'notice', 'backdrop', 'personal'), { maxLength: 10 }),
  );
  fc.assert(
    fc.property(homes, (all) => {
      const numbering = createNumbering();
      /** @type {Map<string, number>} */
      const last = new Map();
      for (const kinds of all) {
        numbering.begin();
        kinds.forEach((kind, at) => {
          const view = { epoch: 1, seq: at + 1 };
          const message = /** @type {any} */ ([kind, { room: 'main', [kind]: view }]);
          const { seq } = /** @type {any} */ (numbering.of(message)[1])[kind];
          assert.ok(seq > (last.get(kind) ?? 0), `${kind} ${seq}`);
          last.set(kind, seq);
          assert.equal(view.seq, at + 1, 'what the home said is not changed');
        });
      }
    }),
  );
});

test('a question without an answer is refused in time, so that it is asked again; a place that comes late is given back', async () => {
  let nowMs = 0;
  const late = /** @type {unknown[]} */ ([]);
  const questions = createQuestions({ now: () => nowMs, onLateJoin: (...place) => void late.push(place) });
  const join = open(questions, 'join', { room: 'main', session: 7 });
  const submit = open(questions, 'submit', { room: 'main' });
  nowMs = ANSWER_MS - 1;
  questions.expire();
  questions.settle({ number: submit.number, value: 'receipt' });
  assert.equal(await submit.answer, 'receipt');
  nowMs = ANSWER_MS;
  questions.expire();
  await assert.rejects(join.answer, { code: 'draining', retryAfterMs: 1000 });
  questions.settle({ number: join.number, value: { pid: 'p', player: { id: 'P' } } });
  assert.deepEqual(late, [['main', 'P', 7]]);
  questions.settle({ number: join.number, value: { pid: 'p', player: { id: 'P' } } });
  assert.equal(late.length, 1);
});

test('what was asked before a loss is told to try again, and a place that is granted all the same is given back', async () => {
  /** @type {unknown[]} */
  const late = [];
  const questions = createQuestions({ now: () => 0, onLateJoin: (...place) => void late.push(place) });
  const [join, report, name] = [
    open(questions, 'join', { room: 'main', session: 7 }),
    open(questions, 'command', {}),
    open(questions, 'rename', { room: 'main' }),
  ];
  /** @type {string[]} */
  const again = [];
  name.answer.catch(({ code }) => again.push(code));
  const { last } = questions;
  const after = open(questions, 'submit', { room: 'main' });
  questions.rejectRepeatable(last);
  await assert.rejects(join.answer, { code: 'draining', retryAfterMs: 1000 });
  assert.deepEqual(again, ['draining'], 'the last one as well');
  questions.settle({ number: join.number, value: { player: { id: 'P' } } });
  assert.deepEqual(late, [['main', 'P', 7]]);
  questions.settle({ number: report.number, value: 'report' });
  questions.settle({ number: after.number, value: 'receipt' });
  assert.deepEqual(await Promise.all([report.answer, after.answer]), ['report', 'receipt']);
});

test('a queue keeps the order, lets a message wait for its turn, and gives the loop room', async () => {
  const taken = /** @type {number[]} */ ([]);
  let nowMs = 0;
  const queue = createQueue({
    take: (/** @type {number} */ n) => {
      taken.push(n);
      nowMs += 3;
      if (n === 3) throw new Error('a bug');
    },
    onFault: (error) => assert.equal(String(error), 'Error: a bug'),
    mustWait: (n) => n === 2,
    now: () => nowMs,
  });
  for (const n of [0, 1]) queue.push(n);
  assert.deepEqual(taken, [0, 1]);
  queue.push(2);
  queue.push(3);
  assert.deepEqual(taken, [0, 1], 'it waits for a turn of its own');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(taken, [0, 1, 2, 3]);
  const many = Array.from({ length: 20 }, (_, n) => n + 10);
  queue.push(2);
  for (const n of many) queue.push(n);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(taken.length < 4 + 21, 'a pile is taken in slices');
  while (taken.length < 4 + 21) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(taken.slice(5), many);
});
