/** Lets a process of a benchmark answer its parent's questions, and serve its count to the generator over TCP. */

/** @import { AddressInfo } from 'node:net' */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { serve } from '../harness/child.js';
import { measureTurns } from '../lab/turns.js';

/** This is often enough for a generator that has one message per connection on its way to keep a server busy. */
const COUNT_EVERY_MS = 1;

/** Answers the parent's questions, and what this process has used. @param {Parameters<typeof serve>[0]} answers */
export function answer(answers) {
  /** @type {ReturnType<typeof measureTurns> | undefined} from the first question on */
  let turns;
  serve({
    ...{ usage, gc: () => globalThis.gc?.() },
    turns: () => (turns ??= measureTurns()).longestMs(),
    ...answers,
  });
}

/** Returns the processor time of this process so far, threads included, and the memory it holds. */
function usage() {
  const { user, system } = process.cpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() };
}

/** @typedef {ReturnType<typeof usage>} Usage */

/**
 * Opens a port that sends, every millisecond, how much was taken in so far, as a double of 8 bytes.
 * @param {() => number} count
 * @returns {Promise<number>} the port
 */
export async function tellCount(count) {
  const server = createServer((socket) => {
    const bytes = Buffer.alloc(8);
    const timer = setInterval(() => {
      bytes.writeDoubleLE(count());
      socket.write(bytes);
    }, COUNT_EVERY_MS);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(timer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return /** @type {AddressInfo} */ (server.address()).port;
}
