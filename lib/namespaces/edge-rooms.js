/** The rooms as an edge knows them: a current copy of what the home has published of each, and its listeners. */

/** @import { Down, DownInRoom, EdgeEnd, Opened } from '../bus/contract.js' */
/** @import { Game, LoadedGame } from '../contract/types.js' */
/** @import { Pulse } from '../contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { roomOf } from '../contract/room-ids.js';
import { ShowError } from '../errors.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { StageClock } from '../stage/stage-clock.js';
import { markOf } from '../../public/shared/codec.js';

/** Clients that come before the rooms are open are asked to come again then. */
const OPENING_MS = 1000;

/** @typedef {(...message: DownInRoom) => void} Listener */

/** The clock of a room's stage, which begins anew with another home: the clocks of two machines have nothing in common. */
class RoomClock {
  #clock = new StageClock();

  get epoch() {
    return this.#clock.epoch;
  }

  get clears() {
    return this.#clock.clears;
  }

  get zeroMs() {
    return this.#clock.zeroMs;
  }

  get isStill() {
    return this.#clock.isStill;
  }

  /** @param {number} nowMs on the clock of this edge @returns {number} stage time in whole ms */
  at(nowMs) {
    return this.#clock.at(nowMs);
  }

  /** @param {Pulse} pulse @param {number} nowMs @param {boolean} isOtherHome */
  note(pulse, nowMs, isOtherHome) {
    if (isOtherHome) this.#clock = new StageClock();
    this.#clock.note(pulse, nowMs);
  }
}

/** An edge's copy of one room, as the home last published it. */
export class EdgeRoom {
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Map<string, LoadedGame>} */
  #games;
  /** The time of the stage, and how often levels were cleared. */
  clock = new RoomClock();
  /** Stands in binary inputs of this game since its levels were last cleared; see public/shared/codec.js. */
  mark = 0;

  /** @type {number | undefined} */
  #home;

  /** @param {Opened} opened @param {Map<string, LoadedGame>} games of this process */
  constructor(
    { id, title, eraseAfter, keyVersion, scene, throttle, notice, backdrop, pulse, joinInfo, home },
    games,
  ) {
    this.#games = games;
    this.id = id;
    this.title = title;
    /** Hours after the last phone has gone until its people are erased; 0: never. */
    this.eraseAfter = eraseAfter;
    this.keyVersion = keyVersion;
    this.scene = scene;
    this.throttle = throttle;
    this.notice = notice;
    this.backdrop = backdrop;
    this.#home = home;
    this.#noteStage(pulse);
    this.joinInfo = joinInfo;
  }

  /** @returns {Game} whose inputs are folded here */
  get game() {
    return (this.#games.get(this.scene.game.id) ?? PLAIN_SCREEN).game;
  }

  /** Whether its phones may react now: the operator, the host's dark screens, a pause and the governor each may forbid it. */
  get reacts() {
    return this.joinInfo.reacts && !this.scene.paused;
  }

  /** @param {Listener} listener called after the room is up to date */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** @param {DownInRoom} message */
  receive(...[kind, value]) {
    if (kind === 'scene') {
      this.scene = value.scene;
      if (value.begins) this.notice = this.backdrop = null;
    } else if (kind === 'pulse') this.#noteStage(value.pulse);
    else if (kind === 'backdrop') this.backdrop = value.backdrop;
    else if (kind === 'notice') this.notice = value.notice;
    else if (kind === 'throttle') this.throttle = value.throttle;
    else if (kind === 'joinInfo') this.joinInfo = value.joinInfo;
    else if (kind === 'keyVersion') this.keyVersion = value.keyVersion;
    this.#emit(/** @type {DownInRoom} */ ([kind, value]));
  }

  /** @param {DownInRoom} message */
  #emit(message) {
    for (const listener of this.#listeners) listener(...message);
  }

  /**
   * Takes the state of a room that was open already, because a home is met again, or another one: listeners are called
   * with what differs, and with nothing else.
   * @param {Opened} opened
   */
  renew({ eraseAfter, scene, throttle, notice, backdrop, pulse, joinInfo, keyVersion, home }) {
    const isOtherHome = home !== this.#home;
    const begins = scene.epoch !== this.scene.epoch;
    this.#home = home;
    this.eraseAfter = eraseAfter;
    this.#noteStage(pulse, isOtherHome);
    this.#emit(['pulse', { lateMs: null, pulse }]);
    if (begins || differs(scene, this.scene)) this.receive('scene', { scene, begins });
    if (differs(throttle, this.throttle)) this.receive('throttle', { throttle, isSet: true });
    if (notice && differs(notice, this.notice)) this.receive('notice', { notice });
    if (backdrop && differs(backdrop, this.backdrop)) this.receive('backdrop', { backdrop });
    if (differs(joinInfo, this.joinInfo)) this.receive('joinInfo', { joinInfo });
    if (keyVersion !== this.keyVersion) this.receive('keyVersion', { keyVersion });
  }

  /** @param {Pulse} pulse */
  #noteStage(pulse, isOtherHome = false) {
    this.clock.note(pulse, performance.now(), isOtherHome);
    this.mark = markOf(pulse.epoch, pulse.clears);
  }

  /** @returns {import('../contract/wire.js').StageNow} to a tenth of a millisecond, which is shorter */
  get stageNow() {
    const { epoch, zeroMs, clears, isStill } = this.clock;
    const now = { epoch, zeroMs: Math.round(zeroMs * 10) / 10, clears };
    return isStill ? { ...now, stillMs: this.clock.at(0) } : now;
  }
}

/**
 * @param {{ bus: Pick<EdgeEnd, 'subscribe'>, games: Map<string, LoadedGame> }} options
 */
export function createEdgeRooms({ bus, games }) {
  /** @type {Map<string, EdgeRoom>} */
  const rooms = new Map();
  /** @type {Set<(room: EdgeRoom) => void>} */
  const openListeners = new Set();

  bus.subscribe((...message) => {
    const [kind, value] = message;
    if (kind === 'opened') return open(value);
    const room = 'room' in value && rooms.get(value.room);
    if (!room) return;
    if (kind === 'closed') rooms.delete(room.id);
    room.receive(...message);
  });

  /** @param {Opened} opened */
  function open(opened) {
    const known = rooms.get(opened.id);
    if (known) return known.renew(opened);
    const room = new EdgeRoom(opened, games);
    rooms.set(room.id, room);
    for (const listener of openListeners) listener(room);
  }

  return {
    /**
     * @param {unknown} [id] the default room when missing @returns {EdgeRoom}
     * @throws {ShowError} `room-unknown`; `draining` while none is known, because the home still opens them
     */
    get(id) {
      if (rooms.size > 0) return roomOf(rooms, id);
      throw Object.assign(new ShowError('draining'), { retryAfterMs: OPENING_MS });
    },
    all: () => [...rooms.values()],
    /** @param {(room: EdgeRoom) => void} listener called for the rooms there are, and for each one opened later */
    onOpen(listener) {
      openListeners.add(listener);
      for (const room of rooms.values()) listener(room);
    },
  };
}

/** @typedef {ReturnType<typeof createEdgeRooms>} EdgeRooms */

/** @param {unknown} a @param {unknown} b @returns {boolean} as JSON, which is how all of it travels */
function differs(a, b) {
  return JSON.stringify(a) !== JSON.stringify(b);
}
