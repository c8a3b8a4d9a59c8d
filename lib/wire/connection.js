/** One connection under Socket.IO: what it may send, what waits for it, and whether it is read at the moment. */

/** @import { Socket } from 'engine.io' */

import { SKIP_BYTES } from './fan-out.js';
import { FastSocket } from './fast-socket.js';
import { Latency } from './latency.js';
import { TARIFFS, Toll } from './toll.js';

/**
 * @typedef {object} Shared by all connections
 * @property {import('./meter.js').Meter} meter
 * @property {import('./stall.js').StallWatch} [stall]
 * @property {{ add: (connection: Connection) => void }} pauses those that are not read for a while
 * @property {{ add: (connection: Connection) => void }} waiting those that may not have read what they were sent
 * @property {FloodListener} floods
 * @property {{ delete: (webSocket: WebSocketLike) => void }} webSockets that are not closed yet
 * @property {() => number} now ms
 *
 * @typedef {object} FloodListener is called with what happens to those that send too much
 * @property {(connection: Connection) => void} slowed
 * @property {(connection: Connection) => void} muted
 * @property {(connection: Connection) => void} cut it is not read any more, and is to be ended
 *
 * @typedef {object} WebSocketLike of `ws`
 * @property {number} bufferedAmount bytes
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => void} terminate
 * @property {(event: 'close', run: () => void) => void} on
 */

/** A time that never comes, as a whole number, which takes no memory of its own. */
export const READS = 2 ** 30;

/** There are ten thousand of these, so the fields are numbers and there is no closure. */
export class Connection {
  /** Since when it has not read what it is sent, in time in which that was watched; READS: it does. */
  stuckSinceMs = READS;
  /** The size of the packets that Engine.IO holds until those before them have left. */
  queuedBytes = 0;
  /** It is not read until then: it sends too much, or the server is busy. */
  pausedUntilMs = 0;
  /** When it was last not read because the server is busy. */
  restedAtMs = -1000;
  /** It is not read any more, and waits for its end. */
  isCondemned = false;
  /** It has joined something, or waits in line. */
  hasRole = false;
  /** So many namespaces it is in. */
  joined = 0;
  /** The namespace that let it in knows it by this: a phone's session. @type {unknown} */
  owner = null;
  toll = new Toll();
  latency = new Latency();

  /**
   * @param {Socket} socket @param {Shared} shared @param {number} number of those that have come since the start
   * @param {number} cameAtMs in time in which this process did not stand still
   */
  constructor(socket, shared, number, cameAtMs) {
    this.socket = socket;
    this.shared = shared;
    this.number = number;
    this.cameAtMs = cameAtMs;
  }

  /** Counts a message that is handled. Called for each, so it must cost no more than an addition. */
  onMessage() {
    const { meter, stall } = this.shared;
    meter.counts.messagesIn += 1;
    stall?.onMessage();
  }

  /** Notes that the system did not take at once what was written to it. */
  onBacklog() {
    this.shared.waiting.add(this);
  }

  /** Counts what it sends, before it is handled. @param {number} cost in messages @returns {boolean} false: throw it away */
  pay(cost) {
    const { toll } = this;
    toll.spent += cost;
    return toll.spent <= toll.most || !toll.exceeds(this.shared.now());
  }

  /** @param {number} ms that handling took */
  payTime(ms) {
    this.toll.payTime(ms);
  }

  /**
   * Ends a read of which so many messages were thrown away: it is read more slowly, or not at all.
   * @param {number} count @param {number} cost they would have paid
   */
  thrownAway(count, cost) {
    const { meter, now } = this.shared;
    meter.counts.thrownAway += count;
    if (this.isCondemned) return;
    const nowMs = now();
    this.#obey(this.toll.judge(cost, nowMs), nowMs);
  }

  /** Is called every `SWEEP_MS`, whether it sends or not. @param {number} nowMs */
  sweep(nowMs) {
    const judgement = this.toll.sweep(nowMs, this.pausedUntilMs === 0);
    if (judgement && !this.isCondemned) this.#obey(judgement, nowMs);
  }

  /** @param {import('./toll.js').Judgement} judgement @param {number} nowMs */
  #obey({ verdict, ms, isNew }, nowMs) {
    const { pauses, floods } = this.shared;
    this.pause(nowMs + ms);
    if (verdict === 'cut') {
      this.isCondemned = true;
      return floods.cut(this);
    }
    pauses.add(this);
    if (verdict === 'mute') floods.muted(this);
    else if (isNew) floods.slowed(this);
  }

  /** Its WebSocket has closed, which may be long after Engine.IO has forgotten it. */
  onGone() {
    const { webSocket } = this;
    if (webSocket) this.shared.webSockets.delete(webSocket);
  }

  /**
   * Stops reading, so that TCP blocks the sending at the other end.
   * @param {number} untilMs a shorter pause does not end a longer one
   */
  pause(untilMs) {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, Math.round(untilMs));
    this.webSocket?.pause();
  }

  /** Reads again. */
  resume() {
    this.pausedUntilMs = 0;
    this.webSocket?.resume();
  }

  /** The server may stop reading it for a moment when it is busy, unless it is about to be found to flood. */
  get mayRest() {
    return !this.toll.tariff.isTrusted && !this.toll.isOver && this.pausedUntilMs === 0;
  }

  /** False: it may be sent as much as it likes. */
  get isLimited() {
    return this.toll.tariff !== TARIFFS.lifted;
  }

  /** Its WebSocket counts its messages; those of other connections are counted when Engine.IO has parsed them. */
  get paysItself() {
    return this.webSocket instanceof FastSocket;
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

  /** It has joined nothing, however it came to that. */
  get isNobody() {
    return !this.hasRole && this.joined === 0;
  }

  /** Something may wait for it. */
  get isBehind() {
    return this.waitingBytes > 0 || this.isStuck;
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
}

/** @param {Socket} socket */
function queueLength(socket) {
  return /** @type {{ writeBuffer: unknown[] }} */ (/** @type {unknown} */ (socket)).writeBuffer.length;
}
