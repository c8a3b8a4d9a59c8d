/**
 * The two connections of a process to Redis: one publishes, one is subscribed. What cannot leave now is dropped and said
 * to be, never queued: a frame of three seconds ago helps nobody, and whoever missed something asks for everything anew.
 */

import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import { messageOf } from '../errors.js';
import { isPublic } from './redis-address.js';

/** At the start a Redis that is just starting itself is waited for this long. */
const START_MS = 10_000;
const CONNECT_MS = 3000;
const RETRY_MS = 100;
const MOST_RETRY_MS = 1000;
/** A connection that says something now and then learns within seconds that the machine at its other end is gone. */
const PING_MS = 2000;
const GOODBYE_MS = 500;
/** So much may wait for Redis to confirm it: what 100 messages a second are in 20 s, or a dozen uploads. */
const MOST_UNCONFIRMED = 2000;
const MOST_UNCONFIRMED_BYTES = 64 * 2 ** 20;

/**
 * @typedef {object} Redis
 * @property {(channel: string, bytes: Uint8Array) => boolean} publish false: it was dropped, because Redis is away or hangs
 * @property {(channel: string, listener: (bytes: Buffer) => void) => Promise<void>} subscribe resolves when Redis has it; that
 *   may be long, while Redis is away
 * @property {(channel: string) => Promise<void>} unsubscribe
 * @property {(listener: () => void) => void} onBack called whenever a connection is there again; what was sent in between
 *   is lost
 * @property {(args: string[]) => Promise<unknown>} command rejects at once while Redis is away
 * @property {import('redis').RedisClientType} pub for the adapter of Socket.IO
 * @property {import('redis').RedisClientType} sub
 * @property {string} place `host:port`
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} options
 * @param {string} options.url with its password
 * @param {import('../log.js').Log} options.log
 * @param {(host: string) => Promise<readonly { address: string }[]>} [options.resolve] finds the addresses of a name
 * @returns {Promise<Redis>} connected
 * @throws {Error} with a sentence for the console: nobody answers, the password is wrong, or it is open to the world
 */
export async function connectRedis({ url, log, resolve = (host) => lookup(host, { all: true }) }) {
  const { hostname, port, password } = new URL(url);
  const place = `${hostname}:${port || 6379}`;
  if (password === '') await refusePublic(hostname, place, resolve);
  const trouble = createTrouble(place, log);
  const [pub, sub] = [createConnection(url, place, trouble), createConnection(url, place, trouble)];
  try {
    await Promise.all([pub.connect(), sub.connect()]);
  } catch (error) {
    for (const client of [pub, sub]) if (client.isOpen) client.destroy();
    throw error;
  }
  return { ...createWays(pub, sub, trouble), pub, sub, place };
}

/**
 * @param {import('redis').RedisClientType} pub @param {import('redis').RedisClientType} sub @param {Trouble} trouble
 * @returns {Omit<Redis, 'pub' | 'sub' | 'place'>}
 */
function createWays(pub, sub, trouble) {
  let unconfirmed = 0;
  let unconfirmedBytes = 0;

  /** @param {number} bytes */
  function confirm(bytes) {
    unconfirmed -= 1;
    unconfirmedBytes -= bytes;
  }

  return {
    publish(channel, bytes) {
      const size = bytes.length;
      const isHanging = unconfirmed >= MOST_UNCONFIRMED || unconfirmedBytes > MOST_UNCONFIRMED_BYTES;
      if (!pub.isReady || isHanging) return false;
      unconfirmed += 1;
      unconfirmedBytes += size;
      const done = () => confirm(size);
      pub.publish(channel, /** @type {Buffer} */ (bytes)).then(done, done);
      return true;
    },
    subscribe: (channel, listener) => sub.subscribe(channel, listener, true),
    unsubscribe: (channel) => sub.unsubscribe(channel),
    onBack(listener) {
      for (const client of [pub, sub]) client.on('ready', listener);
    },
    command(args) {
      if (!pub.isReady) return Promise.reject(new Error('Redis is away.'));
      return pub.sendCommand(args);
    },
    async close() {
      trouble.mute();
      const said = [pub, sub].filter(({ isReady }) => isReady).map((client) => client.close());
      // The last words shall arrive, but a Redis that hangs must not hold up the end.
      const patience = new AbortController();
      const enough = wait(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(said), enough]);
      patience.abort();
      for (const client of [pub, sub]) if (client.isOpen) client.destroy();
    },
  };
}

/** @param {string} url @param {string} place @param {Trouble} trouble @returns {import('redis').RedisClientType} */
function createConnection(url, place, trouble) {
  const startedAtMs = Date.now();
  let wasReady = false;
  const client = /** @type {import('redis').RedisClientType} */ (
    createClient({
      url,
      pingInterval: PING_MS,
      socket: {
        connectTimeout: CONNECT_MS,
        reconnectStrategy(retries, cause) {
          const isLate = Date.now() - startedAtMs > START_MS;
          if (!wasReady && (isLate || isRefusal(cause))) return new Error(sentenceOf(place, cause));
          return Math.min(MOST_RETRY_MS, RETRY_MS * (retries + 1));
        },
      },
    })
  );
  // Without a listener an error would end the process.
  client.on('error', (error) => wasReady && trouble.begin(error));
  client.on('ready', () => {
    wasReady = true;
    trouble.end();
  });
  // Each namespace of Socket.IO adds a listener for errors.
  client.setMaxListeners(50);
  return client;
}

/** @typedef {ReturnType<typeof createTrouble>} Trouble */

/** Tells once when Redis is lost, and once when it is back. @param {string} place @param {import('../log.js').Log} log */
function createTrouble(place, log) {
  let isLost = false;
  let isMuted = false;
  return {
    /** Redis is left on purpose from now on. */
    mute: () => void (isMuted = true),
    /** @param {unknown} error */
    begin(error) {
      if (isLost || isMuted) return;
      isLost = true;
      log.warn(
        null,
        `Redis at ${place} is lost (${messageOf(error)}): each process goes on alone until it is back.`,
      );
    },
    end() {
      if (isLost) log.info(null, `Redis at ${place} is back.`);
      isLost = false;
    },
  };
}

/** @param {unknown} error @returns {boolean} to try again would change nothing */
function isRefusal(error) {
  return /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password/i.test(messageOf(error));
}

/** @param {string} place @param {unknown} error */
function sentenceOf(place, error) {
  const problem = messageOf(error);
  if (/NOAUTH/.test(problem))
    return `Redis at ${place} asks for a password: add it to REDIS_URL, as in redis://:password@${place}.`;
  if (isRefusal(error))
    return `Redis at ${place} refuses the password: correct it in REDIS_URL (${problem}).`;
  return `Redis at ${place} does not answer (${problem}): start it, or correct REDIS_URL.`;
}

/**
 * @param {string} host @param {string} place
 * @param {(host: string) => Promise<readonly { address: string }[]>} resolve
 */
async function refusePublic(host, place, resolve) {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = await resolve(bare).catch(() => []);
  const open = found.find(({ address }) => isPublic(address));
  if (open)
    throw new Error(
      `Redis at ${place} has a public address (${open.address}) and REDIS_URL has no password: anybody could play the home. ` +
        'Set requirepass in redis.conf and put the password into REDIS_URL, or use a private address.',
    );
}
