/**
 * Floods by sending: every connection of a group writes at a fixed rate, in turn, whatever becomes of it. A connection
 * that the server does not read is not written to, and how much of it was read is asked of the kernel.
 */

/** @import { Crowd } from './crowd.js' */
/** @import { Group } from './floods.js' */
/** @import { Target } from './flooder.js' */
/** @import { Queue } from './queues.js' */

import { createPace } from '../swarm/clock.js';
import { PONG } from '../swarm/packets.js';
import { uncounted } from './crowd.js';
import { Flooder } from './flooder.js';
import { clearsOf, epochOf } from './handshakes.js';
import { EMPTY } from './queues.js';

/** So many connections are opened at once: a listening socket's queue has 511 places. */
const OPENING_AT_ONCE = 100;
/** Flooders that have not got in after this time are not waited for. */
const ARRIVAL_MS = 30_000;
/** Pongs that nobody asked for come before the server's own ping, and keep a connection that does not listen. */
const PONG_S = 4;
/** A connection of which nothing was read for so long is muted: a turn of a busy server is shorter. */
const MUTED_MS = 1000;
/** A flooder that was cut comes back after this time. */
const BACK_MS = 250;
/** This many writes are made before the generator looks at what came in. */
const MOST_AT_ONCE = 500;

/** One flooder, and what the server has read of it. */
class Sender {
  /** So many bytes have been read at least. */
  taken = 0;
  /** So many had been read at most, at the last look. */
  #most = 0;
  #lookedAtMs = 0;
  /** Since then, nothing was read of it although something was there to be read. */
  quietSinceMs = Infinity;
  mutedAtMs = Infinity;

  /** @param {Flooder} flooder */
  constructor(flooder) {
    this.flooder = flooder;
  }

  /** @param {ReadonlyMap<number, Queue>} queues by port @param {number} nowMs @returns {number} bytes read since the last look */
  look(queues, nowMs) {
    const { flooder } = this;
    if (!flooder.isReady) return 0;
    const { sending, unread } = queues.get(flooder.localPort) ?? EMPTY;
    const given = flooder.written - flooder.socket.writableLength;
    const least = given - sending - unread;
    if (least > this.#most || sending + unread === 0) this.quietSinceMs = Infinity;
    // Nothing was read after the last look.
    else this.quietSinceMs = Math.min(this.quietSinceMs, this.#lookedAtMs);
    this.#most = given - Math.max(sending, unread);
    this.#lookedAtMs = nowMs;
    if (nowMs - this.quietSinceMs >= MUTED_MS) this.mutedAtMs = Math.min(this.mutedAtMs, this.quietSinceMs);
    const more = Math.max(0, least - this.taken);
    this.taken += more;
    return more;
  }

  /** @param {number} startMs of the flood */
  fate(startMs) {
    const outS = (this.flooder.endedAtMs - startMs) / 1000;
    // One that was cut at once was never muted, and needed not be.
    return { outS, mutedS: Math.min(outS, (this.mutedAtMs - startMs) / 1000) };
  }
}

/**
 * @param {Group} group @param {URL} url @param {Target} target @param {() => void} wake called when there is something to
 *   send
 * @returns {Crowd}
 */
export function createSenders(group, url, target, wake) {
  const { count, perS = 0, messages = 1, isDeaf, comesBack, isSilent } = group;
  const counts = uncounted();
  /** @type {Sender[]} each has its place for good, also when it has been cut */
  const senders = [];
  /** @type {{ pace: ReturnType<typeof createPace>, send: (sender: Sender) => void }[]} */
  let duties = [];
  let startMs = Infinity;
  let isOver = false;
  let settled = 0;
  let onArrived = () => {};
  const writeOf = createWrites(group);

  /** @param {number} index */
  function open(index) {
    const flooder = new Flooder(target, group.steps(url, index), {
      onReady() {
        if (isDeaf) flooder.deafen();
        counts.opened += 1;
        settle();
      },
      onEnded() {
        if (flooder.readyAtMs === Infinity) {
          counts.refused += 1;
          settle();
        }
        if (comesBack) setTimeout(() => isOver || open(index), BACK_MS).unref();
      },
      onAnswer: null,
    });
    senders[index] = new Sender(flooder);
  }

  function settle() {
    settled += 1;
    if (senders.length < count && !isOver) open(senders.length);
    if (settled >= count) onArrived();
  }

  /** @param {Sender} sender */
  function sendOne({ flooder }) {
    const bytes = writeOf(flooder.answer);
    if (!flooder.write(bytes)) return void (counts.heldBack += messages);
    counts.sent += messages;
    counts.written += bytes.length;
  }

  return {
    counts,
    arrive() {
      const arrived = new Promise((resolve) => {
        onArrived = () => resolve(undefined);
        setTimeout(onArrived, ARRIVAL_MS).unref();
      });
      while (senders.length < Math.min(count, OPENING_AT_ONCE)) open(senders.length);
      return arrived;
    },
    start(nowMs) {
      startMs = nowMs;
      if (perS > 0) duties.push({ pace: createPace({ perS: count * perS, startMs }), send: sendOne });
      if (!isSilent)
        duties.push({
          pace: createPace({ perS: count / PONG_S, startMs }),
          send: ({ flooder }) => void flooder.write(PONG),
        });
      wake();
    },
    turn(nowMs) {
      let isMore = false;
      for (const { pace, send } of duties) {
        const due = pace.due(nowMs);
        const until = Math.min(due, pace.taken + MOST_AT_ONCE);
        while (pace.taken < until) {
          const sender = senders[pace.take() % count];
          if (sender?.flooder.isReady) send(sender);
        }
        isMore ||= until < due;
      }
      return isMore;
    },
    waitMs: (nowMs) => Math.min(Infinity, ...duties.map(({ pace }) => pace.waitMs(nowMs))),
    look(queues, nowMs) {
      for (const sender of senders) {
        sender.flooder.expire(nowMs);
        counts.taken += sender.look(queues, nowMs);
      }
      return senders.filter(({ flooder }) => flooder.isReady).length;
    },
    fates: () =>
      senders.filter(({ flooder }) => flooder.readyAtMs < Infinity).map((sender) => sender.fate(startMs)),
    close() {
      isOver = true;
      duties = [];
      for (const { flooder } of senders) if (flooder.endedAtMs === Infinity) flooder.drop();
    },
  };
}

/** Makes what is written once for each scene and each time that it has cleared the levels, unless each write is another one. @param {Group} group */
function createWrites({ write = () => Buffer.alloc(0), isFresh }) {
  /** @type {Map<string, Buffer>} by the answer to the last handshake */
  const made = new Map();
  let turns = 0;
  return (/** @type {string} */ answer) => {
    if (isFresh) return write(answer, turns++);
    const key = `${epochOf(answer)} ${clearsOf(answer)}`;
    let bytes = made.get(key);
    if (!bytes) made.set(key, (bytes = write(answer, 0)));
    return bytes;
  };
}
