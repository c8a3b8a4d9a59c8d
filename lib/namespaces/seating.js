/** Gives phones their seats and takes them back: asks the home, welcomes the phone, and ends an older connection. */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { PublicPlayer, Welcome } from '../contract/wire.js' */
/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { Session } from './session.js' */
/** @import { PhoneLimits } from './phone-limits.js' */
/** @import { RoomPhones } from './room-phones.js' */

import { performance } from 'node:perf_hooks';
import { guard, onLeave, onceUpgraded } from '../door/guard.js';
import { fastSocketOf } from '../wire/fast-socket.js';
import { noticeText, personalText } from '../wire/json-text.js';
import { Inbox } from './inbox.js';
import { PHONE_RULES } from './phone-rules.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** A phone that has just come sends at this rate until it is told its own, at most a quarter of a second later. */
const FIRST_HZ = 1;

/**
 * The request of a phone for a place.
 * @typedef {object} Wish
 * @property {string | null} pid of a token that we signed; null: somebody new
 * @property {unknown} name
 * @property {unknown} team
 * @property {boolean} isVirtual a phone of a rehearsal
 *
 * A place in a room that the home has granted and no connection has taken yet.
 * @typedef {{ room: EdgeRoom, number: number, pid: string, player: PublicPlayer, personal: ViewMessage | null }} Place
 */

/**
 * @param {object} options
 * @param {EdgeEnd} options.bus
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {PhoneLimits} options.limits
 * @param {(room: EdgeRoom) => RoomPhones | undefined} options.phonesOf undefined: the room is closed
 * @param {Pick<import('../wire/connections.js').Connections, 'latencyOf'>} options.connections
 * @param {import('./inbox.js').InboxServices} options.services
 * @param {{ greet: (room: EdgeRoom, socket: Socket) => void } | null} options.rateTeller null: rates hold until they
 *   are changed
 */
export function createSeating({ bus, keys, limits, phonesOf, connections, services, rateTeller }) {
  let lastNumber = 0;
  /** The number of places that the home was asked for and no connection has taken yet. They count as taken. */
  let pending = 0;

  /** @param {Pick<Place, 'room' | 'number' | 'player'>} place */
  function leaveHome({ room, number, player }) {
    bus.send('leave', { room: room.id, player: player.id, session: number });
  }

  /** @param {Socket} socket @param {Place} place @returns {Session} */
  function createSession(socket, { room, number, pid, player }) {
    const nowMs = performance.now();
    const { edge } = /** @type {RoomPhones} */ (phonesOf(room));
    return {
      number,
      room,
      bus,
      pid,
      player,
      socket,
      seat: edge.sit(player),
      limits: limits.take(pid, room.throttle.sendHz, nowMs),
      latency: connections.latencyOf(socket.conn),
      inbox: null,
      heardAtMs: nowMs,
      isActive: true,
    };
  }

  /** Ends the older connection of the same player. @param {Session | undefined} older @param {RoomPhones} phones */
  function replace(older, { edge, sessions }) {
    if (!older) return;
    sessions.delete(older.pid);
    edge.leave(older.seat);
    limits.giveBack(older.pid, older.limits, performance.now());
    older.socket.emit(SERVER_EVENT.replaced, {});
    older.socket.disconnect(true);
  }

  /** @param {Session} session @param {RoomPhones} phones */
  function leave(session, { edge, fanOut, sessions }) {
    const wire = fastSocketOf(session.socket);
    if (wire) wire.inbox = null;
    fanOut.delete(session.socket);
    edge.leave(session.seat);
    if (sessions.get(session.pid) !== session) return;
    sessions.delete(session.pid);
    limits.giveBack(session.pid, session.limits, performance.now());
    leaveHome(session);
  }

  /** @param {Session} session @returns {Welcome} */
  function welcome({ room, player, pid }) {
    const { scene } = room;
    const { sendHz } = room.throttle;
    return {
      player: { ...player, token: keys.playerToken(room.id, pid) },
      room: { id: room.id, title: room.title },
      scene,
      sendHz: rateTeller ? Math.min(FIRST_HZ, sendHz) : sendHz,
      epoch: scene.epoch,
    };
  }

  return {
    get pending() {
      return pending;
    },
    /**
     * Asks the home for a place. Either `take` or `giveUp` must follow.
     * @param {EdgeRoom} room @param {Wish} wish
     * @returns {Promise<Place>}
     * @throws {import('../errors.js').ShowError} `kicked`, `room-locked`, `room-unknown`
     */
    async join(room, wish) {
      const number = ++lastNumber;
      pending += 1;
      try {
        const joined = await bus.ask('join', { room: room.id, ...wish, session: number });
        return { room, number, ...joined };
      } catch (error) {
        pending -= 1;
        throw error;
      }
    },
    /** Returns a place whose phone left before it could take it. @param {Place} place */
    giveUp(place) {
      pending -= 1;
      leaveHome(place);
    },
    /** @param {Socket} socket connected @param {Place} place */
    take(socket, place) {
      pending -= 1;
      const { room, pid, personal } = place;
      const phones = phonesOf(room);
      if (!phones) return void socket.disconnect(true);
      // The handshake takes some 10 KB for each of thousands of phones, and nothing needs it any more.
      /** @type {{ handshake: unknown }} */ (/** @type {unknown} */ (socket)).handshake = null;
      replace(phones.sessions.get(pid), phones);
      const session = createSession(socket, place);
      phones.sessions.set(pid, session);
      services.meter.count('joins');
      onLeave(socket, () => leave(session, phones), services);
      session.inbox = new Inbox(session, phones.edge, services);
      readBy(session.inbox, socket);
      guard(socket, PHONE_RULES, services, undefined, session);
      phones.fanOut.add(socket);
      socket.emit(SERVER_EVENT.welcome, welcome(session));
      rateTeller?.greet(room, socket);
      if (room.notice) socket.emit(SERVER_EVENT.notice, noticeText(room.notice));
      if (personal) socket.emit(SERVER_EVENT.personal, personalText(personal));
    },
  };
}

/** Connects the inbox to the WebSocket, also if the connection began with polling and is upgraded later. @param {Inbox} inbox @param {Socket} socket */
function readBy(inbox, socket) {
  const wire = fastSocketOf(socket);
  if (wire) wire.inbox = inbox;
  else onceUpgraded(socket, () => readBy(inbox, socket));
}
