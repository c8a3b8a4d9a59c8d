/**
 * The inbox of one phone: takes its inputs by the event and by the binary message, with the same limit, the same
 * checks and the same drops. Nothing is allocated for an input that is accepted, and no error for one that nobody is
 * told of: 2,000 phones at 20 Hz are 40,000 inputs a second.
 */

/** @import { Edge } from '../stage/edge.js' */
/** @import { Guardian } from '../door/guard.js' */
/** @import { Session } from './session.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { createProblems } from '../door/guard.js';
import { HEADER_BYTES, MAX_INPUTS } from '../../public/shared/codec.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** Reasons that are no fault of the input; any other reason is what is wrong with it. */
const TOO_FAST = 'rate-exceeded';
const OLD = 'input-old';

/**
 * @typedef {Guardian & { meter: import('../wire/meter.js').Meter, floods: import('./floods.js').Floods }} InboxServices
 *   shared by all inboxes
 */

/** Takes the inputs of one phone, whichever way they come. One per connected phone. */
export class Inbox {
  /** @param {Session} session @param {Edge} edge @param {InboxServices} services */
  constructor(session, edge, services) {
    this.session = session;
    this.edge = edge;
    this.services = services;
    /** @type {import('../door/guard.js').Problems | null} made by the first refusal */
    this.problems = null;
  }

  /** The event, where it is acknowledged or came by polling. @param {unknown} payload @returns {ShowError | null} */
  answer(payload) {
    const why = this.#acceptAll(payload);
    return why === '' ? null : this.#errorOf(why);
  }

  /** The event, taken off early. @param {unknown} payload */
  acceptEvent(payload) {
    try {
      const why = this.#acceptAll(payload);
      if (why !== '') this.#refuse(why);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * The binary message; see public/shared/codec.js.
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

  /** One input or a list of them: those before a bad one count. @param {unknown} payload @returns {string} '' or why not */
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
    if (bytes[start + 1] !== (session.room.scene.epoch & 255)) return this.#mayCome(nowMs) ? OLD : TOO_FAST;
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
    if (!session.limits.inputs.tryConsume(nowMs)) {
      this.services.floods.refused(session, nowMs);
      return false;
    }
    session.heardAtMs = nowMs;
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
    // The phone encoded it for the game before, and could not know better.
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
