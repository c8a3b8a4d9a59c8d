/** The network between a phone and the server: as it is, or slow, stalling and breaking. */

/** @import { Socket } from 'socket.io-client' */
/** @import { Timer, Wheel } from './wheel.js' */

import { isDrained } from '../public/shared/link.js';

/**
 * @typedef {{ least: number, most: number }} Range
 * @typedef {object} Network its faults; all times are in ms, at random within their range
 * @property {Range} delayMs added to each message, each way; messages stay in order
 * @property {Range} stallEveryMs between stalls, in which nothing passes; then everything does at once
 * @property {Range} stallMs
 * @property {Range} cutEveryMs between losses of the connection, without a goodbye
 * @property {Range} cutMs until it connects again
 */

/** The wifi of a full hall: 500 ± 300 ms there and back, a stall every half minute, a loss every minute or so. */
export const BAD_NETWORK = Object.freeze(
  /** @type {Network} */ ({
    delayMs: { least: 100, most: 400 },
    stallEveryMs: { least: 10_000, most: 50_000 },
    stallMs: { least: 1000, most: 4000 },
    cutEveryMs: { least: 20_000, most: 90_000 },
    cutMs: { least: 500, most: 8000 },
  }),
);

/**
 * @param {object} options
 * @param {Socket} options.socket
 * @param {Wheel} options.wheel
 * @param {() => number} options.random
 * @param {Network | null} options.network null: no faults, at no cost
 * @param {(forMs: number) => void} options.cut
 */
export function createChannel({ socket, wheel, random, network, cut }) {
  /** Counts connections: messages are lost with theirs. */
  let connection = 0;
  const lastMs = { in: 0, out: 0 };
  let stalledUntilMs = 0;
  /** @type {(Timer | null)[]} */
  let faults = [];

  const pick = (/** @type {Range} */ { least, most }) => least + random() * (most - least);

  /** @param {'in' | 'out'} way @param {() => void} run */
  function pass(way, run) {
    if (!network) return run();
    const nowMs = wheel.now();
    lastMs[way] = Math.max(lastMs[way], stalledUntilMs, nowMs + pick(network.delayMs));
    const sentOver = connection;
    wheel.setTimer(() => sentOver === connection && run(), lastMs[way] - nowMs);
  }

  /** @param {Range} every @param {number} index @param {() => void} run */
  function repeat(every, index, run) {
    faults[index] = wheel.setTimer(() => {
      run();
      repeat(every, index, run);
    }, pick(every));
  }

  return {
    /** @param {string} event @param {(...args: any[]) => void} run */
    on(event, run) {
      socket.on(event, (...args) => pass('in', () => run(...args)));
    },
    /** @param {() => void} run sends the message; it may be lost */
    send(run) {
      pass('out', run);
    },
    /** @param {string} event @param {number} withinMs @returns {Promise<any>} the acknowledgement; undefined: none in time */
    ask(event, withinMs) {
      return new Promise((resolve) => {
        const timer = wheel.setTimer(() => resolve(undefined), withinMs);
        const answer = (/** @type {unknown} */ value) => {
          wheel.clearTimer(timer);
          resolve(value);
        };
        pass('out', () =>
          socket.emit(event, (/** @type {unknown} */ value) => pass('in', () => answer(value))),
        );
      });
    },
    /** False during a stall, which fills the buffers of a phone. */
    isDrained: () => stalledUntilMs <= wheel.now() && isDrained(socket),
    /** Begins a connection: messages that were under way over the old one are lost. */
    renew() {
      connection += 1;
      lastMs.in = lastMs.out = stalledUntilMs = 0;
    },
    /** Lets faults happen from now on. */
    start() {
      if (!network || faults.length > 0) return;
      repeat(network.stallEveryMs, 0, () => (stalledUntilMs = wheel.now() + pick(network.stallMs)));
      repeat(network.cutEveryMs, 1, () => cut(pick(network.cutMs)));
    },
    stop() {
      connection += 1;
      for (const timer of faults) wheel.clearTimer(timer);
      faults = [];
    },
  };
}
