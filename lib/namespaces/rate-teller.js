/**
 * Tells phones how fast they may send. What falls is said to all at once; everything else in turn, each
 * phone every 2.5 s, so that whoever hears nothing for 5 s knows that the server has other worries.
 */

/** @import { Socket } from 'socket.io' */
/** @import { PhoneThrottle } from '../contract/wire.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */

/** RELIABILITY 4: silence for so long means 1/s. */
export const TTL_MS = 5000;
/** In so many calls of `turn`, four a second, everybody was told. */
const LAP = 10;
/** So many at once, some 1 ms; the next ones in the next turn of the loop. */
const SLICE = 500;

/**
 * @param {object} options
 * @param {(room: EdgeRoom, sockets: Socket[], throttle: PhoneThrottle) => void} options.tellThrottle to these of a room
 * @param {(room: EdgeRoom) => Iterable<Socket>} options.socketsOf
 * @param {(room: EdgeRoom) => number} options.countOf phones
 * @param {number} options.ttlMs 0: what was said holds, and is not repeated
 */
export function createRateTeller({ tellThrottle, socketsOf, countOf, ttlMs }) {
  /** @type {Map<EdgeRoom, Iterator<Socket>>} */
  const laps = new Map();
  /** @type {Map<EdgeRoom, Socket[]>} */
  const newcomers = new Map();

  /** @param {EdgeRoom} room @param {Iterable<Socket>} sockets who does not read hears nothing, which says it as well */
  function tell(room, sockets) {
    const readers = [...sockets].filter(({ conn }) => conn.transport.writable);
    if (readers.length > 0) tellThrottle(room, readers, { sendHz: shorten(room.throttle.sendHz), ttlMs });
  }

  /** @param {EdgeRoom} room @param {Iterator<Socket>} rest */
  function tellRest(room, rest) {
    const slice = take(rest, SLICE);
    tell(room, slice);
    if (slice.length === SLICE) setImmediate(tellRest, room, rest);
  }

  return {
    /** Now, in slices. @param {EdgeRoom} room */
    all(room) {
      laps.delete(room);
      tellRest(room, socketsOf(room)[Symbol.iterator]());
    },
    /** He has come, and sends slowly until he is told. @param {EdgeRoom} room @param {Socket} socket */
    greet(room, socket) {
      const waiting = newcomers.get(room);
      if (waiting) waiting.push(socket);
      else newcomers.set(room, [socket]);
    },
    /** A part of everybody, and those who came. @param {EdgeRoom} room */
    turn(room) {
      const fresh = newcomers.get(room);
      newcomers.delete(room);
      if (fresh) tell(room, fresh);
      if (ttlMs === 0) return;
      let lap = laps.get(room);
      if (!lap) laps.set(room, (lap = socketsOf(room)[Symbol.iterator]()));
      const share = Math.ceil(countOf(room) / LAP);
      const part = take(lap, share);
      tell(room, part);
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
