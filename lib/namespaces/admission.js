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
const HEADS_MS = 2000;
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
  const queue = createAdmissionQueue(
    /** @type {Parameters<typeof createAdmissionQueue<Guest>>[0]} */ ({
      isFull,
      perS: joinsPerS,
      makeTicket: () => randomCode(16),
      nowMs: now(),
    }),
  );
  let sentAtMs = -Infinity;
  const sent = { returning: '', new: '' };
  /** @type {NodeJS.Timeout | undefined} only while somebody waits */
  let timer;

  function admitSome() {
    queue.admit(now(), MOST_PER_TURN, ({ enter }) => enter());
    if (queue.waiting === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (now() - sentAtMs >= HEADS_MS) sendHeads();
  }

  function sendHeads() {
    sentAtMs = now();
    const heads = queue.heads();
    for (const kind of /** @type {const} */ (['returning', 'new'])) {
      const next = headOf(heads[kind]);
      const text = JSON.stringify(next);
      if (text !== sent[kind]) namespace.to(roomOf(kind)).emit(SERVER_EVENT.queued, next);
      sent[kind] = text;
    }
  }

  /** @param {number} head @returns {Queued} */
  function headOf(head) {
    return { head, perS: isFull() ? 0 : Math.round(joinsPerS) };
  }

  return {
    get waiting() {
      return queue.waiting;
    },
    /** @param {number} perS */
    setRate(perS) {
      joinsPerS = perS;
      queue.setRate(perS, now());
    },
    /** Admits a phone that need not wait. */
    mayPass: () => queue.mayPass(now()),
    /**
     * @param {Socket} socket @param {'returning' | 'new'} kind 'returning': the player was here before
     * @param {unknown} ticket of an earlier wait
     * @param {() => void} enter called when it is the phone's turn
     */
    hold(socket, kind, ticket, enter) {
      const open = guardShut(socket, 'queued', guardian);
      const guest = {
        socket,
        enter() {
          open();
          void socket.leave(roomOf(kind));
          if (socket.connected) enter();
        },
      };
      const waiting = queue.wait(guest, kind, ticket, now());
      onLeave(socket, () => queue.leave(waiting, now()), guardian);
      void socket.join(roomOf(kind));
      const { number, ticket: given } = waiting;
      socket.emit(SERVER_EVENT.queued, { number, ticket: given, ...headOf(queue.heads()[kind]) });
      timer ??= setInterval(admitSome, TURN_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {'returning' | 'new'} kind @returns {string} the Socket.IO room; no room's id has a colon */
function roomOf(kind) {
  return `waiting:${kind}`;
}
