/**
 * Owns one connection of a swarm: upgrade, Engine.IO, CONNECT to a namespace, pings. It parses what its own life
 * depends on and hands the rest on as bytes. It has no timer: the swarm checks all connections together.
 */

/** @import { Socket } from 'node:net' */
/** @import { Plan } from './plan.js' */

import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { JOIN_ANSWER, ROOM, refusalOf, takeSeat } from './colyseus.js';
import { SwarmError, problem, socketProblem } from './errors.js';
import { Decoder, FrameError, GOODBYE, OPCODE, encodeFrame } from './frames.js';
import { ENGINE, PACKET, PONG, digitsAt, nameOf } from './packets.js';

/**
 * All connections read into this one buffer, because its bytes are used up before the next read.
 * Node calls back in the turn in which it read (`onread` of net.connect).
 */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * @typedef {object} Hooks called with the connection
 * @property {number} received counts the text and binary messages of all connections
 * @property {(connection: Connection) => void} onJoined
 * @property {(connection: Connection, bytes: Buffer, start: number, end: number) => void} onEvent from the bracket
 *   on; a bare connection gives whole messages
 * @property {(connection: Connection, id: number, bytes: Buffer, start: number, end: number) => void} onAck
 * @property {(connection: Connection, reason: SwarmError | null) => void} onClosed null: it left by itself
 */

/**
 * How a connection leaves: with a close frame, by the end of its stream (FIN), or by a reset (RST).
 * @typedef {'goodbye' | 'end' | 'reset'} Leave
 */
/** @typedef {{ token: string, who: string }} Identity a token, and the player as the server told of them, as JSON */

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
  /** One of STEP. @type {number} */
  step = STEP.connecting;
  /** This is a time of performance.now(), in ms. */
  startedAtMs;
  /** In this turn of the clock, the connection last received anything. */
  heardAtMs;
  /** The connection is dead after this time without a ping of the server; 0: the server sends none. */
  silenceMs = 0;
  /** The server allows this many sends a second. */
  allowedHz = Infinity;
  /** The mark that its inputs as bytes must bear by what the server told last (public/shared/codec.js); -1: none yet. */
  mark = -1;
  /** The number that it sent last, for loads that send each phone's own; NaN: none. */
  held = NaN;
  /** This part of a send is saved up under the server's rate. */
  credit = 1;
  /** A connection that does not obey ignores the server's rate. */
  obeys = true;
  /** The player that it is, for the one that comes back; null: somebody new. @type {Identity | null} */
  identity = null;
  /** It came back with a token, and was welcomed as somebody else or on another team. */
  isChanged = false;
  /** It had to wait in line. */
  isQueued = false;
  /** @type {Socket} */
  socket;
  #plan;
  #hooks;
  #decoder;
  #head = '';
  #isLeaving = false;
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
    this.#decoder = new Decoder((opcode, bytes, start, end) => this.#message(opcode, bytes, start, end));
    const source = plan.sourceOf(index);
    const options = {
      host: plan.host,
      port: plan.port,
      noDelay: true,
      ...(source === undefined ? {} : { localAddress: source }),
      onread: { buffer: CHUNK, callback: (/** @type {number} */ bytes) => this.#read(bytes) },
    };
    this.socket = plan.tls ? connectSecurely({ ...plan.tls, ...options }) : connect(options);
    this.socket.once(plan.tls ? 'secureConnect' : 'connect', () => this.#begin());
    this.socket.once('error', (error) => {
      const wasOpen = this.step > STEP.connecting;
      this.#reason ??= socketProblem(error, { url: plan.url, source, wasOpen });
    });
    this.socket.once('close', () => this.#closed());
  }

  /**
   * Leaves. After a goodbye the server answers and ends the connection, so that the port is free at once.
   * @param {Leave} [how]
   */
  leave(how = 'goodbye') {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    if (this.step === STEP.connecting || this.step === STEP.closed) this.socket.destroy();
    else if (how === 'goodbye') this.socket.write(GOODBYE);
    else if (how === 'end') this.socket.end();
    else this.socket.resetAndDestroy();
    // The server reads nothing that comes after the goodbye, so nothing may count as sent.
    if (this.step === STEP.joined) this.step = STEP.closed;
  }

  /** Ends the connection without a goodbye. @param {SwarmError | null} [reason] null: nobody's fault */
  cut(reason = null) {
    this.#isLeaving ||= reason === null;
    this.#reason ??= reason;
    // Where nobody listens any more, a reset frees the port, which would otherwise be held for a minute.
    if (reason || this.#plan.tls) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  /** Handles a place in the admission queue: the timeout restarts while it moves. @param {{ perS?: number }} told */
  queue({ perS = 0 }) {
    this.isQueued = true;
    if (perS > 0) this.startedAtMs = performance.now();
  }

  /** Cuts the connection, because joining took too long. @param {number} ms */
  expire(ms) {
    if (this.isQueued) return this.cut(problem('queued', { ms }));
    this.cut(problem('joining-slow', { url: this.#plan.url, step: STEP_NAMES[this.step], ms }));
  }

  #begin() {
    const { matchmaker } = this.#plan;
    if (!matchmaker) return this.#upgrade();
    this.step = STEP.seating;
    takeSeat(matchmaker).then(
      (path) => this.#upgrade(path),
      (error) => this.cut(this.#blame(error)),
    );
  }

  /** @param {string} [path] other than that of the target */
  #upgrade(path) {
    if (this.step === STEP.closed) return;
    this.step = STEP.upgrading;
    this.socket.write(this.#plan.handshake.requestFor(path));
  }

  /** @param {number} bytes in CHUNK @returns {boolean} go on reading */
  #read(bytes) {
    try {
      if (this.step === STEP.upgrading) this.#readHead(bytes);
      else this.#decoder.push(CHUNK, 0, bytes);
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
    return this.#strange(`it sent bad JSON (${error.message})`);
  }

  /** @param {number} bytes */
  #readHead(bytes) {
    const before = this.#head.length;
    this.#head += CHUNK.toString('latin1', 0, bytes);
    const end = this.#plan.handshake.check(this.#head);
    if (end === 0) return;
    this.#head = '';
    this.step = STEP.opening;
    if (this.#plan.matchmaker) this.step = STEP.entering;
    else if (this.#plan.isBare) this.#join();
    this.#decoder.push(CHUNK, end - before, bytes);
  }

  #join() {
    this.step = STEP.joined;
    this.#hooks.onJoined(this);
  }

  /** @param {number} opcode @param {Buffer} bytes @param {number} start @param {number} end */
  #message(opcode, bytes, start, end) {
    if (opcode === OPCODE.ping)
      return this.socket.write(encodeFrame(Buffer.from(bytes.subarray(start, end)), { opcode: OPCODE.pong }));
    if (opcode === OPCODE.close) return this.#goodbye(bytes, start, end);
    if (opcode === OPCODE.pong) return;
    this.#hooks.received += 1;
    if (this.#plan.matchmaker && this.step === STEP.entering) return this.#enter(bytes, start, end);
    if (this.#plan.isBare) return this.#hooks.onEvent(this, bytes, start, end);
    if (bytes[start] === ENGINE.message) return this.#packet(bytes, start, end);
    if (bytes[start] === ENGINE.ping) {
      this.heardAtMs = performance.now();
      this.socket.write(PONG);
    } else if (bytes[start] === ENGINE.open) this.#open(bytes.toString('utf8', start + 1, end));
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #goodbye(bytes, start, end) {
    const code = end - start >= 2 ? bytes.readUInt16BE(start) : 1005;
    const why = bytes.toString('utf8', Math.min(start + 2, end), end);
    this.#said ||= ` with WebSocket code ${code}${why ? `, "${why}"` : ''}`;
    this.socket.end(GOODBYE);
  }

  /** Joins a room of Colyseus, or fails. @param {Buffer} bytes @param {number} start @param {number} end */
  #enter(bytes, start, end) {
    if (bytes[start] === ROOM.error) throw this.#strange(refusalOf(bytes, start, end));
    if (bytes[start] !== ROOM.join) return;
    this.socket.write(JOIN_ANSWER);
    this.#join();
  }

  /** @param {string} what was not expected of the server */
  #strange(what) {
    return problem('target-strange', { url: this.#plan.url, problem: what });
  }

  /** @param {string} text */
  #open(text) {
    const { pingInterval = 0, pingTimeout = 0 } = JSON.parse(text);
    this.silenceMs = Number(pingInterval) + Number(pingTimeout) || 0;
    this.step = STEP.entering;
    const { connectFrame, returnFrame } = this.#plan;
    this.socket.write(this.identity === null ? connectFrame : returnFrame(this.identity.token));
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #packet(bytes, start, end) {
    const { place, joinedBy } = this.#plan;
    const at = start + 2 + place.length;
    switch (bytes[start + 1]) {
      case PACKET.event:
        this.#hooks.onEvent(this, bytes, at, end);
        if (this.step === STEP.entering && nameOf(bytes, at, end) === joinedBy) this.#join();
        return;
      case PACKET.ack: {
        const bracket = bytes.indexOf(0x5b, at);
        return this.#hooks.onAck(this, digitsAt(bytes, at, bracket), bytes, bracket, end);
      }
      case PACKET.connect:
        if (this.step === STEP.entering && joinedBy === '') this.#join();
        return;
      case PACKET.error:
        throw refused(JSON.parse(bytes.toString('utf8', at, end)));
      case PACKET.disconnect:
        this.#said ||= ', by leaving the namespace';
        this.cut(this.#reason ?? problem('closed-by-server', { problem: this.#said }));
    }
  }

  #closed() {
    const reason = this.#isLeaving ? null : (this.#reason ?? this.#unexplained());
    this.step = STEP.closed;
    this.#hooks.onClosed(this, reason);
  }

  #unexplained() {
    if (this.step < STEP.opening) return this.#strange('it ended the connection instead of upgrading it');
    const isPolite = this.#said !== '' || this.step !== STEP.joined;
    return problem(isPolite ? 'closed-by-server' : 'cut-off', { problem: this.#said });
  }
}

/** @param {{ message?: string, data?: { code?: string, message?: string, retryAfterMs?: number } }} said */
function refused({ message = 'refused', data = {} }) {
  return new SwarmError(data.code ?? 'refused', data.message ?? message, data.retryAfterMs);
}
