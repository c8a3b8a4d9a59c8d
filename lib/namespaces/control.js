/** The `/control` namespace: what the operator sees and does. Every command is acknowledged. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { ControlWelcome, Status } from '../contract/wire.js' */
/** @import { GameCard } from '../contract/types.js' */
/** @import { Rule } from '../door/guard.js' */
/** @import { Room } from '../room/room.js' */

import { ShowError } from '../errors.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

const STATUS_EVERY_MS = 250;
const MAX_ROWS = 100;
/** A hand at a slider makes some 20 changes a second; a held key repeats 30 times. */
const COMMANDS = { perS: 40, burst: 80 };

/**
 * @typedef {object} PanelCommand
 * @property {readonly import('../door/guard.js').Check[]} args one for each argument
 * @property {(room: Room, ...args: any[]) => unknown} run gets the room that the panel watched when it sent the command
 *
 * @typedef {object} PanelPart what an extension adds to the panel
 * @property {Record<string, PanelCommand>} [commands] events that a panel may send, by name; checked, limited and
 *   acknowledged like the panel's own
 * @property {Record<string, (room: Room) => unknown>} [status] fields of the status that panels get four times a
 *   second, by name; each survives JSON. One that throws is sent as null. The panel's own fields win
 */

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('../room/rooms.js').Rooms} options.rooms
 * @param {import('../door/gate.js').Gate} options.gate
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {import('../content/documents.js').Documents} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {() => import('../contract/wire.js').MeterReading} options.reading
 * @param {() => import('../contract/wire.js').GovernorReading} options.governed
 * @param {Required<PanelPart>} options.added by extensions
 * @param {{ version: string, games: GameCard[], broken: { id: string, message: string }[] }} options.about
 */
export function serveControl({
  namespace,
  rooms,
  documents,
  gate,
  keys,
  log,
  reading,
  governed,
  added,
  about,
}) {
  /** @type {Map<Socket, Room>} which room each panel watches */
  const panels = new Map();
  const guardian = { log };

  for (const event of Object.keys(added.commands)) {
    const problem = `the panel has a command "${event}" of its own`;
    if (Object.hasOwn(ownRules(), event))
      throw new ShowError('extension-bad', { extension: `that adds "${event}"`, problem });
  }
  rooms.onOpen(attach);
  guardAdmission(namespace, { admit, enter }, guardian);
  log.onLine((line) => namespace.emit(SERVER_EVENT.log, line));
  const timer = setInterval(tellStatus, STATUS_EVERY_MS);

  /** @param {Room} room */
  function attach(room) {
    room.bus.subscribe((topic, message) => {
      if (topic === 'scene') namespace.to(room.id).emit(SERVER_EVENT.scene, message.scene);
      if (topic !== 'closed') return;
      for (const [socket, watched] of panels) if (watched === room) watch(socket, rooms.get());
    });
  }

  function tellStatus() {
    if (panels.size === 0) return;
    const [meter, governor] = [reading(), governed()];
    const cards = rooms.all().map((room) => room.card());
    for (const [socket, room] of panels) {
      if (socket.conn.transport.writable)
        socket.emit(SERVER_EVENT.status, status(room, { rooms: cards, meter, governor }));
    }
  }

  /** @param {Room} room @param {Pick<Status, 'rooms' | 'meter' | 'governor'>} ofAll @returns {Status} */
  function status(room, ofAll) {
    return {
      // Without its extension there is none.
      rehearsal: null,
      ...addedStatus(room),
      atMs: Date.now(),
      roomId: room.id,
      ...ofAll,
      locked: room.locked,
      presence: room.players.presence(room.now()),
      screens: room.screens,
      throttle: room.throttle,
      notice: room.notice()?.notice ?? null,
      panel: room.panelView(),
    };
  }

  /** @param {Room} room @returns {Record<string, unknown>} */
  function addedStatus(room) {
    /** @type {Record<string, unknown>} */
    const fields = {};
    for (const [field, read] of Object.entries(added.status)) {
      try {
        fields[field] = read(room);
      } catch {
        fields[field] = null;
      }
    }
    return fields;
  }

  /** @param {Socket} socket @returns {string} the device token to keep @throws {ShowError} `key-wrong`, `key-wait` */
  function admit(socket) {
    const { key, device } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    return gate.open(key, device);
  }

  /** @param {Socket} socket @param {string} device */
  function enter(socket, device) {
    onLeave(socket, () => panels.delete(socket), guardian);
    guard(socket, { ...addedRules(socket), ...ownRules(socket) }, guardian);
    watch(socket, rooms.get(), device);
  }

  /** @param {Socket} socket @param {Room} room @param {string} [device] */
  function watch(socket, room, device = '') {
    const before = panels.get(socket);
    if (before) void socket.leave(before.id);
    panels.set(socket, room);
    void socket.join(room.id);
    /** @type {ControlWelcome} */
    const welcome = {
      ...about,
      device,
      presenterKey: keys.presenterKey(room.id),
      roomId: room.id,
      log: log.lines,
    };
    socket.emit(SERVER_EVENT.welcome, welcome);
    socket.emit(SERVER_EVENT.scene, room.scene());
  }

  /** @param {Socket} [socket] none: of a panel in the main room @returns {Record<string, Rule>} */
  function ownRules(socket) {
    const room = () => roomOf(socket);
    const id = is.text(60);
    return {
      [CLIENT_EVENT.switch]: command([id], (gameId) => room().switchTo(gameId)),
      [CLIENT_EVENT.set]: command([is.object], async (changes) => ({ settings: await room().set(changes) })),
      [CLIENT_EVENT.run]: command([id, is.optional(is.object)], (action, args) =>
        room().run(action, args ?? {}),
      ),
      [CLIENT_EVENT.throttle]: command([is.object], async (wish) => {
        await room().setThrottle(wish);
        return { throttle: room().throttle };
      }),
      [CLIENT_EVENT.players]: command([is.optional(is.object)], (wanted) =>
        room().players.list(readPage(wanted ?? {}), room().now()),
      ),
      [CLIENT_EVENT.kick]: command([id], (playerId) => room().kick(playerId)),
      [CLIENT_EVENT.lock]: command([is.boolean], (isLocked) => room().lock(isLocked)),
      [CLIENT_EVENT.rename]: command([id, is.text(8192)], async (playerId, name) => {
        const player = room().players.get(playerId);
        await room().rename(player, name);
        return { name: player.name };
      }),
      [CLIENT_EVENT.team]: command([id, id], (playerId, team) =>
        room().move(room().players.get(playerId), team),
      ),
      [CLIENT_EVENT.balance]: command([], () => ({ moved: room().balance() })),
      [CLIENT_EVENT.watch]: command([id], (roomId) => socket && watch(socket, rooms.get(roomId))),
      [CLIENT_EVENT.openRoom]: command([is.text(200)], async (title) => ({
        room: (await rooms.open(title)).card(),
      })),
      [CLIENT_EVENT.closeRoom]: command([id], (roomId) => rooms.close(roomId)),
      ...documentRules(room),
      [CLIENT_EVENT.choose]: command([is.optional(id)], (documentId) => room().choose(documentId ?? null)),
      [CLIENT_EVENT.results]: command([], () => ({
        now: room().resultTables(),
        past: room().pastResults(),
      })),
    };
  }

  /** @param {Socket} socket @returns {Record<string, Rule>} */
  function addedRules(socket) {
    return Object.fromEntries(
      Object.entries(added.commands).map(([event, { args, run }]) => [
        event,
        command([...args], (...given) => run(roomOf(socket), ...given)),
      ]),
    );
  }

  /** @param {Socket} [socket] @returns {Room} */
  function roomOf(socket) {
    return (socket && panels.get(socket)) ?? rooms.get();
  }

  /**
   * Of the game named, whichever runs. Contents come and go over HTTP, for they may be large; see api.js.
   * @param {() => Room} room
   * @returns {Record<string, Rule>}
   */
  function documentRules(room) {
    const id = is.text(60);
    return {
      [CLIENT_EVENT.documents]: command([id], (gameId) => ({
        documents: documents.list(gameId),
        chosen: room().chosen(gameId),
      })),
      [CLIENT_EVENT.document]: command([id, id], (gameId, documentId) => {
        const { card, json } = documents.get(gameId, documentId);
        return { document: card, json };
      }),
      [CLIENT_EVENT.newDocument]: command([id], async (gameId) => ({
        document: await documents.create(gameId),
      })),
      [CLIENT_EVENT.copyDocument]: command([id, id], async (gameId, documentId) => ({
        document: await documents.copy(gameId, documentId),
      })),
      [CLIENT_EVENT.deleteDocument]: command([id, id], async (gameId, documentId) => ({
        document: await documents.remove(gameId, documentId),
      })),
      [CLIENT_EVENT.restoreDocument]: command([id, id], async (gameId, documentId) => ({
        document: await documents.restore(gameId, documentId),
      })),
    };
  }

  return {
    stop: () => clearInterval(timer),
  };
}

/** @param {import('../door/guard.js').Check[]} args @param {(...args: any[]) => unknown} run @returns {Rule} */
function command(args, run) {
  return { ...COMMANDS, args, run };
}

/** @param {{ query?: unknown, offset?: unknown, limit?: unknown }} wanted */
function readPage({ query, offset, limit }) {
  const whole = (/** @type {unknown} */ value, /** @type {number} */ usual) =>
    Number.isInteger(value) && Number(value) >= 0 ? Number(value) : usual;
  return {
    query: typeof query === 'string' ? query.slice(0, 100) : '',
    offset: whole(offset, 0),
    limit: Math.min(MAX_ROWS, whole(limit, 50)),
  };
}
