/** The `/control` namespace: what the operator sees and does. Every command is acknowledged. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { ControlWelcome, Status } from '../contract/wire.js' */
/** @import { GameCard } from '../contract/types.js' */
/** @import { Check, Rule } from '../door/guard.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */

import { ShowError } from '../errors.js';
import { remoteLinks } from './remote-links.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { TARIFFS } from '../wire/toll.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

const STATUS_EVERY_MS = 250;
const MAX_ROWS = 100;
const MOST_SCREENS = 10_000;
/** A slider in use makes some 20 changes a second; a held key repeats 30 times a second. */
const COMMANDS = { perS: 40, burst: 80 };
const ID = is.text(60);

/** Commands of the room that a panel watches, which the home runs under the same name. @type {[string, Check[]][]} */
const ROOM_COMMANDS = [
  [CLIENT_EVENT.switch, [ID]],
  [CLIENT_EVENT.set, [is.object]],
  [CLIENT_EVENT.run, [ID, is.optional(is.object)]],
  [CLIENT_EVENT.back, [is.optional(ID)]],
  [CLIENT_EVENT.throttle, [is.object]],
  [CLIENT_EVENT.kick, [ID]],
  [CLIENT_EVENT.lock, [is.boolean]],
  [CLIENT_EVENT.rename, [ID, is.text(8192)]],
  [CLIENT_EVENT.team, [ID, ID]],
  [CLIENT_EVENT.balance, []],
  [CLIENT_EVENT.documents, [ID]],
  [CLIENT_EVENT.results, []],
];

/**
 * @typedef {object} PanelCommand
 * @property {readonly Check[]} args one for each argument
 * @property {(room: EdgeRoom, ...args: any[]) => unknown} run gets the room that the panel watched when it sent the
 *   command
 *
 * @typedef {object} PanelPart the commands and status fields that an extension adds to the panel
 * @property {Record<string, PanelCommand>} [commands] events that a panel may send, by name; checked, limited and
 *   acknowledged like the panel's own
 * @property {Record<string, (room: EdgeRoom) => unknown>} [status] fields of the status that panels get four times a
 *   second, by name; each survives JSON. One that throws is sent as null. The panel's own fields win
 */

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {import('../door/gate.js').Gate} options.gate
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client, for the gate
 * @param {import('../door/keys.js').Keys} options.keys
 * @param {Pick<import('../wire/connections.js').Connections, 'permit'>} options.connections
 * @param {import('./screen-places.js').ScreenPlaces} options.screens
 * @param {import('../log.js').Log} options.log
 * @param {() => import('../contract/wire.js').MeterReading} options.reading
 * @param {() => import('../contract/wire.js').GovernorReading} options.governed
 * @param {Required<PanelPart>} options.added by extensions
 * @param {{ version: string, games: GameCard[], broken: { id: string, message: string }[] }} options.about
 * @throws {ShowError} `extension-bad`: an extension adds a command that the panel has
 */
export function serveControl({
  namespace,
  bus,
  rooms,
  gate,
  addressOf,
  keys,
  connections,
  screens,
  log,
  reading,
  governed,
  added,
  about,
}) {
  /** @type {Map<Socket, EdgeRoom>} which room each panel watches */
  const panels = new Map();
  /** Written to the log since the last status. @type {import('../contract/wire.js').LogLine[]} */
  let lines = [];
  const guardian = { log };

  checkAdded(added, ownRules(null));
  rooms.onOpen(attach);
  guardAdmission(namespace, { admit, enter }, guardian);
  log.onLine((line) => void lines.push(line));
  const timer = setInterval(sendStatus, STATUS_EVERY_MS);

  /** @param {EdgeRoom} room */
  function attach(room) {
    room.subscribe((kind, value) => {
      if (kind === 'scene') namespace.local.to(room.id).emit(SERVER_EVENT.scene, value.scene);
      if (kind !== 'closed') return;
      for (const [socket, watched] of panels) if (watched === room) watch(socket, rooms.get());
    });
  }

  /** Sends what is new. The home is asked once for each watched room, however many panels watch it. */
  function sendStatus() {
    if (lines.length > 0) namespace.local.emit(SERVER_EVENT.log, lines);
    lines = [];
    for (const room of new Set(panels.values()))
      askHome(room, 'status').then(
        (ofHome) => sendStatusOf(room, ofHome),
        () => {}, // The room was closed, or the server is: the next status says so.
      );
  }

  /** @param {EdgeRoom} room @param {Omit<Status, 'atMs' | 'roomId' | 'meter' | 'governor' | 'rehearsal' | 'mostScreens'>} ofHome */
  function sendStatusOf(room, ofHome) {
    /** @type {Status} */
    const status = {
      // There is no rehearsal without its extension.
      rehearsal: null,
      ...addedStatus(room, added),
      atMs: Date.now(),
      roomId: room.id,
      ...ofHome,
      mostScreens: screens.most,
      meter: reading(),
      governor: governed(),
    };
    for (const [socket, watched] of panels)
      if (watched === room && socket.conn.transport.writable) socket.emit(SERVER_EVENT.status, status);
  }

  /** @param {Socket} socket @returns {Promise<string>} the device token to keep @throws {import('../errors.js').ShowError} `key-wrong`, `key-wait` */
  async function admit(socket) {
    const { address, auth, headers } = socket.handshake;
    const { key, device } = /** @type {Record<string, unknown>} */ (auth);
    return gate.open(key, device, addressOf(address, headers));
  }

  /** @param {Socket} socket @param {string} device */
  function enter(socket, device) {
    connections.permit(socket.conn, TARIFFS.panel);
    onLeave(socket, () => panels.delete(socket), guardian);
    guard(socket, { ...addedRules(socket), ...ownRules(socket) }, guardian);
    watch(socket, rooms.get(), device);
  }

  /** @param {Socket} socket @param {EdgeRoom} room @param {string} [device] */
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
    socket.emit(SERVER_EVENT.scene, room.scene);
  }

  /** @param {EdgeRoom} room @param {string} name @param {...unknown} args */
  function askHome(room, name, ...args) {
    return bus.ask('command', { room: room.id, name, args, by: 'operator' });
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
        command([...args], (...given) => run(roomOf(socket), ...given)),
      ]),
    );
  }

  /** @param {Socket | null} socket null: only their names are asked for @returns {Record<string, Rule>} */
  function ownRules(socket) {
    const room = () => roomOf(socket);
    return {
      ...Object.fromEntries(
        ROOM_COMMANDS.map(([name, args]) => [
          name,
          command(args, (...given) => askHome(room(), name, ...given)),
        ]),
      ),
      ...documentRules(),
      [CLIENT_EVENT.players]: command([is.optional(is.object)], (wanted) =>
        askHome(room(), 'players', readPage(wanted ?? {})),
      ),
      [CLIENT_EVENT.choose]: command([is.optional(ID)], (id) => askHome(room(), 'choose', id ?? null)),
      [CLIENT_EVENT.screens]: command([is.integer(1, MOST_SCREENS)], (most) => ({
        mostScreens: screens.setMost(most),
      })),
      [CLIENT_EVENT.remotes]: command([], async () => ({ links: await remoteLinks(room(), keys) })),
      [CLIENT_EVENT.watch]: command([ID], (roomId) => socket && watch(socket, rooms.get(roomId))),
      [CLIENT_EVENT.openRoom]: command([is.text(200)], (title) => askHome(room(), 'openRoom', title)),
      [CLIENT_EVENT.closeRoom]: command([ID], (roomId) => askHome(room(), 'closeRoom', roomId)),
    };
  }

  /**
   * Makes the rules for the documents of any game, whichever one runs. Contents travel over HTTP because they may be
   * large: see lib/http/api.js.
   * @returns {Record<string, Rule>}
   */
  function documentRules() {
    /** @param {string} name @param {...unknown} args */
    const change = async (name, ...args) => ({ document: await bus.ask('content', { name, args }) });
    return {
      [CLIENT_EVENT.document]: command([ID, ID], async (gameId, id) => {
        const { card, json } = await bus.ask('content', { name: 'get', args: [gameId, id] });
        return { document: card, json };
      }),
      [CLIENT_EVENT.newDocument]: command([ID], (gameId) => change('create', gameId)),
      [CLIENT_EVENT.copyDocument]: command([ID, ID], (gameId, id) => change('copy', gameId, id)),
      [CLIENT_EVENT.deleteDocument]: command([ID, ID], (gameId, id) => change('remove', gameId, id)),
      [CLIENT_EVENT.restoreDocument]: command([ID, ID], (gameId, id) => change('restore', gameId, id)),
    };
  }

  return { stop: () => clearInterval(timer) };
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

/** @param {EdgeRoom} room @param {Required<PanelPart>} added @returns {Record<string, unknown>} */
function addedStatus(room, added) {
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

/** @param {Check[]} args @param {(...args: any[]) => unknown} run @returns {Rule} */
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
