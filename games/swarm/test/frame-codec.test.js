/** The frames of swarm: whatever is lost on the way, a screen shows the truth again within the time that the codec states. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CYCLE,
  DARK,
  MAX_CALLED,
  REPEATS,
  WALL_PARTS,
  createDecoder,
  encodeFrame,
  placeOf,
} from '../shared/frame-codec.js';
import { shareX, shareY } from '../shared/frame-codec.js';
import { COLUMNS, HEIGHT, ROWS, WIDTH } from '../shared/space.js';

const CELLS = COLUMNS * ROWS;

/** A swarm without rules: a test moves its lights. @param {number} slots */
function lightsOf(slots) {
  const shown = {
    ...{ n: 0, inside: 1, active: 2, painted: 3, called: /** @type {number[]} */ ([]) },
    q: Array.from({ length: slots }, (_, slot) => placeOf((slot * 997) % WIDTH, (slot * 131) % HEIGHT)),
    moved: new Array(slots).fill(0),
    wall: /** @type {number[]} */ ([]),
  };
  return {
    shown,
    /** @param {number} slot @param {number} place */
    put(slot, place) {
      if (shown.q[slot] === place) return;
      shown.q[slot] = place;
      shown.moved[slot] = shown.n;
    },
    tick: () => void shown.n++,
    frame: () => encodeFrame(shown),
  };
}

const place = fc.oneof(
  fc.constant(DARK),
  fc.record({ x: fc.nat(WIDTH), y: fc.nat(HEIGHT) }).map(({ x, y }) => placeOf(x, y)),
);
/** For each tick: the lights that move, and whether the frame arrives. */
const story = fc.array(
  fc.record({ moves: fc.array(fc.tuple(fc.nat(), place), { maxLength: 5 }), arrives: fc.boolean() }),
  { maxLength: 80 },
);

test('any loss heals within a cycle of frames that arrive, whatever moved meanwhile', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      story,
      fc.integer({ min: 1, max: 4 }),
      (slots, ticks, stride) => {
        const lights = lightsOf(slots);
        const screen = createDecoder();
        const step = (/** @type {[number, number][]} */ moves, /** @type {boolean} */ arrives) => {
          lights.tick();
          for (const [slot, to] of moves) lights.put(slot % slots, to);
          if (arrives) assert.ok(screen.take(lights.frame()));
        };
        for (const { moves, arrives } of ticks) step(moves, arrives);
        // From here on the screen gets every frame, or every second, third or fourth one, and the lights go on moving.
        for (let n = 0; n < CYCLE * stride; n++) {
          const moves = /** @type {[number, number][]} */ (
            n < CYCLE * stride - stride ? [[n, placeOf(n, n)]] : []
          );
          step(moves, (n + 1) % stride === 0);
        }
        // A light that moved in frames that a slow screen did not get comes in the next cycle.
        for (let n = 0; n < (stride > REPEATS ? CYCLE * stride : 0); n++) step([], (n + 1) % stride === 0);
        assert.deepEqual(screen.places, lights.shown.q);
      },
    ),
    { numRuns: 300 },
  );
});

test('two frames lost in a row cost nothing: the next one has all that moved', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.array(fc.tuple(fc.nat(), place)), (slots, moves) => {
      const lights = lightsOf(slots);
      const screen = createDecoder();
      for (let n = 0; n < CYCLE; n++) {
        lights.tick();
        screen.take(lights.frame());
      }
      lights.tick();
      for (const [slot, to] of moves) lights.put(slot % slots, to);
      for (let n = 1; n < REPEATS; n++) lights.tick();
      screen.take(lights.frame());
      assert.deepEqual(screen.places, lights.shown.q);
    }),
  );
});

test('the wall heals within its parts, also when only every second, third or fourth frame arrives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(CELLS - 1), fc.integer({ min: 0, max: 12 })), { maxLength: 200 }),
      fc.integer({ min: 1, max: 4 }),
      (spots, stride) => {
        const lights = lightsOf(1);
        lights.shown.wall = new Array(CELLS).fill(0);
        for (const [cell, colour] of spots) lights.shown.wall[cell] = colour;
        const screen = createDecoder();
        for (let n = 0; n < WALL_PARTS * stride; n++) {
          lights.tick();
          if (n % stride === 0) screen.take(lights.frame());
        }
        assert.deepEqual([...screen.wall], lights.shown.wall);
        lights.shown.wall = [];
        screen.take(lights.frame());
        assert.ok(screen.wall.every((cell) => cell === 0));
      },
    ),
  );
});

test('places come back within half a step, and never look like a light that is out', () => {
  fc.assert(
    fc.property(fc.nat(WIDTH), fc.nat(HEIGHT), (x, y) => {
      const wire = placeOf(x, y);
      assert.notEqual(wire, DARK);
      assert.ok(Math.abs(shareX(wire) - x / WIDTH) <= 0.5 / 4094 + 1e-9);
      assert.ok(Math.abs(shareY(wire) - y / HEIGHT) <= 0.5 / 4094 + 1e-9);
    }),
  );
});

test('counts and called lights come with every frame; slots that are gone are forgotten', () => {
  const lights = lightsOf(400);
  Object.assign(lights.shown, { inside: 1234, active: 2000, painted: 999, called: [399, 7] });
  const screen = createDecoder();
  screen.take(lights.frame());
  assert.deepEqual(screen.head, {
    inside: 1234,
    active: 2000,
    painted: 999,
    called: [399, 7],
    hasWall: false,
  });
  lights.shown.q.length = lights.shown.moved.length = 3;
  screen.take(lights.frame());
  assert.equal(screen.places.length, 3);
});

test('bytes that are no frame are refused, and change nothing', () => {
  const screen = createDecoder();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      if (bytes[0] === 1) bytes[0] = 2;
      assert.equal(screen.take(bytes), false);
      assert.deepEqual(screen.places, []);
    }),
  );
});

test('2,000 lights that all move take 7 KB, at rest a tenth of that', () => {
  const lights = lightsOf(2000);
  const called = Array.from({ length: MAX_CALLED }, (_, slot) => slot);
  lights.shown.called = called;
  lights.tick();
  for (let slot = 0; slot < 2000; slot++) lights.put(slot, placeOf(slot, slot));
  assert.ok(lights.frame().length <= 6400, `${lights.frame().length} bytes`);
  for (let n = 0; n < REPEATS; n++) lights.tick();
  assert.ok(lights.frame().length <= 520, `${lights.frame().length} bytes`);
});
