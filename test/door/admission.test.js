/** A refusal at a door says whether, and when, to come again. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Server } from 'socket.io';
import { guardAdmission } from '../../lib/door/guard.js';
import { ShowError } from '../../lib/errors.js';
import { listen } from '../support/process.js';
import { next, openSocket } from '../support/server.js';

/** @param {import('node:test').TestContext} t @param {() => unknown} admit */
async function openDoor(t, admit) {
  const http = createServer();
  const io = new Server(http);
  /** @type {string[]} */
  const logged = [];
  const log = /** @type {any} */ ({
    error: (/** @type {unknown} */ _room, /** @type {string} */ text) => logged.push(text),
  });
  guardAdmission(io.of('/door'), { admit, enter: (socket) => void socket.emit('in') }, { log });
  const { url } = await listen(t, http, () => io.close());
  return { url: `${url}/door`, logged };
}

test('a home that is not ready, and a fault, send nobody away for good; a rule does', async (t) => {
  /** @type {Error | null} */
  let refusal = null;
  const { url, logged } = await openDoor(t, () => {
    if (refusal) throw refusal;
  });
  for (const { error, code, isPassing } of [
    { error: new ShowError('draining'), code: 'draining', isPassing: true },
    { error: new Error('a fault of ours'), code: 'internal', isPassing: true },
    { error: new ShowError('kicked'), code: 'kicked', isPassing: false },
    { error: new ShowError('link-unknown'), code: 'link-unknown', isPassing: false },
  ]) {
    refusal = error;
    const { data } = await next(openSocket(t, url), 'connect_error');
    assert.equal(data.code, code);
    assert.equal(data.retryAfterMs > 0, isPassing, code);
  }
  assert.deepEqual(logged, ['A connection failed.']);
  refusal = Object.assign(new ShowError('draining'), { retryAfterMs: 7 });
  assert.equal((await next(openSocket(t, url), 'connect_error')).data.retryAfterMs, 7, 'as it was told');
  refusal = null;
  await next(openSocket(t, url), 'in');
});
