import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBackdrop } from '../../lib/play/backdrop.js';

/** A backdrop whose text the test sets, and everything that was sent of it. */
function openBackdrop() {
  const seen = {
    text: '',
    asked: 0,
    sent: /** @type {import('../../lib/bus/contract.js').ViewMessage[]} */ ([]),
  };
  const backdrop = createBackdrop({
    view() {
      seen.asked += 1;
      return seen.text;
    },
    epoch: 1,
    send: (message) => seen.sent.push(message),
  });
  return { backdrop, seen };
}

test('it is asked for at most four times a second, sent when it has changed, and the last one is always sent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(2)), { minLength: 1 }),
      (steps) => {
        const { backdrop, seen } = openBackdrop();
        let nowMs = 0;
        for (const [ms, n] of steps) {
          seen.text = `{"n":${n}}`;
          backdrop.tick((nowMs += ms));
        }
        backdrop.tick((nowMs += 250));
        assert.ok(seen.asked <= nowMs / 250 + 1, `${seen.asked} in ${nowMs} ms`);
        assert.equal(seen.sent.at(-1)?.text, seen.text);
        seen.sent.forEach(({ seq, text }, at) => {
          assert.equal(seq, at + 1);
          assert.notEqual(text, seen.sent[at - 1]?.text);
        });
      },
    ),
  );
});

test('an edge that had no screen is sent it though it has not changed; a game without one sends nothing', () => {
  const { backdrop, seen } = openBackdrop();
  backdrop.refresh(0);
  assert.deepEqual(seen.sent, []);
  seen.text = '1';
  backdrop.refresh(1);
  backdrop.refresh(2);
  assert.deepEqual(seen.sent, [
    { epoch: 1, seq: 1, text: '1' },
    { epoch: 1, seq: 1, text: '1' },
  ]);
});
