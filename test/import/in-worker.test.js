/** Imports in threads: one after the other, also after one that fails, and pictures are handed over. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { ImportError, answerImport, importInThread } from '../../lib/import/index.js';
import { tempFolder } from '../support/server.js';

/** Counts how many run, and how many at most have run at once. Those with an odd number end without an answer. */
const WORKER = `
import { parentPort, workerData } from 'node:worker_threads';
const { counts, number } = workerData;
const running = Atomics.add(counts, 0, 1) + 1;
if (running > Atomics.load(counts, 1)) Atomics.store(counts, 1, running);
setImmediate(() => {
  Atomics.sub(counts, 0, 1);
  if (number % 2 === 0) parentPort.postMessage({ imported: number });
});
`;

test('several at once take turns, and one that fails holds up no other', async (t) => {
  const file = join(await tempFolder(t), 'worker.mjs');
  await writeFile(file, WORKER);
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const ends = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((number) =>
      importInThread(pathToFileURL(file), { counts, number }, { tooMuch: 'Too much.' }),
    ),
  );
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.message)),
    [0, 'Too much.', 2, 'Too much.', 4],
  );
  assert.ok(ends.every((end) => end.status === 'fulfilled' || end.reason instanceof ImportError));
  assert.deepEqual([...counts], [0, 1]);
});

test('pictures are handed over without a copy, where nothing else lies in their memory', async () => {
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => port2.once('message', resolve));
  const own = new Uint8Array([1, 2, 3]);
  const part = new Uint8Array([0, 4, 5]).subarray(1);
  await answerImport(port1, () => ({ documents: ['a'], pictures: [own, part] }));
  assert.deepEqual(await said, {
    imported: { documents: ['a'], pictures: [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])] },
  });
  assert.deepEqual([own.length, part.length], [0, 2]);
  port1.close();
});
