/**
 * The price of a message to a process that is subscribed, at several rates, and to Redis with many connections: with one message at a time it is a
 * turn of the event loop and several calls of the system, with thousands a second many come in one. A home of a thousand edges
 * receives 40,000 a second, which is more than the edges that fit on this machine can send.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { number, printTable } from '../bench/table.js';
import { startRedis } from './redis.js';
import { readUsage, usedBetween } from './usage.js';

const RATES = Object.freeze([100, 1000, 10_000, 40_000]);
/** A window of pong has so many. */
const BYTES = 250;
const SETTLE_MS = 1000;

/** At a Redis of many processes each message comes and goes by a connection of its own. */
const CROWD = Object.freeze({ connections: 200, inPerS: 20_000, outPerS: 100 });

/**
 * @typedef {{ messagesPerS: number, receivedUs: number }} Price for a process that receives so many
 * @typedef {{ stream: Price[], redis: { inUs: number, outUs: number } }} Prices `redis`: of a message that comes in, and of one
 *   that goes out to one process
 */

/** @param {{ seconds: number }} options @returns {Promise<Prices>} */
export async function playStream({ seconds }) {
  const redis = await startRedis();
  const end = (/** @type {string} */ name) =>
    startChild(new URL('./stream-end.js', import.meta.url), { name, env: { REDIS_URL: redis.url } });
  const [speaker, listener] = [end('The speaker'), end('The listener')];
  /** @type {Price[]} */
  const prices = [];
  /** @type {Prices['redis']} */
  let crowd;

  /** @param {number} perS @param {object} options @returns {Promise<number>} µs of Redis for each message */
  async function microsOf(perS, options) {
    await speaker.ask('speakAs', options);
    await wait(SETTLE_MS);
    const read = () => readUsage([{ kind: 'redis', pid: redis.pid }]);
    const before = await read();
    await wait(seconds * 1000);
    const { cpu } = usedBetween(before, await read());
    await speaker.ask('silence');
    return ((cpu['redis'] ?? 0) / perS) * 1e6;
  }

  try {
    await listener.ask('listen');
    for (const perS of RATES) {
      await speaker.ask('speak', { perS, bytes: BYTES });
      await wait(SETTLE_MS);
      const read = async () => ({
        received: await listener.ask('received'),
        usage: await readUsage([{ kind: 'listener', pid: listener.pid }]),
      });
      const before = await read();
      await wait(seconds * 1000);
      const after = await read();
      const { seconds: over, cpu } = usedBetween(before.usage, after.usage);
      const messagesPerS = (after.received - before.received) / over;
      prices.push({ messagesPerS, receivedUs: ((cpu['listener'] ?? 0) / messagesPerS) * 1e6 });
    }
    await speaker.ask('silence');
    const { connections, inPerS, outPerS } = CROWD;
    const inUs = await microsOf(inPerS, { connections, perS: inPerS, bytes: BYTES, isHeard: false });
    await listener.ask('listenAs', { connections });
    const perMessage = await microsOf(outPerS, {
      connections: 1,
      perS: outPerS,
      bytes: BYTES,
      isHeard: true,
    });
    crowd = { inUs, outUs: (perMessage - inUs) / connections };
  } finally {
    await Promise.all([speaker.close(), listener.close()]);
    await redis.close();
  }
  printTable(
    `A message of ${BYTES} bytes from one process to another through Redis, ${seconds} s each`,
    ['messages/s', 'µs CPU of the process that receives it'],
    prices.map(({ messagesPerS, receivedUs }) => [messagesPerS, receivedUs].map(number)),
  );
  printTable(
    `CPU of Redis with ${CROWD.connections} connections`,
    ['µs for a message in', 'µs for each process that it goes out to'],
    [[crowd.inUs, crowd.outUs].map(number)],
  );
  return { stream: prices, redis: crowd };
}
