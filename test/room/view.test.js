/** A view is sent as text when it has changed; the panel's is computed once for all panels of a room. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotice } from '../../lib/room/notice.js';
import { View } from '../../lib/room/view.js';

test('a view knows whether it changed, and is parsed once per change', () => {
  const view = new View();
  assert.equal(view.json, null);
  assert.equal(view.message(1).text, 'null');
  assert.equal(view.renew('{"a":1}', 7, 50), true);
  assert.equal(view.renew('{"a":1}', 8, 60), false);
  assert.deepEqual(view.message(3), { epoch: 3, seq: 7, text: '{"a":1}' });
  assert.equal(view.changedAtMs, 50);
  assert.equal(view.json, view.json);
  assert.deepEqual(view.json, { a: 1 });
});

test('a notice is sent when it changed, computed at most so often, and kept for late phones', () => {
  let text = '';
  let computed = 0;
  /** @type {unknown[]} */
  const sent = [];
  const notice = createNotice({
    view() {
      computed += 1;
      return text;
    },
    epoch: () => 2,
    send: (message) => sent.push(message),
  });
  notice.tick(0, 250);
  assert.equal(notice.latest(), null);
  text = '"a"';
  notice.tick(249, 250);
  assert.equal(computed, 1, 'too early');
  notice.tick(250, 250);
  notice.tick(500, 250);
  assert.deepEqual(sent, [{ epoch: 2, seq: 1, text: '"a"' }]);
  assert.deepEqual(notice.latest(), sent[0]);
  assert.equal(notice.json, 'a');
  notice.clear();
  assert.equal(notice.latest(), null);
  notice.tick(750, 250);
  assert.deepEqual(
    sent[1],
    { epoch: 2, seq: 2, text: '"a"' },
    'sent again after a clear, with the next number',
  );
});
