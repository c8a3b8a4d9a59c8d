/**
 * The decoder of Socket.IO without listeners: it calls its client (lean-client.js). Each connection has a decoder, and a list of
 * listeners with room for seventeen, the options, and a table of both take 300 bytes of each of ten thousand phones.
 */

/** @import { Packet } from 'socket.io-parser' */
/** @import { LeanClient } from './lean-client.js' */

import { Decoder, Encoder, PacketType, protocol } from 'socket.io-parser';
import { MOST_LEVELS, isTooDeep } from '../contract/nesting.js';

/** Socket.IO gives all of its decoders the same options. */
const OPTIONS = /** @type {{ opts: object }} */ (/** @type {unknown} */ (new Decoder())).opts;

class LeanDecoder extends Decoder {
  /** @type {LeanClient | null} */
  client = null;

  constructor() {
    super();
    Object.assign(this, { opts: OPTIONS });
  }
}

/** The table of listeners, where the emitter of Socket.IO looks for them. @type {{ _callbacks: object }} */
const table = { _callbacks: { $decoded: [deliver] } };
Object.assign(LeanDecoder.prototype, table);

/** The reading of a packet's JSON, a private method. @type {{ tryParse: (text: string) => unknown }} */
const { tryParse } = /** @type {any} */ (Decoder.prototype);

/**
 * Makes no packet of what is nested too deeply, so that its connection ends as after any other text that is none.
 * @this {LeanDecoder} @param {string} text
 */
function tryShallow(text) {
  const value = tryParse.call(this, text);
  // A level takes two characters, and most packets have fewer.
  return text.length > 2 * MOST_LEVELS && isTooDeep(value) ? false : value;
}
Object.assign(LeanDecoder.prototype, { tryParse: tryShallow });

/** @this {LeanDecoder} @param {Packet} packet */
function deliver(packet) {
  this.client?.ondecoded(packet);
}

/** For the option `parser` of Socket.IO. */
export const leanParser = Object.freeze({ protocol, PacketType, Encoder, Decoder: LeanDecoder });
