/** The `/players` namespace: phones join, send inputs, and hear of scene, notices and rates. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Notice, Throttle, Welcome } from './types.js' */
/** @import { Audience } from './audience.js' */
/** @import { Edge, Seat } from './edge.js' */
/** @import { Player } from './players.js' */
/** @import { Room } from './room.js' */

import { performance } from 'node:perf_hooks';
import { createAudience } from './audience.js';
import { CrowdLane } from './crowd-lane.js';
import { createEdge } from './edge.js';
import { ShowError } from './errors.js';
import { createExtras } from './extras.js';
import { guard, guardDoor, is, onLeave, onceUpgraded } from './guard.js';
import { hotSocketOf } from './hot-socket.js';
import { createBucket } from './limit.js';
import { publicPlayer } from './players.js';
import { ASK, TELL } from '../public/shared/wire.js';

/** RELIABILITY 2.2: a phone may exceed its rate a little, for the jitter of radio, and save up 2 s. */
const INPUT_SLACK = 1.25;
const INPUT_BURST_S = 2;
/** Who was never here costs memory and a row for good, so a flood of them is slowed; who comes back is not. */
const NEWCOMERS = Object.freeze({ perS: 500, burst: 2000 });
/** A full, a crowded or a restarting server: when to try again. */
const RETRY_MS = 3000;

/**
 * @typedef {object} Session one connected phone
 * @property {Room} room
 * @property {Player} player
 * @property {Seat} seat
 * @property {Socket} socket
 * @property {import('./limit.js').Bucket} inputs
 * @property {CrowdLane | null} lane
 */

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('./rooms.js').Rooms} options.rooms
 * @param {import('./keys.js').Keys} options.keys
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./log.js').Log} options.log
 * @param {number} options.maxPlayers in all rooms
 * @param {() => boolean} options.isDraining
 * @param {number} [options.inputSlack]
 * @param {{ perS: number, burst: number }} [options.newcomers]
 */
export function servePhones({
  namespace,
  rooms,
  keys,
  meter,
  log,
  maxPlayers,
  isDraining,
  inputSlack = INPUT_SLACK,
  newcomers: { perS, burst } = NEWCOMERS,
}) {
  /** @type {Map<Player, Session>} */
  const sessions = new Map();
  /** @type {Map<Room, Edge>} */
  const edges = new Map();
  /** @type {Map<Room, Audience>} */
  const audiences = new Map();
  /** @type {WeakMap<Player, import('./limit.js').Bucket>} a new connection does not refill it */
  const buckets = new WeakMap();
  const newcomers = createBucket(perS, burst, performance.now());
  const guardian = { log, onDrop: meter.drop };
  const services = { ...guardian, meter };
  const extras = createExtras({ guardian, meter });

  rooms.onOpen((room) => edges.set(room, attach(room)));
  guardDoor(namespace, { admit, enter }, guardian);

  /** @param {Room} room @returns {Edge} */
  function attach(room) {
    const edge = createEdge();
    const audience = createAudience({ namespace: namespace.name, meter });
    audiences.set(room, audience);
    edge.setGame(room.game);
    room.bus.addEdge(edge.drain);
    room.bus.subscribe((topic, message) => {
      if (topic === 'scene') tellScene(room, edge, message);
      else if (topic === 'notice') tellNotice(room, message);
      else if (topic === 'throttle') tellThrottle(room, message);
      else if (topic === 'player') tellPlayer(room, message);
      else if (topic === 'kicked') tellKicked(sessionOf(room, message.id));
      else if (topic === 'closed') close(room);
    });
    return edge;
  }

  /** @param {Room} room @param {string} id */
  function sessionOf(room, id) {
    return sessions.get(room.players.get(id));
  }

  /** @param {Room} room @param {Edge} edge @param {{ scene: unknown, game: import('./types.js').Game | null }} message */
  function tellScene(room, edge, { scene, game }) {
    if (game) {
      edge.setGame(game);
      extras.end(room);
    }
    audiences.get(room)?.tell(TELL.scene, scene);
  }

  /** @param {Room} room @param {Notice} notice */
  function tellNotice(room, notice) {
    audiences.get(room)?.tell(TELL.notice, notice);
    meter.count('notices', room.players.connected.size);
  }

  /** @param {Room} room @param {import('./types.js').PublicPlayer} player */
  function tellPlayer(room, player) {
    const session = sessionOf(room, player.id);
    if (session) audiences.get(room)?.tellOne(session.socket, TELL.player, player);
  }

  /** @param {Room} room @param {Throttle} throttle */
  function tellThrottle(room, { sendHz }) {
    for (const player of room.players.connected) {
      sessions.get(player)?.inputs.setRate(sendHz * inputSlack, burstOf(sendHz));
    }
    audiences.get(room)?.tell(TELL.throttle, { sendHz, ttlMs: 0 });
  }

  /** @param {Session | undefined} session */
  function tellKicked(session) {
    session?.socket.emit(TELL.kicked, { message: new ShowError('kicked').message });
    session?.socket.disconnect(true);
  }

  /** @param {Room} room */
  function close(room) {
    edges.delete(room);
    extras.end(room);
    audiences.get(room)?.end();
    audiences.delete(room);
  }

  /**
   * @param {Socket} socket
   * @returns {{ room: Room, player: Player, isExtra: boolean }}
   * @throws {ShowError} `draining`, `room-unknown`, `server-full`, `join-busy`, `room-locked`, `kicked`, `extra-refused`
   */
  function admit(socket) {
    const {
      room: roomId,
      token,
      name,
      team,
      extra,
    } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    if (isDraining()) throw retryable(new ShowError('draining'));
    const room = rooms.get(roomId || undefined);
    const pid = keys.readPlayerToken(token, room.id);
    if (extra === true) return { room, player: extras.admit(room, pid), isExtra: true };
    if (rooms.connected() >= maxPlayers) throw retryable(new ShowError('server-full', { limit: maxPlayers }));
    if (pid === null && !newcomers.take(performance.now())) throw retryable(new ShowError('join-busy'));
    return { room, player: room.players.admit({ pid, name, team, locked: room.locked }), isExtra: false };
  }

  /** @param {Socket} socket @param {{ room: Room, player: Player, isExtra: boolean }} admitted */
  function enter(socket, { room, player, isExtra }) {
    if (isExtra) return extras.enter(socket, room, player);
    const edge = edges.get(room);
    if (!edge) return void socket.disconnect(true);
    replace(sessions.get(player));
    room.arrive(player);
    /** @type {Session} */
    const session = {
      room,
      player,
      socket,
      inputs: bucketOf(room, player),
      seat: edge.sit(player),
      lane: null,
    };
    sessions.set(player, session);
    meter.count('joins');
    // The upgrade request and its copy are some 10 KB for each of thousands of phones, and nobody asks for them again.
    /** @type {{ request: unknown }} */ (/** @type {unknown} */ (socket.conn)).request = null;
    /** @type {{ handshake: unknown }} */ (/** @type {unknown} */ (socket)).handshake = null;
    onLeave(socket, () => leave(session, edge), guardian);
    listen(session, edge);
    audiences.get(room)?.add(socket);
    socket.emit(TELL.welcome, welcome(session));
    const notice = room.notice();
    if (notice) socket.emit(TELL.notice, notice);
  }

  /** @param {Room} room @param {Player} player */
  function bucketOf({ throttle: { sendHz }, now }, player) {
    const kept = buckets.get(player);
    kept?.setRate(sendHz * inputSlack, burstOf(sendHz));
    const bucket = kept ?? createBucket(sendHz * inputSlack, burstOf(sendHz), now());
    buckets.set(player, bucket);
    return bucket;
  }

  /** A newer connection of the same player wins. @param {Session | undefined} older */
  function replace(older) {
    if (!older) return;
    sessions.delete(older.player);
    edges.get(older.room)?.leave(older.seat);
    older.socket.emit(TELL.replaced, {});
    older.socket.disconnect(true);
  }

  /** @param {Session} session @param {Edge} edge */
  function leave(session, edge) {
    const wire = hotSocketOf(session.socket);
    if (wire) wire.taker = null;
    audiences.get(session.room)?.delete(session.socket);
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
      sendHz: room.throttle.sendHz,
      epoch: scene.epoch,
    };
  }

  /** From a connection that began with polling too. @param {CrowdLane} lane @param {Socket} socket */
  function takeBy(lane, socket) {
    const wire = hotSocketOf(socket);
    if (wire) wire.taker = lane;
    else onceUpgraded(socket, () => takeBy(lane, socket));
  }

  /** @param {Session} session @param {Edge} edge */
  function listen(session, edge) {
    session.lane = new CrowdLane(session, edge, services);
    takeBy(session.lane, session.socket);
    guard(session.socket, RULES, guardian, undefined, session);
  }

  return {
    get connected() {
      return sessions.size;
    },
    /** Tell all phones to come back. @param {number} inMs spread over this time */
    drain(inMs) {
      namespace.emit(TELL.draining, { inMs });
    },
  };
}

/** What a phone may say. One table for all of them: each `run` is given the phone's session. */
const RULES = Object.freeze({
  [ASK.input]: {
    isHot: true,
    perS: Infinity,
    burst: Infinity,
    args: [],
    run: (/** @type {Session} */ { lane }, /** @type {unknown} */ payload) => lane?.answer(payload) ?? null,
  },
  [ASK.rename]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(8192)],
    run: async (/** @type {Session} */ session, /** @type {string} */ name) => {
      const { room, player } = heard(session);
      await room.rename(player, name);
      return { name: player.name };
    },
  },
  [ASK.team]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(40)],
    run: async (/** @type {Session} */ session, /** @type {string} */ team) => {
      const { room, player } = heard(session);
      await room.move(player, team);
      return { team };
    },
  },
  [ASK.ping]: {
    perS: 2,
    burst: 10,
    args: [],
    run: (/** @type {Session} */ { room }) => ({ nowMs: Math.round(room.now()) }),
  },
  [ASK.away]: {
    perS: 1,
    burst: 10,
    args: [is.boolean],
    run: (/** @type {Session} */ session, /** @type {boolean} */ hidden) => {
      heard(session).player.hidden = hidden;
    },
  },
});

/** @param {Session} session @returns {Session} */
function heard(session) {
  session.player.heardAtMs = session.room.now();
  return session;
}

/** @param {number} sendHz */
function burstOf(sendHz) {
  return sendHz === 0 ? 0 : Math.max(2, sendHz * INPUT_BURST_S);
}

/** @param {ShowError} error */
function retryable(error) {
  return Object.assign(error, { retryAfterMs: RETRY_MS });
}
