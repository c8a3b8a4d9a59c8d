/**
 * The line before the door: who comes faster than the server may let in, or when it is full, waits for his
 * turn and sees his place. Pure: time is passed in. Two lanes: who was here before gets most of the door.
 * Waiting costs nothing but its entry here; a place outlives its connection by a minute, by its ticket.
 */

import { createBucket } from '../door/bucket.js';

/** Of ten who are let in, so many were here before, as long as there are any. */
const BACK_SHARE = 0.7;
/** What may come in at one moment: half a second's worth. */
const BURST_S = 0.5;
const TICKET_MS = 60_000;
/** Tickets of those who went away while they waited. */
const MAX_TICKETS = 20_000;

/**
 * @template T
 * @typedef {object} Waiting
 * @property {T} guest
 * @property {number} number
 * @property {'back' | 'new'} lane
 * @property {string} ticket
 */

/**
 * @template T what waits
 * @param {object} options
 * @param {() => boolean} options.isFull
 * @param {() => string} options.makeTicket not to be guessed
 * @param {number} options.perS let in a second; see `setRate`
 * @param {number} options.nowMs
 */
export function createAdmissionQueue({ isFull, makeTicket, perS, nowMs: startMs }) {
  const door = createBucket(perS, burstOf(perS), startMs);
  /** By number, so that who comes back with a ticket stands where he stood. */
  const lanes = { back: /** @type {Waiting<T>[]} */ ([]), new: /** @type {Waiting<T>[]} */ ([]) };
  /** @type {Map<string, { number: number, lane: 'back' | 'new', untilMs: number }>} oldest first */
  const tickets = new Map();
  const numbers = { back: 0, new: 0 };
  let turns = 0;

  const isEmpty = () => lanes.back.length + lanes.new.length === 0;

  /** @returns {Waiting<T> | undefined} */
  function shift() {
    turns += 1;
    const share = Math.floor(turns * BACK_SHARE) > Math.floor((turns - 1) * BACK_SHARE);
    const first = share ? lanes.back : lanes.new;
    return first.length > 0 ? first.shift() : (share ? lanes.new : lanes.back).shift();
  }

  /** @param {unknown} ticket @param {'back' | 'new'} lane @param {number} nowMs @returns {number} */
  function numberFor(ticket, lane, nowMs) {
    const kept = tickets.get(/** @type {string} */ (ticket));
    tickets.delete(/** @type {string} */ (ticket));
    return kept && kept.lane === lane && kept.untilMs > nowMs ? kept.number : ++numbers[lane];
  }

  return {
    get waiting() {
      return lanes.back.length + lanes.new.length;
    },
    /** @param {number} rate let in a second @param {number} nowMs */
    setRate(rate, nowMs) {
      door.waitMs(nowMs);
      door.setRate(rate, burstOf(rate));
    },
    /** Straight in: nobody waits, and the door has room. @param {number} nowMs */
    mayPass: (nowMs) => isEmpty() && !isFull() && door.tryConsume(nowMs),
    /**
     * @param {T} guest @param {'back' | 'new'} lane @param {unknown} ticket of an earlier wait
     * @param {number} nowMs @returns {Waiting<T>}
     */
    wait(guest, lane, ticket, nowMs) {
      const number = numberFor(ticket, lane, nowMs);
      const waiting = { guest, number, lane, ticket: makeTicket() };
      const line = lanes[lane];
      let at = line.length;
      while (at > 0 && /** @type {Waiting<T>} */ (line[at - 1]).number > number) at -= 1;
      line.splice(at, 0, waiting);
      return waiting;
    },
    /** Went away; the ticket keeps the place for a minute. @param {Waiting<T>} waiting @param {number} nowMs */
    leave(waiting, nowMs) {
      const line = lanes[waiting.lane];
      const at = line.indexOf(waiting);
      if (at < 0) return;
      line.splice(at, 1);
      tickets.set(waiting.ticket, { number: waiting.number, lane: waiting.lane, untilMs: nowMs + TICKET_MS });
      const [oldest] = tickets.keys();
      if (tickets.size > MAX_TICKETS && oldest !== undefined) tickets.delete(oldest);
    },
    /** Those whose turn it is. @param {number} nowMs @param {number} most @param {(guest: T) => void} enter */
    admit(nowMs, most, enter) {
      for (let count = 0; count < most && !isEmpty() && !isFull() && door.tryConsume(nowMs); count++) {
        const next = shift();
        if (next) enter(next.guest);
      }
    },
    /**
     * The numbers at the head of each lane: `number - head + 1` is a place, at most, for those who went away
     * in between still count.
     */
    heads: () => ({
      back: lanes.back[0]?.number ?? numbers.back + 1,
      new: lanes.new[0]?.number ?? numbers.new + 1,
    }),
  };
}

/** @param {number} perS */
function burstOf(perS) {
  return Math.max(1, perS * BURST_S);
}
