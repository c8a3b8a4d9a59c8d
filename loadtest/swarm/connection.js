/**
 * Owns one connection of a swarm: upgrade, Engine.IO, CONNECT to a namespace, pings. It parses what its own life
 * depends on and hands the rest on as bytes. It has no timer: the swarm checks all connections together.
 */

/** @import { Socket } from 'node:net' */
/** @import { Seats } from './colyseus.js' */
/** @import { Handshake } from './handshake.js' */

import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { JOIN_ANSWER, ROOM, refusalOf } from './colyseus.js';
import { SwarmError, problem, socketProblem } from './errors.js';
import { Decoder, FrameError, OPCODE, encodeClose, encodeFrame } from './frames.js';
import { openFileLimit } from './limits.js';
import { ENGINE, PACKET, PONG } from './packets.js';

/**
 * All connections read into this one buffer, because its bytes are used up before the next read.
 * Node calls back in the turn in which it read (`onread` of net.connect).
 */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024);
const GOODBYE = encodeClose();

/**
 * @typedef {object} Plan what all connections of a swarm have in common
 * @property {string} url
 * @property {string} host
 * @property {number} port
 * @property {import('node:tls').ConnectionOptions | null} tls null: plain TCP
 * @property {boolean} isBare WebSocket alone: no Engine.IO, no Socket.IO
 * @property {Handshake} handshake
 * @property {Seats | null} seats must be asked for before the upgrade to a room of Colyseus; null: no seats
 * @property {string} place of the namespace in a packet, with its comma; '' for the main one
 * @property {(index: number) => Buffer} connectFrame
 * @property {string} joinedBy the event after which a connection has joined; '' for the CONNECT alone
 * @property {(index: number) => string | undefined} source
 *
 * @typedef {object} Hooks called with the connection
 * @property {(connection: Connection) => void} onJoined
 * @property {(connection: Connection, bytes: Buffer, start: number, end: number) => void} onEvent from the bracket
 *   on; a bare connection gives whole messages
 * @property {(connection: Connection, id: number, bytes: Buffer, start: number, end: number) => void} onAck
 * @property {(connection: Connection, reason: SwarmError | null) => void} onClosed null: it left by itself
 */

/** A connection goes through these steps in this order. */
export const STEP = Object.freeze({
  connecting: 0,
  seating: 1,
  upgrading: 2,
  opening: 3,
  entering: 4,
  joined: 5,
  closed: 6,
});
const STEP_NAMES = ['the TCP connection', 'the seat', 'the upgrade', 'the Engine.IO handshake', 'the join'];

export class Connection {
  /** @type {number} */
  step = STEP.connecting;
  /** This is a time of performance.now(), in ms. */
  startedAtMs;
  /** In this turn of the clock, the connection last received anything. */
  heardAtMs;
  /** The connection is dead after this time without a ping of the server; 0: the server sends none. */
  silenceMs = 0;
  /** This is its place among the joined connections; -1: it has not joined. */
  slot = -1;
  /** The server allows this many sends a second. */
  allowedHz = Infinity;
  /** This part of a send is saved up under the server's rate. */
  credit = 1;
  /** A connection that does not obey ignores the server's rate. */
  obeys = true;
  decoder;
  #plan;
  #hooks;
  /** @type {Socket} */
  #socket;
  #head = '';
  #isLeaving = false;
  #isQueued = false;
  /** @type {SwarmError | null} */
  #reason = null;
  /** This is the text of the server's goodbye. */
  #said = '';

  /** Connects at once. @param {number} index @param {Plan} plan @param {Hooks} hooks @param {number} nowMs */
  constructor(index, plan, hooks, nowMs) {
    this.index = index;
    this.#plan = plan;
    this.#hooks = hooks;
    this.startedAtMs = this.heardAtMs = nowMs;
    this.decoder = new Decoder((opcode, bytes, start, end) => this.#message(opcode, bytes, start, end));
    const source = plan.source(index);
    const options = {
      host: plan.host,
      port: plan.port,
      noDelay: true,
      ...(source === undefined ? {} : { localAddress: source }),
      onread: { buffer: CHUNK, callback: (/** @type {number} */ bytes) => this.#read(bytes) },
    };
    this.#socket = plan.tls ? connectSecurely({ ...plan.tls, ...options }) : connect(options);
    this.#socket.once(plan.tls ? 'secureConnect' : 'connect', () => this.#begin());
    this.#socket.once('error', (error) => {
      const wasOpen = this.step > STEP.connecting;
      this.#reason ??= socketProblem(error, { url: plan.url, source, wasOpen, limit: openFileLimit });
    });
    this.#socket.once('close', () => this.#closed());
  }

  /** Counts the bytes that the server has not taken yet. */
  get waiting() {
    return this.#socket.writableLength;
  }

  get bytesIn() {
    return this.#socket.bytesRead;
  }

  get bytesOut() {
    return this.#socket.bytesWritten;
  }

  /** @param {Buffer} frame not changed afterwards */
  write(frame) {
    this.#socket.write(frame);
  }

  /** Joins several writes into one until `uncork`. */
  cork() {
    this.#socket.cork();
  }

  uncork() {
    this.#socket.uncork();
  }

  /** Says goodbye. The server answers and ends the connection, so that the port is free at once. */
  leave() {
    this.#isLeaving = true;
    if (this.step > STEP.connecting && this.step < STEP.closed) this.#socket.write(GOODBYE);
    else this.#socket.destroy();
  }

  /** Ends the connection without a goodbye. @param {SwarmError | null} [reason] null: nobody's fault */
  cut(reason = null) {
    this.#isLeaving ||= reason === null;
    this.#reason ??= reason;
    // Where nobody listens any more, a reset frees the port, which would otherwise be held for a minute.
    if (reason || this.#plan.tls) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  /** Handles a place in the admission queue: the timeout restarts while it moves. @param {{ perS?: number }} told */
  queue({ perS = 0 }) {
    this.#isQueued = true;
    if (perS > 0) this.startedAtMs = performance.now();
  }

  /** Cuts the connection, because joining took too long. @param {number} ms */
  expire(ms) {
    if (this.#isQueued) return this.cut(problem('queued', { ms }));
    this.cut(problem('joining-slow', { url: this.#plan.url, step: STEP_NAMES[this.step], ms }));
  }

  #begin() {
    const { seats, handshake } = this.#plan;
    if (!seats) return this.#upgrade(handshake.request);
    this.step = STEP.seating;
    this.#socket.write(seats.request);
  }

  /** @param {Buffer} request */
  #upgrade(request) {
    this.step = STEP.upgrading;
    this.#socket.write(request);
  }

  /** @param {number} bytes in CHUNK @returns {boolean} go on reading */
  #read(bytes) {
    try {
      if (this.step === STEP.upgrading) this.#readHead(bytes);
      else if (this.step === STEP.seating) this.#readSeat(bytes);
      else this.decoder.push(CHUNK, 0, bytes);
    } catch (error) {
      this.cut(this.#blame(error));
    }
    return true;
  }

  /** @param {unknown} error @returns {SwarmError} what the server did wrong; a fault of ours is thrown on */
  #blame(error) {
    if (error instanceof SwarmError) return error;
    if (error instanceof FrameError) return problem('frame-bad', { problem: error.message });
    if (!(error instanceof SyntaxError)) throw error;
    return problem('target-strange', { url: this.#plan.url, problem: `it sent bad JSON (${error.message})` });
  }

  /** @param {number} bytes */
  #readSeat(bytes) {
    const { seats, handshake } = this.#plan;
    this.#head += CHUNK.toString('latin1', 0, bytes);
    const path = /** @type {Seats} */ (seats).read(this.#head);
    if (path === '') return;
    this.#head = '';
    this.#upgrade(handshake.requestFor(path));
  }

  /** @param {number} bytes */
  #readHead(bytes) {
    const before = this.#head.length;
    this.#head += CHUNK.toString('latin1', 0, bytes);
    const { end, problem: wrong } = this.#plan.handshake.check(this.#head);
    if (wrong) throw problem('target-strange', { url: this.#plan.url, problem: wrong });
    if (end === 0) return;
    this.#head = '';
    this.step = STEP.opening;
    if (this.#plan.seats) this.step = STEP.entering;
    else if (this.#plan.isBare) this.#join();
    this.decoder.push(CHUNK, end - before, bytes);
  }

  #join() {
    this.step = STEP.joined;
    this.#hooks.onJoined(this);
  }

  /** @param {number} opcode @param {Buffer} bytes @param {number} start @param {number} end */
  #message(opcode, bytes, start, end) {
    if (opcode === OPCODE.ping)
      return this.write(encodeFrame(Buffer.from(bytes.subarray(start, end)), { opcode: OPCODE.pong }));
    if (opcode === OPCODE.close) return this.#goodbye(bytes, start, end);
    if (opcode === OPCODE.pong) return;
    if (this.#plan.seats && this.step === STEP.entering) return this.#enter(bytes, start, end);
    if (this.#plan.isBare) return this.#hooks.onEvent(this, bytes, start, end);
    if (bytes[start] === ENGINE.message) return this.#packet(bytes, start, end);
    if (bytes[start] === ENGINE.ping) this.#ping();
    else if (bytes[start] === ENGINE.open) this.#open(bytes.toString('utf8', start + 1, end));
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #goodbye(bytes, start, end) {
    const code = end - start >= 2 ? bytes.readUInt16BE(start) : 1005;
    const why = bytes.toString('utf8', Math.min(start + 2, end), end);
    this.#said ||= ` with WebSocket code ${code}${why ? `, "${why}"` : ''}`;
    this.#socket.end(GOODBYE);
  }

  /** Joins a room of Colyseus, or fails. @param {Buffer} bytes @param {number} start @param {number} end */
  #enter(bytes, start, end) {
    if (bytes[start] === ROOM.error)
      throw problem('target-strange', { url: this.#plan.url, problem: refusalOf(bytes, start, end) });
    if (bytes[start] !== ROOM.join) return;
    this.write(JOIN_ANSWER);
    this.#join();
  }

  #ping() {
    this.heardAtMs = performance.now();
    this.write(PONG);
  }

  /** @param {string} text */
  #open(text) {
    const { pingInterval = 0, pingTimeout = 0 } = JSON.parse(text);
    this.silenceMs = Number(pingInterval) + Number(pingTimeout) || 0;
    this.step = STEP.entering;
    this.write(this.#plan.connectFrame(this.index));
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #packet(bytes, start, end) {
    const { place, joinedBy } = this.#plan;
    let at = start + 2 + place.length;
    switch (bytes[start + 1]) {
      case PACKET.event:
        this.#hooks.onEvent(this, bytes, at, end);
        // The connection has joined with the first event of the awaited name: `["welcome",…]`.
        if (
          this.step === STEP.entering &&
          bytes.toString('latin1', at + 2, at + 2 + joinedBy.length) === joinedBy
        )
          this.#join();
        return;
      case PACKET.ack: {
        let id = 0;
        for (; bytes[at] !== 0x5b && at < end; at++) id = id * 10 + /** @type {number} */ (bytes[at]) - 0x30;
        return this.#hooks.onAck(this, id, bytes, at, end);
      }
      case PACKET.connect:
        if (this.step === STEP.entering && joinedBy === '') this.#join();
        return;
      case PACKET.error:
        return this.#refused(bytes.toString('utf8', at, end));
      case PACKET.disconnect:
        this.#said ||= ', by leaving the namespace';
        this.cut(this.#reason ?? problem('closed-by-server', { problem: this.#said }));
    }
  }

  /** @param {string} text */
  #refused(text) {
    const { message = 'refused', data = {} } = JSON.parse(text);
    throw new SwarmError(data?.code ?? 'refused', String(data?.message ?? message), data?.retryAfterMs);
  }

  #closed() {
    const reason = this.#isLeaving ? null : (this.#reason ?? this.#unexplained());
    this.step = STEP.closed;
    this.#hooks.onClosed(this, reason);
  }

  #unexplained() {
    const { url } = this.#plan;
    if (this.step < STEP.opening)
      return problem('target-strange', { url, problem: 'it ended the connection instead of upgrading it' });
    const isPolite = this.#said !== '' || this.step !== STEP.joined;
    return problem(isPolite ? 'closed-by-server' : 'cut-off', { problem: this.#said });
  }
}
