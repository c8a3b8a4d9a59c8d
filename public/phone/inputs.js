/**
 * How a phone's inputs leave: as one small binary WebSocket message, which costs the server a fraction of an event, or
 * as the `input` event where that cannot be: by long polling, or for what the layout cannot express.
 */

/** @import { Input } from '../../lib/contract/types.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */
/** @import { Packing } from '../shared/codec.js' */

import { createCodec } from '../shared/codec.js';
import { CLIENT_EVENT } from '../shared/wire.js';

/**
 * @param {import('socket.io-client').Socket} socket
 * @param {object} [options]
 * @param {boolean} [options.isPacked] false: always the event
 */
export function createInputs(socket, { isPacked = true } = {}) {
  /** @type {Packing | null} */
  let packing = null;
  let epoch = -1;

  return {
    /** What inputs look like from now on. @param {Scene} scene */
    setScene(scene) {
      if (scene.epoch === epoch) return;
      epoch = scene.epoch;
      packing = isPacked && scene.game.input ? createCodec(scene.game.input) : null;
    },
    /** Loss allowed: what cannot leave now is not kept. @param {Input | Input[]} input one, or several that count each */
    send(input) {
      const { engine } = socket.io;
      const isWebSocket = socket.connected && engine?.transport.name === 'websocket';
      const bytes = isWebSocket && packing ? packing.pack(input, epoch) : null;
      // Over a WebSocket Engine.IO sends bytes as a binary message, as they are.
      if (bytes) engine.send(bytes);
      else socket.volatile.emit(CLIENT_EVENT.input, input);
    },
  };
}
