import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { createAdmission } from '../../lib/namespaces/admission.js';

/** An admission whose slices come when the test says so. @param {import('node:test').TestContext} t */
function open(t) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const hall = { free: 0 };
  /** @type {(() => void)[]} */
  const jobs = [];
  const admission = createAdmission({
    namespace: /** @type {any} */ ({ local: { to: () => ({ emit() {} }) } }),
    guardian: /** @type {any} */ ({}),
    freeSeats: () => hall.free,
    slices: /** @type {any} */ ({
      push: (/** @type {string} */ _lane, /** @type {() => void} */ job) => void jobs.push(job),
      waitMs: () => 0,
      perS: () => 100,
    }),
  });
  t.after(admission.stop);
  /** @type {string[]} */
  const entered = [];
  const hold = (/** @type {import('../../lib/namespaces/admission.js').Kind} */ kind) => {
    const nothing = () => {};
    const parts = { connected: true, onAny: nothing, offAny: nothing, join: nothing, leave: nothing };
    const enter = () => {
      entered.push(kind);
      hall.free -= 1;
    };
    admission.hold(/** @type {any} */ (Object.assign(new EventEmitter(), parts)), kind, undefined, enter);
  };
  /** Looks for free seats, and lets in those who may come; the slices may have the turn of strangers first. */
  const look = () => {
    t.mock.timers.tick(20);
    while (jobs.length > 0) jobs.pop()?.();
  };
  return { hall, entered, hold, look };
}

test('a seat that becomes free is for the player who waits to come back, not for a stranger who has waited longer', (t) => {
  const { hall, entered, hold, look } = open(t);
  hold('new');
  hold('returning');
  hall.free = 1;
  look();
  assert.deepEqual(entered, ['returning']);
  hall.free = 1;
  look();
  assert.deepEqual(entered, ['returning', 'new']);
});
