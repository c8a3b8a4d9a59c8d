/** The rooms as an edge knows them: a current copy of what the home has published of each, and its listeners. */

/** @import { DownKind, EdgeEnd, ViewMessage } from '../bus/contract.js' */
/** @import { Game, LoadedGame } from '../contract/types.js' */
/** @import { Pulse } from '../stage/stage-clock.js' */
/** @import { JoinInfo, Scene, Throttle } from '../contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { roomOf } from '../contract/room-ids.js';
import { StageClock } from '../stage/stage-clock.js';
import { markOf } from '../../public/shared/codec.js';

/** @typedef {(kind: DownKind, value: any) => void} Listener */

/** An edge's copy of one room, as the home last published it. */
export class EdgeRoom {
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Map<string, LoadedGame>} */
  #games;
  /** The time of the stage, and how often levels were cleared. */
  clock = new StageClock();
  /** Stands in binary inputs of this game since its levels were last cleared; see public/shared/codec.js. */
  mark = 0;

  /**
   * @param {{ id: string, title: string, locked: boolean, scene: Scene, throttle: Throttle, notice: ViewMessage | null,
   *   backdrop: ViewMessage | null, pulse: Pulse, joinInfo: JoinInfo }} opened
   * @param {Map<string, LoadedGame>} games of this process
   */
  constructor({ id, title, locked, scene, throttle, notice, backdrop, pulse, joinInfo }, games) {
    this.#games = games;
    this.id = id;
    this.title = title;
    this.locked = locked;
    this.scene = scene;
    this.throttle = throttle;
    this.notice = notice;
    this.backdrop = backdrop;
    this.#noteStage(pulse);
    this.joinInfo = joinInfo;
  }

  /** @returns {Game} whose inputs are folded here */
  get game() {
    return /** @type {LoadedGame} */ (this.#games.get(this.scene.game.id)).game;
  }

  /** @param {Listener} listener called after the room is up to date */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** @param {DownKind} kind @param {any} value */
  receive(kind, value) {
    if (kind === 'scene') {
      this.scene = value.scene;
      if (value.begins) this.notice = this.backdrop = null;
    } else if (kind === 'pulse') this.#noteStage(value.pulse);
    else if (kind === 'backdrop') this.backdrop = value.backdrop;
    else if (kind === 'notice') this.notice = value.notice;
    else if (kind === 'throttle') this.throttle = value.throttle;
    else if (kind === 'joinInfo') this.joinInfo = value.joinInfo;
    else if (kind === 'locked') this.locked = value.locked;
    for (const listener of this.#listeners) listener(kind, value);
  }

  /** @param {Pulse} pulse */
  #noteStage(pulse) {
    this.clock.note(pulse, performance.now());
    this.mark = markOf(pulse.epoch, pulse.clears);
  }

  /** @returns {import('../contract/wire.js').StageNow} to a tenth of a millisecond, which is shorter */
  get stageNow() {
    const { epoch, zeroMs, clears } = this.clock;
    return { epoch, zeroMs: Math.round(zeroMs * 10) / 10, clears };
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

  bus.subscribe((kind, value) => {
    if (kind === 'opened') return open(new EdgeRoom(value, games));
    const room = rooms.get(value.room);
    if (!room) return;
    if (kind === 'closed') rooms.delete(room.id);
    room.receive(kind, value);
  });

  /** @param {EdgeRoom} room */
  function open(room) {
    rooms.set(room.id, room);
    for (const listener of openListeners) listener(room);
  }

  return {
    /** @param {unknown} [id] the default room when missing @returns {EdgeRoom} @throws {ShowError} `room-unknown` */
    get: (id) => roomOf(rooms, id),
    all: () => [...rooms.values()],
    /** @param {(room: EdgeRoom) => void} listener called for the rooms there are, and for each one opened later */
    onOpen(listener) {
      openListeners.add(listener);
      for (const room of rooms.values()) listener(room);
    },
  };
}

/** @typedef {ReturnType<typeof createEdgeRooms>} EdgeRooms */
