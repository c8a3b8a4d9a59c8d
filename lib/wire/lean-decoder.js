/**
 * The decoder of Socket.IO with one listener. Each connection has a decoder, and a list of listeners with room for
 * seventeen, the options, and a table of both take 300 bytes of each of ten thousand phones.
 */

/** @import { Packet } from 'socket.io-parser' */

import { Decoder, Encoder, PacketType, protocol } from 'socket.io-parser';

/** @typedef {(packet: Packet) => void} Listener */

/** Socket.IO gives all of its decoders the same options. */
const OPTIONS = /** @type {{ opts: object }} */ (/** @type {unknown} */ (new Decoder())).opts;

/** Socket.IO listens to it once, for packets, and it is never asked for anything else. */
class LeanDecoder extends Decoder {
  /** @type {Listener | null} */
  listener = null;

  constructor() {
    super();
    Object.assign(this, { opts: OPTIONS });
  }

  /** @param {string} event @param {any} listener */
  on(event, listener) {
    if (event !== 'decoded' || this.listener !== null)
      throw new TypeError(`Nobody else listens to "${event}".`);
    this.listener = listener;
    return this;
  }

  /** @returns {this} */
  removeListener() {
    this.listener = null;
    return this;
  }
}

/** The table of listeners, where the emitter of Socket.IO looks for them. @type {{ _callbacks: object }} */
const table = { _callbacks: { $decoded: [deliver] } };
Object.assign(LeanDecoder.prototype, table);

/** @this {LeanDecoder} @param {Packet} packet */
function deliver(packet) {
  this.listener?.(packet);
}

/** For the option `parser` of Socket.IO. */
export const leanParser = Object.freeze({ protocol, PacketType, Encoder, Decoder: LeanDecoder });
