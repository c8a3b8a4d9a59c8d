/** The `/players` namespace: phones are admitted or have to wait, take their seats, and are sent what their room publishes. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */
/** @import { RoomPhones } from './room-phones.js' */
/** @import { Place, Wish } from './seating.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { guardAdmission } from '../door/guard.js';
import { createFanOut } from '../wire/fan-out.js';
import { fastSocketOf, gatherWrites } from '../wire/fast-socket.js';
import { TARIFFS } from '../wire/toll.js';
import { MAX_WAITING, createAdmission } from './admission.js';
import { createExtras } from './extras.js';
import { introduceAll } from './introduction.js';
import { createKeptSeats } from './kept-seats.js';
import { createPhoneLimits } from './phone-limits.js';
import { TTL_MS, createRateTeller } from './rate-teller.js';
import { createRoomPhones } from './room-phones.js';
import { createSeating } from './seating.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** A phone tries again after this time if the server is restarting or the admission queue is full. */
const RETRY_MS = 3000;
/** The home is sent this often which players have begun to send or have fallen silent. */
const PRESENCE_MS = 1000;

/**
 * The result for an accepted phone: it is an extra connection of a phone that is here, has its place, or waits.
 * @typedef {{ room: EdgeRoom, extraOf: import('./extras.js').Owner } | { place: Place, leaveEarly: () => void } |
 *   { room: EdgeRoom, wish: Wish, ticket: unknown }} Admitted
 */

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {import('../door/keys-and-tokens.js').Keys} options.keys
 * @param {ReturnType<typeof import('./wishes.js').createWishes>} options.readWish
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {import('../log.js').Log} options.log
 * @param {number} options.maxPlayers in all rooms
 * @param {number} options.keepSeats for how many seconds the seat of a player who left is kept
 * @param {() => boolean} options.isDraining
 * @param {boolean} options.isGoverned false: rates hold until they are changed
 * @param {import('../wire/connections.js').Connections} options.connections
 * @param {import('./floods.js').Floods} options.floods
 * @param {import('./page-faults.js').PageFaults} options.faults
 * @param {number} [options.inputSlack] see createPhoneLimits
 * @param {import('../wire/slices.js').Slices} options.slices in which phones are admitted
 * @param {boolean} [options.isClustered] there are other processes with phones of the same rooms
 */
// eslint-disable-next-line max-lines-per-function -- one namespace: the way of a phone from its connection to its end
export function servePhones({
  namespace,
  bus,
  rooms,
  keys,
  readWish,
  meter,
  log,
  maxPlayers,
  keepSeats,
  isDraining,
  isGoverned,
  connections,
  floods,
  faults,
  inputSlack,
  slices,
  isClustered = false,
}) {
  /** By the id of the room. @type {Map<string, RoomPhones>} */
  const byRoom = new Map();
  const guardian = { log, onDrop: meter.drop };
  const limits = createPhoneLimits({ slack: inputSlack });
  const keptSeats = createKeptSeats({ mostMs: keepSeats * 1000 });
  const freeSeats = () => maxPlayers - connected() - seating.pending - keptSeats.count();
  const admission = createAdmission({ namespace, guardian, freeSeats, slices });
  const rateTeller = createRateTeller({
    sendThrottle: (room, sockets, throttle) =>
      byRoom.get(room.id)?.fanOut.sendSome(sockets, SERVER_EVENT.throttle, throttle),
    sessionsOf: (room) => byRoom.get(room.id)?.sessions.values() ?? [],
    ttlMs: isGoverned ? TTL_MS : 0,
  });
  const extras = createExtras({ guardian, meter, limits, floods });
  const seating = createSeating({
    bus,
    keys,
    limits,
    keptSeats,
    phonesOf: (room) => byRoom.get(room.id),
    connections,
    floods,
    services: { ...guardian, meter },
    rateTeller: isGoverned ? rateTeller : null,
    isClustered,
  });

  rooms.onOpen(open);
  bus.subscribe((...[kind]) => {
    if (kind === 'met') introduceAll({ bus, phones: byRoom.values() });
  });
  guardAdmission(namespace, { admit, enter, leave: seating.leave }, guardian);
  const timer = setInterval(sendPresence, PRESENCE_MS).unref();

  /** @param {EdgeRoom} room */
  function open(room) {
    const phones = createRoomPhones({
      ...{ room, bus, meter, slices, faults },
      fanOut: createFanOut({ namespace: namespace.name, meter }),
      onGame: () => extras.end(room),
      onGone(pid) {
        extras.end(room, pid);
        keptSeats.release(pid);
      },
      onMoved: keptSeats.release,
      onRate(sendHz, isSet) {
        for (const session of phones.sessions.values()) limits.setRate(session.limits, sendHz);
        extras.setRate(room, sendHz);
        if (isSet) rateTeller.sendAll(room);
        else rateTeller.sendChange(room);
      },
      onSpeak: isGoverned ? rateTeller.owe : () => {},
      onClose() {
        byRoom.delete(room.id);
        extras.end(room);
        rateTeller.forget(room);
      },
    });
    byRoom.set(room.id, phones);
  }

  function connected() {
    let count = 0;
    for (const { sessions } of byRoom.values()) count += sessions.size;
    return count;
  }

  function sendPresence() {
    const nowMs = performance.now();
    for (const phones of byRoom.values()) {
      const changes = phones.speakers.changes(nowMs);
      if (changes) bus.send('presence', { room: phones.room.id, ...changes });
    }
  }

  /**
   * @param {Socket} socket
   * @returns {Promise<Admitted>}
   * @throws {ShowError} `draining`, `room-unknown`, `server-full`, `room-locked`, `code-…`, `kicked`, `extra-refused`
   */
  async function admit(socket) {
    const auth = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    if (isDraining()) throw retryable(new ShowError('draining'));
    const room = rooms.get(auth['room'] || undefined);
    const wish = readWish(socket.handshake, room.id);
    const { pid } = wish;
    const here = pid === null ? undefined : byRoom.get(room.id)?.sessions.get(pid);
    if (!here || auth['extra'] === true) claimRole(socket);
    if (auth['extra'] === true) return { room, extraOf: extras.admit(room, here) };
    const kind = kindOf(wish);
    // A player who is here, or has just left, has a seat, and this connection takes it over: no queue is for them.
    const hasSeat = here !== undefined || keptSeats.has(pid);
    const mayPass = hasSeat ? await admission.turnOf(kind).then(() => true) : await admission.mayPass(kind);
    if (isDraining()) throw retryable(new ShowError('draining'));
    // It has left meanwhile: it is sent nothing of this, and Socket.IO forgets it.
    if (socket.conn.readyState !== 'open') throw new ShowError('queued');
    if (mayPass) return joinAtOnce(socket, room, wish);
    if (admission.waiting >= MAX_WAITING) throw serverFull();
    await bus.ask('knock', { room: room.id, ...wish });
    return { room, wish: { ...wish, isExpected: true }, ticket: auth['ticket'] };
  }

  /** Before anything is waited for, or more than there are connections for would be on their way in. @param {Socket} socket */
  function claimRole({ conn }) {
    if (connections.isShort) throw serverFull();
    connections.permit(conn, TARIFFS.waiting);
  }

  function serverFull() {
    return retryable(new ShowError('server-full', { limit: admission.waiting }));
  }

  /** @param {Socket} socket @param {EdgeRoom} room @param {Wish} wish @returns {Promise<Admitted>} */
  async function joinAtOnce(socket, room, wish) {
    const place = await seating.join(room, wish);
    const leaveEarly = () => seating.giveUp(place);
    const stream = fastSocketOf(socket)?.stream;
    if (stream) gatherWrites(stream);
    // The phone may leave before Socket.IO calls it connected, and then nothing else would notice.
    if (socket.conn.readyState === 'open') socket.conn.once('close', leaveEarly);
    else leaveEarly();
    return { place, leaveEarly };
  }

  /** @param {Socket} socket @param {Admitted} admitted */
  function enter(socket, admitted) {
    // The upgrade request takes some 10 KB for each of thousands of phones, and nothing needs it any more.
    /** @type {{ request: unknown }} */ (/** @type {unknown} */ (socket.conn)).request = null;
    if ('extraOf' in admitted) return extras.enter(socket, admitted.room, admitted.extraOf);
    if ('place' in admitted) {
      socket.conn.off('close', admitted.leaveEarly);
      return seating.take(socket, admitted.place);
    }
    const { room, wish, ticket } = admitted;
    admission.hold(socket, kindOf(wish), ticket, () => joinLater(socket, room, wish));
  }

  /**
   * Admits a phone that waited. If the room was locked meanwhile, or the player removed, the phone is disconnected: it
   * reconnects automatically, and is then refused with the reason.
   * @param {Socket} socket @param {EdgeRoom} room @param {Wish} wish
   */
  async function joinLater(socket, room, wish) {
    try {
      const place = await seating.join(room, wish);
      if (socket.connected) seating.take(socket, place);
      else seating.giveUp(place);
    } catch (error) {
      if (!(error instanceof ShowError)) log.error(room.id, 'A phone that waited could not join.', error);
      socket.disconnect(true);
    }
  }

  return {
    get connected() {
      return connected();
    },
    get waiting() {
      return admission.waiting;
    },
    get kept() {
      return keptSeats.count();
    },
    get isFull() {
      return freeSeats() <= 0;
    },
    /** Counts what may send in a room at its rate: the phones here and their extra connections. @param {EdgeRoom} room */
    count: (room) => (byRoom.get(room.id)?.sessions.size ?? 0) + extras.count(room),
    /** Tells the phones that have come or sent something lately their rate. Called four times a second. */
    tellRates() {
      for (const { room } of byRoom.values()) rateTeller.sendNext(room);
    },
    stop() {
      clearInterval(timer);
      admission.stop();
    },
    /** Tells all phones to reconnect. @param {number} inMs they spread their attempts over this time */
    drain(inMs) {
      namespace.local.emit(SERVER_EVENT.draining, { inMs });
    },
  };
}

/** @typedef {ReturnType<typeof servePhones>} Phones */

/** @param {Wish} wish @returns {import('./admission.js').Kind} */
function kindOf({ pid }) {
  return pid === null ? 'new' : 'returning';
}

/** @param {ShowError} error */
function retryable(error) {
  return Object.assign(error, { retryAfterMs: RETRY_MS });
}
