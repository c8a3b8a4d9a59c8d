/**
 * The phones of a room as listeners: what is told to all of them is encoded and framed once, all of a turn leaves in
 * one write per phone, and thousands of writes are cut into slices, so that inputs get through in between. What costs is
 * the number of writes, not of messages (docs/performance.md).
 */

/** @import { Socket } from 'socket.io' */

import { performance } from 'node:perf_hooks';
import { frameOf, hotSocketOf } from './hot-socket.js';

/** A slice may hold the event loop for 5 ms; looking at the clock costs nothing beside 16 writes of some 5 µs. */
const SLICE_MS = 4;
const WRITES_PER_LOOK = 16;
/** More is not put behind this: some 20 notices. It gets the newest when it has taken them. */
export const SKIP_BYTES = 16 * 1024;
const OWED_EVERY_MS = 250;

/**
 * @typedef {object} Message
 * @property {string} event
 * @property {unknown} payload
 * @property {Buffer} frame of a WebSocket
 *
 * @typedef {Map<string, Message>} Batch the newest of each event: every message is complete
 */

/**
 * @param {object} options
 * @param {string} options.namespace
 * @param {import('./meter.js').Meter} options.meter
 * @param {() => number} [options.now] ms
 */
export function createAudience({ namespace, meter, now = () => performance.now() }) {
  /** @type {Set<Socket>} */
  const members = new Set();
  /** Told to all since the last flush. @type {Batch} */
  let shared = new Map();
  /** Told to some. @type {Map<Socket, Batch>} */
  let own = new Map();
  /** What was not put behind more than `SKIP_BYTES`. @type {Map<Socket, Batch>} */
  const owed = new Map();
  let isFlushing = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function schedule() {
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(flush);
  }

  /** Who joins after this has heard it all by its welcome. */
  function flush() {
    const batch = shared;
    const extras = own;
    shared = new Map();
    own = new Map();
    const bytes = bytesOf(batch);
    const listeners = [...(batch.size > 0 ? members : extras.keys())];
    let at = 0;

    function slice() {
      const untilMs = now() + SLICE_MS;
      while (at < listeners.length) {
        const socket = /** @type {Socket} */ (listeners[at++]);
        if (members.has(socket)) tellMember(socket, batch, bytes, extras.get(socket));
        if (at % WRITES_PER_LOOK === 0 && now() >= untilMs) return void setImmediate(slice);
      }
      isFlushing = false;
      if (shared.size > 0 || own.size > 0) schedule();
    }
    slice();
  }

  /** @param {Socket} socket @param {Batch} batch @param {Buffer} bytes of the batch @param {Batch} [extra] */
  function tellMember(socket, batch, bytes, extra) {
    const waiting = owed.get(socket);
    if (!extra && !waiting) return void (write(socket, batch, bytes) || owe(socket, batch));
    const all = merge(merge(new Map(waiting), batch), extra ?? new Map());
    if (write(socket, all, bytesOf(all))) owed.delete(socket);
    else owe(socket, all);
  }

  /**
   * @param {Socket} socket @param {Batch} batch @param {Buffer} bytes @param {number} [most] that may wait before it
   * @returns {boolean} false: more does
   */
  function write(socket, batch, bytes, most = SKIP_BYTES) {
    const wire = hotSocketOf(socket);
    if (wire && wire.waitingBytes > most) return false;
    if (!wire || hasQueue(socket)) {
      for (const { event, payload } of batch.values()) socket.emit(event, payload);
    } else {
      wire.writeFrames(bytes);
      meter.counts.messagesOut += batch.size;
    }
    return true;
  }

  /** @param {Socket} socket @param {Batch} batch all that it has not been told */
  function owe(socket, batch) {
    owed.set(socket, new Map(batch));
    timer ??= setInterval(settle, OWED_EVERY_MS).unref();
  }

  /** Who has read again gets the newest. */
  function settle() {
    for (const [socket, batch] of owed) if (write(socket, batch, bytesOf(batch))) owed.delete(socket);
    if (owed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** @param {string} event @param {unknown} payload @returns {Message} */
  function message(event, payload) {
    const text = `42${namespace},${JSON.stringify([event, payload])}`;
    return { event, payload, frame: frameOf(text) };
  }

  return {
    /** @param {Socket} socket */
    add(socket) {
      members.add(socket);
    },
    /** @param {Socket} socket */
    delete(socket) {
      members.delete(socket);
      own.delete(socket);
      owed.delete(socket);
    },
    /** To all, at the end of this turn. A later one of the same event replaces it. @param {string} event @param {unknown} payload */
    tell(event, payload) {
      if (members.size === 0) return;
      merge(shared, new Map([[event, message(event, payload)]]));
      schedule();
    },
    /** To all, now, in a packet of its own, however much waits: for the load lab. @param {string} event @param {unknown} payload */
    tellAtOnce(event, payload) {
      const told = new Map([[event, message(event, payload)]]);
      const bytes = bytesOf(told);
      for (const socket of members) write(socket, told, bytes, Infinity);
    },
    /** To one, in the same write. @param {Socket} socket @param {string} event @param {unknown} payload */
    tellOne(socket, event, payload) {
      this.tellSome([socket], event, payload);
    },
    /** To some, encoded once. @param {Socket[]} sockets @param {string} event @param {unknown} payload */
    tellSome(sockets, event, payload) {
      const told = new Map([[event, message(event, payload)]]);
      for (const socket of sockets) {
        if (members.has(socket)) own.set(socket, merge(own.get(socket) ?? new Map(), told));
      }
      if (own.size > 0) schedule();
    },
    /** Disconnect all. */
    end() {
      for (const socket of [...members]) socket.disconnect(true);
      clearInterval(timer);
    },
    get skipped() {
      return owed.size;
    },
  };
}

/** @typedef {ReturnType<typeof createAudience>} Audience */

/** @param {Batch} into changed, and returned @param {Batch} newer */
function merge(into, newer) {
  for (const [event, told] of newer) {
    into.delete(event);
    into.set(event, told);
  }
  return into;
}

/** @param {Batch} batch @returns {Buffer} all frames as one */
function bytesOf(batch) {
  const frames = [...batch.values()].map(({ frame }) => frame);
  return frames.length === 1 ? /** @type {Buffer} */ (frames[0]) : Buffer.concat(frames);
}

/** Something of Engine.IO's own waits, and must leave first. @param {Socket} socket */
function hasQueue({ conn }) {
  const { upgrading, writeBuffer, readyState } =
    /** @type {{ upgrading: boolean, writeBuffer: unknown[], readyState: string }} */ (
      /** @type {unknown} */ (conn)
    );
  return upgrading || writeBuffer.length > 0 || readyState !== 'open';
}
