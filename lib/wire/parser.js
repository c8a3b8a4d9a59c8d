/** The parser of Socket.IO, which takes no packet that is nested too deeply. */

import { Decoder, Encoder, PacketType, protocol } from 'socket.io-parser';
import { isTextTooDeep } from '../contract/nesting.js';

/** One per connection. */
class ShallowDecoder extends Decoder {
  /**
   * @param {unknown} packet text, or the bytes that a packet before it announced
   * @throws {Error} by which Socket.IO ends the connection, as after any other text that is no packet
   */
  add(packet) {
    if (typeof packet === 'string' && isTextTooDeep(packet)) throw new Error('nested too deeply');
    super.add(packet);
  }
}

/** For the option `parser` of Socket.IO. */
export const parser = Object.freeze({ protocol, PacketType, Encoder, Decoder: ShallowDecoder });
