/** Work in slices, so that the event loop goes round in between. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlices } from '../../lib/wire/slices.js';

test('a heap of work is done in slices, and the event loop goes round in between', async (t) => {
  const { slices, clock, work } = open(t);
  let turns = 0;
  const turn = () => void (++turns, clock.isOver || setImmediate(turn));
  setImmediate(turn);
  const slicesOf = /** @type {number[]} */ ([]);
  for (let i = 0; i < 100; i++) slices.push('new', () => void (work(1), slicesOf.push(turns)));
  await drained(slices);
  clock.isOver = true;
  const perTurn = [...new Set(slicesOf)].map((one) => slicesOf.filter((other) => other === one).length);
  assert.equal(slicesOf.length, 100);
  assert.ok(Math.max(...perTurn) <= 8 && perTurn.length >= 20, `${perTurn.join(' ')} jobs a turn`);
});

test('what a job leaves to its promises and ticks is a part of it', async (t) => {
  const { slices, clock, work } = open(t);
  const happened = /** @type {string[]} */ ([]);
  const job = (/** @type {string} */ name) => async () => {
    await null;
    await new Promise((resolve) => process.nextTick(resolve));
    await null;
    work(2);
    happened.push(`${name} at ${clock.ms}`);
  };
  slices.push('returning', job('first'));
  slices.push('returning', job('second'));
  await drained(slices);
  assert.deepEqual(happened, ['first at 2', 'second at 4']);
  assert.equal(slices.usedMs, 4);
});

test('while all wait, each lane has time by its weight and keeps its order', async (t) => {
  const { slices, work } = open(t);
  const order = /** @type {string[]} */ ([]);
  for (let i = 0; i < 100; i++) {
    for (const lane of /** @type {const} */ (['new', 'returning']))
      slices.push(lane, () => void (work(1), order.push(`${lane} ${i}`)));
  }
  await drained(slices);
  const first = order.slice(0, 100).filter((name) => name.startsWith('returning'));
  assert.ok(Math.abs(first.length - 70) <= 2, `${first.length} of the first hundred were here before`);
  assert.deepEqual(
    order.filter((name) => name.startsWith('new')),
    Array.from({ length: 100 }, (_, i) => `new ${i}`),
  );
});

test('a lane that had nothing to do has saved nothing up', async (t) => {
  const { slices, work } = open(t);
  for (let i = 0; i < 50; i++) slices.push('new', () => work(1));
  await drained(slices);
  const order = /** @type {string[]} */ ([]);
  for (let i = 0; i < 20; i++) slices.push('goodbyes', () => void (work(1), order.push('goodbye')));
  for (let i = 0; i < 20; i++) slices.push('new', () => void (work(1), order.push('new')));
  await drained(slices);
  assert.ok(order.slice(0, 12).includes('new'), order.join(' '));
});

test('one that throws stops no other', async (t) => {
  const { slices, errors } = open(t);
  let done = 0;
  for (let i = 0; i < 3; i++)
    slices.push('goodbyes', () => {
      done += 1;
      if (i === 1) throw new Error('planted');
    });
  await drained(slices);
  assert.equal(done, 3);
  assert.deepEqual(errors.map(String), ['Error: planted']);
});

test('a job in which the process stood still shuts the door for a moment, not for as long again', async (t) => {
  const { slices, work, clock } = open(t);
  slices.setShare(0.15);
  const other = setInterval(() => work(1), 1);
  t.after(() => clearInterval(other));
  let atMs = 0;
  slices.push('new', () => work(5000));
  slices.push('new', () => void (atMs = clock.ms));
  await drained(slices);
  assert.ok(atMs >= 5000 && atMs < 5500, `the next one after ${atMs - 5000} ms`);
  assert.ok(slices.perS('new') > 20 && slices.usedMs >= 5000);
});

test('takes no more than its share of the event loop, and says how long who comes now would wait', async (t) => {
  const { slices, work, clock } = open(t);
  slices.setShare(0.25);
  const before = slices.waitMs();
  for (let i = 0; i < 60; i++) slices.push('new', () => work(1));
  assert.ok(before === 0 && slices.waitMs() >= 60, 'a quarter of the loop');
  // Another has the loop while the timer of the next turn runs.
  const other = setInterval(() => work(1), 1);
  t.after(() => clearInterval(other));
  await drained(slices);
  assert.ok(slices.usedMs <= 25 + 0.3 * clock.ms, `${slices.usedMs} of ${clock.ms} ms`);
  assert.ok(Math.abs(slices.perS('new') - 250) < 5);
});

test('one pause, or one look at which others had the loop, hardly changes what a wait is taken to be', async (t) => {
  const { slices, work } = open(t);
  for (let look = 0; look < 30; look++) slices.setShare(0.5);
  for (let i = 0; i < 200; i++) slices.push('new', () => work(1));
  await drained(slices);
  slices.push('new', () => work(40));
  await drained(slices);
  slices.setShare(0.1);
  for (let i = 0; i < 100; i++) slices.push('new', () => work(1));
  const waitMs = slices.waitMs();
  assert.ok(waitMs > 150 && waitMs < 400, `${waitMs} instead of 200 ms`);
});

test('once it is stopped, goodbyes are done at once, and nothing else is', (t) => {
  const { slices, errors } = open(t);
  const done = /** @type {string[]} */ ([]);
  slices.push('new', () => void done.push('an arrival'));
  slices.push('goodbyes', () => {
    done.push('one that waited');
    throw new Error('and failed');
  });
  slices.stop();
  slices.push('goodbyes', () => void done.push('one that came later'));
  assert.deepEqual(done, ['one that waited', 'one that came later']);
  assert.equal(errors.length, 1);
});

/** Slices on a clock of their own. @param {import('node:test').TestContext} t */
function open(t) {
  const clock = { ms: 0, isOver: false };
  const errors = /** @type {unknown[]} */ ([]);
  const slices = createSlices({ onError: (error) => errors.push(error), now: () => clock.ms });
  slices.setShare(1);
  t.after(slices.stop);
  return { slices, clock, errors, work: (/** @type {number} */ ms) => void (clock.ms += ms) };
}

/** @param {import('../../lib/wire/slices.js').Slices} slices */
async function drained(slices) {
  while (slices.waitMs() > 0) await new Promise((resolve) => setImmediate(resolve));
  // The last job is over when the immediate after it begins.
  await new Promise((resolve) => setImmediate(resolve));
}
