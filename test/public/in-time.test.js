/** The limits of pages: modules that get lost, and answers of a real server that begin, go on, and stop. */

/** @import { ServerResponse } from 'node:http' */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fetchInTime, untilLoaded } from '../../public/shared/in-time.js';
import { listen } from '../support/process.js';

const LIMIT_MS = 20_000;

// The first one, because fetch has timers of its own, which it clears when those of another test are in force.
test('what cannot be loaded is tried again, later each time, and its first miss is said once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [tries, missed] = [0, 0];
  const load = async () => {
    tries += 1;
    if (tries < 4) throw new Error('lost');
    return 'there';
  };
  const loading = untilLoaded(load, { onMiss: () => (missed += 1) });
  for (const [at, ms] of [3000, 6000, 9000].entries()) {
    await setImmediate();
    t.mock.timers.tick(ms - 1);
    await setImmediate();
    assert.equal(tries, at + 1);
    t.mock.timers.tick(1);
  }
  assert.equal(await loading, 'there');
  assert.equal(missed, 1);
});

/** @param {import('node:test').TestContext} t */
async function openServer(t) {
  const server = createServer();
  const { port } = await listen(t, server, () => {
    server.closeAllConnections();
    server.close();
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @param {RequestInit} [init] */
  const ask = async (init) => {
    const asked = once(server, 'request');
    const answered = fetchInTime(`http://127.0.0.1:${port}`, init, LIMIT_MS);
    answered.catch(() => {});
    /** @type {ServerResponse} */
    const response = (await asked)[1];
    return { answered, response };
  };
  return { ask, tick: (/** @type {number} */ ms) => t.mock.timers.tick(ms) };
}

test('an answer that does not begin in time is given up, and an upload has the time that its bytes take', async (t) => {
  const { ask, tick } = await openServer(t);
  const { answered } = await ask();
  tick(LIMIT_MS);
  await assert.rejects(answered, { name: 'AbortError' });
  const upload = await ask({ method: 'POST', body: new Blob([new Uint8Array(64_000)]) });
  tick(LIMIT_MS);
  upload.response.end('there');
  assert.equal(await (await upload.answered).text(), 'there');
});

test('an answer may take as long as parts of it come, and is given up when they stop', async (t) => {
  const { ask, tick } = await openServer(t);
  const { answered, response } = await ask();
  response.write('a');
  const reader = (await answered).body?.getReader();
  for (let part = 0; part < 3; part++) {
    assert.equal((await reader?.read())?.value?.length, 1);
    tick(LIMIT_MS - 1);
    response.write('b');
  }
  await reader?.read();
  tick(LIMIT_MS);
  await assert.rejects(async () => reader?.read(), { name: 'AbortError' });
});

test('status, headers and the signal of the caller are as with fetch', async (t) => {
  const { ask } = await openServer(t);
  const { answered, response } = await ask();
  response.writeHead(404, { 'x-who': 'me' }).end();
  const { status, headers } = await answered;
  assert.deepEqual([status, headers.get('x-who')], [404, 'me']);
  const stop = new AbortController();
  const stopped = await ask({ signal: stop.signal });
  stop.abort();
  await assert.rejects(stopped.answered, { name: 'AbortError' });
});
