/**
 * The adapter of Socket.IO for several processes: `to(room).emit`, `fetchSockets` and `disconnectSockets` reach the sockets
 * of all of them by way of Redis. What the bus has brought to each process already is sent with `.local`.
 */

/** @import { RedisClientType } from 'redis' */

import { RedisAdapter } from '@socket.io/redis-adapter';
import { leanly } from './lean-adapter.js';

const ClusterAdapter = leanly(RedisAdapter);

/**
 * @param {{ pub: RedisClientType, sub: RedisClientType, cluster: string }} options
 * @returns {(namespace: any) => InstanceType<typeof ClusterAdapter>} for the option `adapter` of Socket.IO
 */
export function clusterAdapter({ pub, sub, cluster }) {
  const options = { key: `${cluster}:socket.io` };
  const [quietPub, quietSub] = [quietly(pub), quietly(sub)];
  // Socket.IO calls it with `new`, which an arrow function does not allow.
  return function (/** @type {unknown} */ namespace) {
    return new ClusterAdapter(namespace, quietPub, quietSub, options);
  };
}

/**
 * The adapter waits for none of its promises: while Redis is away each would be an unhandled rejection, which ends the
 * process. Whatever it could not send is lost, as it is on every connection that breaks.
 * @param {RedisClientType} client @returns {RedisClientType}
 */
function quietly(client) {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (/** @type {unknown[]} */ ...args) => {
        const result = Reflect.apply(value, target, args);
        if (result instanceof Promise) result.catch(() => {});
        return result;
      };
    },
  });
}
