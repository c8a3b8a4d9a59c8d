/**
 * The fan-out: sends to the phones of a room what all of them are to know. A message is encoded and framed once, all
 * messages of a turn of the event loop leave in one write per phone, and thousands of writes are cut into slices, so
 * that inputs get through in between. The number of writes is what costs, not that of messages (docs/performance.md).
 */

/** @import { Socket } from 'socket.io' */
/** @import { FastSocket } from './fast-socket.js' */

import { performance } from 'node:perf_hooks';
import { fastSocketOf, frameOf } from './fast-socket.js';
import { JsonText } from './json-text.js';

/** A slice may hold the event loop for 5 ms. Reading the clock costs nothing beside 16 writes of some 5 µs. */
const SLICE_MS = 4;
const WRITES_PER_CLOCK = 16;
/** Nothing is put behind more than this, some 20 notices: the phone gets the newest when it has read them. */
export const SKIP_BYTES = 16 * 1024;
const OWED_EVERY_MS = 250;

/**
 * @typedef {object} Message
 * @property {string} event
 * @property {unknown} payload
 * @property {Buffer} frame of a WebSocket
 *
 * @typedef {Map<unknown, Message>} Batch the newest message of each event, by the event's name, because every message
 *   is complete. Messages of which each one counts have a key of their own
 *
 * @typedef {object} Options
 * @property {string} namespace
 * @property {import('./meter.js').Meter} meter
 * @property {number} [skipBytes] a phone for which more is waiting is sent nothing until it has read that; 16 KB
 * @property {() => number} [now] ms
 */

/** @param {Options} options @returns {FanOut} */
export function createFanOut(options) {
  return new FanOut(options);
}

/** The phones of one namespace. A class, because the slices run thousands of times a second. */
export class FanOut {
  /**
   * The phones, each with the WebSocket under it as far as that is known: a connection that began with polling may get
   * one later.
   * @type {Map<Socket, FastSocket | null>}
   */
  #members = new Map();
  /** The messages to all at the next flush. @type {Batch} */
  #shared = new Map();
  /** The messages to single phones at the next flush. @type {Map<Socket, Batch>} */
  #single = new Map();
  /** Payloads that leave as one message at the next flush, by event. @type {Map<string, unknown[]>} */
  #gathered = new Map();
  /** The messages that phones with more than `skipBytes` waiting have not been sent. @type {Map<Socket, Batch>} */
  #owed = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  #owedTimer;
  #isFlushing = false;
  #head;
  #meter;
  #skipBytes;
  #now;

  /** @param {Options} options */
  constructor({ namespace, meter, skipBytes = SKIP_BYTES, now = () => performance.now() }) {
    this.#head = `42${namespace},`;
    this.#meter = meter;
    this.#skipBytes = skipBytes;
    this.#now = now;
  }

  /** How many phones are passed over because they do not read. */
  get skipped() {
    return this.#owed.size;
  }

  /** @param {Socket} socket */
  add(socket) {
    this.#members.set(socket, wireOf(socket));
  }

  /** @param {Socket} socket */
  delete(socket) {
    this.#members.delete(socket);
    this.#single.delete(socket);
    this.#owed.delete(socket);
  }

  /**
   * Sends to all phones at the end of this turn of the event loop. A later message of the same event replaces it.
   * @param {string} event @param {unknown} payload
   */
  send(event, payload) {
    if (this.#members.size === 0) return;
    put(this.#shared, event, this.#message(event, payload));
    this.#schedule();
  }

  /**
   * Sends to all phones at the end of this turn, and no later message replaces it. Only the load lab needs this.
   * @param {string} event @param {unknown} payload
   */
  sendEach(event, payload) {
    if (this.#members.size === 0) return;
    this.#shared.set({}, this.#message(event, payload));
    this.#schedule();
  }

  /**
   * Sends to all phones at the end of this turn: the payloads gathered until then leave as one message, a list.
   * @param {string} event @param {unknown} payload
   */
  gather(event, payload) {
    if (this.#members.size === 0) return;
    const payloads = this.#gathered.get(event);
    if (payloads) payloads.push(payload);
    else this.#gathered.set(event, [payload]);
    this.#schedule();
  }

  /** Sends to one phone, in the same write. @param {Socket} socket @param {string} event @param {unknown} payload */
  sendOne(socket, event, payload) {
    this.sendSome([socket], event, payload);
  }

  /** Sends to some phones, encoded once. @param {Socket[]} sockets @param {string} event @param {unknown} payload */
  sendSome(sockets, event, payload) {
    const message = this.#message(event, payload);
    for (const socket of sockets) {
      if (!this.#members.has(socket)) continue;
      const batch = this.#single.get(socket);
      if (batch) put(batch, event, message);
      else this.#single.set(socket, new Map([[event, message]]));
    }
    if (this.#single.size > 0) this.#schedule();
  }

  /**
   * Sends to a phone that has just come, now and in one write. What is sent to all at the end of this turn comes after it.
   * @param {Socket} socket @param {Iterable<readonly [event: string, payload: unknown]>} messages
   */
  greet(socket, messages) {
    /** @type {Batch} */
    const batch = new Map();
    for (const [event, payload] of messages) batch.set(event, this.#message(event, payload));
    if (!this.#write(socket, batch, bytesOf(batch))) this.#owe(socket, batch);
  }

  /** Looks no longer for what is owed. */
  end() {
    clearInterval(this.#owedTimer);
  }

  #schedule() {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  /** A phone that joins after this moment has got all of it with its welcome. */
  #flush() {
    for (const [event, payloads] of this.#gathered) this.#shared.set({}, this.#message(event, payloads));
    this.#gathered.clear();
    const shared = this.#shared;
    const single = this.#single;
    this.#shared = new Map();
    this.#single = new Map();
    const sockets = [...(shared.size > 0 ? this.#members.keys() : single.keys())];
    this.#writeSlice({ sockets, at: 0, shared, bytes: bytesOf(shared), single });
  }

  /** @param {Flush} flush */
  #writeSlice(flush) {
    const { sockets } = flush;
    const untilMs = this.#now() + SLICE_MS;
    while (flush.at < sockets.length) {
      const socket = /** @type {Socket} */ (sockets[flush.at++]);
      const wire = this.#members.get(socket);
      if (wire !== undefined) this.#writeMember(socket, wire, flush);
      if (flush.at % WRITES_PER_CLOCK === 0 && this.#now() >= untilMs)
        return void setImmediate(() => this.#writeSlice(flush));
    }
    this.#isFlushing = false;
    if (this.#shared.size > 0 || this.#single.size > 0 || this.#gathered.size > 0) this.#schedule();
  }

  /** @param {Socket} socket @param {FastSocket | null} wire @param {Flush} flush */
  #writeMember(socket, wire, { shared, bytes, single }) {
    // Nearly always nothing waits, so this is one write. Of the phone's many objects only its stream is touched.
    if (wire !== null && single.size === 0 && this.#owed.size === 0 && wire.waitingBytes === 0) {
      wire.writeFrames(bytes);
      this.#meter.counts.messagesOut += shared.size;
      return;
    }
    const owed = this.#owed.get(socket);
    const extra = single.get(socket);
    if (!extra && !owed) return void (this.#write(socket, shared, bytes) || this.#owe(socket, shared));
    const all = merge(merge(new Map(owed), shared), extra ?? new Map());
    if (this.#write(socket, all, bytesOf(all))) this.#owed.delete(socket);
    else this.#owe(socket, all);
  }

  /**
   * @param {Socket} socket @param {Batch} batch @param {Buffer} bytes of the batch
   * @returns {boolean} false: too much waits before it
   */
  #write(socket, batch, bytes) {
    const known = this.#members.get(socket);
    const wire = known ?? wireOf(socket);
    if (wire && known === null) this.#members.set(socket, wire);
    if (wire && wire.waitingBytes > this.#skipBytes) return false;
    if (!wire || hasQueue(socket)) {
      for (const { event, payload } of batch.values()) socket.emit(event, payload);
    } else {
      wire.writeFrames(bytes);
      this.#meter.counts.messagesOut += batch.size;
    }
    return true;
  }

  /** @param {Socket} socket @param {Batch} batch all that it has not been sent */
  #owe(socket, batch) {
    this.#owed.set(socket, new Map(batch));
    this.#owedTimer ??= setInterval(() => this.#settle(), OWED_EVERY_MS).unref();
  }

  /** Sends the newest messages to the phones that have read again. */
  #settle() {
    for (const [socket, batch] of this.#owed)
      if (this.#write(socket, batch, bytesOf(batch))) this.#owed.delete(socket);
    if (this.#owed.size > 0) return;
    clearInterval(this.#owedTimer);
    this.#owedTimer = undefined;
  }

  /** @param {string} event @param {unknown} payload @returns {Message} */
  #message(event, payload) {
    const json =
      payload instanceof JsonText ? `["${event}",${payload.text}]` : JSON.stringify([event, payload]);
    return { event, payload, frame: frameOf(this.#head + json) };
  }
}

/**
 * @typedef {object} Flush what leaves in one go
 * @property {Socket[]} sockets
 * @property {number} at the next of the sockets
 * @property {Batch} shared
 * @property {Buffer} bytes of `shared`
 * @property {Map<Socket, Batch>} single
 */

/** Puts the newest message at the end, so that they leave in order. @param {Batch} batch @param {unknown} key @param {Message} message */
function put(batch, key, message) {
  batch.delete(key);
  batch.set(key, message);
}

/** @param {Batch} into changed, and returned @param {Batch} newer @returns {Batch} */
function merge(into, newer) {
  for (const [key, message] of newer) put(into, key, message);
  return into;
}

/** @param {Batch} batch @returns {Buffer} all frames as one */
function bytesOf(batch) {
  const frames = [...batch.values()].map(({ frame }) => frame);
  return frames.length === 1 ? /** @type {Buffer} */ (frames[0]) : Buffer.concat(frames);
}

/** @param {Socket} socket @returns {FastSocket | null} null: it takes no frames, at least not yet */
function wireOf(socket) {
  const wire = fastSocketOf(socket);
  return wire?.takesFrames ? wire : null;
}

/** @param {Socket} socket @returns {boolean} something of Engine.IO's own waits, and must leave first */
function hasQueue({ conn }) {
  const { upgrading, writeBuffer, readyState } =
    /** @type {{ upgrading: boolean, writeBuffer: unknown[], readyState: string }} */ (
      /** @type {unknown} */ (conn)
    );
  return upgrading || writeBuffer.length > 0 || readyState !== 'open';
}
