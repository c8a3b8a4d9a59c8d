/** The `/remote` namespace: presenters and moderators with a phone in their hand see what the panel of the game sees, and act. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { RemoteRole, RemoteView, RemoteWelcome } from '../contract/wire.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */

import { ShowError } from '../errors.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { noticeText } from '../wire/json-text.js';
import { TARIFFS } from '../wire/toll.js';
import { clockAnswer } from './phone-rules.js';
import { createStageTeller } from './stage-teller.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

const VIEW_EVERY_MS = 250;
/** A laser pointer sends 15 a second; a held key repeats faster. */
const RUNS = { perS: 20, burst: 60 };
const BACKS = { perS: 2, burst: 6 };

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {Pick<import('../wire/connections.js').Connections, 'permit'>} options.connections
 * @param {import('../log.js').Log} options.log
 */
export function serveRemotes({ namespace, bus, rooms, keys, connections, log }) {
  /** The remotes of each room, each with the text of the view that it has. @type {Map<EdgeRoom, Map<Socket, string>>} */
  const remotes = new Map();
  const guardian = { log };

  rooms.onOpen(attach);
  bus.subscribe((kind) => {
    if (kind === 'met')
      for (const [room, { size: count }] of remotes) bus.send('remotes', { room: room.id, count });
  });
  guardAdmission(namespace, { admit, enter }, guardian);
  const timer = setInterval(askViews, VIEW_EVERY_MS).unref();

  /** @param {EdgeRoom} room */
  function attach(room) {
    remotes.set(room, new Map());
    const all = namespace.local.to(room.id);
    const stageTeller = createStageTeller(room, () => all.emit(SERVER_EVENT.stage, room.stageNow));
    room.subscribe((kind, value) => {
      if (kind === 'pulse') stageTeller.check();
      else if (kind === 'scene') all.emit(SERVER_EVENT.scene, value.scene);
      else if (kind === 'notice') all.emit(SERVER_EVENT.notice, noticeText(value.notice));
      else if (kind === 'closed') close(room);
    });
  }

  /** @param {EdgeRoom} room */
  function close(room) {
    remotes.delete(room);
    namespace.local.in(room.id).disconnectSockets(true);
  }

  /** Asks the home once for each room that a remote shows, however many do. */
  function askViews() {
    for (const [room, watching] of remotes)
      if (watching.size > 0)
        bus.ask('command', { room: room.id, name: 'remote', args: [] }).then(
          (view) => sendView(watching, view),
          () => {}, // The room was closed, or the server is.
        );
  }

  /** Sends the view to those who lack it. One that does not read gets a later one. @param {Map<Socket, string>} watching @param {RemoteView} view */
  function sendView(watching, view) {
    const text = JSON.stringify(view);
    for (const [socket, last] of watching) {
      if (last === text || !socket.conn.transport.writable) continue;
      watching.set(socket, text);
      socket.emit(SERVER_EVENT.panel, view);
    }
  }

  /**
   * @param {Socket} socket @returns {Promise<{ room: EdgeRoom, role: RemoteRole }>}
   * @throws {ShowError} `room-unknown`, `remote-key`
   */
  async function admit(socket) {
    const { room: roomId, key } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    const room = rooms.get(roomId || undefined);
    const role = keys.remoteRole(key, room.id);
    if (!role) throw new ShowError('remote-key');
    return { room, role };
  }

  /** @param {Socket} socket @param {{ room: EdgeRoom, role: RemoteRole }} admitted */
  function enter(socket, { room, role }) {
    const watching = remotes.get(room);
    if (!watching) return void socket.disconnect(true);
    const tell = () => bus.send('remotes', { room: room.id, count: watching.size });
    onLeave(socket, () => watching.delete(socket) && tell(), guardian);
    watching.set(socket, '');
    tell();
    connections.permit(socket.conn, role === 'presenter' ? TARIFFS.presenter : TARIFFS.moderator);
    void socket.join(room.id);
    const { id, title } = room;
    /** @type {RemoteWelcome} */
    const welcome = { role, room: { id, title } };
    socket.emit(SERVER_EVENT.welcome, welcome);
    socket.emit(SERVER_EVENT.scene, room.scene);
    socket.emit(SERVER_EVENT.stage, { ...room.stageNow, ...clockAnswer() });
    if (room.notice) socket.emit(SERVER_EVENT.notice, noticeText(room.notice));
    guard(socket, rulesOf(room, role), guardian);
  }

  /** @param {EdgeRoom} room @param {RemoteRole} role @returns {Record<string, import('../door/guard.js').Rule>} */
  function rulesOf(room, role) {
    const isPresenter = role === 'presenter';
    const ask = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) =>
      bus.ask('command', { room: room.id, name, args, by: isPresenter ? 'remote' : 'moderator' });
    return {
      [CLIENT_EVENT.ping]: { perS: 2, burst: 10, args: [], run: clockAnswer },
      [CLIENT_EVENT.run]: {
        ...RUNS,
        args: [is.text(60), is.optional(is.object)],
        run: (/** @type {string} */ action, /** @type {object | undefined} */ args) =>
          ask(isPresenter ? 'run' : 'moderate', action, args ?? {}),
      },
      [CLIENT_EVENT.back]: {
        ...BACKS,
        args: [],
        run() {
          if (!isPresenter) throw new ShowError('role-wrong');
          return ask('back');
        },
      },
    };
  }

  return { stop: () => clearInterval(timer) };
}
