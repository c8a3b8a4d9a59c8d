import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importInWorker } from '../import/in-worker.js';

/** Large enough for a thread of its own. */
const LARGE = Buffer.from(
  JSON.stringify({
    title: 'Large',
    questions: Array.from({ length: 400 }, (_, n) => ({ text: `${n} ${'x'.repeat(400)}` })),
  }),
);
const ENOUGH = { mostMs: 60_000, mostMb: 300 };
const sentence = { name: 'ImportError', message: /^The file is too large or too complex to be read\. / };

test('a large file is read in a thread', async () => {
  const { pack, format } = await importInWorker(LARGE, 'large.json', ENOUGH);
  assert.equal(format, 'Mass Mobile JSON');
  assert.equal(pack.questions.length, 400);
});

test('an import that runs out of memory is refused with a sentence', () =>
  assert.rejects(importInWorker(LARGE, 'large.json', { ...ENOUGH, mostMb: 2 }), sentence));

test('an import that runs out of time is refused with a sentence', () =>
  assert.rejects(importInWorker(LARGE, 'large.json', { ...ENOUGH, mostMs: 0 }), sentence));

test('a large file of no known format is refused with its own sentence', () =>
  assert.rejects(importInWorker(Buffer.alloc(100_000, 'x'), 'x.txt', ENOUGH), {
    name: 'ImportError',
    message: /no file of questions/,
  }));
