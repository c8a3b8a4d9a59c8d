import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOriginCheck } from '../../lib/door/origin.js';

const host = 'show.example:8080';
const check = createOriginCheck({ protocol: 'http', allowed: ['https://public.example'] });
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
