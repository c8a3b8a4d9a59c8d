import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPass, takePass } from '../../control-panel/session/pass.js';

/** @param {string} hash */
function page(hash) {
  const history = {
    state: null,
    url: '',
    /** @type {History['replaceState']} */
    replaceState: (_state, _title, url) => void (history.url = String(url)),
  };
  return { location: { hash, pathname: '/control', search: '?lang=de' }, history };
}

test('the key of the printed link is taken and removed from the address', () => {
  const { location, history } = page('#key=ABCD-EFGH');
  assert.deepEqual(takePass(location, history), { key: 'ABCD-EFGH', device: null });
  assert.equal(history.url, '/control?lang=de');
});

test('a link may bring a device token; an empty key is none but leaves the address too', () => {
  const full = page('#key=K&device=D');
  assert.deepEqual(takePass(full.location, full.history), { key: 'K', device: 'D' });
  const empty = page('#key=');
  assert.equal(takePass(empty.location, empty.history), null);
  assert.equal(empty.history.url, '/control?lang=de');
});

test('an address without a key is left as it is', () => {
  const { location, history } = page('#games');
  assert.equal(takePass(location, history), null);
  assert.equal(history.url, '');
});

test('a wrong key is dropped but the device stays known; forgetting erases both', () => {
  const pass = createPass();
  pass.save('K', 'D');
  assert.deepEqual([pass.key, pass.device], ['K', 'D']);
  pass.dropKey();
  assert.deepEqual([pass.key, pass.device], [undefined, 'D']);
  pass.save('K', 'D');
  pass.forget();
  assert.deepEqual([pass.key, pass.device], [undefined, undefined]);
});
