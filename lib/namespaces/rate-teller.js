/**
 * Sends phones how fast they may send. A phone is sent it when it has sent something since the last time: at once when the
 * rate has changed, otherwise every 2.5 s. A phone that sends, and gets nothing for 5 s, therefore knows that the
 * server is overloaded; one that does not send needs no rate, and costs nothing, however much the rate changes while
 * a hall fills.
 */

/** @import { Socket } from 'socket.io' */
/** @import { PhoneThrottle } from '../contract/wire.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { Session } from './session.js' */

/** A phone that is sent no rate for this long slows down to 1/s. */
export const TTL_MS = 5000;
/** A phone that goes on sending has its turn in every tenth call of `sendNext`, of which there are four a second. */
const LAP = 10;
/** The `toldTurn` of a phone that has just come. */
export const NEVER = -LAP;
/** Some have their turn a few calls earlier, so that those who began together are not together for ever. */
const SPREAD = 4;
/** This many phones are served in one turn of the event loop, which takes some 1 ms. */
const SLICE = 500;

/**
 * @param {object} options
 * @param {(room: EdgeRoom, sockets: Socket[], throttle: PhoneThrottle) => void} options.sendThrottle sends to these phones of a room
 * @param {(room: EdgeRoom) => Iterable<Session>} options.sessionsOf
 * @param {number} options.ttlMs 0: a rate holds until it changes, and is not repeated
 */
export function createRateTeller({ sendThrottle, sessionsOf, ttlMs }) {
  /** @type {Map<EdgeRoom, Debts>} */
  const rooms = new Map();

  /** @param {EdgeRoom} room @returns {Debts} */
  function debtsOf(room) {
    let debts = rooms.get(room);
    if (!debts) rooms.set(room, (debts = new Debts()));
    return debts;
  }

  /**
   * Those that do not read now are sent it as soon as they do. Silence slows down the ones among them that send; one that does not
   * send may only have been written to in this turn, and would never be sent a pause.
   * @param {EdgeRoom} room @param {Session[]} sessions
   */
  function send(room, sessions) {
    const debts = debtsOf(room);
    const readers = [];
    for (const session of sessions) {
      if (session.socket.conn.transport.writable) {
        session.toldTurn = debts.turn;
        session.isOwed = false;
        readers.push(session.socket);
      } else if (session.socket.connected && !session.isOwed) debts.retry(session);
    }
    if (readers.length > 0) sendThrottle(room, readers, { sendHz: shorten(room.throttle.sendHz), ttlMs });
  }

  /** @param {EdgeRoom} room @param {Iterator<Session>} rest */
  function tellRest(room, rest) {
    const slice = take(rest, SLICE);
    send(room, slice);
    if (slice.length === SLICE) setImmediate(tellRest, room, rest);
  }

  return {
    /** Tells all phones now, in slices: for what the operator sets. @param {EdgeRoom} room */
    sendAll: (room) => tellRest(room, sessionsOf(room)[Symbol.iterator]()),
    /** Tells the phones that send now, in slices, and any other one as soon as it sends. @param {EdgeRoom} room */
    sendChange(room) {
      if (ttlMs === 0) return this.sendAll(room);
      tellRest(room, debtsOf(room).takeAll().values());
    },
    /** Notes a phone that has come, or has sent something: it is owed its rate. @param {Session} session */
    owe(session) {
      if (!session.isOwed) debtsOf(session.room).add(session);
    },
    /** Tells the phones that are owed it by now. @param {EdgeRoom} room */
    sendNext(room) {
      send(room, debtsOf(room).next());
    },
    /** @param {EdgeRoom} room */
    forget: (room) => void rooms.delete(room),
  };
}

/** The phones of one room that are owed their rate, by the call of `sendNext` that serves them. */
class Debts {
  turn = 0;
  /** @type {Session[][]} */
  #due = Array.from({ length: LAP + 1 }, () => []);

  /** In this turn the rate last changed. */
  #changedTurn = -1;

  /** @param {Session} session */
  add(session) {
    session.isOwed = true;
    const { toldTurn, number } = session;
    const wanted = toldTurn <= this.#changedTurn ? 0 : toldTurn + LAP - (number % SPREAD);
    this.#due[Math.max(this.turn + 1, wanted) % this.#due.length]?.push(session);
  }

  /** Has a phone served in the next turn. @param {Session} session */
  retry(session) {
    session.isOwed = true;
    this.#due[(this.turn + 1) % this.#due.length]?.push(session);
  }

  /** @returns {Session[]} those that are due in the next turn, which begins */
  next() {
    this.turn += 1;
    return this.#takeAt(this.turn % this.#due.length);
  }

  /** @returns {Session[]} all of them, because the rate has changed */
  takeAll() {
    this.#changedTurn = this.turn;
    return this.#due.flatMap((_due, at) => this.#takeAt(at));
  }

  /** @param {number} at */
  #takeAt(at) {
    const due = /** @type {Session[]} */ (this.#due[at]);
    this.#due[at] = [];
    // Some have been sent it meanwhile, with all.
    const owed = due.filter(({ isOwed }) => isOwed);
    for (const session of owed) session.isOwed = false;
    return owed;
  }
}

/** @template T @param {Iterator<T>} from @param {number} count @returns {T[]} */
function take(from, count) {
  const taken = [];
  while (taken.length < count) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** @param {number} hz */
function shorten(hz) {
  return Math.round(hz * 100) / 100;
}
