/**
 * The phones of a room as listeners: what is told to all of them is encoded and framed once, all of a turn leaves in
 * one write per phone, and thousands of writes are cut into slices, so that inputs get through in between. What costs is
 * the number of writes, not of messages (docs/performance.md).
 */

/** @import { Socket } from 'socket.io' */
/** @import { FastSocket } from './fast-socket.js' */

import { performance } from 'node:perf_hooks';
import { frameOf, fastSocketOf } from './fast-socket.js';
import { JsonText } from './json-text.js';

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
 * @typedef {Map<unknown, Message>} Batch the newest of each event, by its name: every message is complete. Those of
 *   which each counts have a key of their own
 */

/**
 * @param {object} options
 * @param {string} options.namespace
 * @param {import('./meter.js').Meter} options.meter
 * @param {number} [options.skipBytes] who has more waiting is told no more until it has taken them; 16 KB
 * @param {() => number} [options.now] ms
 */
export function createFanOut({ namespace, meter, skipBytes = SKIP_BYTES, now = () => performance.now() }) {
  /** With what is under them, as far as that is known: a connection that began with polling may get a WebSocket later. @type {Map<Socket, FastSocket | null>} */
  const members = new Map();
  /** Told to all since the last flush. @type {Batch} */
  let shared = new Map();
  /** Told to some. @type {Map<Socket, Batch>} */
  let own = new Map();
  /** Payloads that leave as one message, by event. @type {Map<string, unknown[]>} */
  const gathered = new Map();
  /** What was not put behind more than `skipBytes`. @type {Map<Socket, Batch>} */
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
    for (const [event, payloads] of gathered) shared.set({}, message(event, payloads));
    gathered.clear();
    const batch = shared;
    const extras = own;
    shared = new Map();
    own = new Map();
    const bytes = bytesOf(batch);
    const listeners = [...(batch.size > 0 ? members.keys() : extras.keys())];
    let at = 0;

    function slice() {
      const untilMs = now() + SLICE_MS;
      while (at < listeners.length) {
        const socket = /** @type {Socket} */ (listeners[at++]);
        const wire = members.get(socket);
        if (wire !== undefined) tellMember(socket, wire, batch, bytes, extras);
        if (at % WRITES_PER_LOOK === 0 && now() >= untilMs) return void setImmediate(slice);
      }
      isFlushing = false;
      if (shared.size > 0 || own.size > 0 || gathered.size > 0) schedule();
    }
    slice();
  }

  /**
   * @param {Socket} socket @param {FastSocket | null} wire @param {Batch} batch @param {Buffer} bytes of the batch
   * @param {Map<Socket, Batch>} extras
   */
  function tellMember(socket, wire, batch, bytes, extras) {
    // Nearly always: nothing waits, so it is one write. Of the phone's many objects only its stream is looked at.
    if (wire !== null && extras.size === 0 && owed.size === 0 && wire.waitingBytes === 0) {
      wire.writeFrames(bytes);
      meter.counts.messagesOut += batch.size;
      return;
    }
    const waiting = owed.get(socket);
    const extra = extras.get(socket);
    if (!extra && !waiting) return void (write(socket, batch, bytes) || owe(socket, batch));
    const all = merge(merge(new Map(waiting), batch), extra ?? new Map());
    if (write(socket, all, bytesOf(all))) owed.delete(socket);
    else owe(socket, all);
  }

  /**
   * @param {Socket} socket @param {Batch} batch @param {Buffer} bytes
   * @returns {boolean} false: too much waits before it
   */
  function write(socket, batch, bytes) {
    const wire = members.get(socket) ?? fastSocketOf(socket);
    if (wire && members.get(socket) === null) members.set(socket, wire);
    if (wire && wire.waitingBytes > skipBytes) return false;
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
    const json =
      payload instanceof JsonText ? `["${event}",${payload.text}]` : JSON.stringify([event, payload]);
    return { event, payload, frame: frameOf(`42${namespace},${json}`) };
  }

  return {
    /** @param {Socket} socket */
    add(socket) {
      members.set(socket, fastSocketOf(socket));
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
    /** To all, at the end of this turn, and no later one replaces it: for the load lab. @param {string} event @param {unknown} payload */
    tellEach(event, payload) {
      if (members.size === 0) return;
      shared.set({}, message(event, payload));
      schedule();
    },
    /** To all, at the end of this turn: what is gathered until then leaves as one message, a list. @param {string} event @param {unknown} payload */
    gather(event, payload) {
      if (members.size === 0) return;
      const payloads = gathered.get(event);
      if (payloads) payloads.push(payload);
      else gathered.set(event, [payload]);
      schedule();
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
      for (const socket of [...members.keys()]) socket.disconnect(true);
      clearInterval(timer);
    },
    get skipped() {
      return owed.size;
    },
  };
}

/** @typedef {ReturnType<typeof createFanOut>} FanOut */

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
