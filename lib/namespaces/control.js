/** The `/control` namespace: what the operator sees and does. Every command is acknowledged. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { ControlWelcome, FaultReport, Status } from '../contract/wire.js' */
/** @import { GameCard } from '../contract/types.js' */
/** @import { Pass } from '../door/panel-passes.js' */
/** @import { Rule } from '../door/guard.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */
/** @import { PanelPart } from './panel-parts.js' */

import { VERSION } from '../config.js';
import { ShowError } from '../errors.js';
import { command, panelRules } from './panel-rules.js';
import { faultRule } from './page-faults.js';
import { statusOf } from './panel-parts.js';
import { allowedTo } from '../door/roles.js';
import { guard, guardAdmission, onLeave } from '../door/guard.js';
import { TARIFFS } from '../wire/toll.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

/** @typedef {Omit<Status, 'atMs' | 'roomId' | 'meter' | 'governor' | 'rehearsal' | 'ramp' | 'sheetRehearsal'>} OfHome */

const STATUS_EVERY_MS = 250;
/** The panels that see the whole server. No room has such an id. */
const OPERATORS = '*operators';

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {import('../door/panel-passes.js').Passes} options.passes
 * @param {Pick<import('./linked.js').Linked, 'add'>} options.linked
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client, for the gate
 * @param {import('../door/keys-and-tokens.js').Keys} options.keys
 * @param {Pick<import('../wire/connections.js').Connections, 'permit'>} options.connections
 * @param {import('../log.js').Log} options.log
 * @param {import('./page-faults.js').PageFaults} options.faults
 * @param {import('./log-feed.js').LogFeed} options.feed
 * @param {() => import('../contract/readings.js').MeterReading} options.reading
 * @param {() => import('../contract/readings.js').GovernorReading} options.governed
 * @param {Required<PanelPart>} options.added by extensions
 * @param {() => GameCard[]} options.cards of the games of now
 * @param {{ id: string, message: string }[]} options.broken games that cannot be loaded
 * @throws {ShowError} `extension-bad`: an extension adds a command that the panel has
 */
// eslint-disable-next-line max-lines-per-function -- one namespace: what a panel is sent, and what it may ask for
export function serveControl({
  namespace,
  bus,
  rooms,
  passes,
  linked,
  addressOf,
  keys,
  connections,
  log,
  faults,
  feed,
  reading,
  governed,
  added,
  cards,
  broken,
}) {
  /** @type {Map<Socket, EdgeRoom>} which room each panel watches */
  const panels = new Map();
  /** As whom each is open. @type {Map<Socket, Pass>} */
  const who = new Map();
  const guardian = { log };

  checkAdded(added, ownRules(null));
  rooms.onOpen(attach);
  guardAdmission(namespace, { admit, enter }, guardian);
  const timer = setInterval(sendStatus, STATUS_EVERY_MS);

  /** @param {EdgeRoom} room */
  function attach(room) {
    room.subscribe((kind, value) => {
      if (kind === 'scene') namespace.local.to(room.id).emit(SERVER_EVENT.scene, value.scene);
      if (kind !== 'closed' && kind !== 'keyVersion') return;
      for (const [socket, watched] of panels)
        if (watched !== room) continue;
        // Its welcome has the new key.
        else if (kind === 'keyVersion') watch(socket, room);
        else if (isBound(socket)) socket.disconnect(true);
        else watch(socket, rooms.get());
    });
  }

  /** Sends what is new. The home is asked once for each watched room, however many panels watch it. */
  function sendStatus() {
    const lines = feed.take();
    if (lines.length > 0) namespace.local.to(OPERATORS).emit(SERVER_EVENT.log, lines);
    for (const room of new Set(panels.values())) askStatus(room);
  }

  /** @param {EdgeRoom} room @param {(socket: Socket) => boolean} [isFor] by itself those who have taken what came before */
  function askStatus(room, isFor = ({ conn }) => conn.transport.writable) {
    bus.ask('command', { room: room.id, name: 'status', args: [] }).then(
      (ofHome) => sendStatusOf(room, /** @type {OfHome} */ (ofHome), isFor),
      () => {}, // The room was closed, or the server is: the next status says so.
    );
  }

  /** @param {EdgeRoom} room @param {OfHome} ofHome what it says of all processes goes before what
   *   this one knows @param {(socket: Socket) => boolean} isFor */
  function sendStatusOf(room, ofHome, isFor) {
    /** @type {Status} */
    const status = {
      // There is no rehearsal without its extension.
      ...{ rehearsal: null, ramp: null, sheetRehearsal: null },
      ...statusOf(room, added),
      atMs: Date.now(),
      roomId: room.id,
      meter: reading(),
      governor: governed(),
      ...ofHome,
    };
    const ofOne = { ...status, rooms: status.rooms.filter(({ id }) => id === room.id) };
    for (const [socket, watched] of panels)
      if (watched === room && isFor(socket))
        socket.emit(SERVER_EVENT.status, isBound(socket) ? ofOne : status);
  }

  /**
   * A process that does not know its rooms yet sends panels away for a moment, instead of letting them in and going silent.
   * @param {Socket} socket @returns {Promise<{ pass: Pass, room: EdgeRoom }>}
   * @throws {ShowError} `key-missing`, `key-wrong`, `key-wait`, `link-…`, `role-wrong`, `draining`, `room-unknown`
   */
  async function admit(socket) {
    const { address, auth, headers } = socket.handshake;
    const { key, device } = /** @type {Record<string, unknown>} */ (auth);
    const pass = await passes.open(key, device, addressOf(address, headers));
    if (pass.by !== 'operator' && pass.by !== 'host') throw new ShowError('role-wrong');
    return { pass, room: rooms.get(pass.by === 'operator' ? undefined : pass.link?.room) };
  }

  /** @param {Socket} socket @param {{ pass: Pass, room: EdgeRoom }} admitted */
  function enter(socket, { pass, room }) {
    connections.permit(socket.conn, TARIFFS.panel);
    onLeave(
      socket,
      () => {
        panels.delete(socket);
        who.delete(socket);
      },
      guardian,
    );
    who.set(socket, pass);
    if (pass.link) linked.add(socket, pass.link, socket.handshake.auth['key']);
    if (pass.by === 'operator') void socket.join(OPERATORS);
    const fault = faultRule((/** @type {FaultReport} */ one) =>
      faults.note(roomOf(socket), 'panel', socket.id, one),
    );
    guard(socket, { ...addedRules(socket), ...ownRules(socket), [CLIENT_EVENT.fault]: fault }, guardian);
    watch(socket, room, pass.device);
  }

  /** @param {Socket} socket @returns {boolean} it is a host's, and belongs to one room */
  const isBound = (socket) => who.get(socket)?.by !== 'operator';

  /** @param {Socket} socket @param {EdgeRoom} room @param {string} [device] */
  function watch(socket, room, device = '') {
    const before = panels.get(socket);
    if (before) void socket.leave(before.id);
    panels.set(socket, room);
    void socket.join(room.id);
    const by = who.get(socket)?.by ?? 'host';
    const isOperators = by === 'operator';
    /** @type {ControlWelcome} */
    const welcome = {
      ...{ version: VERSION, games: cards(), broken, by, may: allowedTo(by), device },
      presenterKey: isOperators ? keys.presenterKey(room.id, room.keyVersion) : '',
      roomId: room.id,
      log: isOperators ? feed.lines : [],
    };
    socket.emit(SERVER_EVENT.welcome, welcome);
    socket.emit(SERVER_EVENT.scene, room.scene);
    // A panel shows nothing of a room before it comes.
    askStatus(room, (one) => one === socket);
  }

  /** @param {Socket | null} socket @param {string} name @param {...unknown} args */
  function askHome(socket, name, ...args) {
    return bus.ask('command', { room: roomOf(socket).id, name, args, ...giver(socket) });
  }

  /** Says who gives a command. @param {Socket | null} socket */
  function giver(socket) {
    const { by = null, link = null } = (socket && who.get(socket)) || {};
    return link ? { by, link: link.id } : { by };
  }

  /** @param {Socket | null} socket null: the change came from no panel in particular @returns {EdgeRoom} */
  function roomOf(socket) {
    return (socket && panels.get(socket)) ?? rooms.get();
  }

  /** @param {Socket} socket @returns {Record<string, Rule>} */
  function addedRules(socket) {
    return Object.fromEntries(
      Object.entries(added.commands).map(([event, { args, run }]) => [
        event,
        command([...args], async (...given) => {
          const room = roomOf(socket);
          // The key alone may do everything, at once. The home knows whether a link still holds.
          if (who.get(socket)?.link) await askHome(socket, 'permit', `extension:${event}`);
          return run(rooms.get(room.id), ...given);
        }),
      ]),
    );
  }

  /** @param {Socket | null} socket null: only their names are asked for @returns {Record<string, Rule>} */
  function ownRules(socket) {
    return panelRules({
      ask: (name, ...args) => askHome(socket, name, ...args),
      askContent: (name, ...args) => bus.ask('content', { name, args, ...giver(socket) }),
      watch: (roomId) => socket && watch(socket, rooms.get(roomId)),
    });
  }

  return {
    /** The games are others now: all panels are welcomed anew, which have the list from there. */
    renew() {
      for (const [socket, room] of panels) watch(socket, room);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * @param {Required<PanelPart>} added @param {Record<string, Rule>} own
 * @throws {ShowError} `extension-bad`
 */
function checkAdded(added, own) {
  for (const event of Object.keys(added.commands)) {
    const problem = `the panel has a command "${event}" of its own`;
    if (Object.hasOwn(own, event))
      throw new ShowError('extension-bad', { extension: `that adds "${event}"`, problem });
  }
}
