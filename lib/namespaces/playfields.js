/** The `/playfield` namespace: screens show a room, and run actions if they have a presenter's key. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { EdgeRoom, EdgeRooms } from './edge-rooms.js' */
/** @import { Place } from './screen-places.js' */
/** @import { FaultReport } from '../contract/wire.js' */
/** @import { Rule } from '../door/guard.js' */

import { ShowError } from '../errors.js';
import { guard, guardAdmission, is, onLeave } from '../door/guard.js';
import { createFanOut } from '../wire/fan-out.js';
import { backdropText } from '../wire/json-text.js';
import { TARIFFS } from '../wire/toll.js';
import { end } from './linked.js';
import { PREVIEW, faultRule } from './page-faults.js';
import { clockAnswer } from './phone-rules.js';
import { createScreenAbouts } from './screen-abouts.js';
import { createPreviewPace, isPreview, noPlace } from './previews.js';
import { createStageTeller } from './stage-teller.js';
import { createStepTeller } from './step-teller.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';

/** Nobody presses faster. */
const GOES = { perS: 10, burst: 20 };

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {import('../door/keys-and-tokens.js').Keys} options.keys
 * @param {Pick<import('../wire/connections.js').Connections, 'permit'>} options.connections
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {import('../log.js').Log} options.log
 * @param {import('./screen-places.js').ScreenPlaces} options.places
 * @param {import('./page-faults.js').PageFaults} options.faults
 * @param {(mark: unknown) => boolean} options.isVirtual this is the screen of a rehearsal of our own
 */
// eslint-disable-next-line max-lines-per-function -- one namespace: what screens are sent, and what presenters may ask for
export function servePlayfields({
  namespace,
  bus,
  rooms,
  keys,
  connections,
  meter,
  log,
  places,
  faults,
  isVirtual,
}) {
  /** By the id of the room: its screens, each with the backdrop that it has been sent. @type {Map<string, Map<Socket, string>>} */
  const screens = new Map();
  /** Those that came by a presenter's key, each with its version. @type {WeakMap<Socket, number>} */
  const keyed = new WeakMap();
  const guardian = { log };
  const fanOut = createFanOut({ namespace: namespace.name, meter });
  const pace = createPreviewPace();
  const abouts = createScreenAbouts();
  const steps = createStepTeller({ bus });

  rooms.onOpen(attach);
  bus.subscribe((kind, value) => {
    if (kind === 'frame') sendFrame(value.room, value.frame);
    else if (kind === 'met') for (const [room, watching] of screens) report(room, watching);
  });
  guardAdmission(namespace, { admit, enter }, guardian);

  /** @param {EdgeRoom} room */
  function attach(room) {
    screens.set(room.id, new Map());
    const all = namespace.local.to(room.id);
    const stageTeller = createStageTeller(room, () => all.emit(SERVER_EVENT.stage, room.stageNow));
    room.subscribe((kind, value) => {
      if (kind === 'pulse') stageTeller.check();
      else if (kind === 'backdrop') sendBackdrop(room);
      else if (kind === 'reactions') sendReactions(room.id, value.counts);
      else if (kind === 'scene') all.emit(SERVER_EVENT.scene, value.scene);
      else if (kind === 'joinInfo') sendJoin(room);
      else if (kind === 'keyVersion') endRecalled(room);
      else if (kind === 'closed') close(room);
    });
  }

  /** Tells the screens how to join; those that anybody may open do not show the code for it. @param {EdgeRoom} room */
  function sendJoin(room) {
    const all = namespace.local.to(room.id);
    if (!room.joinInfo.entry) return void all.emit(SERVER_EVENT.join, room.joinInfo);
    namespace.local.to(presentersOf(room)).emit(SERVER_EVENT.join, room.joinInfo);
    all.except(presentersOf(room)).emit(SERVER_EVENT.join, withoutCode(room.joinInfo));
  }

  /** Tells the home how many screens show a room here. @param {string} room @param {Map<Socket, string>} watching */
  function report(room, watching) {
    const sockets = [...watching.keys()];
    bus.send('screens', {
      ...{ room, count: watching.size, previews: pace.count(sockets) },
      about: abouts.of(sockets),
    });
  }

  /**
   * Sends a frame to the screens that have taken the one before. The others skip it, and are disconnected if they stay
   * behind (see connections.js). Socket.IO's `volatile` does not fit: it drops whatever follows a reliable packet of the
   * same turn.
   * @param {string} roomId @param {import('../contract/wire.js').Frame} frame
   */
  function sendFrame(roomId, frame) {
    for (const socket of screens.get(roomId)?.keys() ?? []) {
      if (!socket.conn.transport.writable || pace.isEarly(socket)) continue;
      socket.emit(SERVER_EVENT.frame, frame);
      meter.count('frames');
    }
  }

  /** A screen that does not read misses them. @param {string} roomId @param {number[]} counts */
  function sendReactions(roomId, counts) {
    for (const socket of screens.get(roomId)?.keys() ?? [])
      if (socket.conn.transport.writable) socket.emit(SERVER_EVENT.reactions, counts);
  }

  /**
   * Sends the backdrop to the screens that lack it, made once for all of them. One that does not read gets the newest when it
   * reads again (lib/wire/fan-out.js).
   * @param {EdgeRoom} room
   */
  function sendBackdrop(room) {
    const { backdrop } = room;
    const watching = screens.get(room.id);
    if (!backdrop || !watching) return;
    const name = `${backdrop.epoch} ${backdrop.seq}`;
    const lacking = [...watching.keys()].filter((socket) => watching.get(socket) !== name);
    if (lacking.length === 0) return;
    for (const socket of lacking) watching.set(socket, name);
    fanOut.sendSome(lacking, SERVER_EVENT.backdrop, backdropText(backdrop));
  }

  /** @param {Socket} socket @param {EdgeRoom} room @returns {boolean} it came by a key that was called back */
  const isOver = (socket, { keyVersion }) => (keyed.get(socket) ?? keyVersion) !== keyVersion;

  /** Ends the screens whose key was called back. They come again by themselves, and only show. @param {EdgeRoom} room */
  function endRecalled(room) {
    for (const socket of screens.get(room.id)?.keys() ?? [])
      if (isOver(socket, room)) end(socket, 'link-recalled');
  }

  /** @param {EdgeRoom} room */
  function close(room) {
    screens.delete(room.id);
    namespace.local.in(room.id).disconnectSockets(true);
  }

  /**
   * @param {Socket} socket @returns {Promise<{ room: EdgeRoom, place: Place }>}
   * @throws {ShowError} `room-unknown`, `screens-many`
   */
  async function admit(socket) {
    const { room: roomId, key, rehearsal } = /** @type {Record<string, unknown>} */ (socket.handshake.auth);
    const room = rooms.get(roomId || undefined);
    const isPresenter = keys.isPresenterKey(key, room.id, room.keyVersion);
    if (isPresenter) keyed.set(socket, room.keyVersion);
    const isSmall = isPreview(socket.handshake.auth, isPresenter);
    if (isSmall || isVirtual(rehearsal)) {
      pace.add(socket, isSmall);
      return { room, place: noPlace() };
    }
    const place = await places.take(isPresenter);
    // The screen may leave before Socket.IO calls it connected, and then nothing else would notice.
    if (socket.conn.readyState === 'open') socket.conn.once('close', place.giveBack);
    else place.giveBack();
    return { room, place };
  }

  /** @param {Socket} socket @param {{ room: EdgeRoom, place: Place }} admitted */
  function enter(socket, { room, place }) {
    const { isPresenter } = place;
    const watching = screens.get(room.id);
    if (!watching) return void socket.disconnect(true);
    // Its key may have been called back since it was admitted.
    if (isOver(socket, room)) return end(socket, 'link-recalled');
    place.socket = socket;
    onLeave(
      socket,
      () => {
        watching.delete(socket);
        fanOut.delete(socket);
        socket.conn.off('close', place.giveBack);
        place.giveBack();
        steps.delete(room, socket);
        report(room.id, watching);
      },
      guardian,
    );
    const isFirst = watching.size === 0;
    watching.set(socket, '');
    fanOut.add(socket);
    connections.permit(socket.conn, isPresenter ? TARIFFS.presenter : TARIFFS.screen);
    void socket.join(keyed.has(socket) ? [room.id, presentersOf(room)] : room.id);
    socket.emit(SERVER_EVENT.scene, room.scene);
    socket.emit(SERVER_EVENT.join, keyed.has(socket) ? room.joinInfo : withoutCode(room.joinInfo));
    socket.emit(SERVER_EVENT.stage, { ...room.stageNow, ...clockAnswer() });
    // The one that is kept here while there is no screen may be old; then the home sends the backdrop of now.
    if (!isFirst) sendBackdrop(room);
    if (isPresenter) steps.add(room, socket);
    report(room.id, watching);
    const about = abouts.rule(socket, () => report(room.id, watching));
    const by = pace.count([socket]) > 0 ? PREVIEW : socket.id;
    const fault = faultRule((/** @type {FaultReport} */ one) => faults.note(room, 'playfield', by, one));
    const own = { [CLIENT_EVENT.about]: about, [CLIENT_EVENT.fault]: fault };
    guard(socket, { ...rulesOf(room, isPresenter), ...own }, guardian);
  }

  /** @param {EdgeRoom} room @param {boolean} isPresenter @returns {Record<string, Rule>} */
  function rulesOf(room, isPresenter) {
    /** @param {string} name @param {unknown[]} args */
    const ask = (name, ...args) => {
      if (!isPresenter) throw new ShowError('role-wrong');
      return bus.ask('command', { room: room.id, name, args, by: 'screen' });
    };
    return {
      [CLIENT_EVENT.ping]: { perS: 2, burst: 10, args: [], run: clockAnswer },
      // A held key repeats 30 times a second.
      [CLIENT_EVENT.run]: {
        perS: 30,
        burst: 60,
        args: [is.text(60), is.optional(is.object)],
        run: (/** @type {string} */ action, /** @type {object | undefined} */ args) =>
          ask('run', action, args ?? {}),
      },
      [CLIENT_EVENT.back]: { perS: 2, burst: 6, args: [], run: () => ask('back') },
      [CLIENT_EVENT.pause]: {
        perS: 2,
        burst: 6,
        args: [is.boolean],
        run: (/** @type {boolean} */ isPaused) => ask('pause', isPaused),
      },
      [CLIENT_EVENT.go]: { ...GOES, args: [is.text(60)], run: (/** @type {string} */ id) => ask('go', id) },
      [CLIENT_EVENT.blank]: {
        ...GOES,
        args: [is.boolean],
        run: (/** @type {boolean} */ on) => ask('blank', on),
      },
    };
  }

  return { stop: steps.stop };
}

/** @param {EdgeRoom} room @returns {string} the Socket.IO room of its screens with a key; no room's id has a colon */
const presentersOf = (room) => `presenters:${room.id}`;

/** @param {import('../contract/wire.js').JoinInfo} info @returns {import('../contract/wire.js').JoinInfo} */
function withoutCode(info) {
  return info.entry ? { ...info, entry: { digits: '', qr: '' } } : info;
}
