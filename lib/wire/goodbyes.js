/**
 * Goodbyes: the ends of WebSockets, which wait for a slice of the event loop. To see off a phone costs some 150 µs in ws,
 * Engine.IO, Socket.IO and the room. When thousands leave in one moment, even to read that is too much for one turn (hold.js).
 */

/** @import { Duplex } from 'node:stream' */
/** @import { Slices } from './slices.js' */

import { createHold } from './hold.js';

const CLOSE_FRAME = 0x88;
const TEXT_FRAME = 0x81;
/** A masked frame of up to 125 bytes begins with two bytes and the mask. */
const MASK_AT = 2;
const PAYLOAD_AT = 6;
/** Engine.IO closes by `1`, and Socket.IO leaves a namespace by `41/players,`. */
const CLOSE = 0x31;
const MESSAGE = 0x34;

/**
 * Leads from a handle, and from a receiver, to its stream. It is a property and no WeakMap, because V8 keeps what a
 * WeakMap leads to until the next full collection: thousands of connections that came and went were 90 MB.
 */
const STREAM = Symbol('stream');

/**
 * Node's handle under a stream. Its `onread` is private; without it the end of a stream goes the ordinary way. It is
 * called without bytes for the end of what the other side sends, and for an error.
 * @typedef {{ onread?: (this: Handle, bytes?: ArrayBuffer) => void, [STREAM]?: Duplex }} Handle
 *
 * @typedef {object} Receiver the parser of ws, see fast-socket.js
 * @property {(chunk: Buffer) => boolean} write
 */

/** @param {Slices} slices @param {ReturnType<typeof createHold>} [hold] */
export function createGoodbyes(slices, hold = createHold()) {
  // Node and ws give all connections the same functions, so one closure serves all. What differs goes the ordinary way.
  /** @type {Handle['onread'] | null} */
  let read = null;
  /** @type {Receiver['write'] | null} */
  let write = null;
  /** @type {((this: Duplex) => void) | null} */
  let close = null;

  /** @this {Handle} @param {ArrayBuffer} [bytes] */
  function readUnlessEnd(bytes) {
    if (bytes !== undefined) return read?.call(this, bytes);
    const { [STREAM]: stream } = this;
    // Nothing can come any more, and who is sent something after that does not read it.
    if (!stream) return;
    hold.ended(stream);
    slices.push('goodbyes', () => void stream.destroy());
  }

  /** @this {Receiver & { [STREAM]: Duplex }} @param {Buffer} chunk */
  function writeUnlessGoodbye(chunk) {
    if (!isGoodbye(chunk)) return /** @type {Receiver['write']} */ (write).call(this, chunk);
    const { [STREAM]: stream } = this;
    hold.ended(stream);
    slices.push('goodbyes', () => {
      if (!stream.destroyed && write?.call(this, chunk)) stream.resume();
    });
    // So ws pauses the stream, and nothing that comes later overtakes the goodbye, or piles up behind it.
    return false;
  }

  /** @this {Duplex} */
  function closeLater() {
    slices.push('goodbyes', () => close?.call(this));
  }

  return {
    /**
     * Defers what Node does when the other side has ended or reset the connection: 10 to 25 µs in the middle of a read,
     * which are a quarter of a second for 10,000.
     * @param {Duplex} stream
     */
    deferEnd(stream) {
      const handle = /** @type {{ _handle?: Handle | null }} */ (/** @type {unknown} */ (stream))._handle;
      const { onread } = handle ?? {};
      if (!handle || typeof onread !== 'function' || onread !== (read ??= onread)) return;
      handle[STREAM] = stream;
      hold.watch(stream);
      handle.onread = readUnlessEnd;
    },
    /**
     * Defers what ws and all above it do when a client says goodbye, and when its stream has closed. Nothing that came
     * before or after the goodbye overtakes it.
     * @param {Duplex} stream @param {Receiver | null} receiver @param {readonly Function[]} closers the listeners of ws
     *   to the end of the stream
     */
    deferClose(stream, receiver, closers) {
      if (receiver && receiver.write === (write ??= receiver.write)) {
        Object.assign(receiver, { [STREAM]: stream, write: writeUnlessGoodbye });
      }
      const [closer] = /** @type {((this: Duplex) => void)[]} */ (closers);
      if (closers.length !== 1 || !closer || closer !== (close ??= closer)) return;
      stream.off('close', closer);
      stream.on('close', closeLater);
    },
  };
}

/** @typedef {ReturnType<typeof createGoodbyes>} Goodbyes */

/**
 * Says whether a chunk begins with a goodbye. In the middle of a frame it may look like one, and then it only waits.
 * @param {Buffer} chunk
 */
function isGoodbye(chunk) {
  if (chunk[0] === CLOSE_FRAME) return true;
  if (chunk[0] !== TEXT_FRAME) return false;
  const first = unmasked(chunk, 0);
  return first === CLOSE || (first === MESSAGE && unmasked(chunk, 1) === CLOSE);
}

/** @param {Buffer} chunk @param {number} at in the payload, one of the first four bytes */
function unmasked(chunk, at) {
  return Number(chunk[PAYLOAD_AT + at]) ^ Number(chunk[MASK_AT + at]);
}
