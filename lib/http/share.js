/**
 * How much of the event loop HTTP may take: what the rest leaves, and never more than a part. Requests beyond it wait, and
 * connections that ask in a loop wait longest, so that the phones of a hall lose nothing to somebody with `ab`. Networks take
 * turns, so that phones at other addresses lose nothing either to a client that opens a connection for each request.
 */

/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */

import { performance } from 'node:perf_hooks';
import { createBucket } from '../bucket.js';
import { networkOf } from '../door/network.js';

/** Shares of the loop's time: requests get what the rest leaves up to here, at most and at least so much. */
const TARGET = 0.7;
const MOST = 0.3;
const LEAST = 0.04;
/** A page with all its files fits, and no turn of the loop is longer for it. */
const BURST_MS = 20;
/** Each request costs about so many times what is measured of it: it is parsed before and written after. */
const UNSEEN_TIMES = 1.7;
/**
 * A request owes no more than this. One in which the process stood still for seconds, or for which it got no processor, did not
 * take that time from others, and at the least share would keep all that follow waiting for many times as long.
 */
const MOST_OWED_MS = 50;
/** The rest of the loop's work is measured, and smoothed, this often. */
const LOOK_MS = 250;
const SMOOTHING = 0.3;
const BEAT_MS = 5;
/** A connection that asks more often asks in a loop: a page has some 20 files, a phone with long polling asks 5 times a second. */
const LOOP = Object.freeze({ perS: 15, burst: 60 });
/** Beyond so many a request is refused: it would be answered when nobody waits for it any more. */
const MOST_WAITING = 2000;
/** No browser sends a request before the one before it is answered. */
const MOST_AT_ONCE = 8;

/**
 * @typedef {object} Waiting
 * @property {Socket} socket
 * @property {() => unknown} run
 * @property {() => unknown} refuse
 *
 * @typedef {{ bucket: import('../bucket.js').Bucket, open: number, isLoop: boolean, isNew: boolean }} Client a connection
 */

/**
 * @param {object} options
 * @param {Pick<import('../wire/meter.js').Meter, 'aside'>} options.meter
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client
 * @param {() => number} [options.now] ms
 * @param {() => number} [options.busyMs] of the event loop since the start
 * @param {() => number} [options.cpuMs] of the process since the start
 */
// eslint-disable-next-line max-lines-per-function -- one account: what was used and what is left are read and written by all of it
export function createHttpShare({
  meter,
  addressOf,
  now = () => performance.now(),
  busyMs = () => performance.eventLoopUtilization().active,
  cpuMs = cpuOfProcess,
}) {
  /** @type {WeakMap<Socket, Client>} */
  const clients = new WeakMap();
  /** Requests of connections that ask now and then, and of those that ask in a loop. */
  const few = createTurns();
  const many = createTurns();
  const share = createBucket(MOST * 1000, BURST_MS, now());
  let takenMs = 0;
  let others = 0;
  let seen = { atMs: now(), busyMs: busyMs(), takenMs };
  /** @type {NodeJS.Timeout | undefined} only while some wait */
  let timer;
  const looks = setInterval(look, LOOK_MS);
  looks.unref();

  /** Measures what the rest of the server needs, and leaves it to it. */
  function look() {
    const next = { atMs: now(), busyMs: busyMs(), takenMs };
    const elapsedMs = Math.max(1, next.atMs - seen.atMs);
    const own = ((next.takenMs - seen.takenMs) * UNSEEN_TIMES) / elapsedMs;
    const rest = Math.max(0, (next.busyMs - seen.busyMs) / elapsedMs - own);
    others += (rest - others) * SMOOTHING;
    seen = next;
    const part = Math.min(MOST, Math.max(LEAST, (TARGET - others) / UNSEEN_TIMES));
    // The time until now counts at the rate of then.
    share.owe(next.atMs, 0);
    share.setRate(part * 1000, BURST_MS);
  }

  /** @param {Waiting} waiting */
  function start({ run }) {
    const startMs = now();
    const startCpuMs = cpuMs();
    run();
    const ms = now() - startMs;
    const cost = Math.min(ms, cpuMs() - startCpuMs, MOST_OWED_MS);
    takenMs += ms;
    meter.aside.ms += ms * UNSEEN_TIMES;
    // It may be owed, because nobody knows before how long a request takes.
    share.owe(startMs + ms, cost);
  }

  function startSome() {
    while (few.length + many.length > 0 && share.waitMs(now()) === 0) {
      const next = /** @type {Waiting} */ (few.shift() ?? many.shift());
      if (!next.socket.destroyed) start(next);
    }
    if (few.length + many.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** @param {Socket} socket @returns {Client} */
  function clientOf(socket) {
    let client = clients.get(socket);
    if (!client) {
      client = { bucket: createBucket(LOOP.perS, LOOP.burst, now()), open: 0, isLoop: false, isNew: true };
      clients.set(socket, client);
    }
    return client;
  }

  return {
    /** Milliseconds of the loop that requests have taken. */
    get takenMs() {
      return takenMs;
    },
    get waiting() {
      return few.length + many.length;
    },
    /** @param {Socket} socket @returns {boolean} the connection asks in a loop */
    isLoop: (socket) => clientOf(socket).isLoop,
    /**
     * @param {IncomingMessage} request
     * @param {import('node:http').ServerResponse} response
     * @param {() => unknown} run answers it: now, or when it is its turn
     * @param {() => unknown} refuse answers that there are too many
     */
    admit({ socket, headers }, response, run, refuse) {
      const client = clientOf(socket);
      if (++client.open > MOST_AT_ONCE) return void socket.destroy();
      response.once('close', () => (client.open -= 1));
      client.isLoop = !client.bucket.tryConsume(now());
      const { isNew } = client;
      client.isNew = false;
      const waiting = { socket, run, refuse };
      if (!client.isLoop && few.length === 0 && share.waitMs(now()) === 0) return start(waiting);
      const network = networkOf(addressOf(socket.remoteAddress, headers));
      (client.isLoop ? many : few).push(isNew ? `${network} new` : network, waiting);
      // The longest line loses one, so that a flood fills the queue for itself and for nobody else.
      if (few.length + many.length > MOST_WAITING) (many.dropLast() ?? few.dropLast())?.refuse();
      timer ??= setInterval(startSome, BEAT_MS).unref();
    },
    stop() {
      clearInterval(looks);
      clearInterval(timer);
    },
  };
}

/**
 * Makes a queue of lines that take turns, however long each is. A network has one for the first requests of its connections and one
 * for the others: a client that opens a connection for each request fills the first alone, and a page that was refused there is
 * loaded again over the same connection.
 */
function createTurns() {
  /** Lines with something waiting, in the order of their turns. @type {Map<string, Waiting[]>} */
  const lines = new Map();
  let length = 0;

  return {
    get length() {
      return length;
    },
    /** @param {string} name of the line @param {Waiting} waiting */
    push(name, waiting) {
      const line = lines.get(name);
      if (line) line.push(waiting);
      else lines.set(name, [waiting]);
      length += 1;
    },
    /** @returns {Waiting | undefined} the first of the line whose turn it is */
    shift() {
      const [turn] = lines;
      if (!turn) return undefined;
      const [name, line] = turn;
      const next = line.shift();
      lines.delete(name);
      if (line.length > 0) lines.set(name, line);
      length -= 1;
      return next;
    },
    /** @returns {Waiting | undefined} the last of the longest line, and of several that of the last one; it waits no longer */
    dropLast() {
      let [name, longest] = ['', /** @type {Waiting[]} */ ([])];
      for (const [other, line] of lines) if (line.length >= longest.length) [name, longest] = [other, line];
      const last = longest.pop();
      if (longest.length === 0) lines.delete(name);
      if (last) length -= 1;
      return last;
    },
  };
}

/** Gives the processor time of all threads, of which the loop's own is the most that a request can have taken. */
function cpuOfProcess() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @typedef {ReturnType<typeof createHttpShare>} HttpShare */
