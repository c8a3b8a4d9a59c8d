/** Imports in threads: one after the other, also after one that fails or is too much, and pictures are handed over. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { ImportError, answerImport, importInThread } from '../../lib/import/index.js';
import { tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

/** Writes down when it begins and ends. Those with an odd number end without an answer. */
const WORKER = `
import { appendFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { answerImport } from 'mass-mobile/import';
const { diary, number } = workerData;
appendFileSync(diary, '+' + number);
setImmediate(() => {
  appendFileSync(diary, '-' + number);
  if (number % 2 === 0) void answerImport(parentPort, () => number);
});
`;
/** Each fills memory in a way of its own, of which V8 survives some. */
const GREEDY = `
import { workerData } from 'node:worker_threads';
const all = [];
const ways = {
  objects() { for (;;) all.push({ all, text: 'x' + all.length }); },
  array() { for (let n = 1e6; ; n *= 2) all.push(new Array(n).fill(1.5)); },
  text() { for (let text = 'xy'; ; text = text.split('').join('--')) all.push(text); },
};
ways[workerData.way]();
`;

/** @param {test.TestContext} t @param {string} source */
async function write(t, source) {
  const folder = await tempFolder(t);
  const file = join(folder, 'worker.mjs');
  await writeFile(file, source);
  return { folder, file: pathToFileURL(file) };
}

test('several at once take turns, and one that fails holds up no other', async (t) => {
  const { folder, file } = await write(t, WORKER);
  const diary = join(folder, 'diary');
  const ends = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((number) => importInThread(file, { diary, number }, { tooMuch: 'Too much.' })),
  );
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.message)),
    [0, 'Too much.', 2, 'Too much.', 4],
  );
  assert.ok(ends.every((end) => end.status === 'fulfilled' || end.reason instanceof ImportError));
  assert.equal(await readFile(diary, 'utf8'), '+0-0+1-1+2-2+3-3+4-4');
});

for (const way of ['objects', 'array', 'text'])
  test(`one that fills the memory with ${way} ends alone, with a sentence`, async (t) => {
    const { file } = await write(t, GREEDY);
    const about = { limits: { mostMs: 60_000, mostMb: 60 }, tooMuch: 'Too much.' };
    await assert.rejects(importInThread(file, { way }, about), { name: 'ImportError', message: 'Too much.' });
  });

test('one that has a fault says which, with its place', async (t) => {
  const { file } = await write(t, "throw new TypeError('oh dear')");
  const fault = { name: 'TypeError', message: 'oh dear', stack: /worker\.mjs:1/ };
  await assert.rejects(importInThread(file, {}, { tooMuch: 'Too much.' }), fault);
});

test('one that never ends goes with its server', async (t) => {
  const { folder, file } = await write(
    t,
    `import { writeFileSync } from 'node:fs';
     import { workerData } from 'node:worker_threads';
     writeFileSync(workerData.note, String(process.pid));
     for (;;);`,
  );
  const note = join(folder, 'note');
  const index = new URL('../../lib/import/index.js', import.meta.url).href;
  const server = spawn(process.execPath, [
    ...['--input-type=module', '--eval'],
    `import { importInThread } from ${JSON.stringify(index)};
     await importInThread(new URL(${JSON.stringify(file.href)}), { note: ${JSON.stringify(note)} }, { tooMuch: '' });`,
  ]);
  const pid = await until(
    () => readFile(note, 'utf8').catch(() => ''),
    (text) => text !== '',
  );
  server.kill('SIGKILL');
  await until(
    () => existsSync(`/proc/${pid}`),
    (isThere) => !isThere,
  );
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
