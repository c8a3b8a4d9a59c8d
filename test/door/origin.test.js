/** The origins whose pages may connect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForScript, createOriginCheck } from '../../lib/door/origin.js';
import { startServer } from '../support/server.js';

const host = 'show.example:8080';
const check = createOriginCheck({ protocolOf: () => 'http', allowed: ['https://public.example'] });
const mayConnect = (/** @type {string | undefined} */ origin) => check({ headers: { origin, host } });

test('our own page, an allowed origin and a client that is no browser may connect', () => {
  assert.equal(mayConnect('http://show.example:8080'), true);
  assert.equal(mayConnect('https://public.example'), true);
  assert.equal(mayConnect(undefined), true);
});

const foreign = [
  'null',
  '',
  'http://evil.example',
  'https://show.example:8080',
  'http://show.example',
  'http://show.example:80800',
  'http://show.example:808',
  'http://show.example:8081',
  'http://sub.show.example:8080',
  'http://show.example:8080.evil.example',
  'http://evil.example/show.example:8080',
  'http://evil.example#http://show.example:8080',
  'http://show.example:8080@evil.example',
  'HTTP://SHOW.EXAMPLE:8080',
  'http://SHOW.example:8080',
  'http://show.example:8080/',
  ' http://show.example:8080',
  'file://',
  'http://public.example',
  'https://public.example.evil.example',
];
for (const origin of foreign) test(`"${origin}" may not`, () => assert.equal(mayConnect(origin), false));

test('without a Host nothing is our own', () =>
  assert.equal(check({ headers: { origin: 'http://undefined' } }), false));

const scripts = [
  '/socket.io/?EIO=4&transport=polling&j=0',
  '/socket.io/?j=0&EIO=4&transport=polling',
  '/socket.io/?EIO=4&transport=polling&j',
  '/socket.io/?EIO=4&transport=polling&j=',
  '/socket.io/?EIO=4&transport=polling&%6a=0',
  '/socket.io/?EIO=4&transport=polling&%6A=0',
  '/socket.io/?EIO=4&transport=polling&J=0',
  '/socket.io/?EIO=4&transport=polling&j=0&j=1',
  '/socket.io/?EIO=4&transport=polling&j[]=0&j=1',
  '/socket.io/?EIO=4&transport=polling&+j=0',
  '/socket.io/?EIO=4&transport=websocket&j=0',
  'http://[/?j=0',
];
for (const url of scripts)
  test(`"${url}" asks for a script`, () => assert.equal(asksForScript({ url }), true));

test('a query without j does not, whatever else has that letter in it', () => {
  for (const url of ['/socket.io/?EIO=4&transport=polling&t=j', '/socket.io/?EIO=4&ja=1', '/j', ''])
    assert.equal(asksForScript({ url }), false, url);
});

test('a script tag of another site gets no connection', async (t) => {
  const { url } = await startServer(t);
  for (const query of ['j=0', '%6a=0', 'j=0&j=1', 'J=0']) {
    const response = await fetch(`${url}/socket.io/?EIO=4&transport=polling&${query}`);
    assert.equal(response.status, 403, query);
    assert.ok(!(await response.text()).includes('sid'), query);
  }
  const plain = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
  assert.match(await plain.text(), /^0\{"sid"/);
});
