import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBackdrop } from '../../lib/room/backdrop.js';
import { createPulse } from '../../lib/room/pulse.js';

/** A backdrop whose text the test sets, and everything that was sent of it. */
function openBackdrop() {
  const seen = {
    text: '',
    asked: 0,
    sent: /** @type {import('../../lib/bus/contract.js').ViewMessage[]} */ ([]),
    tooLarge: /** @type {number[]} */ ([]),
  };
  const backdrop = createBackdrop({
    view() {
      seen.asked += 1;
      return seen.text;
    },
    epoch: () => 1,
    send: (message) => seen.sent.push(message),
    onTooLarge: (bytes) => seen.tooLarge.push(bytes),
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
  assert.deepEqual([seen.sent, backdrop.latest()], [[], null]);
  seen.text = '1';
  backdrop.refresh(1);
  backdrop.refresh(2);
  assert.deepEqual(seen.sent, [
    { epoch: 1, seq: 1, text: '1' },
    { epoch: 1, seq: 1, text: '1' },
  ]);
});

test('one that is too large is told once in a scene, in bytes, and the last one that fitted stays', () => {
  const { backdrop, seen } = openBackdrop();
  seen.text = '"a"';
  backdrop.tick(0);
  seen.text = `"${'ä'.repeat(140_000)}"`;
  backdrop.tick(300);
  backdrop.tick(600);
  assert.deepEqual(seen.tooLarge, [280_002]);
  assert.equal(backdrop.latest()?.text, '"a"');
  backdrop.clear();
  assert.equal(backdrop.latest(), null);
  backdrop.tick(601);
  assert.equal(seen.tooLarge.length, 2, 'another scene');
});

test('a pulse tells when stage time was 0; a dark stage stands still; clears are told at once and once', () => {
  const stage = { ms: 5000, clears: 0, isDark: false };
  /** @type {any[]} */
  const sent = [];
  const pulse = createPulse({
    scene: {
      epoch: 3,
      onStage: (run) =>
        stage.isDark
          ? undefined
          : run(/** @type {any} */ ({ nowMs: () => stage.ms, clears: () => stage.clears })),
    },
    publish: (_kind, value) => sent.push(value),
    now: () => 9000,
  });
  pulse.tick(8990, 4);
  const first = { epoch: 3, zeroMs: 3990, stageMs: 5000, clears: 0, sentMs: 9000 };
  assert.deepEqual(sent, [{ lateMs: 4, pulse: first }]);
  pulse.check();
  stage.clears = 2;
  pulse.check();
  pulse.check();
  assert.deepEqual(sent.slice(1), [{ lateMs: null, pulse: { ...first, clears: 2 } }]);
  stage.isDark = true;
  pulse.tick(8995, 0);
  assert.deepEqual(sent.at(2)?.pulse, { ...first, clears: 2 });
});
