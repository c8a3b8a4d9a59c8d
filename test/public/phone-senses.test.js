import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTilt } from '../../public/phone/senses.js';

/** A phone leaned back by 35° is level, so its top edge at 80° is fully up and at -10° fully down. */
const LEVEL = 35;

test('upright in the hand: the top edge is y, the right edge is x', () => {
  isNear(toTilt(LEVEL, 0, 0), { x: 0, y: 0 });
  isNear(toTilt(LEVEL + 22.5, 0, 0), { x: 0, y: 0.5 });
  isNear(toTilt(LEVEL - 22.5, 0, 0), { x: 0, y: -0.5 });
  isNear(toTilt(0, 22.5, 0), { x: 0.5, y: -LEVEL / 45 });
  isNear(toTilt(0, -22.5, 0), { x: -0.5, y: -LEVEL / 45 });
});

test('held to be read, a phone is level, however the screen is turned', () => {
  isNear(toTilt(LEVEL, 0, 0), { x: 0, y: 0 });
  isNear(toTilt(0, -LEVEL, 90), { x: 0, y: 0 });
  isNear(toTilt(-LEVEL, 0, 180), { x: 0, y: 0 });
  isNear(toTilt(0, LEVEL, 270), { x: 0, y: 0 });
});

test('flat on a table, a full turn of the screen changes nothing but the sign of zero', () => {
  for (const angle of [0, 90, 180, 270]) isNear(toTilt(0, 0, angle), { x: 0, y: -LEVEL / 45 });
});

test('is finite and within -1 to 1 for every posture', () => {
  for (const angle of [0, 90, 180, 270])
    for (let beta = -180; beta <= 180; beta += 15)
      for (let gamma = -90; gamma <= 90; gamma += 15)
        for (const share of Object.values(toTilt(beta, gamma, angle)))
          assert.ok(share >= -1 && share <= 1, `${beta}, ${gamma}, ${angle}: ${share}`);
});

test('beyond 45° it is full, not more', () => {
  assert.equal(toTilt(110, 0, 0).y, 1);
  assert.equal(toTilt(-40, 0, 0).y, -1);
  assert.equal(toTilt(0, 80, 0).x, 1);
});

test('turned on its side it means the same', () => {
  isNear(toTilt(0, -LEVEL, 90), { x: 0, y: 0 });
  isNear(toTilt(0, -LEVEL - 22.5, 90), { x: 0, y: 0.5 });
  isNear(toTilt(0, LEVEL, 270), { x: 0, y: 0 });
  isNear(toTilt(0, LEVEL + 22.5, 270), { x: 0, y: 0.5 });
  isNear(toTilt(22.5, 0, 90), { x: 0.5, y: -LEVEL / 45 });
  isNear(toTilt(22.5, 0, 270), { x: -0.5, y: -LEVEL / 45 });
  isNear(toTilt(-LEVEL, 0, 180), { x: 0, y: 0 });
});

test('passing the upright does not jump from up to down, though beta and gamma do', () => {
  // On its side at 89° and at 91°: browsers report the second with gamma wrapped and beta turned round.
  assert.equal(toTilt(0, -89, 90).y, 1);
  assert.equal(toTilt(180, 89, 90).y, 1);
  assert.equal(toTilt(89, 0, 0).y, 1);
  assert.equal(toTilt(91, 0, 0).y, 1);
});

/** @param {{ x: number, y: number }} actual @param {{ x: number, y: number }} expected */
function isNear(actual, expected) {
  for (const axis of /** @type {const} */ (['x', 'y']))
    assert.ok(
      Math.abs(actual[axis] - expected[axis]) < 1e-9,
      `${axis}: ${actual[axis]}, not ${expected[axis]}`,
    );
}
