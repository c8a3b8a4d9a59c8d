/**
 * The inbox takes the inputs of one phone, from the event and from the binary message, with the same limit, checks and
 * drops. It allocates nothing for an accepted input, and no error for a refused one that is not reported: 2,000 phones at
 * 20 Hz send 40,000 inputs a second.
 */

/** @import { Edge } from '../stage/edge.js' */
/** @import { Guardian } from '../door/guard.js' */
/** @import { Session } from './session.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { createProblems } from '../door/guard.js';
import { HEADER_BYTES, MAX_INPUTS } from '../../public/shared/codec.js';
import { turnOf } from './speakers.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** Inputs that are refused for these reasons are not at fault. Any other reason says what is wrong with the input. */
const TOO_FAST = 'rate-exceeded';
const OLD = 'input-old';

/**
 * @typedef {Guardian & { meter: import('../wire/meter.js').Meter }} InboxServices shared by all inboxes
 */

/** Takes the inputs of one phone, however they arrive. Each connected phone has one inbox. */
export class Inbox {
  /** @param {Session} session @param {Edge} edge @param {InboxServices} services */
  constructor(session, edge, services) {
    this.session = session;
    this.edge = edge;
    this.services = services;
    /** @type {import('../door/guard.js').Problems | null} created by the first refusal */
    this.problems = null;
  }

  /** Takes the event if it asks for an acknowledgement or came by polling. @param {unknown} payload @returns {ShowError | null} */
  answer(payload) {
    const why = this.#acceptAll(payload);
    return why === '' ? null : this.#errorOf(why);
  }

  /** Takes the event before Socket.IO dispatches it. @param {unknown} payload */
  acceptEvent(payload) {
    try {
      const why = this.#acceptAll(payload);
      if (why !== '') this.#refuse(why);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Takes the binary message; see public/shared/codec.js.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  acceptBytes(bytes, start, end) {
    try {
      const why = this.#readAll(bytes, start, end);
      if (why !== '') this.#refuse(why);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes one input or a list of them; the inputs before a bad one count. @param {unknown} payload @returns {string} '', or the reason for the refusal */
  #acceptAll(payload) {
    const nowMs = performance.now();
    if (!Array.isArray(payload)) return this.#mayCome(nowMs) ? this.#accept(payload, nowMs) : TOO_FAST;
    if (payload.length === 0 || payload.length > MAX_INPUTS) return `a list has 1 to ${MAX_INPUTS} inputs`;
    for (const input of payload) {
      if (!this.#mayCome(nowMs)) return TOO_FAST;
      const why = this.#accept(input, nowMs);
      if (why !== '') return why;
    }
    return '';
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {string} */
  #readAll(bytes, start, end) {
    const { edge, session } = this;
    const nowMs = performance.now();
    if (bytes[start + 1] !== session.room.mark) return this.#mayCome(nowMs) ? OLD : TOO_FAST;
    let at = start + HEADER_BYTES;
    for (let count = 0; count === 0 || at < end; count++) {
      if (!this.#mayCome(nowMs)) return TOO_FAST;
      if (count === MAX_INPUTS) return `a message has at most ${MAX_INPUTS} inputs`;
      const why = edge.inputBytes(session.seat, bytes, at, end, nowMs);
      if (why !== '') return why;
      this.services.meter.counts.inputs += 1;
      at = edge.readTo;
    }
    return '';
  }

  /** @param {number} nowMs */
  #mayCome(nowMs) {
    const { session } = this;
    if (!session.limits.inputs.tryConsume(nowMs)) return false;
    const turn = turnOf(nowMs);
    if (turn !== session.turn) session.phones.speakers.note(session, turn);
    return true;
  }

  /** @param {unknown} input @param {number} nowMs @returns {string} */
  #accept(input, nowMs) {
    const why = this.edge.input(this.session.seat, input, nowMs);
    if (why === '') this.services.meter.counts.inputs += 1;
    return why;
  }

  /** @param {string} why */
  #refuse(why) {
    this.services.onDrop?.(why === TOO_FAST || why === OLD ? why : 'input-bad');
    // The phone encoded it for the previous game, or before the levels were cleared, and could not know of that.
    if (why === OLD) return;
    this.problems ??= createProblems();
    if (this.problems.maySend()) this.problems.send(this.session.socket, this.#errorOf(why));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.services.log.error(null, `The event "${CLIENT_EVENT.input}" failed.`, error);
    this.services.onDrop?.('internal');
  }

  /** @param {string} why @returns {ShowError} */
  #errorOf(why) {
    if (why === TOO_FAST)
      return new ShowError(TOO_FAST, { event: CLIENT_EVENT.input, perS: this.session.room.throttle.sendHz });
    return why === OLD ? new ShowError(OLD) : new ShowError('input-bad', { problem: why });
  }
}
