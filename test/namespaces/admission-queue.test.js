import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmissionQueue } from '../../lib/namespaces/admission-queue.js';

test('lets in at once while there is room, and nobody past those who wait', () => {
  const line = openLine({ perS: 10 });
  for (let i = 0; i < 5; i++) assert.equal(line.queue.mayPass(0), true, 'half a second may come at once');
  assert.equal(line.queue.mayPass(0), false);
  line.queue.wait('a', 'new', undefined, 0);
  assert.equal(line.queue.mayPass(10_000), false, 'somebody waits');
});

test('lets in at its rate, in order, 5,000 of them', () => {
  const line = openLine({ perS: 500 });
  for (let i = 0; i < 5000; i++) line.queue.wait(String(i), 'new', undefined, 0);
  for (let atMs = 20; atMs <= 5000; atMs += 20) line.admit(atMs);
  assert.ok(Math.abs(line.entered.length - 2750) <= 20, `${line.entered.length} in 5 s`);
  assert.deepEqual(line.entered.slice(0, 3), ['0', '1', '2']);
  assert.equal(line.queue.heads().new, line.entered.length + 1);
  line.queue.setRate(100, 5000);
  const before = line.entered.length;
  for (let atMs = 5020; atMs <= 10_000; atMs += 20) line.admit(atMs);
  assert.ok(Math.abs(line.entered.length - before - 500) <= 60, 'slower when told');
});

test('of ten, seven were here before, as long as both wait; else all turns are for those there are', () => {
  const line = openLine({ perS: 100 });
  for (let i = 0; i < 100; i++) {
    line.queue.wait('new', 'new', undefined, 0);
    line.queue.wait('back', 'returning', undefined, 0);
  }
  line.admit(500, 50);
  assert.equal(line.entered.filter((who) => who === 'back').length, 35);
  for (let atMs = 1000; atMs < 4000; atMs += 100) line.admit(atMs);
  assert.equal(line.entered.length, 200);
});

test('keeps the place of who goes away for a minute, to who has the ticket, in its lane', () => {
  const line = openLine({ perS: 1 });
  const [first, second] = ['first', 'second'].map((who) => line.queue.wait(who, 'new', undefined, 0));
  assert.ok(first && second);
  line.queue.leave(first, 1000);
  line.queue.leave(first, 1000);
  assert.equal(line.queue.waiting, 1);
  assert.equal(line.queue.wait('thief', 'new', 'guess', 1000).number, 3);
  const other = line.queue.wait('again', 'new', first.ticket, 2000);
  assert.equal(other.number, 1);
  assert.equal(line.queue.wait('copy', 'new', first.ticket, 2000).number, 4, 'good for once');
  line.admit(10_000, 1);
  assert.deepEqual(line.entered, ['again']);

  line.queue.leave(second, 10_000);
  assert.equal(line.queue.wait('late', 'new', second.ticket, 80_000).number, 5, 'a minute has passed');
});

test('a ticket that is no text is none', () => {
  const line = openLine({ perS: 1 });
  for (const ticket of [null, 7, {}, ['x'], '__proto__']) line.queue.wait('x', 'new', ticket, 0);
  assert.equal(line.queue.waiting, 5);
});

test('lets nobody in while it is full, and the first when there is room', () => {
  const line = openLine({ perS: 100 });
  line.isFull = true;
  assert.equal(line.queue.mayPass(0), false);
  line.queue.wait('a', 'new', undefined, 0);
  line.admit(1000);
  assert.deepEqual(line.entered, []);
  line.isFull = false;
  line.admit(1001);
  assert.deepEqual(line.entered, ['a']);
});

/** @param {{ perS: number }} options */
function openLine({ perS }) {
  let tickets = 0;
  const line = {
    isFull: false,
    entered: /** @type {string[]} */ ([]),
    queue: createAdmissionQueue({
      /** @returns {boolean} */
      isFull: () => line.isFull,
      makeTicket: () => `ticket ${++tickets}`,
      perS,
      nowMs: 0,
    }),
    /** @param {number} atMs */
    admit: (atMs, most = 20) =>
      line.queue.admit(atMs, most, (/** @type {any} */ who) => line.entered.push(who)),
  };
  return line;
}
