/** A page takes the steps that it was told, one after the other. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStepper } from '../../public/shared/stepper.js';

/** @param {number} n @param {number} [epoch] */
const stepsAt = (n, epoch = 1) => ({
  epoch,
  next: { id: `next ${n}`, action: 'next', label: 'Next' },
  back: n > 0 ? { id: `back ${n}`, action: 'back', label: 'Back' } : null,
  isBlank: false,
});

/** A server that counts, and refuses a step that is not there. */
function createServer() {
  let n = 0;
  /** @type {string[]} */
  const asked = [];
  return {
    asked,
    at: () => n,
    /** @param {string} id @returns {Promise<any>} */
    async go(id) {
      asked.push(id);
      if (id !== `next ${n}`) return { ok: false, code: 'step-done', message: '' };
      n += 1;
      return { ok: true, steps: stepsAt(n) };
    },
  };
}

test('quick presses are as many steps, each of them the one that was told', async () => {
  const server = createServer();
  const stepper = createStepper({ go: server.go, epoch: () => 1 });
  stepper.hear(stepsAt(0));
  const acks = await Promise.all([stepper.press('next'), stepper.press('next'), stepper.press('next')]);
  assert.deepEqual(
    acks.map((ack) => ack?.ok),
    [true, true, true],
  );
  assert.deepEqual(server.asked, ['next 0', 'next 1', 'next 2']);
  assert.equal(stepper.steps?.next?.id, 'next 3');
});

test('a clicker that is held does not go on when it was let go', async () => {
  const server = createServer();
  const stepper = createStepper({ go: server.go, epoch: () => 1 });
  stepper.hear(stepsAt(0));
  await Promise.all(Array.from({ length: 30 }, () => stepper.press('next')));
  assert.equal(server.at(), 3);
});

test('a press waits for the steps of the scene that has just begun, and asks nothing where none come', async () => {
  const server = createServer();
  let epoch = 1;
  const stepper = createStepper({ go: server.go, epoch: () => epoch, waitMs: 5000 });
  stepper.hear(stepsAt(7));
  epoch = 2;
  const pressed = stepper.press('next');
  stepper.hear(stepsAt(8, 1));
  stepper.hear(stepsAt(0, 2));
  assert.equal((await pressed)?.ok, true);
  assert.deepEqual(server.asked, ['next 0']);
  const alone = createStepper({ go: server.go, epoch: () => 3, waitMs: 1 });
  assert.equal(await alone.press('next'), null);
  stepper.hear({ ...stepsAt(1, 2), next: null });
  assert.equal(await stepper.press('next'), null);
});

test('a step that somebody else took is refused, and the next press takes the one that was told meanwhile', async () => {
  const server = createServer();
  const stepper = createStepper({ go: server.go, epoch: () => 1 });
  stepper.hear(stepsAt(0));
  await server.go('next 0');
  assert.equal((await stepper.press('next'))?.ok, false);
  stepper.hear(stepsAt(1));
  assert.equal((await stepper.press('next'))?.ok, true);
  assert.equal(server.at(), 2);
});

test('a server that does not answer holds up no later press', async () => {
  let fails = true;
  const stepper = createStepper({
    async go() {
      if (fails) throw new Error('gone');
      return { ok: true };
    },
    epoch: () => 1,
  });
  stepper.hear(stepsAt(0));
  await assert.rejects(stepper.press('next'));
  fails = false;
  assert.equal((await stepper.press('next'))?.ok, true);
});
