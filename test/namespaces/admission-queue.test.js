/** The waiting line: its order, and the places of phones that are away for a moment. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmissionQueue } from '../../lib/namespaces/admission-queue.js';

test('each class keeps its order, and the head moves with it', () => {
  const line = openLine();
  for (let i = 0; i < 3; i++) {
    line.queue.wait(`new ${i}`, 'new', undefined, 0);
    line.queue.wait(`back ${i}`, 'returning', undefined, 0);
  }
  assert.deepEqual([line.queue.waiting, line.queue.waitingOf('new')], [6, 3]);
  assert.equal(line.queue.next('new'), 'new 0');
  assert.deepEqual(line.queue.heads(), { new: 2, returning: 1 });
  for (let i = 0; i < 3; i++) assert.equal(line.queue.next('returning'), `back ${i}`);
  assert.equal(line.queue.next('returning'), undefined);
  assert.deepEqual(line.queue.heads(), { new: 2, returning: 4 });
});

test('keeps the place of who goes away for a minute, to who has the ticket, in its lane', () => {
  const line = openLine();
  const [first, second] = ['first', 'second'].map((who) => line.queue.wait(who, 'new', undefined, 0));
  assert.ok(first && second);
  line.queue.leave(first, 1000);
  line.queue.leave(first, 1000);
  assert.equal(line.queue.waiting, 1);
  assert.equal(line.queue.wait('thief', 'new', 'guess', 1000).number, 3);
  const other = line.queue.wait('again', 'new', first.ticket, 2000);
  assert.equal(other.number, 1);
  assert.equal(other.ticket, first.ticket, 'the answer may get lost');
  assert.equal(line.queue.next('new'), 'again');
  assert.equal(line.queue.wait('copy', 'new', first.ticket, 2000).number, 4, 'it was called');

  line.queue.leave(second, 10_000);
  assert.equal(line.queue.wait('late', 'new', second.ticket, 80_000).number, 5, 'a minute has passed');
});

test('a place that is not kept any more is forgotten', () => {
  const { queue } = openLine();
  const guests = ['Ada', 'Bob', 'Cem', 'Dan'].map((who) => queue.wait(who, 'new', undefined, 0));
  for (const [index, guest] of guests.entries()) queue.leave(guest, index * 30_000);
  assert.equal(queue.kept, 2);
});

test('a ticket that is no text is none', () => {
  const line = openLine();
  for (const ticket of [null, 7, {}, ['x'], '__proto__']) line.queue.wait('x', 'new', ticket, 0);
  assert.equal(line.queue.waiting, 5);
});

test('a connection that comes before the end of the older one was noticed takes over its place', () => {
  const { queue, replaced } = openLine();
  const [lost, behind] = ['lost', 'behind'].map((who) => queue.wait(who, 'new', undefined, 0));
  assert.ok(lost && behind);
  const back = queue.wait('back', 'new', lost.ticket, 1000);
  assert.deepEqual([back.number, replaced], [1, ['lost']]);
  queue.leave(lost, 20_000);
  assert.equal(queue.wait('once more', 'new', back.ticket, 20_000).number, 1);
  assert.equal(queue.wait('known', 'returning', back.ticket, 20_000).number, 1, 'of another class');
  assert.deepEqual(replaced, ['lost', 'back']);
  assert.deepEqual(
    [queue.next('new'), queue.next('new'), queue.next('new')],
    ['once more', 'behind', undefined],
  );
});

function openLine() {
  let tickets = 0;
  /** @type {string[]} */
  const replaced = [];
  const onReplaced = (/** @type {string} */ who) => void replaced.push(who);
  return { queue: createAdmissionQueue({ makeTicket: () => `ticket ${++tickets}`, onReplaced }), replaced };
}
