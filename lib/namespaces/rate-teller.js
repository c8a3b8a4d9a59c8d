/**
 * Tells phones how fast they may send. All phones are told at once when the rate falls; otherwise they are told in turn,
 * each every 2.5 s. A phone that is told nothing for 5 s therefore knows that the server is overloaded.
 */

/** @import { Socket } from 'socket.io' */
/** @import { PhoneThrottle } from '../contract/wire.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */

/** A phone that is told no rate for this long slows down to 1/s. */
export const TTL_MS = 5000;
/** Every phone is told within this many calls of `sendNext`, of which there are four a second. */
const LAP = 10;
/** This many phones are told in one turn of the event loop, which takes some 1 ms. */
const SLICE = 500;

/**
 * @param {object} options
 * @param {(room: EdgeRoom, sockets: Socket[], throttle: PhoneThrottle) => void} options.sendThrottle sends to these phones of a room
 * @param {(room: EdgeRoom) => Iterable<Socket>} options.socketsOf
 * @param {(room: EdgeRoom) => number} options.countOf phones
 * @param {number} options.ttlMs 0: a rate holds until it changes, and is not repeated
 */
export function createRateTeller({ sendThrottle, socketsOf, countOf, ttlMs }) {
  /** @type {Map<EdgeRoom, Iterator<Socket>>} */
  const laps = new Map();
  /** @type {Map<EdgeRoom, Socket[]>} */
  const newcomers = new Map();

  /** @param {EdgeRoom} room @param {Iterable<Socket>} sockets those that do not read are skipped: silence slows them down as well */
  function sendTo(room, sockets) {
    const readers = [...sockets].filter(({ conn }) => conn.transport.writable);
    if (readers.length > 0) sendThrottle(room, readers, { sendHz: shorten(room.throttle.sendHz), ttlMs });
  }

  /** @param {EdgeRoom} room @param {Iterator<Socket>} rest */
  function sendRest(room, rest) {
    const slice = take(rest, SLICE);
    sendTo(room, slice);
    if (slice.length === SLICE) setImmediate(sendRest, room, rest);
  }

  return {
    /** Tells all phones now, in slices. @param {EdgeRoom} room */
    sendAll(room) {
      laps.delete(room);
      sendRest(room, socketsOf(room)[Symbol.iterator]());
    },
    /** Notes a phone that has just come: it sends slowly until it is told its rate. @param {EdgeRoom} room @param {Socket} socket */
    greet(room, socket) {
      const waiting = newcomers.get(room);
      if (waiting) waiting.push(socket);
      else newcomers.set(room, [socket]);
    },
    /** Tells the phones that have just come, and a part of all phones. @param {EdgeRoom} room */
    sendNext(room) {
      const fresh = newcomers.get(room);
      newcomers.delete(room);
      if (fresh) sendTo(room, fresh);
      if (ttlMs === 0) return;
      let lap = laps.get(room);
      if (!lap) laps.set(room, (lap = socketsOf(room)[Symbol.iterator]()));
      const share = Math.ceil(countOf(room) / LAP);
      const part = take(lap, share);
      sendTo(room, part);
      if (part.length < share || share === 0) laps.delete(room);
    },
    /** @param {EdgeRoom} room */
    forget(room) {
      laps.delete(room);
      newcomers.delete(room);
    },
  };
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
