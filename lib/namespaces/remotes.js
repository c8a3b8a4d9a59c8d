/** The `/remote` namespace: presenters and moderators with a phone in their hand see what the panel of the game sees, and act. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { OpenLink } from '../contract/links.js' */
/** @import { FaultReport, RemoteRole, RemoteView, RemoteWelcome } from '../contract/wire.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */
/** @import { Rule } from '../door/guard.js' */

import { ShowError } from '../errors.js';
import { actorOf } from '../door/roles.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { noticeText } from '../wire/json-text.js';
import { TARIFFS } from '../wire/toll.js';
import { NAME_COMMANDS, readPage } from './name-commands.js';
import { faultRule } from './page-faults.js';
import { clockAnswer } from './phone-rules.js';
import { createStageTeller } from './stage-teller.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

const VIEW_EVERY_MS = 250;
/** A laser pointer sends 15 a second; a held key repeats faster. */
const RUNS = { perS: 20, burst: 60 };
const BACKS = { perS: 2, burst: 6 };
/** Nobody presses faster. */
const GOES = { perS: 10, burst: 20 };
const WISHES = { perS: 10, burst: 30 };
const ID = is.text(60);
/** @type {[string, import('../door/guard.js').Check[]][]} */
const PEOPLE = [...NAME_COMMANDS, [CLIENT_EVENT.kick, [ID]], [CLIENT_EVENT.rename, [ID, is.text(8192)]]];

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {Pick<import('./linked.js').Linked, 'add'>} options.linked
 * @param {Pick<import('../wire/connections.js').Connections, 'permit'>} options.connections
 * @param {import('../log.js').Log} options.log
 * @param {import('./page-faults.js').PageFaults} options.faults
 */
// eslint-disable-next-line max-lines-per-function -- one namespace: what remotes are sent, and what they may ask for
export function serveRemotes({ namespace, bus, rooms, linked, connections, log, faults }) {
  /** The remotes of each room, each with the text of the view that it has. @type {Map<EdgeRoom, Map<Socket, { role: RemoteRole, has: string }>>} */
  const remotes = new Map();
  const guardian = { log };

  rooms.onOpen(attach);
  bus.subscribe((...[kind]) => {
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
          (view) => sendView(watching, /** @type {RemoteView} */ (view)),
          () => {}, // The room was closed, or the server is.
        );
  }

  /** Sends the view to those who lack it. One that does not read gets a later one. @param {Map<Socket, { role: RemoteRole, has: string }>} watching @param {RemoteView} view */
  function sendView(watching, view) {
    // Right answers are for those who lead the show.
    const views = { presenter: view, moderator: { ...view, host: null } };
    const texts = { presenter: JSON.stringify(view), moderator: JSON.stringify(views.moderator) };
    for (const [socket, one] of watching) {
      if (one.has === texts[one.role] || !socket.conn.transport.writable) continue;
      one.has = texts[one.role];
      socket.emit(SERVER_EVENT.panel, views[one.role]);
    }
  }

  /**
   * @param {Socket} socket @returns {Promise<{ room: EdgeRoom, role: RemoteRole, link: OpenLink }>}
   * @throws {ShowError} `room-unknown`, `link-unknown`, `link-recalled`, `link-expired`, `role-wrong`
   */
  async function admit(socket) {
    const { room: roomId, key } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    const wanted = rooms.get(roomId || undefined);
    const link = await bus.ask('link', { key });
    const { role } = link;
    if (roomId && link.room !== wanted.id) throw new ShowError('link-unknown');
    if (role !== 'presenter' && role !== 'moderator') throw new ShowError('role-wrong');
    return { room: rooms.get(link.room), role, link };
  }

  /** @param {Socket} socket @param {{ room: EdgeRoom, role: RemoteRole, link: OpenLink }} admitted */
  function enter(socket, { room, role, link }) {
    const watching = remotes.get(room);
    if (!watching) return void socket.disconnect(true);
    const report = () => bus.send('remotes', { room: room.id, count: watching.size });
    onLeave(socket, () => watching.delete(socket) && report(), guardian);
    watching.set(socket, { role, has: '' });
    report();
    linked.add(socket, link, socket.handshake.auth['key']);
    connections.permit(socket.conn, role === 'presenter' ? TARIFFS.presenter : TARIFFS.moderator);
    void socket.join(room.id);
    const { id, title } = room;
    /** @type {RemoteWelcome} */
    const welcome = { role, room: { id, title } };
    socket.emit(SERVER_EVENT.welcome, welcome);
    socket.emit(SERVER_EVENT.scene, room.scene);
    socket.emit(SERVER_EVENT.stage, { ...room.stageNow, ...clockAnswer() });
    if (room.notice) socket.emit(SERVER_EVENT.notice, noticeText(room.notice));
    const fault = faultRule((/** @type {FaultReport} */ one) => faults.note(room, 'remote', socket.id, one));
    guard(socket, { ...rulesOf(room, link), [CLIENT_EVENT.fault]: fault }, guardian);
  }

  /** Every wish goes to the home, which knows what the role may. @param {EdgeRoom} room @param {OpenLink} link @returns {Record<string, Rule>} */
  function rulesOf(room, link) {
    const ask = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) =>
      bus.ask('command', { room: room.id, name, args, by: actorOf(link.role), link: link.id });
    const wish = (/** @type {string} */ name) => (/** @type {unknown} */ value) => ask(name, value);
    return {
      ...Object.fromEntries(
        PEOPLE.map(([name, args]) => [
          name,
          { ...WISHES, args, run: (/** @type {unknown[]} */ ...given) => ask(name, ...given) },
        ]),
      ),
      [CLIENT_EVENT.players]: {
        ...WISHES,
        args: [is.object],
        run: (/** @type {object} */ wanted) => ask('players', readPage(wanted)),
      },
      [CLIENT_EVENT.ping]: { perS: 2, burst: 10, args: [], run: clockAnswer },
      [CLIENT_EVENT.go]: { ...GOES, args: [is.text(60)], run: wish('go') },
      [CLIENT_EVENT.blank]: { ...GOES, args: [is.boolean], run: wish('blank') },
      [CLIENT_EVENT.run]: {
        ...RUNS,
        args: [is.text(60), is.optional(is.object)],
        run: (/** @type {string} */ action, /** @type {object | undefined} */ args) =>
          ask('run', action, args ?? {}),
      },
      [CLIENT_EVENT.back]: {
        ...BACKS,
        args: [],
        run: () => ask('back'),
      },
      [CLIENT_EVENT.pause]: { ...BACKS, args: [is.boolean], run: wish('pause') },
    };
  }

  return { stop: () => clearInterval(timer) };
}
