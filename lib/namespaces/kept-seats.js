/**
 * The seats of players who have just left. While every place is taken, each is kept for its player, so that a blink of the
 * network costs nobody their place.
 */

import { performance } from 'node:perf_hooks';

/** A phone that blinks in its first seconds comes back to its seat as well. */
const LEAST_MS = 5000;
/** Seats whose time is over are looked for this often. */
const SWEEP_MS = 100;

/** @param {{ mostMs: number, now?: () => number }} options `mostMs` for how long a seat is kept at most; 0: none is. `now`: monotone ms */
export function createKeptSeats({ mostMs, now = () => performance.now() }) {
  /** By the pid of the player. @type {Map<string, { sinceMs: number, untilMs: number }>} */
  const seats = new Map();
  let sweptAtMs = -Infinity;

  /** @param {number} nowMs */
  function sweep(nowMs) {
    sweptAtMs = nowMs;
    for (const [pid, { untilMs }] of seats) if (untilMs <= nowMs) seats.delete(pid);
  }

  return {
    count() {
      const nowMs = now();
      if (nowMs - sweptAtMs >= SWEEP_MS) sweep(nowMs);
      return seats.size;
    },
    /**
     * Keeps the seat of a player for as long as they had it, at most: clients that come and go under ever new names take no more
     * seats by leaving than by staying.
     * @param {string} pid @param {number} sinceMs when they took it
     */
    keep(pid, sinceMs) {
      const nowMs = now();
      const keptMs = Math.min(mostMs, Math.max(LEAST_MS, nowMs - sinceMs));
      if (keptMs > 0) seats.set(pid, { sinceMs, untilMs: nowMs + keptMs });
    },
    /** @param {string | null} pid */
    has: (pid) => pid !== null && (seats.get(pid)?.untilMs ?? 0) > now(),
    /** @param {string} pid @returns {number | undefined} since when the player had it; undefined: none is kept for them */
    release(pid) {
      const seat = seats.get(pid);
      seats.delete(pid);
      return seat?.sinceMs;
    },
  };
}

/** @typedef {ReturnType<typeof createKeptSeats>} KeptSeats */
