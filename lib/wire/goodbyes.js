/**
 * Goodbyes: the ends of WebSockets, which wait for a slice of the event loop. To see off a phone costs some 150 µs in ws,
 * Engine.IO, Socket.IO and the room. When thousands leave in one moment, even to read that is too much for one turn (hold.js).
 */

/** @import { Duplex } from 'node:stream' */
/** @import { Inlet } from './inlet.js' */
/** @import { Slices } from './slices.js' */

import { createHold } from './hold.js';

/**
 * Leads from a handle to its stream. It is a property and no WeakMap, because V8 keeps what a WeakMap leads to until the
 * next full collection: thousands of connections that came and went were 90 MB.
 */
const STREAM = Symbol('stream');

/**
 * Node's handle under a stream (parts.js). Its `onread` is called without bytes for the end of what the other side sends, and
 * for an error.
 * @typedef {{ onread?: (this: Handle, bytes?: ArrayBuffer) => void, [STREAM]?: Duplex }} Handle
 */

/** @param {Slices} slices @param {ReturnType<typeof createHold>} [hold] */
export function createGoodbyes(slices, hold = createHold()) {
  // Node and ws give all connections the same functions, so one closure serves all. What differs goes the ordinary way.
  /** @type {Handle['onread'] | null} */
  let read = null;
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

  /** @param {Inlet} inlet @param {Buffer} chunk */
  function takeLater(inlet, chunk) {
    const stream = /** @type {Duplex} */ (inlet.socket.stream);
    hold.ended(stream);
    slices.push('goodbyes', () => {
      if (!stream.destroyed && inlet.take(chunk)) stream.resume();
    });
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
     * @param {Duplex} stream @param {Inlet | null} inlet @param {readonly Function[]} closers the listeners of ws
     *   to the end of the stream
     */
    deferClose(stream, inlet, closers) {
      if (inlet) inlet.onGoodbye = takeLater;
      const [closer] = /** @type {((this: Duplex) => void)[]} */ (closers);
      if (closers.length !== 1 || !closer || closer !== (close ??= closer)) return;
      stream.off('close', closer);
      stream.on('close', closeLater);
    },
  };
}

/** @typedef {ReturnType<typeof createGoodbyes>} Goodbyes */
