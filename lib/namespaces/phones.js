/** The `/players` namespace: phones are let in and seated, take each other's place, and leave. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Welcome } from '../contract/wire.js' */
/** @import { RoomPhones } from './room-phones.js' */
/** @import { Edge } from '../stage/edge.js' */
/** @import { Session } from './phone-rules.js' */
/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { TTL_MS, createRateTeller } from './rate-teller.js';
import { createFanOut } from '../wire/fan-out.js';
import { createRoomPhones } from './room-phones.js';
import { Inbox } from './inbox.js';
import { ShowError } from '../errors.js';
import { createExtras } from './extras.js';
import { createFloods } from './floods.js';
import { guard, guardAdmission, onLeave, onceUpgraded } from '../door/guard.js';
import { fastSocketOf } from '../wire/fast-socket.js';
import { createBucket } from '../door/bucket.js';
import { PHONE_RULES } from './phone-rules.js';
import { publicPlayer } from '../room/players.js';
import { MAX_WAITING, createAdmission } from './admission.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** RELIABILITY 2.2: a phone may exceed its rate a little, for the jitter of radio, and save up 2 s. */
const INPUT_SLACK = 1.25;
const INPUT_BURST_S = 2;
/** A restarting server, or a line that is too long: when to try again. */
const RETRY_MS = 3000;
/** Let in per second until the governor says otherwise. */
const JOINS_PER_S = 500;
/** A phone that has just come sends so much until it is told, a quarter of a second later. */
const FIRST_HZ = 1;

/**
 * @typedef {{ room: Room, extraOf: Player } | { room: Room, admitPlayer: () => Player, mustWait: boolean,
 *   lane: 'back' | 'new', ticket: unknown }} Admitted
 */

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('../room/rooms.js').Rooms} options.rooms
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {import('../log.js').Log} options.log
 * @param {number} options.maxPlayers in all rooms
 * @param {() => boolean} options.isDraining
 * @param {boolean} options.isGoverned false: rates hold until they are changed
 * @param {Pick<import('../wire/connections.js').Connections, 'pauseReads' | 'latencyOf'>} options.connections
 * @param {(mark: unknown) => boolean} options.isRehearsal this connection is one of our own virtual phones
 * @param {number} [options.inputSlack]
 * @param {number} [options.joinsPerS]
 */
export function servePhones({
  namespace,
  rooms,
  keys,
  meter,
  log,
  maxPlayers,
  isDraining,
  isRehearsal,
  isGoverned,
  connections,
  inputSlack = INPUT_SLACK,
  joinsPerS = JOINS_PER_S,
}) {
  /** @type {Map<Player, Session>} */
  const sessions = new Map();
  /** @type {Map<Room, RoomPhones>} */
  const crowds = new Map();
  /** @type {WeakMap<Player, import('../door/bucket.js').Bucket>} a new connection does not refill it */
  const buckets = new WeakMap();
  const guardian = { log, onDrop: meter.drop };
  const extras = createExtras({ guardian, meter });
  const isFull = () => rooms.connected() >= maxPlayers;
  const line = createAdmission({
    namespace,
    guardian,
    isFull,
    joinsPerS,
  });
  const announcer = createRateTeller({
    tellThrottle: (room, sockets, throttle) =>
      crowds.get(room)?.audience.sendSome(sockets, SERVER_EVENT.throttle, throttle),
    socketsOf,
    ttlMs: isGoverned ? TTL_MS : 0,
  });
  const floods = createFloods({
    log,
    mute(player, ms) {
      const session = sessions.get(player);
      if (session) connections.pauseReads([session.socket.conn], ms);
    },
  });

  const services = { ...guardian, meter, floods };

  rooms.onOpen((room) => crowds.set(room, attach(room)));
  guardAdmission(namespace, { admit, enter }, guardian);

  /** @param {Room} room @returns {RoomPhones} */
  function attach(room) {
    return createRoomPhones({
      room,
      sessions,
      audience: createFanOut({ namespace: namespace.name, meter }),
      meter,
      onGame: extras.end,
      onRate(sendHz) {
        for (const { inputs } of sessionsOf(room)) setRate(inputs, sendHz);
        announcer.all(room);
      },
      onClose: close,
    });
  }

  /** @param {Room} room @returns {Iterable<Session>} of its phones */
  function* sessionsOf(room) {
    for (const player of room.players.connected) {
      const session = sessions.get(player);
      if (session) yield session;
    }
  }

  /** @param {Room} room @returns {Iterable<Socket>} */
  function* socketsOf(room) {
    for (const { socket } of sessionsOf(room)) yield socket;
  }

  /** @param {Room} room */
  function close(room) {
    crowds.delete(room);
    extras.end(room);
    announcer.forget(room);
  }

  /**
   * @param {Socket} socket
   * @returns {Admitted}
   * @throws {ShowError} `draining`, `room-unknown`, `server-full`, `room-locked`, `kicked`, `extra-refused`
   */
  function admit(socket) {
    const {
      room: roomId,
      token,
      name,
      team,
      extra,
      rehearsal: mark,
      ticket,
    } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    if (isDraining()) throw retryable(new ShowError('draining'));
    const room = rooms.get(roomId || undefined);
    const pid = keys.readPlayerToken(token, room.id);
    if (extra === true) return { room, extraOf: extras.admit(room, pid) };
    const isVirtual = isRehearsal(mark);
    const known = room.players.check({ pid, locked: room.locked, isVirtual });
    // The newer connection of somebody who is in takes his place, and waits for none.
    const mustWait = !known?.connected && !line.mayPass();
    if (mustWait && line.waiting >= MAX_WAITING) {
      throw retryable(new ShowError('server-full', { limit: MAX_WAITING }));
    }
    const admitPlayer = () => room.players.admit({ pid, name, team, locked: room.locked, isVirtual });
    return { room, admitPlayer, mustWait, lane: pid === null ? 'new' : 'back', ticket };
  }

  /** @param {Socket} socket @param {Admitted} admitted */
  function enter(socket, admitted) {
    // The upgrade request is some 10 KB for each of thousands of phones, and nobody asks for it again.
    /** @type {{ request: unknown }} */ (/** @type {unknown} */ (socket.conn)).request = null;
    const { room } = admitted;
    if ('extraOf' in admitted) return extras.enter(socket, room, admitted.extraOf);
    const { admitPlayer, mustWait, lane, ticket } = admitted;
    if (!mustWait) return seat(socket, room, admitPlayer());
    line.hold(socket, lane, ticket, () => {
      try {
        seat(socket, room, admitPlayer());
      } catch (error) {
        if (!(error instanceof ShowError)) log.error(room.id, 'A phone that waited could not join.', error);
        // Locked or removed while he waited: he comes back by himself, and is told at the door.
        socket.disconnect(true);
      }
    });
  }

  /** @param {Socket} socket @param {Room} room @param {Player} player */
  function seat(socket, room, player) {
    const crowd = crowds.get(room);
    if (!crowd) return void socket.disconnect(true);
    // As with the request.
    /** @type {{ handshake: unknown }} */ (/** @type {unknown} */ (socket)).handshake = null;
    replace(sessions.get(player));
    room.arrive(player);
    /** @type {Session} */
    const session = {
      room,
      player,
      socket,
      inputs: bucketOf(room, player),
      latency: connections.latencyOf(socket.conn),
      seat: crowd.edge.sit(player),
      lane: null,
    };
    sessions.set(player, session);
    meter.count('joins');
    onLeave(socket, () => leave(session, crowd), guardian);
    listen(session, crowd.edge);
    crowd.audience.add(socket);
    socket.emit(SERVER_EVENT.welcome, welcome(session));
    if (isGoverned) announcer.greet(room, socket);
    const notice = room.notice();
    if (notice) socket.emit(SERVER_EVENT.notice, notice);
    const personal = room.personal(player);
    if (personal) socket.emit(SERVER_EVENT.personal, personal);
  }

  /** @param {Room} room @param {Player} player */
  function bucketOf({ throttle: { sendHz }, now }, player) {
    const kept = buckets.get(player);
    const bucket = kept ?? createBucket(sendHz * inputSlack, burstOf(sendHz), now());
    if (kept) setRate(kept, sendHz);
    else buckets.set(player, bucket);
    return bucket;
  }

  /** @param {import('../door/bucket.js').Bucket} bucket of inputs @param {number} sendHz */
  function setRate(bucket, sendHz) {
    bucket.setRate(sendHz * inputSlack, burstOf(sendHz));
  }

  /** A newer connection of the same player wins. @param {Session | undefined} older */
  function replace(older) {
    if (!older) return;
    sessions.delete(older.player);
    crowds.get(older.room)?.edge.leave(older.seat);
    older.socket.emit(SERVER_EVENT.replaced, {});
    older.socket.disconnect(true);
  }

  /** @param {Session} session @param {RoomPhones} crowd */
  function leave(session, { edge, audience }) {
    const wire = fastSocketOf(session.socket);
    if (wire) wire.inbox = null;
    audience.delete(session.socket);
    edge.leave(session.seat);
    if (sessions.get(session.player) !== session) return;
    sessions.delete(session.player);
    session.room.depart(session.player);
  }

  /** @param {Session} session @returns {Welcome} */
  function welcome({ room, player }) {
    const token = keys.playerToken(room.id, player.pid);
    const scene = room.scene();
    return {
      player: { ...publicPlayer(player), token },
      room: { id: room.id, title: room.title },
      scene,
      sendHz: isGoverned ? Math.min(FIRST_HZ, room.throttle.sendHz) : room.throttle.sendHz,
      epoch: scene.epoch,
    };
  }

  /** From a connection that began with polling too. @param {Inbox} lane @param {Socket} socket */
  function takeBy(lane, socket) {
    const wire = fastSocketOf(socket);
    if (wire) wire.inbox = lane;
    else onceUpgraded(socket, () => takeBy(lane, socket));
  }

  /** @param {Session} session @param {Edge} edge */
  function listen(session, edge) {
    session.lane = new Inbox(session, edge, services);
    takeBy(session.lane, session.socket);
    guard(session.socket, PHONE_RULES, guardian, undefined, session);
  }

  return {
    get connected() {
      return sessions.size;
    },
    get waiting() {
      return line.waiting;
    },
    get isFull() {
      return isFull();
    },
    /**
     * Four times a second: who came lately, and a part of all, hear their rate; the door opens as wide.
     * @param {number} joinsPerS
     */
    look(joinsPerS) {
      line.setRate(joinsPerS);
      for (const room of crowds.keys()) announcer.turn(room);
    },
    /**
     * Every other phone is not read for a while; the others the next time.
     * @param {0 | 1} half @param {number} ms
     */
    restHalf(half, ms) {
      let index = 0;
      const resting = [];
      for (const { socket } of sessions.values()) if (index++ % 2 === half) resting.push(socket.conn);
      connections.pauseReads(resting, ms);
    },
    stop: line.stop,
    /** Tell all phones to come back. @param {number} inMs spread over this time */
    drain(inMs) {
      namespace.emit(SERVER_EVENT.draining, { inMs });
    },
  };
}

/** @param {number} sendHz */
function burstOf(sendHz) {
  return sendHz === 0 ? 0 : Math.max(2, sendHz * INPUT_BURST_S);
}

/** @param {ShowError} error */
function retryable(error) {
  return Object.assign(error, { retryAfterMs: RETRY_MS });
}
