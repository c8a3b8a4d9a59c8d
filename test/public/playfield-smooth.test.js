/** The screen interpolates between frames, in order and in time, except where it must not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayout, createSmoother, mix } from '../../public/playfield/smooth.js';

const PATHS = ['ball.x', 'walls.*.y'];

/** @param {number} seq @param {object} [view] @param {number} [epoch] @param {number} [stepMs] */
function frameOf(seq, view = {}, epoch = 1, stepMs = 1000 / 30) {
  return { epoch, seq, nowMs: seq * stepMs, view: { ball: { x: seq * 10, tag: seq }, cut: 0, ...view } };
}

/**
 * Play a film: frames arrive at stage time plus `lateMs`, the screen refreshes at 60 Hz.
 * @param {{ frames?: number, stepMs?: number, lateMs?: (seq: number) => number, view?: (seq: number) => object }} film
 */
function play({ frames = 90, stepMs = 1000 / 30, lateMs = () => 0, view = () => ({}) }) {
  const smoother = createSmoother(PATHS);
  const arrivals = Array.from({ length: frames }, (_, seq) => ({
    atMs: 1000 + seq * stepMs + lateMs(seq),
    frame: /** @type {any} */ (frameOf(seq, view(seq), 1, stepMs)),
  })).sort((a, b) => a.atMs - b.atMs);
  const seen = [];
  for (let localMs = 1000; localMs < 1000 + frames * stepMs; localMs += 1000 / 60) {
    while (arrivals[0] && arrivals[0].atMs <= localMs) {
      const next = /** @type {typeof arrivals[0]} */ (arrivals.shift());
      smoother.push(next.frame, next.atMs);
    }
    const picture = smoother.read(localMs);
    if (picture) seen.push({ localMs, ...picture });
  }
  return { seen, delayMs: smoother.delayMs };
}

test('nothing to show before the first frame', () => {
  assert.equal(createSmoother().read(5), null);
});

test('drops frames that are stale, doubled or of an older scene', () => {
  const smoother = createSmoother();
  assert.equal(smoother.push(frameOf(5), 0), true);
  assert.equal(smoother.push(frameOf(5), 1), false);
  assert.equal(smoother.push(frameOf(4), 2), false);
  assert.equal(smoother.push(frameOf(9, {}, 0), 3), false);
  assert.equal(smoother.push(frameOf(0, {}, 2), 4), true, 'a newer scene counts from zero again');
});

test('after a lost link the last picture stays and the next frame counts whatever its number', () => {
  const smoother = createSmoother(PATHS);
  smoother.push(frameOf(500), 0);
  smoother.read(100);
  smoother.rejoin();
  assert.equal(smoother.read(5000)?.view.ball.x, 5000);
  assert.equal(smoother.push(frameOf(1), 6000), true);
  assert.equal(smoother.read(6100)?.seq, 1);
});

test('moves evenly between frames at 30, 20 and 10 Hz', () => {
  for (const tickHz of [30, 20, 10]) {
    const stepMs = 1000 / tickHz;
    const { seen } = play({ frames: 4 * tickHz, stepMs });
    const late = seen.slice(120).map((picture) => picture.view.ball.x);
    const steps = late.slice(1).map((x, i) => x - Number(late[i]));
    const even = (10 * tickHz) / 60;
    for (const step of steps)
      assert.ok(Math.abs(step - even) < even * 0.15, `${tickHz} Hz: step ${step}, not ${even}`);
  }
});

test('stays about one and a half intervals behind, and never more than 120 ms', () => {
  const fast = play({ frames: 120 }).delayMs;
  assert.ok(fast > 40 && fast < 60, `30 Hz: ${fast}`);
  const slow = play({ frames: 60, stepMs: 100 }).delayMs;
  assert.ok(slow > 105 && slow <= 120, `10 Hz: ${slow}`);
});

test('jitter is hidden: no step back, no leap', () => {
  const lateMs = (/** @type {number} */ seq) => ((seq * 7919) % 40) - 0;
  const { seen, delayMs } = play({ frames: 200, lateMs });
  assert.ok(delayMs > 55 && delayMs <= 120, `delay ${delayMs}`);
  const xs = seen.slice(120).map((picture) => picture.view.ball.x);
  for (let i = 1; i < xs.length; i++) {
    const step = Number(xs[i]) - Number(xs[i - 1]);
    assert.ok(step > 0 && step < 12, `step ${step} at ${i}`);
  }
});

test('does not interpolate across a cut', () => {
  const jump = (/** @type {number} */ seq) => ({ cut: seq < 45 ? 0 : 1, ball: { x: seq < 45 ? 0 : 1000 } });
  const { seen } = play({ view: jump });
  assert.deepEqual([...new Set(seen.map((picture) => picture.view.ball.x))], [0, 1000]);
});

test('runs on for at most 50 ms when frames stop', () => {
  const smoother = createSmoother(PATHS);
  for (let seq = 0; seq < 30; seq++) smoother.push(frameOf(seq), seq * (1000 / 30));
  const last = smoother.read(5000);
  const perMs = 10 / (1000 / 30);
  assert.ok(last && Math.abs(last.view.ball.x - (290 + 50 * perMs)) < 1e-6, `x ${last?.view.ball.x}`);
});

test('every frame is fresh at most once, and its words are not ahead of its numbers', () => {
  const { seen } = play({ lateMs: (seq) => (seq % 5) * 6 });
  const fresh = seen.filter((picture) => picture.fresh).map((picture) => picture.seq);
  assert.deepEqual(
    fresh,
    [...new Set(fresh)].sort((a, b) => a - b),
  );
  assert.ok(fresh.length > 80, `${fresh.length} of 90 shown`);
  for (const { view } of seen.slice(60)) assert.ok(view.ball.x >= view.ball.tag * 10 - 1e-9);
});

test('a stage that stood still, or a laptop that slept, is followed at once', () => {
  const smoother = createSmoother(PATHS);
  for (let seq = 0; seq < 30; seq++) smoother.push(frameOf(seq), seq * (1000 / 30));
  smoother.read(1000);
  for (let seq = 30; seq < 36; seq++) smoother.push(frameOf(seq), 9000 + seq * (1000 / 30));
  assert.ok(Number(smoother.read(9000 + 36 * (1000 / 30))?.seq) >= 33);
});

test('a hidden page does not collect frames without end', () => {
  const smoother = createSmoother(PATHS);
  for (let seq = 0; seq < 3000; seq++) smoother.push(frameOf(seq), seq * (1000 / 30));
  assert.ok(Number(smoother.read(100_000)?.seq) > 2980);
});

test('mix follows wildcards, leaves the frames alone and ignores what has no counterpart', () => {
  const from = { walls: { a: { y: 0, name: 'a' }, b: { y: 10 }, gone: { y: 5 } }, list: [0, 10] };
  const to = { walls: { a: { y: 10, name: 'b' }, b: { y: 20 } }, list: [10, 20] };
  const before = structuredClone(from);
  const mixed = mix(from, to, { walls: { '*': { y: {} } }, list: { '*': {} } }, 0.5);
  assert.deepEqual(mixed, { walls: { a: { y: 5, name: 'a' }, b: { y: 15 }, gone: { y: 5 } }, list: [5, 15] });
  assert.deepEqual(from, before);
});

test('the clock of the picture never runs backwards while it is steady', () => {
  const playout = createPlayout();
  let last = -Infinity;
  for (let i = 0; i < 300; i++) {
    playout.note(i * 33, i * 33 + (i % 50 === 0 ? 0 : 30));
    const at = playout.at(i * 33 + 10);
    assert.ok(at > last);
    last = at;
  }
});
