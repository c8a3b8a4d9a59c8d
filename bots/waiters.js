/** Waits for something that may come late or never: all who wait get the same answer. */

/** @import { Timer, Wheel } from './wheel.js' */

/**
 * @template T
 * @param {{ wheel: Wheel, withinMs: number, late: () => Error }} options late: the error after `withinMs`
 */
export function createWaiters({ wheel, withinMs, late }) {
  /** @type {{ resolve: (value: T) => void, reject: (error: Error) => void, timer: Timer }[]} */
  let waiting = [];

  function take() {
    const taken = waiting;
    waiting = [];
    for (const { timer } of taken) wheel.clearTimer(timer);
    return taken;
  }

  /** @param {Error} error */
  function reject(error) {
    for (const one of take()) one.reject(error);
  }

  return {
    reject,
    /** @param {T} value */
    resolve(value) {
      for (const one of take()) one.resolve(value);
    },
    /** @returns {Promise<T>} a rejection needs no catch */
    next() {
      /** @type {Promise<T>} */
      const promise = new Promise((resolve, refuse) => {
        waiting.push({ resolve, reject: refuse, timer: wheel.setTimer(() => reject(late()), withinMs) });
      });
      promise.catch(() => {});
      return promise;
    },
  };
}
