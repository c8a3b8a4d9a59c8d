/**
 * The admission queue: phones wait here while the server is full or while they arrive faster than it may admit them, and
 * they see their place. Pure: time is passed in. There are two classes: phones that were here before get most of the
 * admissions. A waiting phone costs no more than its entry here. Its ticket keeps its place for a minute after it
 * disconnects.
 */

import { createBucket } from '../door/bucket.js';

/** This share of the admissions goes to phones that were here before, as long as any of them wait. */
const BACK_SHARE = 0.7;
/** The admissions of this much time may be used at once. */
const BURST_S = 0.5;
const TICKET_MS = 60_000;
/** Beyond this number, the oldest tickets of phones that disconnected while they waited are dropped. */
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
 * @template T the thing that waits
 * @param {object} options
 * @param {() => boolean} options.isFull
 * @param {() => string} options.makeTicket makes a ticket that nobody can guess
 * @param {number} options.perS admissions per second; see `setRate`
 * @param {number} options.nowMs
 */
export function createAdmissionQueue({ isFull, makeTicket, perS, nowMs: startMs }) {
  const door = createBucket(perS, burstOf(perS), startMs);
  /** Sorted by number, so that a phone that comes back with a ticket has its old place. */
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
    /** @param {number} rate admissions per second @param {number} nowMs */
    setRate(rate, nowMs) {
      door.waitMs(nowMs);
      door.setRate(rate, burstOf(rate));
    },
    /** Admits a phone at once if nobody waits, there is a free place and the rate allows it. @param {number} nowMs */
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
    /** Removes a phone that disconnected. Its ticket keeps its place for a minute. @param {Waiting<T>} waiting @param {number} nowMs */
    leave(waiting, nowMs) {
      const line = lanes[waiting.lane];
      const at = line.indexOf(waiting);
      if (at < 0) return;
      line.splice(at, 1);
      tickets.set(waiting.ticket, { number: waiting.number, lane: waiting.lane, untilMs: nowMs + TICKET_MS });
      const [oldest] = tickets.keys();
      if (tickets.size > MAX_TICKETS && oldest !== undefined) tickets.delete(oldest);
    },
    /** Calls `enter` for the phones whose turn it is, at most `most` of them. @param {number} nowMs @param {number} most @param {(guest: T) => void} enter */
    admit(nowMs, most, enter) {
      for (let count = 0; count < most && !isEmpty() && !isFull() && door.tryConsume(nowMs); count++) {
        const next = shift();
        if (next) enter(next.guest);
      }
    },
    /**
     * Returns the number at the head of each class. A phone's place is at most `number - head + 1`: phones that left in
     * between still count.
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
