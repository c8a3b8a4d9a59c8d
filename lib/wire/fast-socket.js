/**
 * The WebSocket under a connection, with a short way in: it takes inputs off before Engine.IO and Socket.IO parse them,
 * because most of what an input costs is those layers (docs/performance.md). `ws` gets this class by its documented
 * option `WebSocket`, Engine.IO by its `wsEngine`.
 */

/** @import { Duplex } from 'node:stream' */
/** @import { IncomingMessage } from 'node:http' */

import WebSocket, { WebSocketServer } from 'ws';
import { HEADER_BYTES, TAG } from '../../public/shared/codec.js';
import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';

/** An input event without acknowledgement, as every Socket.IO client writes it. */
const EVENT = Buffer.from(`42${NAMESPACE.players},["${CLIENT_EVENT.input}",`);
const TEXT_FRAME = 0x81;
const BINARY_FRAME = 0x82;
const MASKED = 0x80;
const LONGEST_SHORT = 125;
/** A masked frame of up to 125 bytes begins with two bytes and the mask. */
const FRAME_HEADER = 6;
/** The state of the receiver of ws between two frames. */
const GET_INFO = 0;

/**
 * @typedef {object} Inbox accepts the inputs of one phone
 * @property {(bytes: Buffer, start: number, end: number) => void} acceptBytes a tagged message
 * @property {(payload: unknown) => void} acceptEvent
 *
 * @typedef {object} Watcher counts the messages of a connection, see connection.js
 * @property {() => void} onMessage
 *
 * @typedef {object} Receiver the parser of ws. It is private, so the version of ws is pinned; without these fields
 *   everything goes the ordinary way
 * @property {number} _state
 * @property {number} _bufferedBytes
 * @property {number} _fragmented
 * @property {(chunk: Buffer) => boolean} write
 * @property {FastSocket} [fastSocket]
 */

/** One per phone. */
export class FastSocket extends WebSocket {
  /** @type {Inbox | null} null: it is no phone, or has not joined, and tagged messages are dropped */
  inbox = null;
  /** @type {Watcher | null} */
  watcher = null;
  /** The TCP or TLS stream under it. @type {Duplex | null} */
  stream = null;

  /** Bytes that the system has not taken yet. */
  get waitingBytes() {
    return this.stream?.writableLength ?? 0;
  }

  /**
   * Sends frames that were made once for many phones, in one write. They keep their order with what goes through ws,
   * because without compression ws writes at once too.
   * @param {Buffer} frames from `frameOf`
   */
  writeFrames(frames) {
    if (this.readyState === WebSocket.OPEN) this.stream?.write(frames);
  }

  /**
   * @param {string | symbol} event @param {any} [a] @param {any} [b]
   * @returns {boolean}
   */
  emit(event, a, b) {
    if (event === 'message' && this.#accept(a, b)) return true;
    return super.emit(event, a, b);
  }

  /** @param {Buffer} data @param {boolean} isBinary @returns {boolean} false: it is left to Engine.IO */
  #accept(data, isBinary) {
    const { inbox } = this;
    if (isBinary) {
      if (data[0] !== TAG) return false;
      this.watcher?.onMessage();
      inbox?.acceptBytes(data, 0, data.length);
      return true;
    }
    if (inbox === null || !isInputEvent(data)) return false;
    const args = parseArgs(data);
    if (args?.length !== 1) return false;
    this.watcher?.onMessage();
    inbox.acceptEvent(args[0]);
    return true;
  }

  /**
   * Takes off complete small tagged frames before ws looks at them, without slices, stream and events. It stops at the
   * first frame that is anything else, which is left to ws with all that follows.
   * @param {Buffer} chunk is unmasked in place as far as it is taken off
   * @returns {number} how many bytes were taken off
   */
  scan(chunk) {
    let at = 0;
    while (chunk.length - at > FRAME_HEADER && chunk[at] === BINARY_FRAME) {
      const length = /** @type {number} */ (chunk[at + 1]) - MASKED;
      const start = at + FRAME_HEADER;
      const end = start + length;
      if (length < HEADER_BYTES || length > LONGEST_SHORT || end > chunk.length) break;
      if (this.inbox === null || this.readyState !== WebSocket.OPEN) break;
      if (!isTagged(chunk, at)) break;
      unmask(chunk, start, end);
      at = end;
      this.watcher?.onMessage();
      this.inbox.acceptBytes(chunk, start, end);
    }
    return at;
  }

  /** Puts `scan` before the receiver of ws. */
  scanFirst() {
    const receiver = /** @type {{ _receiver?: Receiver }} */ (/** @type {unknown} */ (this))._receiver;
    if (!receiver || !canScan(receiver)) return;
    receiver.fastSocket = this;
    receiver.write = scanThenWrite;
  }
}

/** The server that Engine.IO makes its WebSockets with. */
export class FastServer extends WebSocketServer {
  /** @param {import('ws').ServerOptions} options */
  constructor(options) {
    super({ ...options, WebSocket: /** @type {any} */ (FastSocket) });
  }

  /**
   * @param {IncomingMessage} request @param {Duplex} socket @param {Buffer} head
   * @param {(ws: any, request: IncomingMessage) => void} callback
   */
  handleUpgrade(request, socket, head, callback) {
    super.handleUpgrade(request, socket, head, (ws, upgraded) => {
      const fastSocket = /** @type {FastSocket} */ (/** @type {unknown} */ (ws));
      fastSocket.stream = socket;
      fastSocket.scanFirst();
      callback(ws, upgraded);
    });
  }
}

/**
 * @param {{ conn: unknown }} socket of Socket.IO
 * @returns {FastSocket | null} null: long polling, or another engine
 */
export function fastSocketOf({ conn }) {
  const { transport } = /** @type {{ transport: { socket?: unknown } }} */ (conn);
  return transport.socket instanceof FastSocket ? transport.socket : null;
}

/** @param {string} text @returns {Buffer} one final frame, not masked, as a server sends it (RFC 6455, section 5.2) */
export function frameOf(text) {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT_FRAME;
  frame[1] = start === 2 ? length : start === 4 ? 126 : 127;
  if (start === 4) frame.writeUInt16BE(length, 2);
  else if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, start);
  return frame;
}

/** @param {Receiver} receiver */
function canScan({ _state, _bufferedBytes, _fragmented, write }) {
  const areNumbers = [_state, _bufferedBytes, _fragmented].every((field) => typeof field === 'number');
  return areNumbers && typeof write === 'function' && _state === GET_INFO;
}

/** @param {Buffer} chunk @param {number} at of a masked frame with a short header */
function isTagged(chunk, at) {
  const first = /** @type {number} */ (chunk[at + FRAME_HEADER]);
  const mask = /** @type {number} */ (chunk[at + 2]);
  return (first ^ mask) === TAG;
}

/** @param {Buffer} chunk @param {number} start of the payload, which the mask precedes @param {number} end */
function unmask(chunk, start, end) {
  for (let at = start; at < end; at++) {
    const byte = /** @type {number} */ (chunk[at]);
    const mask = /** @type {number} */ (chunk[start - 4 + ((at - start) & 3)]);
    chunk[at] = byte ^ mask;
  }
}

/**
 * Stands in place of a receiver's `write`. In the middle of a frame, or of a message in fragments, the bytes are left
 * to the receiver.
 * @this {Receiver}
 * @param {Buffer} chunk
 * @returns {boolean}
 */
function scanThenWrite(chunk) {
  const { fastSocket } = this;
  const isBetween = this._state === GET_INFO && this._bufferedBytes === 0 && this._fragmented === 0;
  const at = isBetween && fastSocket && fastSocket.inbox !== null ? fastSocket.scan(chunk) : 0;
  if (at === chunk.length) return true;
  const { write } = /** @type {Receiver} */ (Object.getPrototypeOf(this));
  return write.call(this, at === 0 ? chunk : chunk.subarray(at));
}

/** @param {Buffer} data */
function isInputEvent(data) {
  if (data.length <= EVENT.length) return false;
  // It compares from the end, because all events begin alike.
  for (let i = EVENT.length - 1; i >= 0; i--) if (data[i] !== EVENT[i]) return false;
  return true;
}

/** @param {Buffer} data @returns {unknown[] | null} null: it is left to Socket.IO, which refuses it */
function parseArgs(data) {
  try {
    return JSON.parse(`[${data.toString('utf8', EVENT.length)}`);
  } catch {
    return null;
  }
}
