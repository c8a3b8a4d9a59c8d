/** The operator's gate of a real server: strangers at other addresses, and at the operator's own, cannot lock them out. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { next, nextLine, openControl, openSocket, startServer } from '../support/server.js';
import { until } from '../support/until.js';

const OWN = '127.0.0.1';
const STRANGERS = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`);
const TIMES = 15;

/**
 * @param {string} url @param {string} localAddress from which it asks @param {Record<string, string>} [headers] none: as a
 *   picture on any page asks
 * @returns {Promise<{ status: number | undefined, code: string }>}
 */
function askApi(url, localAddress, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/games/quiz/documents`, { localAddress, headers }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode, code: JSON.parse(text).code });
    });
    sent.on('error', reject).end();
  });
}

/** @param {string} key */
const bearer = (key) => ({ authorization: `Bearer ${key}` });

/** @param {string} url @param {string[]} addresses @param {Record<string, string>} [headers] @returns {Promise<string[]>} codes */
async function besiege(url, addresses, headers) {
  const answers = await Promise.all(
    addresses.flatMap((address) => Array.from({ length: TIMES }, () => askApi(url, address, headers))),
  );
  return answers.map(({ code }) => code);
}

test('while all addresses guess a generated key, also its own, a new device gets in at once, and reads who guesses', async (t) => {
  const app = await startServer(t);
  const codes = await besiege(app.url, [OWN, ...STRANGERS], bearer('wrong-key-1'));
  assert.ok(codes.includes('key-wrong') && codes.includes('key-wait'));
  const { ask, socket } = await openControl(t, app);
  assert.equal((await askApi(app.url, OWN, bearer(app.operatorKey))).status, 200);
  const heard = nextLine(socket, ({ text }) => /^Operator keys refused: \d+ from 127\.0\.0\.\d/.test(text));
  await besiege(app.url, STRANGERS, bearer('wrong-key-1'));
  await heard;
  const events = async () => (await ask('events')).events ?? [];
  const ofGuesses = (/** @type {any[]} */ list) => list.find(({ kind }) => kind === 'guesses');
  const { values } = ofGuesses(await until(events, ofGuesses, { everyMs: 200 }));
  assert.match(values.addresses, /^127\.0\.0\.\d/);
});

test('requests without a key cost no try at a chosen one, from whatever address', async (t) => {
  const app = await startServer(t, { OPERATOR_KEY: 'correct horse' });
  const codes = await besiege(app.url, [OWN, ...STRANGERS]);
  assert.deepEqual(new Set(codes), new Set(['key-missing']));
  await openControl(t, app);
});

test('while all addresses guess a chosen key, a device that was in before gets in, and so does the printed link', async (t) => {
  const app = await startServer(t, { OPERATOR_KEY: 'correct horse' });
  const { welcome } = await openControl(t, app);
  const codes = await besiege(app.url, [OWN, ...STRANGERS], bearer('wrong-key-1'));
  assert.equal(codes.filter((code) => code === 'key-wrong').length, 9 * 6);
  const key = app.operatorKey;
  const stranger = await next(openSocket(t, `${app.url}/control`, { key }), 'connect_error');
  assert.equal(stranger.data.code, 'key-wait');
  assert.match(stranger.data.message, /open the control link that was printed/);
  for (const device of [welcome.device, app.device]) {
    const { device: same } = await next(openSocket(t, `${app.url}/control`, { key, device }), 'welcome');
    assert.equal(same, device);
    assert.equal((await askApi(app.url, OWN, { ...bearer(key), 'x-device': device })).status, 200);
  }
});
