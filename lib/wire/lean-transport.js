/**
 * The transport of Engine.IO over a WebSocket without closures and listeners of its own: with those of Engine.IO each of
 * ten thousand phones holds some 2 KB more. What passes between the layers is called directly.
 */

/** @import { Server, Socket } from 'engine.io' */

import { Transport } from 'engine.io';
import { FastSocket } from './fast-socket.js';

/** A WebSocket is never upgraded to anything else, so nothing is ever to be taken back. @type {readonly never[]} */
const NO_CLEANUP = Object.freeze([]);

/**
 * A socket of Engine.IO as far as its transport knows it. These are private; the version is pinned.
 * @typedef {object} Carried
 * @property {(packet: object) => void} onPacket
 * @property {(error: Error) => void} onError
 * @property {(reason: string) => void} onClose
 * @property {() => void} onDrain
 * @property {() => void} flush
 * @property {readonly unknown[]} cleanupFn takes the listeners of its transport back
 * @property {unknown[]} sentCallbackFn
 *
 * @typedef {Parameters<Transport['send']>[0][number]} Packet
 * @typedef {{ sendFrame: (frame: Buffer[], onSent: (error?: Error) => void) => void }} Sender
 * @typedef {{ encodePacket: (packet: Packet, supportsBinary: boolean, onData: (data: any) => void) => void }} Encoder
 */

/** It stands in for Engine.IO's own class of the same purpose, packet by packet. */
export class LeanTransport extends Transport {
  /** @type {Carried | null} null: it has listeners, as every transport of Engine.IO while it is being set up */
  #conn = null;
  perMessageDeflate = null;

  /** @param {{ websocket: FastSocket, _query: Record<string, string> }} request */
  constructor(request) {
    super(request);
    this.socket = request.websocket;
    this.writable = true;
    this.socket.carry(this);
  }

  get name() {
    return 'websocket';
  }

  get handlesUpgrades() {
    return true;
  }

  /**
   * Calls its connection from now on, which is set up. Then no listener is needed any more.
   * @param {Socket} socket whose transport this is
   */
  serve(socket) {
    const conn = /** @type {Carried} */ (/** @type {unknown} */ (socket));
    this.#conn = conn;
    conn.cleanupFn = NO_CLEANUP;
    // Without this, they would hold a table of 450 bytes, also when there are none.
    Object.assign(this, { _events: undefined, _eventsCount: 0 });
  }

  /** @param {Packet[]} packets */
  send(packets) {
    this.writable = false;
    const { socket, supportsBinary } = this;
    const { parser } = /** @type {{ parser: Encoder }} */ (/** @type {unknown} */ (this));
    const last = packets.length - 1;
    packets.forEach((packet, at) => {
      const onSent = (/** @type {Error | undefined} */ error) => this.#sent(error, at === last);
      const { wsPreEncodedFrame: frame } = /** @type {{ wsPreEncodedFrame?: Buffer[] }} */ (
        packet.options ?? {}
      );
      if (frame) senderOf(socket).sendFrame(frame, onSent);
      else parser.encodePacket(packet, supportsBinary, (data) => socket.send(data, onSent));
    });
  }

  /** @param {Error | undefined} error @param {boolean} isLast of what was sent together */
  #sent(error, isLast) {
    if (error) return this.onError('write error', /** @type {any} */ (error.stack));
    if (!isLast) return;
    const conn = this.#conn;
    if (conn === null) this.emit('drain');
    else {
      conn.onDrain();
      // An array that was used keeps the room for sixteen more.
      if (conn.sentCallbackFn.length === 0) conn.sentCallbackFn.length = 0;
    }
    this.writable = true;
    if (conn === null) this.emit('ready');
    else conn.flush();
  }

  /** Takes a message of the WebSocket. @param {Buffer} data @param {boolean} isBinary */
  onMessage(data, isBinary) {
    this.onData(isBinary ? data : data.toString());
  }

  /** @param {object} packet */
  onPacket(packet) {
    if (this.#conn === null) this.emit('packet', packet);
    else this.#conn.onPacket(packet);
  }

  /** @param {string} message @param {any} [description] */
  onError(message, description) {
    if (this.#conn === null) super.onError(message, description);
    else this.#conn.onError(Object.assign(new Error(message), { type: 'TransportError', description }));
  }

  onClose() {
    if (this.#conn === null) return super.onClose();
    this.readyState = 'closed';
    this.#conn.onClose('transport close');
  }

  /** @param {() => void} [onClosed] */
  doClose(onClosed) {
    this.socket.close();
    onClosed?.();
  }
}

/** Lets an engine make these over our WebSockets. @param {Server} engine */
export function useLeanTransports(engine) {
  const maker = /** @type {{ createTransport: (name: string, request: any) => Transport }} */ (
    /** @type {unknown} */ (engine)
  );
  const { createTransport } = maker;
  maker.createTransport = (name, request) =>
    name === 'websocket' && request.websocket instanceof FastSocket
      ? new LeanTransport(request)
      : createTransport.call(engine, name, request);
}

/** Calls a connection directly from now on, where its transport can. @param {Socket} conn that is set up */
export function serveLean(conn) {
  const { transport } = conn;
  if (transport instanceof LeanTransport) transport.serve(conn);
}

/** @param {FastSocket} socket @returns {Sender} */
function senderOf(socket) {
  return /** @type {{ _sender: Sender }} */ (/** @type {unknown} */ (socket))._sender;
}
