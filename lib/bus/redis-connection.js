/**
 * One connection to Redis, which is made anew whenever it is lost, each time by asking where Redis is now: another one may
 * have taken over. It is also given up when nothing is answered for three seconds, because a machine that is gone says
 * nothing, and the packets for it would be repeated ever more rarely: after a cut of 15 s the next one comes 10 s later.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { createRedisClient } from './redis-client.js';

/** @typedef {import('./redis-client.js').Client} Client */
/** @typedef {(bytes: Buffer, channel: Buffer) => unknown} Listener */
/** @typedef {{ verb: 'subscribe' | 'pSubscribe', channel: string, listener: Listener, done: () => void, isOn: boolean }} Subscription */

const PING_MS = 1000;
/** So many pings in a row may be due while one is open. They are counted, because a process that stood still looks late. */
const MOST_UNANSWERED = 3;
/** To connect, to say who we are, and to subscribe. */
const CONNECT_MS = 3000;
const RETRY_MS = 100;
/** A try costs Redis a handshake, and everybody stands still meanwhile. */
const MOST_RETRY_MS = 400;

/**
 * @param {object} options
 * @param {() => Promise<string>} options.locate the URL of the Redis to connect to
 * @param {boolean} options.mustBeMaster it knows better than the one that named it
 * @param {(error: unknown) => void} options.onLost called once for each loss, and at each try that failed
 * @param {(error: unknown) => void} options.onError called with what Redis answers to a subscription that it does not take
 * @param {() => void} options.onReady
 */
// eslint-disable-next-line max-lines-per-function -- one connection, and each of its events changes the same state
export function createConnection({ locate, mustBeMaster, onLost, onError, onReady }) {
  /** Null while there is none. @type {Client | null} */
  let current = null;
  /** One that is being made. @type {Client | null} */
  let next = null;
  let isOver = false;
  let unanswered = 0;
  const subscriptions = createSubscriptions();
  const timer = setInterval(ping, PING_MS);

  function ping() {
    const client = current;
    if (!client) return;
    if (unanswered >= MOST_UNANSWERED) return lose(client, new Error('it does not answer'));
    unanswered += 1;
    if (unanswered > 1) return;
    client.sendCommand(['PING']).then(
      () => void (client === current && (unanswered = 0)),
      () => {},
    );
  }

  /** @param {Client} client @param {unknown} error */
  function lose(client, error) {
    if (client !== current) return;
    current = null;
    client.destroy();
    if (isOver) return;
    onLost(error);
    void stay();
  }

  /** @returns {Promise<void>} once it is there */
  async function attempt() {
    const client = createRedisClient(await locate(), CONNECT_MS);
    // Each namespace of Socket.IO subscribes, and without a listener an error would end the process.
    client.on('error', (error) => lose(client, error));
    next = client;
    try {
      await openWithin(client, mustBeMaster, subscriptions.all());
      if (isOver) throw new Error('closed');
    } catch (error) {
      client.destroy();
      throw error;
    } finally {
      next = null;
    }
    current = client;
    unanswered = 0;
    onReady();
  }

  /** Connects until it succeeds. */
  async function stay() {
    for (let tries = 1; !isOver && !current; tries += 1) {
      await wait(Math.min(MOST_RETRY_MS, RETRY_MS * tries));
      if (isOver) return;
      await attempt().catch(onLost);
    }
  }

  return {
    get isReady() {
      return current !== null;
    },
    /** Connects for the first time. Rejects if that fails. */
    connect: attempt,
    /** @param {string[]} args @returns {Promise<unknown>} rejects at once while there is no connection */
    async command(args) {
      if (!current) throw new Error('Redis is away.');
      return current.sendCommand(args);
    },
    /** @param {string} channel @param {Uint8Array | string} message @returns {Promise<unknown>} */
    async publish(channel, message) {
      if (!current) throw new Error('Redis is away.');
      return current.publish(channel, /** @type {Buffer} */ (message));
    },
    /**
     * @param {Subscription['verb']} verb @param {string} channel @param {Listener} listener
     * @returns {Promise<void>} when Redis has it
     */
    listen(verb, channel, listener) {
      const { one, isThere } = subscriptions.add(verb, channel, listener);
      // While there is a connection Redis has refused it; else it is made again with the next one.
      const client = current ?? next;
      if (client?.isReady) apply(client, one).catch((error) => client.isReady && onError(error));
      return isThere;
    },
    /** @param {Subscription['verb']} verb @param {string} channel */
    async forget(verb, channel) {
      const one = subscriptions.delete(verb, channel);
      if (one && current?.isReady)
        await current[verb === 'subscribe' ? 'unsubscribe' : 'pUnsubscribe'](channel, one.listener, true);
    },
    /** Says what is still to be said, if somebody listens. */
    async close() {
      isOver = true;
      clearInterval(timer);
      await current?.close();
    },
    destroy() {
      isOver = true;
      clearInterval(timer);
      current?.destroy();
      next?.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createConnection>} Connection */

/**
 * @param {Client} client @param {boolean} mustBeMaster @param {readonly Subscription[]} subscriptions
 * @throws {Error} also if it takes too long
 */
async function openWithin(client, mustBeMaster, subscriptions) {
  const late = wait(CONNECT_MS, undefined, { ref: false }).then(() => {
    throw new Error('it does not answer');
  });
  late.catch(() => {});
  await Promise.race([open(client, mustBeMaster, subscriptions), late]);
}

/** @param {Client} client @param {boolean} mustBeMaster @param {readonly Subscription[]} subscriptions it may grow meanwhile */
async function open(client, mustBeMaster, subscriptions) {
  await client.connect();
  if (mustBeMaster) {
    const [role] = /** @type {string[]} */ (await client.sendCommand(['ROLE']));
    if (role !== 'master') throw new Error(`it is a ${role}`);
  }
  await Promise.all(subscriptions.map((one) => apply(client, one)));
}

/** @param {Client} client @param {Subscription} one */
async function apply(client, one) {
  await client[one.verb](one.channel, one.listener, true);
  one.done();
}

/** Lists what a connection listens to, whichever client it has. */
function createSubscriptions() {
  /** @type {Subscription[]} */
  const all = [];
  return {
    all: () => all,
    /** @param {Subscription['verb']} verb @param {string} channel @param {Listener} listener */
    add(verb, channel, listener) {
      const one = /** @type {Subscription} */ ({ verb, channel, isOn: true });
      const isThere = new Promise((resolve) => (one.done = () => resolve(undefined)));
      // Redis may send what was given up a moment ago.
      one.listener = (bytes, from) => one.isOn && listener(bytes, from);
      all.push(one);
      return { one, isThere: /** @type {Promise<void>} */ (isThere) };
    },
    /** @param {Subscription['verb']} verb @param {string} channel @returns {Subscription | undefined} */
    delete(verb, channel) {
      const at = all.findIndex((one) => one.verb === verb && one.channel === channel);
      const [one] = at < 0 ? [] : all.splice(at, 1);
      if (one) one.isOn = false;
      return one;
    },
  };
}
