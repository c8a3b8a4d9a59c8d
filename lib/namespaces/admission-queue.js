/**
 * The admission queue: phones wait here while the server is full or while more arrive than it can admit within a moment,
 * and they see their place. Pure: time is passed in. There are two classes, phones that were here before and new ones,
 * and each keeps its order. A waiting phone costs no more than its entry here. Its ticket keeps its place for a minute
 * after it disconnects, and before that is noticed, which may take as long on a network that was lost.
 */

const TICKET_MS = 60_000;
/** Beyond this number, the oldest tickets of phones that disconnected while they waited are dropped, before their time too. */
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
 * @param {(guest: T) => void} options.onReplaced is called when another connection has come with the ticket of one that still waits
 */
export function createAdmissionQueue({ makeTicket, onReplaced }) {
  /** Sorted by number, so that a phone that comes back with a ticket has its old place. */
  const queues = { returning: /** @type {Waiting<T>[]} */ ([]), new: /** @type {Waiting<T>[]} */ ([]) };
  /** Those in the queues, by ticket. @type {Map<string, Waiting<T>>} */
  const here = new Map();
  /** @type {Map<string, { number: number, kind: 'returning' | 'new', untilMs: number }>} oldest first */
  const tickets = new Map();
  const numbers = { returning: 0, new: 0 };

  /**
   * Finds what a ticket keeps, and takes it out. The next connection goes on with the same ticket: the answer to this one may get lost.
   * @param {string} ticket @param {'returning' | 'new'} kind @param {number} nowMs
   * @returns {{ number: number, ticket: string } | null}
   */
  function claim(ticket, kind, nowMs) {
    const older = here.get(ticket);
    if (older?.kind === kind) {
      remove(older);
      onReplaced(older.guest);
      return older;
    }
    const left = tickets.get(ticket);
    tickets.delete(ticket);
    return left?.kind === kind && left.untilMs > nowMs ? { ...left, ticket } : null;
  }

  /** @param {Waiting<T>} waiting @returns {boolean} false: it was called, or replaced */
  function remove(waiting) {
    const { ticket, kind } = waiting;
    if (here.get(ticket) !== waiting) return false;
    here.delete(ticket);
    queues[kind].splice(queues[kind].indexOf(waiting), 1);
    return true;
  }

  return {
    /** Places that are kept for phones that disconnected. */
    get kept() {
      return tickets.size;
    },
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
      const kept = claim(/** @type {string} */ (ticket), kind, nowMs);
      const number = kept?.number ?? ++numbers[kind];
      const waiting = { guest, number, kind, ticket: kept?.ticket ?? makeTicket() };
      const queue = queues[kind];
      let at = queue.length;
      while (at > 0 && /** @type {Waiting<T>} */ (queue[at - 1]).number > number) at -= 1;
      queue.splice(at, 0, waiting);
      here.set(waiting.ticket, waiting);
      return waiting;
    },
    /** Removes a phone that disconnected. Its ticket keeps its place for a minute. @param {Waiting<T>} waiting @param {number} nowMs */
    leave(waiting, nowMs) {
      if (!remove(waiting)) return;
      const { ticket: own, number, kind } = waiting;
      tickets.set(own, { number, kind, untilMs: Math.round(nowMs) + TICKET_MS });
      for (const [ticket, { untilMs }] of tickets) {
        if (untilMs > nowMs && tickets.size <= MAX_TICKETS) break;
        tickets.delete(ticket);
      }
    },
    /** Takes out the first of a class. @param {'returning' | 'new'} kind @returns {T | undefined} */
    next(kind) {
      const [first] = queues[kind];
      if (first) remove(first);
      return first?.guest;
    },
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
