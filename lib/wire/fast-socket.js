/**
 * The WebSocket under a connection, with a short way in: inputs are taken off before Engine.IO and Socket.IO parse them,
 * because most of what an input costs is those layers (docs/performance.md); small ones by inlet.js before ws itself.
 * `ws` gets this class by its documented option `WebSocket`, Engine.IO by its `wsEngine`.
 */

/** @import { Duplex } from 'node:stream' */
/** @import { IncomingMessage } from 'node:http' */
/** @import { Inbox, Watcher } from './inlet.js' */

import WebSocket, { WebSocketServer } from 'ws';
import { TAG } from '../../public/shared/codec.js';
import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';
import { PONG_BYTES, openInlet } from './inlet.js';
import { trimLists } from './lean.js';
import { ALL_PARTS } from './parts.js';
import { tollOf } from './toll.js';

/** An input event without acknowledgement, as every Socket.IO client writes it. */
const EVENT = Buffer.from(`42${NAMESPACE.players},["${CLIENT_EVENT.input}",`);
const TEXT_FRAME = 0x81;
/** The events of ws for frames that came. @type {ReadonlySet<string | symbol>} */
const RECEIVED = new Set(['message', 'ping', 'pong']);
/** Browsers send messages in one frame; each further one costs ws as much as a message. */
const MAX_FRAGMENTS = 64;
/** A client that does not answer a goodbye is ended after this time. Browsers answer at once; ws would wait for 30 s. */
const CLOSE_MS = 3000;

/** @typedef {{ onData: (data: Buffer | string) => void, onError: (error: Error) => void, onClose: () => void }} Carrier */

/** One per phone. */
export class FastSocket extends WebSocket {
  /** @type {Inbox | null} null: it is no phone, or has not joined, and tagged messages are dropped */
  inbox = null;
  /** @type {Watcher | null} */
  watcher = null;
  /** It takes frames beside ws, see `writeFrames`. */
  takesFrames = false;
  /** An inlet counts and takes off what comes, before ws sees it. */
  hasInlet = false;
  /** The transport of Engine.IO that is called in place of listeners (lean.js). @type {Carrier | null} */
  carrier = null;
  /** Messages thrown away in this turn without an inlet, and their toll. */
  #lost = 0;
  #lostCost = 0;
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
    const { stream } = this;
    if (this.readyState !== WebSocket.OPEN || stream === null) return;
    stream.write(frames);
    if (stream.writableLength > 0) this.watcher?.onBacklog();
  }

  /**
   * @param {string | symbol} event @param {any} [a] @param {any} [b]
   * @returns {boolean}
   */
  emit(event, a, b) {
    if (!this.hasInlet && RECEIVED.has(event) && !this.#mayPass(a)) return true;
    if (event === 'message' && this.#accept(a, b)) return true;
    const { carrier } = this;
    if (carrier && event === 'message') carrier.onData(b ? a : a.toString());
    else if (carrier && event === 'error') carrier.onError(a);
    else {
      if (event === 'close') {
        carrier?.onClose();
        this.watcher?.onGone();
      }
      return super.emit(event, a, b);
    }
    return true;
  }

  /**
   * Counts what came, where no inlet has done so before ws parsed it.
   * @param {Buffer} data @returns {boolean} false: it is thrown away
   */
  #mayPass(data) {
    const { watcher } = this;
    const cost = tollOf(data.length);
    if (!watcher || watcher.pay(cost)) return true;
    // A turn is judged as one read.
    if (this.#lost === 0) setImmediate(() => this.#endRead());
    this.#lost += 1;
    this.#lostCost += cost;
    // An answer to a ping, so that a client that sends too much is still seen to be there.
    return data.length === PONG_BYTES;
  }

  #endRead() {
    const [lost, cost] = [this.#lost, this.#lostCost];
    this.#lost = this.#lostCost = 0;
    this.watcher?.thrownAway(lost, cost);
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
}

/** The server that Engine.IO makes its WebSockets with. */
export class FastServer extends WebSocketServer {
  /**
   * @param {import('ws').ServerOptions} options
   * @param {{ goodbyes?: import('./goodbyes.js').Goodbyes | null, parts?: import('./parts.js').Parts, closeMs?: number }} [ours]
   *   `closeMs`: for a goodbye
   */
  constructor(options, { goodbyes = null, parts = ALL_PARTS, closeMs = CLOSE_MS } = {}) {
    const limits = { maxFragments: MAX_FRAGMENTS, closeTimeout: closeMs };
    super({ ...options, ...limits, WebSocket: /** @type {never} */ (FastSocket) });
    this.goodbyes = goodbyes;
    this.parts = parts;
  }

  /**
   * @param {IncomingMessage} request @param {Duplex} socket @param {Buffer} head
   * @param {(ws: WebSocket, request: IncomingMessage) => void} callback
   */
  handleUpgrade(request, socket, head, callback) {
    gatherWrites(socket);
    forgetResponse(socket);
    const closers = socket.listenerCount('close');
    super.handleUpgrade(request, socket, head, (ws, upgraded) => {
      const fastSocket = /** @type {FastSocket} */ (/** @type {unknown} */ (ws));
      fastSocket.stream = socket;
      const { parts } = this;
      if (parts.pauses) keepNothing(socket);
      fastSocket.takesFrames = parts.frames;
      const inlet = parts.inlet ? openInlet(fastSocket) : null;
      fastSocket.hasInlet = inlet !== null;
      if (parts.lean) trimLists(socket);
      this.goodbyes?.deferClose(socket, inlet, socket.listeners('close').slice(closers));
      callback(ws, upgraded);
    });
  }
}

/**
 * Takes off the listener by which Engine.IO lets middlewares know that an upgrade is over. There are none here, and through it
 * a connection would hold its request as long as it is open: 2.6 KB of a phone with four headers, and a browser sends fifteen. It is the
 * only listener here that is called once.
 * @param {Duplex} stream
 */
function forgetResponse(stream) {
  for (const wrapper of stream.rawListeners('close')) {
    const { listener } = /** @type {{ listener?: () => void }} */ (wrapper);
    if (listener) stream.off('close', listener);
  }
}

/**
 * Lets a stream that is paused read no more, once it holds anything. By itself Node would read on until 1 KB waits: with
 * the inputs of a phone that takes a second, in which each of them costs a read.
 * @param {Duplex} stream
 */
function keepNothing(stream) {
  const { _readableState: state } = /** @type {{ _readableState: { highWaterMark: number } }} */ (
    /** @type {unknown} */ (stream)
  );
  state.highWaterMark = 0;
}

/** Makes the class for the option `wsEngine`. @param {ConstructorParameters<typeof FastServer>[1]} ours */
export function fastServerWith(ours) {
  return class extends FastServer {
    /** @param {import('ws').ServerOptions} options */
    constructor(options) {
      super(options, ours);
    }
  };
}

/**
 * @param {{ conn: unknown }} socket of Socket.IO
 * @returns {FastSocket | null} null: long polling, or another engine
 */
export function fastSocketOf({ conn }) {
  const { transport } = /** @type {{ transport: { socket?: unknown } }} */ (conn);
  return transport.socket instanceof FastSocket ? transport.socket : null;
}

/**
 * Holds back what is written to a stream until the promises and ticks at hand are done, so that it leaves as one. Each
 * write costs 20 to 40 µs, and a join makes four: the upgrade, the handshake, the place in the namespace, the welcome.
 * @param {Duplex} stream
 */
export function gatherWrites(stream) {
  stream.cork();
  // Engine.IO goes on in a promise, Socket.IO in promises and then a tick. Both come before the second tick.
  queueMicrotask(() => process.nextTick(() => process.nextTick(() => stream.uncork())));
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
