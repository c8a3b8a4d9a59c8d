/**
 * The wire between simulated processes: it does what Redis does with what is published, and counts the bytes that the protocol
 * (RESP 2) makes of it. It takes a modelled time from a process to Redis, and from there to another process. Redis's own work
 * is not simulated: it follows from the messages (calibration.js).
 */

/** @import { Redis } from '../../lib/bus/redis.js' */
/** @import { Clock } from './clock.js' */

import { Owner } from './clock.js';

/** @typedef {{ bytesIn: number, bytesOut: number, messages: number, deliveries: number }} Traffic into Redis and out of it */

/** @typedef {{ owner: Owner, listener: (bytes: Buffer) => void, onTag: (tag: unknown) => void }} Subscriber */

/** @typedef {Omit<Redis, 'pub' | 'sub'> & { tag: unknown, onTag: (tag: unknown) => void, sent: number, received: number }} SimulatedRedis `tag`: goes with the next message, and costs nothing */

/** Each connection asks whether Redis is there this often; see redis.js. */
const PING = Object.freeze({
  everyMs: 2000,
  bytesIn: '*1\r\n$4\r\nPING\r\n'.length,
  bytesOut: '+PONG\r\n'.length,
});
/** The answer to a connection that is subscribed. */
const PONG_BYTES = '*2\r\n$4\r\npong\r\n$0\r\n\r\n'.length;

/** @param {{ clock: Clock, hopMs: number }} options `hopMs`: from a process to Redis, or back */
export function createWire({ clock, hopMs }) {
  const redis = new Owner();
  /** @type {Map<string, Set<Subscriber>>} */
  const channels = new Map();
  /** @type {Traffic} */
  const traffic = { bytesIn: 0, bytesOut: 0, messages: 0, deliveries: 0 };

  /** @param {string} channel @param {Buffer} bytes @param {unknown} tag */
  function deliver(channel, bytes, tag) {
    const subscribers = channels.get(channel);
    traffic.messages += 1;
    traffic.bytesIn += publishBytes(channel, bytes.length);
    traffic.bytesOut += `:${subscribers?.size ?? 0}\r\n`.length;
    if (!subscribers) return;
    const each = messageBytes(channel, bytes.length);
    for (const { owner, listener, onTag } of subscribers) {
      traffic.bytesOut += each;
      traffic.deliveries += 1;
      clock.schedule(
        clock.now() + hopMs,
        owner,
        () => {
          listener(bytes);
          if (tag !== null) onTag(tag);
        },
        'message',
      );
    }
  }

  return {
    traffic,
    /** The connections of a process to Redis. @param {Owner} owner @returns {SimulatedRedis} */
    connect(owner) {
      /** @type {Map<string, Subscriber>} */
      const own = new Map();
      clock.as(owner, () =>
        setInterval(() => {
          traffic.bytesIn += 2 * PING.bytesIn;
          traffic.bytesOut += PING.bytesOut + PONG_BYTES;
        }, PING.everyMs),
      );
      return /** @type {SimulatedRedis} */ ({
        ...{ tag: null, onTag() {}, sent: 0, received: 0 },
        publish(channel, bytes) {
          const { tag } = this;
          this.tag = null;
          this.sent += 1;
          clock.schedule(clock.now() + hopMs, redis, () =>
            deliver(channel, /** @type {Buffer} */ (bytes), tag),
          );
          return true;
        },
        async subscribe(channel, listener) {
          const subscriber = {
            owner,
            listener: (/** @type {Buffer} */ bytes) => {
              this.received += 1;
              listener(bytes, Buffer.from(channel));
            },
            onTag: (/** @type {unknown} */ tag) => this.onTag(tag),
          };
          own.set(channel, subscriber);
          channels.set(channel, (channels.get(channel) ?? new Set()).add(subscriber));
        },
        async unsubscribe(channel) {
          const subscriber = own.get(channel);
          if (subscriber) channels.get(channel)?.delete(subscriber);
        },
        // Only the adapter of Socket.IO subscribes to patterns, and nothing is broadcast here.
        async pSubscribe() {},
        async pUnsubscribe() {},
        onBack() {},
        command: () => Promise.reject(new Error('The simulated Redis has no keys.')),
        place: 'the simulator',
        close: async () => {},
      });
    },
  };
}

/** @typedef {ReturnType<typeof createWire>} Wire */

/** @param {string} channel @param {number} length @returns {number} of a PUBLISH as the client writes it */
function publishBytes(channel, length) {
  return `*3\r\n$7\r\nPUBLISH\r\n$${channel.length}\r\n${channel}\r\n$${length}\r\n\r\n`.length + length;
}

/** @param {string} channel @param {number} length @returns {number} of a message as Redis writes it */
function messageBytes(channel, length) {
  return `*3\r\n$7\r\nmessage\r\n$${channel.length}\r\n${channel}\r\n$${length}\r\n\r\n`.length + length;
}
