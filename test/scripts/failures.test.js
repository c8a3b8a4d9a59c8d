/** The end of a check names what failed and why, and nothing else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOf } from '../../scripts/check/failures.js';

const TAP = `TAP version 13
# Subtest: the paddle
    # Subtest: follows
    not ok 1 - follows
      ---
      duration_ms: 1.6
      location: 'pong.test.js:1:72'
      failureType: 'testCodeFailure'
      error: |-
        one is
        not two
      code: 'ERR_ASSERTION'
      ...
    1..1
not ok 1 - the paddle
  ---
  duration_ms: 8.2
  location: 'pong.test.js:1:34'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
not ok 2 - a wish # TODO later
  ---
  duration_ms: 0.2
  ...
ok 3 - the ball
1..3
`;

test('a failed test is told with its place and its reason, without the one around it and without a wish', () => {
  assert.deepEqual(failuresOf(TAP), [
    `not ok 1 - follows
  location: 'pong.test.js:1:72'
  error: |-
    one is
    not two
  code: 'ERR_ASSERTION'`,
  ]);
});

test('of a long failure only its beginning is told', () => {
  assert.deepEqual(failuresOf(TAP, 2), ["not ok 1 - follows\n  location: 'pong.test.js:1:72'"]);
});

test('a part without tests is told by its last lines', () => {
  assert.deepEqual(failuresOf('one\ntwo\nthree\n', 2), ['two\nthree']);
});

test('a failure that breaks off is told as far as it goes', () => {
  assert.deepEqual(failuresOf('ok 1 - a\nnot ok 2 - b'), ['not ok 2 - b']);
});
