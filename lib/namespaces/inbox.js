/**
 * The crowd lane of one phone: takes its inputs by the event and by the binary message, with the same limit, the same
 * checks and the same drops. Nothing is allocated for an input that is taken, and no error for one that nobody hears
 * of: 2,000 phones at 20 Hz are 40,000 of them a second.
 */

/** @import { Socket } from 'socket.io' */
/** @import { Edge, Seat } from '../stage/edge.js' */
/** @import { Guardian } from '../door/guard.js' */
/** @import { Bucket } from '../door/bucket.js' */
/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { ShowError } from '../errors.js';
import { createProblems } from '../door/guard.js';
import { HEADER_BYTES, MAX_INPUTS } from '../../public/shared/codec.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** Reasons that are no fault of the input; any other reason is what is wrong with it. */
const TOO_FAST = 'rate-exceeded';
const OLD = 'input-old';

/**
 * @typedef {object} LaneOptions
 * @property {Socket} socket
 * @property {Room} room
 * @property {Player} player
 * @property {Seat} seat
 * @property {Bucket} inputs
 *
 * @typedef {Guardian & { meter: import('../wire/meter.js').Meter, floods: import('./floods.js').Floods }} LaneServices shared by all lanes
 */

/** What takes the inputs of one phone, whichever way they come. One per connected phone. */
export class Inbox {
  /** @param {LaneOptions} phone @param {Edge} edge @param {LaneServices} services */
  constructor(phone, edge, services) {
    this.socket = phone.socket;
    this.room = phone.room;
    this.player = phone.player;
    this.seat = phone.seat;
    this.inputs = phone.inputs;
    this.edge = edge;
    this.services = services;
    /** @type {import('../door/guard.js').Problems | null} made by the first refusal */
    this.problems = null;
  }

  /** The event, where it is acknowledged or came by polling. @param {unknown} payload @returns {ShowError | null} */
  answer(payload) {
    const why = this.#takeAll(payload);
    return why === '' ? null : this.#errorOf(why);
  }

  /** The event, taken off early. @param {unknown} payload */
  acceptEvent(payload) {
    try {
      const why = this.#takeAll(payload);
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
  #takeAll(payload) {
    const nowMs = this.room.now();
    if (!Array.isArray(payload)) return this.#mayCome(nowMs) ? this.#take(payload, nowMs) : TOO_FAST;
    if (payload.length === 0 || payload.length > MAX_INPUTS) return `a list has 1 to ${MAX_INPUTS} inputs`;
    for (const input of payload) {
      if (!this.#mayCome(nowMs)) return TOO_FAST;
      const why = this.#take(input, nowMs);
      if (why !== '') return why;
    }
    return '';
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {string} */
  #readAll(bytes, start, end) {
    const { edge, room, seat } = this;
    const nowMs = room.now();
    if (bytes[start + 1] !== (room.epoch & 255)) return this.#mayCome(nowMs) ? OLD : TOO_FAST;
    let at = start + HEADER_BYTES;
    for (let count = 0; count === 0 || at < end; count++) {
      if (!this.#mayCome(nowMs)) return TOO_FAST;
      if (count === MAX_INPUTS) return `a message has at most ${MAX_INPUTS} inputs`;
      const why = edge.packed(seat, bytes, at, end, nowMs);
      if (why !== '') return why;
      this.services.meter.counts.inputs += 1;
      at = edge.readTo;
    }
    return '';
  }

  /** @param {number} nowMs */
  #mayCome(nowMs) {
    if (!this.inputs.tryConsume(nowMs)) {
      this.services.floods.refused(this.room, this.player, nowMs);
      return false;
    }
    this.player.heardAtMs = nowMs;
    return true;
  }

  /** @param {unknown} input @param {number} nowMs @returns {string} */
  #take(input, nowMs) {
    const why = this.edge.input(this.seat, input, nowMs);
    if (why === '') this.services.meter.counts.inputs += 1;
    return why;
  }

  /** @param {string} why */
  #refuse(why) {
    this.services.onDrop?.(why === TOO_FAST || why === OLD ? why : 'input-bad');
    // Whoever packed for the game before could not know better.
    if (why === OLD) return;
    this.problems ??= createProblems();
    if (this.problems.maySend()) this.problems.send(this.socket, this.#errorOf(why));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.services.log.error(null, `The event "${CLIENT_EVENT.input}" failed.`, error);
    this.services.onDrop?.('internal');
  }

  /** @param {string} why @returns {ShowError} */
  #errorOf(why) {
    if (why === TOO_FAST)
      return new ShowError(TOO_FAST, { event: CLIENT_EVENT.input, perS: this.room.throttle.sendHz });
    return why === OLD ? new ShowError(OLD) : new ShowError('input-bad', { problem: why });
  }
}
