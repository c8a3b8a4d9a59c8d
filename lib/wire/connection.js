/** One connection under Socket.IO: what it has sent, what waits for it, and whether it is read at the moment. */

/** @import { Socket } from 'engine.io' */

import { SKIP_BYTES } from './fan-out.js';
import { Latency } from './latency.js';

/**
 * @typedef {object} Shared by all connections
 * @property {import('./meter.js').Meter} meter
 * @property {number} burst messages above which a connection counts as a flood
 * @property {import('./stall.js').StallWatch} [stall]
 *
 * @typedef {object} WebSocketLike of `ws`
 * @property {number} bufferedAmount bytes
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => void} terminate
 * @property {(event: 'close', run: () => void) => void} on
 */

/** There are ten thousand of these, so the fields are numbers and there is no closure. */
export class Connection {
  /** Since when it has not taken what it is sent; Infinity: it takes it. */
  stuckSinceMs = Infinity;
  /** Messages that came and are not forgiven yet. A whole number, because a fraction would take memory of its own. */
  messages = 0;
  /** Of the packets that Engine.IO holds until those before them have left. */
  queuedBytes = 0;
  /** It is not read because it sends too much. */
  isFlooding = false;
  /** It is not read until then because the server is busy. */
  pausedUntilMs = -Infinity;
  /** False: it may send, and be sent, as much as it likes. */
  isLimited = true;
  latency = new Latency();

  /** @param {Socket} socket @param {Shared} shared */
  constructor(socket, shared) {
    this.socket = socket;
    this.shared = shared;
  }

  /** Counts a message. Called for each, so it must cost no more than an addition. */
  onMessage() {
    const { meter, stall, burst } = this.shared;
    meter.counts.messagesIn += 1;
    stall?.onMessage();
    if (++this.messages > burst && this.isLimited) this.#slowDown();
  }

  /** Forgives messages, and reads a flood again that is below its burst. @param {number} messages @param {number} nowMs */
  forgive(messages, nowMs) {
    this.messages = Math.max(0, this.messages - messages);
    if (!this.isFlooding || this.messages >= this.shared.burst) return;
    this.isFlooding = false;
    this.resumeReads(nowMs);
  }

  /** Reads again, unless there is another reason not to. @param {number} nowMs */
  resumeReads(nowMs) {
    if (!this.isFlooding && this.pausedUntilMs <= nowMs) this.webSocket?.resume();
  }

  /** @returns {number} bytes that wait in Engine.IO, and in the stream under it */
  get waitingBytes() {
    return this.queuedBytes + (this.webSocket?.bufferedAmount ?? 0);
  }

  /** Something is on its way to it and has not left. With long polling nothing is on its way between two polls. */
  get isStuck() {
    const { socket, webSocket } = this;
    if (webSocket && webSocket.bufferedAmount > SKIP_BYTES) return true;
    return !socket.transport.writable && (webSocket !== null || queueLength(socket) > 0);
  }

  /** Ends it at once. A polite end would wait until everything was read, which this client does not do. */
  cut() {
    const { webSocket } = this;
    if (webSocket) webSocket.terminate();
    else this.socket.close(true);
  }

  /** @returns {WebSocketLike | null} null: long polling */
  get webSocket() {
    const { name, socket: ws } = /** @type {{ name: string, socket?: WebSocketLike }} */ (
      /** @type {unknown} */ (this.socket.transport)
    );
    return name === 'websocket' && ws ? ws : null;
  }

  /**
   * Stops reading, so that TCP blocks the sending of the flooder. What is in our buffer already, some 1,500 small
   * packets, still comes through, and is paid for with a longer pause.
   */
  #slowDown() {
    if (this.isFlooding) return;
    const { webSocket } = this;
    if (!webSocket) return this.cut();
    this.isFlooding = true;
    webSocket.pause();
  }
}

/** @param {Socket} socket */
function queueLength(socket) {
  return /** @type {{ writeBuffer: unknown[] }} */ (/** @type {unknown} */ (socket)).writeBuffer.length;
}
