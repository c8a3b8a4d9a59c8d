/**
 * The admission queue: phones wait here while the server is full or while more arrive than it can admit within a moment,
 * and they see their place. Pure: time is passed in. There are two classes, phones that were here before and new ones,
 * and each keeps its order. A waiting phone costs no more than its entry here. Its ticket keeps its place for a minute
 * after it disconnects.
 */

const TICKET_MS = 60_000;
/** Beyond this number, the oldest tickets of phones that disconnected while they waited are dropped. */
const MAX_TICKETS = 20_000;

/**
 * @template T
 * @typedef {object} Waiting
 * @property {T} guest
 * @property {number} number
 * @property {'returning' | 'new'} kind
 * @property {string} ticket
 */

/**
 * @template T the thing that waits
 * @param {object} options
 * @param {() => string} options.makeTicket makes a ticket that nobody can guess
 */
export function createAdmissionQueue({ makeTicket }) {
  /** Sorted by number, so that a phone that comes back with a ticket has its old place. */
  const queues = { returning: /** @type {Waiting<T>[]} */ ([]), new: /** @type {Waiting<T>[]} */ ([]) };
  /** @type {Map<string, { number: number, kind: 'returning' | 'new', untilMs: number }>} oldest first */
  const tickets = new Map();
  const numbers = { returning: 0, new: 0 };

  /** @param {unknown} ticket @param {'returning' | 'new'} kind @param {number} nowMs @returns {number} */
  function numberFor(ticket, kind, nowMs) {
    const held = tickets.get(/** @type {string} */ (ticket));
    tickets.delete(/** @type {string} */ (ticket));
    return held && held.kind === kind && held.untilMs > nowMs ? held.number : ++numbers[kind];
  }

  return {
    get waiting() {
      return queues.returning.length + queues.new.length;
    },
    /** @param {'returning' | 'new'} kind */
    waitingOf: (kind) => queues[kind].length,
    /**
     * @param {T} guest @param {'returning' | 'new'} kind @param {unknown} ticket of an earlier wait
     * @param {number} nowMs @returns {Waiting<T>}
     */
    wait(guest, kind, ticket, nowMs) {
      const number = numberFor(ticket, kind, nowMs);
      const waiting = { guest, number, kind, ticket: makeTicket() };
      const queue = queues[kind];
      let at = queue.length;
      while (at > 0 && /** @type {Waiting<T>} */ (queue[at - 1]).number > number) at -= 1;
      queue.splice(at, 0, waiting);
      return waiting;
    },
    /** Removes a phone that disconnected. Its ticket keeps its place for a minute. @param {Waiting<T>} waiting @param {number} nowMs */
    leave(waiting, nowMs) {
      const queue = queues[waiting.kind];
      const at = queue.indexOf(waiting);
      if (at < 0) return;
      queue.splice(at, 1);
      tickets.set(waiting.ticket, { number: waiting.number, kind: waiting.kind, untilMs: nowMs + TICKET_MS });
      const [oldest] = tickets.keys();
      if (tickets.size > MAX_TICKETS && oldest !== undefined) tickets.delete(oldest);
    },
    /** Takes out the first of a class. @param {'returning' | 'new'} kind @returns {T | undefined} */
    next: (kind) => queues[kind].shift()?.guest,
    /**
     * Returns the number at the head of each class. A phone's place is at most `number - head + 1`: phones that left in
     * between still count.
     */
    heads: () => ({
      returning: queues.returning[0]?.number ?? numbers.returning + 1,
      new: queues.new[0]?.number ?? numbers.new + 1,
    }),
  };
}
