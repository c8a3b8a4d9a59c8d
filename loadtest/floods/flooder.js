/**
 * Owns one connection of a flooder, over raw TCP: its handshakes, its writes, and when it began and ended. It obeys nothing
 * and parses nothing but the answers that its handshakes wait for, so that it costs the generator little.
 */

import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** All connections read into this one buffer, because what they read is looked at before the next read, or never. */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024);
/** An answer that a handshake waits for comes within so many characters. */
const KEPT_CHARACTERS = 16_384;
/** A handshake that takes longer is given up. */
const PATIENCE_MS = 15_000;

/**
 * @typedef {object} Step of a handshake
 * @property {Buffer | ((answer: string) => Buffer)} send `answer`: to the step before
 * @property {readonly string[]} until one of these words stands in what comes; none: the next step follows at once
 *
 * @typedef {object} Target
 * @property {string} host
 * @property {number} port
 * @property {string} [localAddress] to come from
 *
 * @typedef {object} Hooks called with the flooder
 * @property {(flooder: Flooder) => void} onReady its handshakes are done
 * @property {(flooder: Flooder) => void} onEnded no matter who ended it
 * @property {((flooder: Flooder, bytes: Buffer) => void) | null} onAnswer gets what comes after the handshakes; the
 *   bytes are good until it returns. null: nobody looks at it
 */

export class Flooder {
  /** These are times of performance.now(), in ms. */
  openedAtMs = performance.now();
  /** Infinity: its handshakes are not done. */
  readyAtMs = Infinity;
  /** Infinity: it is open. */
  endedAtMs = Infinity;
  /** Whether it left by itself. */
  isOurs = false;
  /** Bytes given to TCP since it was ready, and bytes that came in all. */
  written = 0;
  received = 0;
  /** The last handshake was answered with this. */
  answer = '';
  #hooks;
  #steps;
  #step = 0;
  #said = '';

  /** Connects at once. @param {Target} target @param {readonly Step[]} steps @param {Hooks} hooks */
  constructor(target, steps, hooks) {
    this.#steps = steps;
    this.#hooks = hooks;
    const onread = { buffer: CHUNK, callback: (/** @type {number} */ bytes) => this.#read(bytes) };
    this.socket = connect({ ...target, noDelay: true, onread });
    this.socket.once('connect', () => this.#advance());
    // The end tells all that there is to know of an error.
    this.socket.on('error', () => {});
    this.socket.once('close', () => {
      this.endedAtMs = performance.now();
      hooks.onEnded(this);
    });
  }

  get isReady() {
    return this.readyAtMs < Infinity && this.endedAtMs === Infinity;
  }

  /** The system has not taken what was written last, because the server does not read it. */
  get isBlocked() {
    return this.socket.writableLength > 0;
  }

  get localPort() {
    return this.socket.localPort ?? 0;
  }

  /** @param {Buffer} bytes @returns {boolean} false: it is blocked, and nothing was written */
  write(bytes) {
    if (this.isBlocked || !this.isReady) return false;
    this.socket.write(bytes);
    this.written += bytes.length;
    return true;
  }

  /** Reads nothing from now on. */
  deafen() {
    this.socket.pause();
  }

  /** Ends it. @param {'reset' | 'goodbye'} [how] a reset frees its port at once */
  drop(how = 'reset') {
    this.isOurs = true;
    if (how === 'reset') this.socket.resetAndDestroy();
    else this.socket.end();
  }

  /** Gives up a handshake that takes too long. @param {number} nowMs */
  expire(nowMs) {
    if (this.readyAtMs === Infinity && nowMs - this.openedAtMs > PATIENCE_MS) this.socket.resetAndDestroy();
  }

  #advance() {
    this.answer = this.#said;
    this.#said = '';
    const step = this.#steps[this.#step++];
    if (step) {
      this.socket.write(typeof step.send === 'function' ? step.send(this.answer) : step.send);
      if (step.until.length === 0) this.#advance();
      return;
    }
    this.readyAtMs = performance.now();
    this.#hooks.onReady(this);
  }

  /** @param {number} bytes in CHUNK @returns {boolean} go on reading */
  #read(bytes) {
    this.received += bytes;
    if (this.readyAtMs === Infinity) this.#wait(bytes);
    else this.#hooks.onAnswer?.(this, CHUNK.subarray(0, bytes));
    return true;
  }

  /** @param {number} bytes */
  #wait(bytes) {
    const { until = [] } = this.#steps[this.#step - 1] ?? {};
    this.#said = (this.#said + CHUNK.toString('latin1', 0, bytes)).slice(-KEPT_CHARACTERS);
    if (until.some((word) => this.#said.includes(word))) this.#advance();
  }
}
