/** The phones of one room at this edge: their seats, their folds, and how they are sent what the home publishes. */

/** @import { FanOut } from '../wire/fan-out.js' */
/** @import { DownKind, Published } from '../bus/contract.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { Session } from './session.js' */

import { performance } from 'node:perf_hooks';
import { createEdge } from '../stage/edge.js';
import { createStageTeller } from './stage-teller.js';
import { ShowError } from '../errors.js';
import { noticeText, personalText } from '../wire/json-text.js';
import { createReactions } from './reactions.js';
import { Speakers } from './speakers.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

const GOODBYE = Object.freeze({
  kicked: { message: new ShowError('kicked').message },
  erased: { message: new ShowError('erased').message },
});

/**
 * @param {object} options
 * @param {EdgeRoom} options.room
 * @param {Pick<import('../bus/contract.js').EdgeEnd, 'onDrain' | 'send'>} options.bus
 * @param {FanOut} options.fanOut
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {Pick<import('../wire/slices.js').Slices, 'push'>} options.slices in which many phones are sent away
 * @param {import('./page-faults.js').PageFaults} options.faults
 * @param {() => void} options.onGame another game begins
 * @param {(pid: string) => void} options.onGone this player has left for good
 * @param {(pid: string) => void} options.onMoved the phone of this player has come back by another process
 * @param {(sendHz: number, isSet: boolean) => void} options.onRate from now on; `isSet`: the operator has set it, or it
 *   begins or ends
 * @param {(session: Session) => void} options.onSpeak is called with the first message of a phone in a quarter of a second
 * @param {() => void} options.onClose before its phones are sent away
 */
// eslint-disable-next-line max-lines-per-function -- what the home publishes in a room, message by message
export function createRoomPhones({
  room,
  bus,
  fanOut,
  meter,
  slices,
  faults,
  onGame,
  onGone,
  onMoved,
  onRate,
  onSpeak,
  onClose,
}) {
  const edge = createEdge(room.clock);
  edge.setGame(room.game, room.scene.epoch);
  let clears = room.clock.clears;
  if (clears > 0) edge.clear(clears);
  const endWindows = bus.onDrain(room.id, (nowMs) => ({ ...edge.window(nowMs), gameId: room.scene.game.id }));
  /** Sessions by the secret id, by which the home addresses players. @type {Map<string, Session>} */
  const sessions = new Map();
  const speakers = new Speakers(onSpeak);
  const reactions = createReactions({ room, bus });
  let sendHz = room.throttle.sendHz;
  /** Since when phones send nothing, because the room is paused. @type {number | null} */
  let pausedAtMs = room.scene.paused ? performance.now() : null;
  let theme = themeOf(room);
  const stageTeller = createStageTeller(room, () => fanOut.send(SERVER_EVENT.stage, room.stageNow));

  /** @type {{ [K in DownKind]?: (value: Omit<Published[K], 'room'>) => void }} */
  const handlers = {
    pulse({ pulse }) {
      // The levels of another game go when its scene comes.
      if (pulse.epoch === room.scene.epoch && pulse.clears !== clears) edge.clear((clears = pulse.clears));
      stageTeller.check();
    },
    scene({ scene, begins }) {
      if (scene.paused) pausedAtMs ??= performance.now();
      else if (pausedAtMs !== null) {
        edge.spare(performance.now() - pausedAtMs);
        pausedAtMs = null;
      }
      if (begins) {
        edge.setGame(room.game, scene.epoch);
        if ((clears = room.clock.clears) > 0) edge.clear(clears);
        onGame();
      }
      fanOut.send(SERVER_EVENT.scene, scene);
    },
    notice({ notice }) {
      fanOut.send(SERVER_EVENT.notice, noticeText(notice));
      meter.count('notices', sessions.size);
    },
    personal: ({ pid, personal }) => sendOne(pid, SERVER_EVENT.personal, personalText(personal)),
    throttle({ throttle, isSet }) {
      if (throttle.sendHz === sendHz) return;
      const isBegun = sendHz === 0;
      sendHz = throttle.sendHz;
      onRate(sendHz, isSet || isBegun || sendHz === 0);
    },
    player({ pid, player }) {
      const session = sessions.get(pid);
      if (!session) return;
      Object.assign(session.player, player);
      // Folds read the team: a change of side counts from the next window on.
      edge.move(session.seat);
      fanOut.sendOne(session.socket, SERVER_EVENT.player, player);
    },
    kicked({ pid }) {
      if (sessions.has(pid)) sendAway(pid, 'kicked');
      else onGone(pid);
    },
    erased() {
      for (const pid of sessions.keys()) sendAway(pid, 'erased');
    },
    replaced({ pid }) {
      const socket = sessions.get(pid)?.socket;
      socket?.emit(SERVER_EVENT.replaced, {});
      socket?.disconnect(true);
      onMoved(pid);
    },
    joinInfo() {
      const next = themeOf(room);
      if (JSON.stringify(next) === JSON.stringify(theme)) return;
      theme = next;
      fanOut.send(SERVER_EVENT.theme, theme);
    },
    closed() {
      endWindows();
      reactions.stop();
      onClose();
      fanOut.end();
      for (const { socket } of sessions.values()) slices.push('goodbyes', () => socket.disconnect(true));
    },
  };
  room.subscribe((kind, value) =>
    /** @type {((news: typeof value) => void) | undefined} */ (handlers[kind])?.(value),
  );

  /** Says goodbye to one phone, of what may be thousands. @param {string} pid @param {keyof typeof GOODBYE} why */
  function sendAway(pid, why) {
    const session = sessions.get(pid);
    slices.push('goodbyes', () => {
      if (!session || sessions.get(pid) !== session) return;
      session.socket.emit(SERVER_EVENT[why], GOODBYE[why]);
      session.socket.disconnect(true);
      onGone(pid);
    });
  }

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
    speakers,
    reactions,
    faults,
  };
}

/** The part of a room's look that phones are dressed in. @param {EdgeRoom} room @returns {import('../contract/look.js').Theme} */
export function themeOf({ joinInfo: { look, isBlank } }) {
  const { light, colours, logo, background, reactions } = look;
  // On dark screens nobody would see them. What the governor sheds is no news for phones, which would cost more than it saves.
  return { light, colours, logo, background, reactions: reactions && !isBlank };
}

/** @typedef {ReturnType<typeof createRoomPhones>} RoomPhones */
