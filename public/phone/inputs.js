/**
 * How a phone's inputs leave: as one small binary WebSocket message, which costs the server a fraction of an event, or
 * as the `input` event, for long polling and for inputs that the layout cannot express.
 */

/** @import { Input } from '../../lib/contract/types.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */
/** @import { Codec } from '../shared/codec.js' */

import { createCodec } from '../shared/codec.js';
import { CLIENT_EVENT } from '../shared/wire.js';

/**
 * @param {import('socket.io-client').Socket} socket
 * @param {object} [options]
 * @param {boolean} [options.isPacked] false: inputs always leave as events
 */
export function createInputs(socket, { isPacked = true } = {}) {
  /** @type {Codec | null} */
  let codec = null;
  let epoch = -1;

  return {
    /** Sets how inputs look from now on. @param {Scene} scene */
    setScene(scene) {
      if (scene.epoch === epoch) return;
      epoch = scene.epoch;
      codec = isPacked && scene.game.input ? createCodec(scene.game.input) : null;
    },
    /** May lose an input: one that cannot leave now is dropped. @param {Input | Input[]} input one, or several that count each */
    send(input) {
      const { engine } = socket.io;
      const isWebSocket = socket.connected && engine?.transport.name === 'websocket';
      const bytes = isWebSocket && codec ? codec.pack(input, epoch) : null;
      // Over a WebSocket Engine.IO sends bytes as a binary message, as they are.
      if (bytes) engine.send(bytes);
      else socket.volatile.emit(CLIENT_EVENT.input, input);
    },
  };
}
