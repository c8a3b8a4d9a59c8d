/** The last views of a game, for those who come later. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Views } from '../../lib/room/views.js';

test('the last views are kept for those who come later, and the numbers go on over all games', () => {
  const views = new Views();
  assert.deepEqual([views.notice, views.backdrop, views.noticeJson, views.seq], [null, null, null, 0]);
  const notice = { epoch: 1, seq: 3, text: '{"a":1}' };
  views.note('notice', notice);
  views.note('personal', { epoch: 1, seq: 9, text: '0' });
  views.note('backdrop', { epoch: 1, seq: 2, text: '1' });
  assert.equal(views.notice, notice);
  assert.deepEqual(views.noticeJson, { a: 1 });
  assert.equal(views.noticeJson, views.noticeJson, 'parsed once');
  assert.equal(views.seq, 9);
  views.clear();
  assert.deepEqual([views.notice, views.backdrop, views.noticeJson, views.seq], [null, null, null, 9]);
});
