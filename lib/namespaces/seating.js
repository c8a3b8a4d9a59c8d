/** Gives phones their seats and takes them back: asks the home, welcomes the phone, and ends an older connection. */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { PublicPlayer, Welcome } from '../contract/wire.js' */
/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { KeptSeats } from './kept-seats.js' */
/** @import { Session } from './session.js' */
/** @import { PhoneLimits } from './phone-limits.js' */
/** @import { RoomPhones } from './room-phones.js' */

import { performance } from 'node:perf_hooks';
import { guard, onceUpgraded } from '../door/guard.js';
import { fastSocketOf } from '../wire/fast-socket.js';
import { forgetHandshake } from '../wire/sockets.js';
import { noticeText, personalText, welcomeText } from '../wire/json-text.js';
import { Inbox } from './inbox.js';
import { PHONE_RULES, clockAnswer } from './phone-rules.js';
import { NEVER } from './rate-teller.js';
import { themeOf } from './room-phones.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** A phone that has just come sends at this rate until it is sent its own, at most a quarter of a second later. */
const FIRST_HZ = 1;

/**
 * The request of a phone for a place.
 * @typedef {object} Wish
 * @property {string | null} pid of a token that we signed; null: somebody new
 * @property {unknown} name
 * @property {unknown} team
 * @property {string} code that it scanned or typed; '': none
 * @property {boolean} [isExpected] the home would have let it in, and it had to wait since
 * @property {boolean} isVirtual a phone of a rehearsal
 * @property {string} network the mark of that it comes from; see `networkMark`
 *
 * A place in a room that the home has granted and no connection has taken yet. `sinceMs`: the player's seat was kept, and they have had
 * it since then.
 * @typedef {{ room: EdgeRoom, number: number, isVirtual: boolean, network: string, pid: string, player: PublicPlayer,
 *   personal: ViewMessage | null, sinceMs: number | undefined }} Place
 */

/**
 * @param {object} options
 * @param {EdgeEnd} options.bus
 * @param {import('../door/keys-and-tokens.js').Keys} options.keys
 * @param {PhoneLimits} options.limits
 * @param {KeptSeats} options.keptSeats
 * @param {(room: EdgeRoom) => RoomPhones | undefined} options.phonesOf undefined: the room is closed
 * @param {Pick<import('../wire/connections.js').Connections, 'latencyOf'>} options.connections
 * @param {import('./floods.js').Floods} options.floods
 * @param {import('./inbox.js').InboxServices} options.services
 * @param {{ owe: (session: Session) => void } | null} options.rateTeller null: rates hold until they
 *   are changed
 * @param {boolean} options.isClustered other processes may send to the Socket.IO room of a room
 */
// eslint-disable-next-line max-lines-per-function -- one act: how a phone gets its seat, and how it leaves it
export function createSeating({
  bus,
  keys,
  limits,
  keptSeats,
  phonesOf,
  connections,
  floods,
  services,
  rateTeller,
  isClustered,
}) {
  const sharedWelcome = createSharedWelcome();
  let lastNumber = 0;
  /** The number of places that the home was asked for and no connection has taken yet. They count as taken. */
  let pending = 0;

  /** @param {Pick<Place, 'room' | 'number' | 'player'>} place */
  function leaveHome({ room, number, player }) {
    bus.send('leave', { room: room.id, player: player.id, session: number });
  }

  /** @param {Socket} socket @param {Place} place @param {RoomPhones} phones @returns {Session} */
  function createSession(socket, { room, number, isVirtual, network, pid, player, sinceMs }, phones) {
    const nowMs = performance.now();
    const { edge, speakers } = phones;
    /** @type {Session} */
    const session = {
      toJSON: cardOf,
      number,
      isVirtual,
      network,
      sinceMs: sinceMs ?? nowMs,
      room,
      bus,
      pid,
      player,
      socket,
      seat: edge.sit(player, connections.latencyOf(socket.conn)),
      limits: limits.take(pid, room.throttle.sendHz, nowMs),
      turn: 0,
      checkedAt: 0,
      phones,
      latency: connections.latencyOf(socket.conn),
      inbox: null,
      isActive: true,
      toldTurn: NEVER,
      isOwed: false,
    };
    speakers.add(session, nowMs);
    return session;
  }

  /** Ends the older connection of the same player. @param {Session | undefined} older @param {RoomPhones} phones */
  function replace(older, { edge, sessions, speakers }) {
    if (!older) return;
    speakers.delete(older);
    sessions.delete(older.pid);
    edge.leave(older.seat);
    limits.giveBack(older.pid, older.limits, performance.now());
    older.socket.emit(SERVER_EVENT.replaced, {});
    older.socket.disconnect(true);
  }

  /** @param {Session} session */
  function leave(session) {
    const { pid, room, phones, sinceMs, isVirtual } = session;
    const { edge, fanOut, sessions, speakers } = phones;
    const wire = fastSocketOf(session.socket);
    if (wire) wire.inbox = null;
    fanOut.delete(session.socket);
    edge.leave(session.seat);
    speakers.delete(session);
    if (sessions.get(pid) !== session) return;
    sessions.delete(pid);
    limits.giveBack(pid, session.limits, performance.now());
    if (!isVirtual && phonesOf(room)) keptSeats.keep(pid, sinceMs);
    leaveHome(session);
  }

  /** Tells a phone who it is, and everything that phones know here. @param {Session} session @param {Place} place */
  function* greeting({ room, player, pid }, { personal }) {
    const token = keys.playerToken(room.id, pid);
    yield /** @type {const} */ ([
      SERVER_EVENT.welcome,
      welcomeText(
        { ...player, token },
        { ...room.stageNow, ...clockAnswer() },
        sharedWelcome(room, rateTeller ? FIRST_HZ : Infinity),
      ),
    ]);
    if (room.notice) yield /** @type {const} */ ([SERVER_EVENT.notice, noticeText(room.notice)]);
    if (personal) yield /** @type {const} */ ([SERVER_EVENT.personal, personalText(personal)]);
  }

  return {
    get pending() {
      return pending;
    },
    /**
     * Asks the home for a place. Either `take` or `giveUp` must follow.
     * @param {EdgeRoom} room @param {Wish} wish
     * @returns {Promise<Place>}
     * @throws {import('../errors.js').ShowError} `kicked`, `room-locked`, `code-…`, `room-unknown`
     */
    async join(room, wish) {
      const number = ++lastNumber;
      pending += 1;
      const sinceMs = wish.pid === null ? undefined : keptSeats.release(wish.pid);
      try {
        const joined = await bus.ask('join', { room: room.id, ...wish, session: number });
        const { isVirtual, network } = wish;
        return { room, number, isVirtual, network, sinceMs, ...joined };
      } catch (error) {
        pending -= 1;
        throw error;
      }
    },
    /** Returns a place whose phone left before it could take it. @param {Place} place */
    giveUp(place) {
      pending -= 1;
      if (place.sinceMs !== undefined) keptSeats.keep(place.pid, place.sinceMs);
      leaveHome(place);
    },
    /** @param {Socket} socket connected @param {Place} place */
    take(socket, place) {
      pending -= 1;
      const { room, pid } = place;
      const phones = phonesOf(room);
      if (!phones) return void socket.disconnect(true);
      replace(phones.sessions.get(pid), phones);
      const session = createSession(socket, place, phones);
      phones.sessions.set(pid, session);
      services.meter.count('joins');
      floods.seat(session);
      socket.data.session = session;
      session.inbox = new Inbox(session, phones.edge, services);
      readBy(session.inbox, socket);
      guard(socket, PHONE_RULES, services, undefined, session);
      phones.fanOut.add(socket);
      phones.fanOut.greet(socket, greeting(session, place));
      rateTeller?.owe(session);
      if (isClustered) void socket.join(room.id);
      forgetHandshake(socket);
    },
    /** Takes back the place of a phone that is gone, if it had one. @param {Socket} socket */
    leave(socket) {
      const session = /** @type {Session | undefined} */ (socket.data.session);
      if (session) leave(session);
    },
  };
}

/** Other processes are sent this of a session when they ask for sockets. @this {Session} */
function cardOf() {
  return { room: this.room.id, player: this.player };
}

/** Connects the inbox to the WebSocket, also if the connection began with polling and is upgraded later. @param {Inbox} inbox @param {Socket} socket */
function readBy(inbox, socket) {
  const wire = fastSocketOf(socket);
  if (wire) wire.inbox = inbox;
  else onceUpgraded(socket, () => readBy(inbox, socket));
}

/**
 * Makes text of what is alike in all welcomes to a room, some kilobytes, once for each scene and rate.
 * @returns {(room: EdgeRoom, mostHz: number) => string}
 */
function createSharedWelcome() {
  /** @type {WeakMap<EdgeRoom, { scene: unknown, sendHz: number, look: string, text: string }>} */
  const made = new WeakMap();
  return (room, mostHz) => {
    const { id, title, eraseAfter, scene } = room;
    const sendHz = Math.min(mostHz, room.throttle.sendHz);
    const theme = themeOf(room);
    const look = JSON.stringify(theme);
    const last = made.get(room);
    if (last?.scene === scene && last.sendHz === sendHz && last.look === look) return last.text;
    /** @type {Omit<Welcome, 'player' | 'stage'>} */
    const shared = { room: { id, title, eraseAfter }, scene, sendHz, epoch: scene.epoch, theme };
    const text = JSON.stringify(shared);
    made.set(room, { scene, sendHz, look, text });
    return text;
  };
}
