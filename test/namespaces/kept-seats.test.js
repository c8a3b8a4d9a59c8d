import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptSeats } from '../../lib/namespaces/kept-seats.js';

/** @param {number} mostS */
function open(mostS) {
  const clock = { ms: 1_000_000 };
  return { clock, seats: createKeptSeats({ mostMs: mostS * 1000, now: () => clock.ms }) };
}

/** For how many seconds is a seat kept? @param {number} stayedS @param {number} mostS */
function keptS(stayedS, mostS) {
  const { clock, seats } = open(mostS);
  seats.keep('pid', clock.ms - stayedS * 1000);
  let seconds = 0;
  for (; seats.has('pid'); seconds++) {
    assert.equal(seats.count(), 1);
    clock.ms += 1000;
  }
  assert.equal(seats.count(), 0);
  return seconds;
}

test('a seat is kept for as long as its player had it, 5 s at least, and not for longer than is set', () => {
  const kept = [0, 4, 20, 60, 3600].map((stayedS) => keptS(stayedS, 60));
  assert.deepEqual(kept, [5, 5, 20, 60, 60]);
  assert.deepEqual([keptS(20, 2), keptS(20, 0)], [2, 0]);
});

test('a player who comes back has had the seat since they first took it, and leaves none behind', () => {
  const { clock, seats } = open(60);
  const sinceMs = clock.ms - 20_000;
  seats.keep('pid', sinceMs);
  assert.deepEqual([seats.release('pid'), seats.release('pid')], [sinceMs, undefined]);
  assert.deepEqual([seats.count(), seats.has('pid'), seats.has(null)], [0, false, false]);
});

test('strangers who come and go under ever new names keep no more seats than by staying', () => {
  const { clock, seats } = open(60);
  // 10 a second who each stay for 10 s: there are 100 at a time.
  let most = 0;
  for (let i = 0; i < 3000; i++) {
    seats.keep(`pid ${i}`, clock.ms - 10_000);
    most = Math.max(most, seats.count());
    clock.ms += 100;
  }
  assert.ok(most <= 101, `${most} seats`);
});
