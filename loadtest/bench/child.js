/** Lets a process of a benchmark answer its parent's questions, and serve its count to the generator over TCP. */

import { createServer } from 'node:net';

/** This is often enough for a generator that has one message per connection on its way to keep a server busy. */
const COUNT_EVERY_MS = 1;

/** @typedef {Record<string, (argument: any) => unknown>} Answers */

/**
 * Answers questions over the channel to the parent, and ends this process when the parent ends.
 * @param {Answers} answers may be asynchronous
 */
export function answer(answers) {
  const all = { usage, ...answers };
  process.on('message', async (/** @type {{ id: number, ask: string, argument: any }} */ question) => {
    const { id, ask, argument } = question;
    try {
      process.send?.({ id, value: await /** @type {Answers} */ (all)[ask]?.(argument) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches the whole group. The parent ends, this process then ends with it, and tidies up.
  process.on('SIGINT', () => {});
  process.send?.({ ready: true });
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
export function tellCount(count) {
  const server = createServer((socket) => {
    const bytes = Buffer.alloc(8);
    const timer = setInterval(() => {
      bytes.writeDoubleLE(count());
      socket.write(bytes);
    }, COUNT_EVERY_MS);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(timer));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
