/**
 * The WebSocket under a connection, with a short way in: inputs are taken off before Engine.IO and Socket.IO parse
 * them, because most of what an input costs is those layers (docs/performance.md). `ws` is given this class by its
 * documented `WebSocket` option, Engine.IO by its `wsEngine`.
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
/** Of a masked frame of up to 125 bytes: two bytes and the mask. */
const FRAME_HEADER = 6;
/** Of the receiver of ws: between two frames. */
const GET_INFO = 0;

/**
 * @typedef {object} Taker who takes the inputs of a connection
 * @property {(bytes: Buffer, start: number, end: number) => void} takeBytes a tagged message
 * @property {(payload: unknown) => void} takeEvent
 *
 * @typedef {object} Watcher who counts its messages, see connections.js
 * @property {() => void} hear
 *
 * @typedef {object} Receiver the parser of ws. Private, so its version is pinned, and without these fields all
 *   goes the ordinary way
 * @property {number} _state
 * @property {number} _bufferedBytes
 * @property {number} _fragmented
 * @property {(chunk: Buffer) => boolean} write
 * @property {FastSocket} [hot]
 */

/** Class instances, not closures: there is one per phone. */
export class FastSocket extends WebSocket {
  /** @type {Taker | null} null: no phone, or not joined; tagged messages are dropped */
  taker = null;
  /** @type {Watcher | null} */
  watcher = null;
  /** What it reads from and writes to. @type {Duplex | null} */
  stream = null;

  /** Bytes that the system has not taken yet. */
  get waitingBytes() {
    return this.stream?.writableLength ?? 0;
  }

  /**
   * Frames made once for many, as they are, in one write. In order with what goes through ws: without compression it
   * writes at once too.
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
    if (event === 'message' && this.#keep(a, b)) return true;
    return super.emit(event, a, b);
  }

  /** @param {Buffer} data @param {boolean} isBinary */
  #keep(data, isBinary) {
    const { taker } = this;
    if (isBinary) {
      if (data[0] !== TAG) return false;
      this.watcher?.hear();
      taker?.takeBytes(data, 0, data.length);
      return true;
    }
    if (taker === null || !isInputEvent(data)) return false;
    const args = parseArgs(data);
    if (args?.length !== 1) return false;
    this.watcher?.hear();
    taker.takeEvent(args[0]);
    return true;
  }

  /**
   * Take off complete small tagged frames before ws looks at them: no slices, no stream, no event. Stops at the
   * first frame that is anything else, which is left to ws with all that follows.
   * @param {Buffer} chunk unmasked in place as far as it is taken
   * @returns {number} how far
   */
  scan(chunk) {
    let at = 0;
    while (chunk.length - at > FRAME_HEADER && chunk[at] === BINARY_FRAME) {
      const length = /** @type {number} */ (chunk[at + 1]) - MASKED;
      const start = at + FRAME_HEADER;
      const end = start + length;
      if (length < HEADER_BYTES || length > LONGEST_SHORT || end > chunk.length) break;
      if (this.taker === null || this.readyState !== WebSocket.OPEN) break;
      if (!isTagged(chunk, at)) break;
      unmask(chunk, start, end);
      at = end;
      this.watcher?.hear();
      this.taker.takeBytes(chunk, start, end);
    }
    return at;
  }

  /** Look at what comes before its receiver does. */
  scanFirst() {
    const receiver = /** @type {{ _receiver?: Receiver }} */ (/** @type {unknown} */ (this))._receiver;
    if (!receiver || !canScan(receiver)) return;
    receiver.hot = this;
    receiver.write = scanThenWrite;
  }
}

/** What Engine.IO makes its WebSockets with. */
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
      const hot = /** @type {FastSocket} */ (/** @type {unknown} */ (ws));
      hot.stream = socket;
      hot.scanFirst();
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

/** @param {string} text @returns {Buffer} as a server sends it: one final frame, not masked (RFC 6455, section 5.2) */
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
 * In place of a receiver's `write`. In the middle of a frame, or of a message in fragments, the bytes are its own.
 * @this {Receiver}
 * @param {Buffer} chunk
 * @returns {boolean}
 */
function scanThenWrite(chunk) {
  const { hot } = this;
  const isBetween = this._state === GET_INFO && this._bufferedBytes === 0 && this._fragmented === 0;
  const at = isBetween && hot && hot.taker !== null ? hot.scan(chunk) : 0;
  if (at === chunk.length) return true;
  const { write } = /** @type {Receiver} */ (Object.getPrototypeOf(this));
  return write.call(this, at === 0 ? chunk : chunk.subarray(at));
}

/** @param {Buffer} data */
function isInputEvent(data) {
  if (data.length <= EVENT.length) return false;
  // From the end: the beginning is that of every event.
  for (let i = EVENT.length - 1; i >= 0; i--) if (data[i] !== EVENT[i]) return false;
  return true;
}

/** @param {Buffer} data @returns {unknown[] | null} null: Socket.IO shall refuse it */
function parseArgs(data) {
  try {
    return JSON.parse(`[${data.toString('utf8', EVENT.length)}`);
  } catch {
    return null;
  }
}
