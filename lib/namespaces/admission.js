/** Holds connected phones until it is their turn, tells them their place, and admits them one by one. */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Queued } from '../contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { guardShut, onLeave } from '../door/guard.js';
import { createAdmissionQueue } from './admission-queue.js';
import { randomCode } from '../door/keys.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** At 500/s a turn admits ten phones, so no turn holds the event loop for long. */
const TURN_MS = 20;
const MOST_PER_TURN = 20;
/** Waiting phones are sent the head of the queue this often, if it has moved. It is encoded once for each class. */
const TELL_MS = 2000;
/** A waiting phone takes some 10 KB of memory. Phones beyond this number are told to try again. */
export const MAX_WAITING = 20_000;

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('../door/guard.js').Guardian} options.guardian
 * @param {() => boolean} options.isFull
 * @param {number} options.joinsPerS to begin with
 * @param {() => number} [options.now] monotonic ms
 */
export function createAdmission({ namespace, guardian, isFull, joinsPerS, now = () => performance.now() }) {
  /** @typedef {{ socket: Socket, enter: () => void }} Guest */
  const line = createAdmissionQueue(
    /** @type {Parameters<typeof createAdmissionQueue<Guest>>[0]} */ ({
      isFull,
      perS: joinsPerS,
      makeTicket: () => randomCode(16),
      nowMs: now(),
    }),
  );
  let toldAtMs = -Infinity;
  const told = { back: '', new: '' };
  /** @type {NodeJS.Timeout | undefined} only while somebody waits */
  let timer;

  function turn() {
    line.admit(now(), MOST_PER_TURN, ({ enter }) => enter());
    if (line.waiting === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (now() - toldAtMs >= TELL_MS) tellAll();
  }

  function tellAll() {
    toldAtMs = now();
    const heads = line.heads();
    for (const lane of /** @type {const} */ (['back', 'new'])) {
      const next = toldOf(heads[lane]);
      const text = JSON.stringify(next);
      if (text !== told[lane]) namespace.to(roomOf(lane)).emit(SERVER_EVENT.queued, next);
      told[lane] = text;
    }
  }

  /** @param {number} head @returns {Queued} */
  function toldOf(head) {
    return { head, perS: isFull() ? 0 : Math.round(joinsPerS) };
  }

  return {
    get waiting() {
      return line.waiting;
    },
    /** @param {number} perS */
    setRate(perS) {
      joinsPerS = perS;
      line.setRate(perS, now());
    },
    /** Admits a phone that need not wait. */
    mayPass: () => line.mayPass(now()),
    /**
     * @param {Socket} socket @param {'back' | 'new'} lane 'back': the player was here before
     * @param {unknown} ticket of an earlier wait
     * @param {() => void} enter called when it is the phone's turn
     */
    hold(socket, lane, ticket, enter) {
      const open = guardShut(socket, 'queued', guardian);
      const guest = {
        socket,
        enter() {
          open();
          void socket.leave(roomOf(lane));
          if (socket.connected) enter();
        },
      };
      const waiting = line.wait(guest, lane, ticket, now());
      onLeave(socket, () => line.leave(waiting, now()), guardian);
      void socket.join(roomOf(lane));
      const { number, ticket: kept } = waiting;
      socket.emit(SERVER_EVENT.queued, { number, ticket: kept, ...toldOf(line.heads()[lane]) });
      timer ??= setInterval(turn, TURN_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {'back' | 'new'} lane @returns {string} the Socket.IO room; no room's id has a colon */
function roomOf(lane) {
  return `waiting:${lane}`;
}
