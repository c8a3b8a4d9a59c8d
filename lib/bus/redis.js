/**
 * The two connections of a process to Redis: one publishes, one is subscribed. What cannot leave now is dropped and said
 * to be, never queued: a frame of three seconds ago helps nobody, and a receiver that missed something asks for everything anew.
 */

/** @import { Connection, Listener } from './redis-connection.js' */

import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import { readRedisUrl } from '../redis-url.js';
import { isPublic } from './redis-address.js';
import { createConnection } from './redis-connection.js';
import { findMaster } from './redis-sentinels.js';

/** At the start a Redis that is just starting itself is waited for this long. */
const START_MS = 10_000;
const TRY_MS = 250;
const GOODBYE_MS = 500;
/** So much may wait for Redis to confirm it: what 100 messages a second are in 20 s, or a dozen uploads. */
const MOST_UNCONFIRMED = 2000;
const MOST_UNCONFIRMED_BYTES = 64 * 2 ** 20;

/**
 * @typedef {object} Redis
 * @property {(channel: string, message: Uint8Array | string) => boolean} publish false: it was dropped, because Redis is away
 *   or hangs
 * @property {(channel: string, listener: Listener) => Promise<void>} subscribe resolves when Redis has it; that may be long,
 *   while Redis is away
 * @property {(channel: string) => Promise<void>} unsubscribe
 * @property {(pattern: string, listener: Listener) => Promise<void>} pSubscribe
 * @property {(pattern: string) => Promise<void>} pUnsubscribe
 * @property {(listener: () => void) => void} onBack called whenever a connection is there again; what was sent in between
 *   is lost
 * @property {(args: string[]) => Promise<unknown>} command rejects at once while Redis is away
 * @property {string} place where it is, for sentences
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} options
 * @param {string} options.url with its password, see `readRedisUrl`
 * @param {import('../log.js').Log} options.log
 * @param {(host: string) => Promise<readonly { address: string }[]>} [options.resolve] finds the addresses of a name
 * @returns {Promise<Redis>} connected
 * @throws {Error} with a sentence for the console: nobody answers, the password is wrong, or it is open to the world
 */
export async function connectRedis({ url, log, resolve = (host) => lookup(host, { all: true }) }) {
  const { place, hosts, password, sentinels } = readRedisUrl(url);
  if (password === '') for (const host of hosts) await refusePublic(host, place, resolve);
  const trouble = createTrouble(place, log);
  /** @type {Set<() => void>} */
  const backs = new Set();
  const open = () =>
    createConnection({
      locate: async () => (sentinels ? findMaster(sentinels, place) : url),
      mustBeMaster: sentinels !== null,
      onLost: trouble.begin,
      onError: trouble.deny,
      onReady() {
        trouble.end();
        for (const listener of backs) listener();
      },
    });
  const [pub, sub] = [open(), open()];
  try {
    await Promise.all([pub, sub].map((connection) => begin(connection, place)));
  } catch (error) {
    for (const connection of [pub, sub]) connection.destroy();
    throw error;
  }
  return { ...createWays(pub, sub, trouble), onBack: (listener) => void backs.add(listener), place };
}

/**
 * Connects for the first time, and waits for a Redis that is just starting.
 * @param {Connection} connection @param {string} place
 */
async function begin(connection, place) {
  const untilMs = Date.now() + START_MS;
  for (;;)
    try {
      return await connection.connect();
    } catch (error) {
      if (Date.now() >= untilMs || isRefusal(error))
        throw new Error(sentenceOf(place, error), { cause: error });
      await wait(TRY_MS);
    }
}

/** @param {Connection} pub @param {Connection} sub @param {Trouble} trouble @returns {Omit<Redis, 'onBack' | 'place'>} */
function createWays(pub, sub, trouble) {
  let unconfirmed = 0;
  let unconfirmedBytes = 0;

  /** @param {number} bytes */
  function confirm(bytes) {
    unconfirmed -= 1;
    unconfirmedBytes -= bytes;
  }

  return {
    publish(channel, message) {
      const size = message.length;
      const isHanging = unconfirmed >= MOST_UNCONFIRMED || unconfirmedBytes > MOST_UNCONFIRMED_BYTES;
      if (!pub.isReady || isHanging) return false;
      unconfirmed += 1;
      unconfirmedBytes += size;
      pub
        .publish(channel, message)
        .catch((error) => pub.isReady && trouble.deny(error))
        .finally(() => confirm(size));
      return true;
    },
    subscribe: (channel, listener) => sub.listen('subscribe', channel, listener),
    unsubscribe: (channel) => sub.forget('subscribe', channel),
    pSubscribe: (pattern, listener) => sub.listen('pSubscribe', pattern, listener),
    pUnsubscribe: (pattern) => sub.forget('pSubscribe', pattern),
    async command(args) {
      try {
        return await pub.command(args);
      } catch (error) {
        if (isRefusal(error)) throw new Error(denialOf(trouble.place, error), { cause: error });
        throw error;
      }
    },
    async close() {
      trouble.mute();
      // The last words shall arrive, but a Redis that hangs must not hold up the end.
      const patience = new AbortController();
      const enough = wait(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.allSettled([pub, sub].map((connection) => connection.close())), enough]);
      patience.abort();
      for (const connection of [pub, sub]) connection.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createTrouble>} Trouble */

/** Logs once when Redis is lost, once when it is back, and what it refuses to do. @param {string} place @param {import('../log.js').Log} log */
function createTrouble(place, log) {
  let isLost = false;
  let isMuted = false;
  return {
    place,
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
    /** @param {unknown} error */
    deny(error) {
      log.error(null, denialOf(place, error));
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
function denialOf(place, error) {
  return `Redis at ${place} refuses what a home or an edge needs (${messageOf(error)}): compare its users with deploy/redis/users.acl.`;
}

/** @param {string} place @param {unknown} error */
function sentenceOf(place, error) {
  const problem = messageOf(error);
  if (/NOAUTH/.test(problem))
    return `Redis at ${place} asks for a password: add it to REDIS_URL, as in redis://:password@host.`;
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
