/** The phones of one room at this edge: their seats, their folds, and how they are sent what the home publishes. */

/** @import { FanOut } from '../wire/fan-out.js' */
/** @import { DownKind } from '../bus/contract.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { Session } from './session.js' */

import { createEdge } from '../stage/edge.js';
import { ShowError } from '../errors.js';
import { noticeText, personalText } from '../wire/json-text.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** A player who has been silent for longer no longer counts as active. The first version of 2012 used the same 25 s. */
const ACTIVE_MS = 25_000;

/**
 * @param {object} options
 * @param {EdgeRoom} options.room
 * @param {Pick<import('../bus/contract.js').EdgeEnd, 'onDrain'>} options.bus
 * @param {FanOut} options.fanOut
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {() => void} options.onGame another game begins
 * @param {(pid: string) => void} options.onKicked this player is removed
 * @param {(sendHz: number) => void} options.onRate from now on
 * @param {() => void} options.onClose before its phones are sent away
 */
export function createRoomPhones({ room, bus, fanOut, meter, onGame, onKicked, onRate, onClose }) {
  const edge = createEdge();
  edge.setGame(room.game, room.scene.epoch);
  const endWindows = bus.onDrain(room.id, edge.window);
  /** Sessions by the secret id, by which the home addresses players. @type {Map<string, Session>} */
  const sessions = new Map();
  let sendHz = room.throttle.sendHz;

  /** @type {Partial<Record<DownKind, (value: any) => void>>} */
  const handlers = {
    scene({ scene, begins }) {
      if (begins) {
        edge.setGame(room.game, scene.epoch);
        onGame();
      }
      fanOut.send(SERVER_EVENT.scene, scene);
    },
    notice({ notice }) {
      fanOut.send(SERVER_EVENT.notice, noticeText(notice));
      meter.count('notices', sessions.size);
    },
    personal: ({ pid, personal }) => sendOne(pid, SERVER_EVENT.personal, personalText(personal)),
    throttle({ throttle }) {
      if (throttle.sendHz === sendHz) return;
      sendHz = throttle.sendHz;
      onRate(sendHz);
    },
    player({ pid, player }) {
      const session = sessions.get(pid);
      if (!session) return;
      // Folds read the team: a change of side counts from the next window on.
      Object.assign(session.player, player);
      fanOut.sendOne(session.socket, SERVER_EVENT.player, player);
    },
    kicked({ pid }) {
      const socket = sessions.get(pid)?.socket;
      socket?.emit(SERVER_EVENT.kicked, { message: new ShowError('kicked').message });
      socket?.disconnect(true);
      onKicked(pid);
    },
    closed() {
      endWindows();
      onClose();
      fanOut.end();
    },
  };
  room.subscribe((kind, value) => handlers[kind]?.(value));

  /** @param {string} pid @param {string} event @param {unknown} payload */
  function sendOne(pid, event, payload) {
    const session = sessions.get(pid);
    if (session) fanOut.sendOne(session.socket, event, payload);
  }

  return {
    room,
    edge,
    fanOut,
    sessions,
    /**
     * Returns the players who have begun to send, or have fallen silent, since the last call.
     * @param {number} nowMs
     * @returns {{ active: string[], idle: string[] } | null} null: none
     */
    presence(nowMs) {
      /** @type {string[]} */
      const active = [];
      /** @type {string[]} */
      const idle = [];
      for (const session of sessions.values()) {
        const isActive = nowMs - session.heardAtMs < ACTIVE_MS;
        if (isActive === session.isActive) continue;
        session.isActive = isActive;
        (isActive ? active : idle).push(session.player.id);
      }
      return active.length + idle.length === 0 ? null : { active, idle };
    },
    /** Counts the phones that have sent something since then. @param {number} sinceMs */
    speakers(sinceMs) {
      let count = 0;
      for (const { heardAtMs } of sessions.values()) if (heardAtMs >= sinceMs) count += 1;
      return count;
    },
    *sockets() {
      for (const { socket } of sessions.values()) yield socket;
    },
  };
}

/** @typedef {ReturnType<typeof createRoomPhones>} RoomPhones */
