/**
 * Admits phones one by one, as fast as the event loop has room. A phone whose turn comes within a moment does not notice;
 * the others are connected, see their place in the admission queue, and are sent it when it moves. Seats that become free are for
 * players who were here before, as long as one of them waits.
 */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Queued } from '../contract/wire.js' */
/** @import { Slices } from '../wire/slices.js' */

import { performance } from 'node:perf_hooks';
import { guardShut, onLeave } from '../door/guard.js';
import { createAdmissionQueue } from './admission-queue.js';
import { randomCode } from '../door/keys-and-tokens.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** Phones that would wait for longer are sent that. A connection has 10 s to join, see wire/connections.js. */
const UNTOLD_MS = 3000;
/** Looks this often whether there is room again in a full house, which nobody announces. */
const LOOK_MS = 20;
/** Waiting phones are sent the head of the queue this often, if it has moved. It is encoded once for each class. */
const HEADS_MS = 2000;
/** A waiting phone takes some 10 KB of memory. Phones beyond this number are asked to try again. */
export const MAX_WAITING = 20_000;

/** 'returning': the player was here before. @typedef {'returning' | 'new'} Kind */
/** @type {readonly Kind[]} */
const KINDS = ['returning', 'new'];

/**
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {import('../door/guard.js').Guardian} options.guardian
 * @param {() => number} options.freeSeats
 * @param {Slices} options.slices
 * @param {() => number} [options.now] monotonic ms
 */
// eslint-disable-next-line max-lines-per-function -- one line, which all of it moves forward
export function createAdmission({ namespace, guardian, freeSeats, slices, now = () => performance.now() }) {
  /** @typedef {{ socket: Socket, enter: () => void }} Guest */
  const queue = createAdmissionQueue(
    /** @type {Parameters<typeof createAdmissionQueue<Guest>>[0]} */ ({
      makeTicket: () => randomCode(16),
      onReplaced({ socket }) {
        socket.emit(SERVER_EVENT.replaced, {});
        socket.disconnect(true);
      },
    }),
  );
  let sentAtMs = -Infinity;
  const sent = { returning: '', new: '' };
  /** The first of each class that waits has a place in the slices, and the others follow it. */
  const isComing = { returning: false, new: false };
  /** @type {NodeJS.Timeout | undefined} only while somebody waits */
  let timer;

  /** @param {Kind} kind @returns {boolean} no seat is free for this class */
  function isFull(kind) {
    return freeSeats() <= (kind === 'new' ? queue.waitingOf('returning') : 0);
  }

  function look() {
    for (const kind of KINDS) callNext(kind);
    if (queue.waiting === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (now() - sentAtMs >= HEADS_MS) sendHeads();
  }

  /** @param {Kind} kind */
  function callNext(kind) {
    if (isComing[kind] || queue.waitingOf(kind) === 0 || isFull(kind)) return;
    isComing[kind] = true;
    slices.push(kind, () => {
      isComing[kind] = false;
      if (!isFull(kind)) queue.next(kind)?.enter();
      callNext(kind);
    });
  }

  /** @param {Kind} kind @returns {Promise<void>} in a slice */
  function turnOf(kind) {
    return new Promise((resolve) => slices.push(kind, resolve));
  }

  function sendHeads() {
    sentAtMs = now();
    const heads = queue.heads();
    for (const kind of KINDS) {
      const next = headOf(kind, heads[kind]);
      const text = JSON.stringify(next);
      if (text !== sent[kind]) namespace.local.to(roomOf(kind)).emit(SERVER_EVENT.queued, next);
      sent[kind] = text;
    }
  }

  /** @param {Kind} kind @param {number} head @returns {Queued} */
  function headOf(kind, head) {
    return { head, perS: isFull(kind) ? 0 : Math.max(1, Math.round(slices.perS(kind))) };
  }

  return {
    get waiting() {
      return queue.waiting;
    },
    turnOf,
    /**
     * Waits for the turn of a phone, if that is near.
     * @param {Kind} kind
     * @returns {Promise<boolean>} false: it must be held
     */
    async mayPass(kind) {
      if (isFull(kind) || queue.waitingOf(kind) > 0 || slices.waitMs() > UNTOLD_MS) return false;
      await turnOf(kind);
      return !isFull(kind);
    },
    /**
     * @param {Socket} socket @param {Kind} kind
     * @param {unknown} ticket of an earlier wait
     * @param {() => void} enter called when it is the phone's turn
     */
    hold(socket, kind, ticket, enter) {
      const open = guardShut(socket, 'queued', guardian);
      const guest = {
        socket,
        enter() {
          open();
          // It holds some 400 bytes for as long as the phone stays, which nothing needs any more.
          forget();
          void socket.leave(roomOf(kind));
          if (socket.connected) enter();
        },
      };
      const waiting = queue.wait(guest, kind, ticket, now());
      const forget = onLeave(socket, () => queue.leave(waiting, now()), guardian);
      void socket.join(roomOf(kind));
      const { number, ticket: given } = waiting;
      socket.emit(SERVER_EVENT.queued, { number, ticket: given, ...headOf(kind, queue.heads()[kind]) });
      callNext(kind);
      timer ??= setInterval(look, LOOK_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {Kind} kind @returns {string} the Socket.IO room; no room's id has a colon */
function roomOf(kind) {
  return `waiting:${kind}`;
}
