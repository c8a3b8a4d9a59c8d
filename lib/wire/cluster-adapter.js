/**
 * The adapter of Socket.IO for several processes: `to(room).emit`, `fetchSockets` and `disconnectSockets` reach the sockets
 * of all of them by way of Redis. What the bus has brought to each process already is sent with `.local`.
 */

import { RedisAdapter } from '@socket.io/redis-adapter';

/** @typedef {(bytes: Buffer, channel: Buffer) => void} Listener */

/**
 * The connections of this process to Redis.
 * @typedef {object} Ways
 * @property {(channel: string, message: Uint8Array | string) => boolean} publish
 * @property {(channel: string, listener: Listener) => Promise<void>} subscribe
 * @property {(channel: string) => Promise<void>} unsubscribe
 * @property {(pattern: string, listener: Listener) => Promise<void>} pSubscribe
 * @property {(pattern: string) => Promise<void>} pUnsubscribe
 * @property {(args: string[]) => Promise<unknown>} command
 */

/**
 * @param {Ways & { cluster: string }} options
 * @returns {(namespace: unknown) => RedisAdapter} for the option `adapter` of Socket.IO
 */
export function clusterAdapter({ cluster, ...redis }) {
  const options = { key: `${cluster}:socket.io` };
  const client = clientOf(redis);
  // Socket.IO calls it with `new`, which an arrow function does not allow.
  return function (/** @type {unknown} */ namespace) {
    return new RedisAdapter(namespace, client, client, options);
  };
}

/**
 * Gives the adapter what it uses of a client of node-redis, over connections that outlive such a client. It waits for none
 * of its promises: while Redis is away each would be an unhandled rejection, which ends the process. Whatever it could not send is
 * lost, as it is on every connection that breaks.
 * @param {Ways} ways
 */
function clientOf({ publish, subscribe, unsubscribe, pSubscribe, pUnsubscribe, command }) {
  /** @param {string | string[]} names @param {(name: string) => Promise<unknown>} run */
  const each = (names, run) => {
    for (const name of [names].flat()) run(name).catch(() => {});
  };
  return {
    publish: (/** @type {string} */ channel, /** @type {Buffer | string} */ message) =>
      void publish(channel, message),
    subscribe: (/** @type {string | string[]} */ channels, /** @type {Listener} */ listener) =>
      each(channels, (channel) => subscribe(channel, listener)),
    unsubscribe: (/** @type {string | string[]} */ channels) => each(channels, unsubscribe),
    pSubscribe: (/** @type {string | string[]} */ patterns, /** @type {Listener} */ listener) =>
      each(patterns, (pattern) => pSubscribe(pattern, listener)),
    pUnsubscribe: (/** @type {string | string[]} */ patterns) => each(patterns, pUnsubscribe),
    /** By this it knows a client of node-redis; shards are not used. */
    sSubscribe() {},
    sendCommand(/** @type {string[]} */ args) {
      const answer = command(args);
      answer.catch(() => {});
      return answer;
    },
    // Losses are reported where they are noticed.
    on() {},
    off() {},
  };
}
