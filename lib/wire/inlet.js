/**
 * Where the bytes of a WebSocket come in, before ws sees them. It walks over the frames by their headers alone: inputs
 * are taken off here, the rest goes on to ws, and what a connection sends beyond its allowance is thrown away without
 * being unmasked or parsed, some 10 ns a frame.
 */

/** @import { Duplex } from 'node:stream' */

import { performance } from 'node:perf_hooks';
import WebSocket from 'ws';
import { HEADER_BYTES, TAG } from '../../public/shared/codec.js';
import { tollOf } from './toll.js';

const TEXT_FRAME = 0x81;
const BINARY_FRAME = 0x82;
const CLOSE_FRAME = 0x88;
const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const CONTINUATION = 0;
const CLOSE = 8;
const MASKED = 0x80;
const LENGTH = 0x7f;
const LONGEST_SHORT = 125;
const LENGTH_16 = 126;
const MASK_AT = 2;
const MASK_BYTES = 4;
/** A masked frame of up to 125 bytes begins with two bytes and the mask. */
const FRAME_HEADER = 6;
const FRAME_HEADER_16 = 8;
/** A connection may say this much before Engine.IO knows it: a handshake is one frame, an upgrade two. */
const MOST_UNKNOWN = 16;

/** The answer to a ping of Engine.IO. */
export const PONG_BYTES = 1;
/** Engine.IO closes by `1`, and Socket.IO leaves a namespace by `41/players,`. */
const PACKET_CLOSE = 0x31;
const PACKET_MESSAGE = 0x34;

/** Says `headerSize` of bytes that do not tell how long the frame is, and of those that begin no frame. */
const INCOMPLETE = 0;
const BROKEN = -1;

/**
 * @typedef {object} Wire the WebSocket behind an inlet
 * @property {Inbox | null} inbox null: it is no phone, or has not joined
 * @property {Watcher | null} watcher null: Engine.IO does not know it yet
 * @property {Duplex | null} stream under it
 * @property {number} readyState
 * @property {() => void} terminate
 *
 * @typedef {object} Inbox accepts the inputs of one phone
 * @property {(bytes: Buffer, start: number, end: number) => void} acceptBytes a tagged message
 * @property {(payload: unknown) => void} acceptEvent
 *
 * @typedef {object} Watcher counts what a connection sends, see connection.js
 * @property {(cost: number) => boolean} pay false: it has sent too much, and this is to be thrown away
 * @property {(ms: number) => void} payTime
 * @property {(count: number, cost: number) => void} thrownAway ends a read of which so many frames were thrown away
 * @property {() => void} onMessage
 * @property {() => void} onBacklog
 * @property {() => void} onGone the WebSocket has closed
 *
 * @typedef {object} Receiver the parser of ws, in a private field of it (parts.js)
 * @property {boolean} destroyed
 * @property {(chunk: Buffer) => boolean} write
 * @property {Inlet} [inlet]
 * @property {number} _bufferedBytes that are not parsed yet
 * @property {Buffer[]} _buffers
 * @property {Buffer | undefined} _mask of the frame at hand
 */

/** One per WebSocket. */
export class Inlet {
  /** Bytes that are still to come of the frame at hand. */
  #rest = 0;
  /** The frame at hand is thrown away. */
  #isRestLost = false;
  /** A message in fragments has begun and not ended. */
  #isWithin = false;
  /** It is thrown away. */
  #isMessageLost = false;
  /** The beginning of a header, until the whole of it is here. @type {Buffer | null} */
  #held = null;
  /** These are no frames that ws would take: it says so, and ends the connection. */
  #isBroken = false;
  /** Frames thrown away of the chunk at hand, and the toll that they would have paid. */
  #lost = 0;
  #lostCost = 0;
  /** A control frame, or an answer to a ping, went through although the connection sends too much. */
  #hasPassed = false;
  #unknown = 0;
  /**
   * Is given a chunk that begins with a goodbye, to be given to `take` when there is time for it, and after that the
   * stream is to be resumed. @type {((inlet: Inlet, chunk: Buffer) => void) | null}
   */
  onGoodbye = null;

  /** @param {Wire} socket @param {Receiver} receiver */
  constructor(socket, receiver) {
    this.socket = socket;
    this.receiver = receiver;
  }

  /** @param {Buffer} bytes @returns {boolean} as `write` of a stream does */
  write(bytes) {
    if (this.#isBroken) return this.#pass(bytes, 0, bytes.length);
    let chunk = bytes;
    if (this.#held !== null) {
      chunk = Buffer.concat([this.#held, bytes]);
      this.#held = null;
    }
    if (this.#rest > 0) return this.#finish(chunk);
    const at = this.socket.inbox === null || this.#isWithin ? 0 : this.#takeInputs(chunk);
    if (at === chunk.length) return true;
    if (this.onGoodbye === null || !isGoodbye(chunk, at)) return this.#walk(chunk, at, at);
    this.onGoodbye(this, at === 0 ? chunk : chunk.subarray(at));
    // So ws pauses the stream, and nothing that comes later overtakes the goodbye, or piles up behind it.
    return false;
  }

  /** Goes on with a goodbye that waited. @param {Buffer} chunk @returns {boolean} as `write` does */
  take(chunk) {
    return this.#walk(chunk, 0, 0);
  }

  /** Goes on with the frame that the last chunk ended in. @param {Buffer} chunk @returns {boolean} */
  #finish(chunk) {
    const end = Math.min(this.#rest, chunk.length);
    const from = this.#isRestLost ? end : 0;
    this.#rest -= end;
    if (this.#rest === 0) return this.#walk(chunk, from, end);
    // Reading costs something too, however little is read.
    this.socket.watcher?.pay(1);
    return this.#pass(chunk, from, end);
  }

  /**
   * Takes off complete small tagged frames, without slices, stream and events. It stops at the first frame that is
   * anything else, or one too many.
   * @param {Buffer} chunk is unmasked in place as far as it is taken off
   * @returns {number} how many bytes were taken off
   */
  #takeInputs(chunk) {
    const { socket } = this;
    const { watcher } = socket;
    let at = 0;
    while (chunk.length - at > FRAME_HEADER && chunk[at] === BINARY_FRAME) {
      const length = /** @type {number} */ (chunk[at + 1]) - MASKED;
      const start = at + FRAME_HEADER;
      const end = start + length;
      if (length < HEADER_BYTES || length > LONGEST_SHORT || end > chunk.length) break;
      if (socket.inbox === null || socket.readyState !== WebSocket.OPEN) break;
      if (!isTagged(chunk, at) || !watcher?.pay(1)) break;
      unmask(chunk, start, end);
      at = end;
      watcher.onMessage();
      socket.inbox.acceptBytes(chunk, start, end);
    }
    return at;
  }

  /**
   * Walks over frames. Those to be thrown away cut the chunk in pieces, each of which goes on to ws.
   * @param {Buffer} chunk @param {number} from which byte on it goes to ws @param {number} at the first header
   * @returns {boolean}
   */
  #walk(chunk, from, at) {
    this.#hasPassed = false;
    let isReady = true;
    while (at < chunk.length) {
      const size = headerSize(chunk, at);
      if (size === INCOMPLETE) {
        this.#held = Buffer.from(chunk.subarray(at));
        isReady = this.#pass(chunk, from, at) && isReady;
        return this.#end(isReady);
      }
      if (size === BROKEN) {
        this.#isBroken = true;
        break;
      }
      const end = at + size + lengthAt(chunk, at);
      if (!this.#mayPass(chunk, at)) {
        isReady = this.#pass(chunk, from, at) && isReady;
        from = end;
        this.#lost += 1;
        this.#lostCost += tollOf(lengthAt(chunk, at));
        this.#isRestLost = true;
      } else this.#isRestLost = false;
      at = end;
    }
    if (!this.#isBroken) this.#rest = Math.max(0, at - chunk.length);
    return this.#end(this.#pass(chunk, from, chunk.length) && isReady);
  }

  /** @param {boolean} isReady */
  #end(isReady) {
    const [lost, cost] = [this.#lost, this.#lostCost];
    this.#lost = this.#lostCost = 0;
    if (lost > 0) this.socket.watcher?.thrownAway(lost, cost);
    return isReady;
  }

  /** Counts a frame. @param {Buffer} chunk @param {number} at @returns {boolean} false: it is thrown away */
  #mayPass(chunk, at) {
    const first = /** @type {number} */ (chunk[at]);
    const opcode = first & OPCODE;
    if (opcode === CLOSE) return true;
    const length = lengthAt(chunk, at);
    const isPaid = this.#lost === 0 && this.#pay(tollOf(length));
    if (opcode > CLOSE) return isPaid || this.#passOnce();
    // A message that was begun is ended, or ws would take the next message for a part of it.
    const mayPass =
      opcode === CONTINUATION ? !this.#isMessageLost : isPaid || (length === PONG_BYTES && this.#passOnce());
    this.#isWithin = (first & FINAL) === 0;
    this.#isMessageLost = this.#isWithin && !mayPass;
    return mayPass;
  }

  /** @param {number} cost */
  #pay(cost) {
    const { watcher } = this.socket;
    if (watcher) return watcher.pay(cost);
    // Nobody has a reason to say so much before the connection is known.
    if (++this.#unknown > MOST_UNKNOWN) this.socket.terminate();
    return this.#unknown <= MOST_UNKNOWN;
  }

  /** Lets one of each chunk through, so that a sender of too much is still seen to be there. */
  #passOnce() {
    const isFirst = !this.#hasPassed;
    this.#hasPassed = true;
    return isFirst;
  }

  /** Gives bytes to ws, and counts the time that it takes with all that is behind it. @param {Buffer} chunk @param {number} from @param {number} to */
  #pass(chunk, from, to) {
    const { receiver, socket } = this;
    if (from >= to || receiver.destroyed) return true;
    const { write } = /** @type {Receiver} */ (Object.getPrototypeOf(receiver));
    const startMs = performance.now();
    const isReady = write.call(
      receiver,
      from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to),
    );
    socket.watcher?.payTime(performance.now() - startMs);
    if (this.#rest === 0 && !this.#isBroken) letGo(receiver);
    return isReady;
  }
}

/**
 * Puts an inlet before the receiver of ws.
 * @param {Wire} socket
 */
export function openInlet(socket) {
  const receiver = /** @type {{ _receiver: Receiver }} */ (/** @type {unknown} */ (socket))._receiver;
  receiver.inlet = new Inlet(socket, receiver);
  receiver.write = writeToInlet;
  return receiver.inlet;
}

/**
 * Between two frames ws keeps the mask of the last one, which holds the whole chunk that it came in, and room for sixteen
 * chunks: 500 bytes of each of ten thousand phones.
 * @param {Receiver} receiver
 */
function letGo(receiver) {
  if (receiver._bufferedBytes !== 0) return;
  receiver._mask = undefined;
  receiver._buffers.length = 0;
}

/** Stands in place of a receiver's `write`. @this {Receiver} @param {Buffer} chunk @returns {boolean} */
function writeToInlet(chunk) {
  return /** @type {Inlet} */ (this.inlet).write(chunk);
}

/** @param {Buffer} chunk @param {number} at @returns {number} bytes before the payload, or INCOMPLETE, or BROKEN */
function headerSize(chunk, at) {
  if (chunk.length - at < 2) return INCOMPLETE;
  const first = /** @type {number} */ (chunk[at]);
  const second = /** @type {number} */ (chunk[at + 1]);
  const length = second & LENGTH;
  // Longer frames than 64 KB are refused by ws, and so are those with extensions and without a mask.
  if ((first & RESERVED) !== 0 || (second & MASKED) === 0 || length > LENGTH_16) return BROKEN;
  const size = length === LENGTH_16 ? FRAME_HEADER_16 : FRAME_HEADER;
  return chunk.length - at < size ? INCOMPLETE : size;
}

/** @param {Buffer} chunk @param {number} at of a complete header @returns {number} bytes of the payload */
function lengthAt(chunk, at) {
  const length = /** @type {number} */ (chunk[at + 1]) & LENGTH;
  return length === LENGTH_16 ? chunk.readUInt16BE(at + 2) : length;
}

/** @param {Buffer} chunk @param {number} at of a masked frame with a short header */
function isTagged(chunk, at) {
  return unmasked(chunk, at, 0) === TAG;
}

/** @param {Buffer} chunk @param {number} at of a frame @returns {boolean} by it a client leaves */
function isGoodbye(chunk, at) {
  const kind = chunk[at];
  if (kind === CLOSE_FRAME) return true;
  if (kind !== TEXT_FRAME) return false;
  const first = unmasked(chunk, at, 0);
  return first === PACKET_CLOSE || (first === PACKET_MESSAGE && unmasked(chunk, at, 1) === PACKET_CLOSE);
}

/** @param {Buffer} chunk @param {number} at of a masked frame with a short header @param {number} index of one of the first four bytes */
function unmasked(chunk, at, index) {
  return Number(chunk[at + FRAME_HEADER + index]) ^ Number(chunk[at + MASK_AT + index]);
}

/** @param {Buffer} chunk @param {number} start of the payload, which the mask precedes @param {number} end */
function unmask(chunk, start, end) {
  for (let at = start; at < end; at++) {
    const byte = /** @type {number} */ (chunk[at]);
    const mask = /** @type {number} */ (chunk[start - MASK_BYTES + ((at - start) & 3)]);
    chunk[at] = byte ^ mask;
  }
}
