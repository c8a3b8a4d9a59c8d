/** Requests and responses as Express finds them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import express from 'express';
import { openHttp } from '../../lib/http/server.js';

test('requests and responses have the prototypes of Express before it sees them', async (t) => {
  const { port, serve, close } = await openHttp({ tls: null, port: 0, host: '127.0.0.1' });
  t.after(close);
  const ask = () => fetch(`http://127.0.0.1:${port}/`);
  const starting = await ask();
  assert.equal(starting.status, 503);
  assert.equal(starting.headers.get('x-content-type-options'), 'nosniff');
  const app = express();
  app.get('/', (request, response) => {
    assert.equal(request.get('host'), `127.0.0.1:${port}`);
    response.type('text').send('here');
  });
  /** @type {unknown[]} */
  const prototypes = [];
  serve((request, response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    app(request, response);
  }, app);
  assert.equal(await (await ask()).text(), 'here');
  assert.equal(prototypes[0], app.request);
  assert.equal(prototypes[1], app.response);
});
