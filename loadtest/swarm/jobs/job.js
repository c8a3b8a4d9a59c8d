/** Holds what all loads share: the pace, the choice of senders, and counts of what became of each send that was due. */

/** @import { Connection, Hooks } from '../connection.js' */
/** @import { Ledger } from '../../types.js' */
/** @import { Times, Trips } from '../times.js' */

import { createPace } from '../clock.js';
import { STEP } from '../connection.js';
import { badOption } from '../errors.js';
import { encodeFrame } from '../frames.js';
import { LATE_MS } from '../own.js';
import { eventPacket } from '../packets.js';

/** A connection with this many bytes waiting sends no more: they would pile up here, and hide that the server jams. */
const MOST_WAITING = 64 * 1024;
/** One turn sends no more than this, some 20 ms of work, before incoming data is read. */
const MOST_AT_ONCE = 2000;

/**
 * @typedef {Omit<Ledger, 'received' | 'lost' | 'extra' | 'late'> & { behind: number }} Counts of sends, `due` with what
 *   is still to be sent, late. `behind`: dealt with more than 100 ms after they were due, but for those unsent. `refused`:
 *   submissions by an answer, others by a `problem` of the server, who sends one a second at most to each
 *   connection, so that its own meter has the exact number
 *
 * @typedef {{ process: number, processes: number, share: number, before: number, others: number }} Part what a swarm is
 *   of a crowd over several processes: its number, from 0, and theirs; its share of the rates, 0 to 1, and that of the
 *   processes with lower numbers; the connections of all others
 *
 * @typedef {object} Context what a job may use of its swarm
 * @property {string} namespace
 * @property {boolean} isBare
 * @property {() => readonly Connection[]} members the connections that have joined
 * @property {(number: number) => number} ackId under which this job, and no other, receives the answer to its message
 * @property {Part} part is changed when connections come and go elsewhere
 *
 * @typedef {object} Job
 * @property {Counts} counts since the start
 * @property {(nowMs: number) => boolean} turn sends what is due; true: there is more
 * @property {(nowMs: number) => number} waitMs the time until the next send is due
 * @property {(nowMs: number) => void} regroup called when members came or went
 * @property {(nowMs: number) => void} sweep called every quarter of a second
 * @property {() => number} pending messages that may still come back to their sender
 * @property {(...event: Parameters<Hooks['onEvent']>) => boolean} onEvent true: the event is this job's own
 * @property {Hooks['onAck']} onAck with the number of the message
 * @property {() => Record<string, number>} back counts of what came back, since the start
 * @property {Record<string, Times>} times
 * @property {(nowMs: number) => void} end makes the job send nothing that is due later
 */

/**
 * Makes a job that sends at a fixed rate over all members in turn, as an open loop.
 * @param {Pick<Context, 'members' | 'part'>} context
 * @param {object} options
 * @param {(members: number) => number} options.perS the rate of all together
 * @param {(connection: Connection, k: number, dueAtMs: number) => void} options.send
 * @param {(all: readonly Connection[]) => readonly Connection[]} [options.pick] chooses the senders
 * @param {(connection: Connection) => boolean} [options.mayNot] true: the server told it not to
 * @param {() => boolean} [options.hasRoom] of a closed loop: fewer are on their way than may be
 * @param {Trips} [options.trips] of the messages, if they come back
 * @returns {Job & { refill: () => void }}
 */
export function createSender(
  { members, part },
  { perS, send, pick, mayNot = () => false, hasRoom = () => false, trips },
) {
  /** @type {Counts} */
  const counts = { due: 0, sent: 0, gone: 0, heldBack: 0, throttled: 0, unsent: 0, behind: 0, refused: 0 };
  /** @type {readonly Connection[]} */
  let roster = [];
  /** @type {ReturnType<typeof createPace> | null} */
  let pace = null;
  let dueBefore = 0;
  let turns = 0;
  let isOver = false;

  /**
   * Goes on where it was in the round, with the send that was next, so that no connection is passed over however
   * often others come and go.
   * @param {number} nowMs
   */
  function regroup(nowMs) {
    if (isOver) return;
    turn(nowMs);
    const waitMs = pace?.waitMs(nowMs);
    settle(nowMs);
    roster = pick?.(members()) ?? [...members()];
    refill();
    const rate = perS(roster.length);
    if (roster.length === 0 || !(rate > 0)) return;
    // The processes of a crowd take turns, where they would else send all at once.
    const firstMs = (part.before * 1000) / rate;
    pace = createPace({ perS: rate, startMs: nowMs + (waitMs ?? firstMs) });
  }

  /** Gives up what is due and not sent. @param {number} nowMs */
  function settle(nowMs) {
    if (!pace) return;
    const due = pace.due(nowMs);
    counts.due = dueBefore += due;
    counts.unsent += Math.max(0, due - pace.taken);
    pace = null;
  }

  /** @param {number} nowMs @returns {boolean} whether more is due */
  function turn(nowMs) {
    if (!pace) return false;
    const due = pace.due(nowMs);
    counts.due = dueBefore + due;
    const until = Math.min(due, pace.taken + MOST_AT_ONCE);
    const isCrowded = until - pace.taken > roster.length;
    if (isCrowded) for (const connection of roster) connection.socket.cork();
    while (pace.taken < until) {
      const dueAtMs = pace.dueAtMs(pace.take(), nowMs);
      if (nowMs - dueAtMs > LATE_MS) counts.behind += 1;
      const k = turns++;
      sendOne(/** @type {Connection} */ (roster[k % roster.length]), k, dueAtMs);
    }
    if (isCrowded) for (const connection of roster) connection.socket.uncork();
    return until < due;
  }

  /** Keeps a closed loop closed: the next connections send the next messages. */
  function refill() {
    const all = members();
    const nowMs = performance.now();
    for (let tries = all.length; tries > 0 && !isOver && hasRoom(); tries--) {
      const k = turns++;
      counts.due += 1;
      sendOne(/** @type {Connection} */ (all[k % all.length]), k, nowMs);
    }
  }

  /** @param {Connection} connection @param {number} k @param {number} dueAtMs */
  function sendOne(connection, k, dueAtMs) {
    if (connection.step !== STEP.joined) counts.gone += 1;
    else if (mayNot(connection)) counts.throttled += 1;
    else if (connection.socket.writableLength > MOST_WAITING) counts.heldBack += 1;
    else {
      send(connection, k, dueAtMs);
      counts.sent += 1;
    }
  }

  return {
    ...{ counts, regroup, turn, refill },
    waitMs: (nowMs) => pace?.waitMs(nowMs) ?? Infinity,
    sweep(nowMs) {
      trips?.sweep(nowMs);
      refill();
    },
    pending: () => trips?.pending ?? 0,
    onEvent: () => false,
    onAck() {},
    back: () => ({ ...trips?.counts }),
    times: trips ? { roundTrip: trips.times } : {},
    end(nowMs) {
      isOver = true;
      settle(nowMs);
    },
  };
}

/**
 * @param {Record<string, unknown>} options
 * @param {Record<string, [least: number, most: number]>} ranges of the options that are numbers
 * @throws {import('../errors.js').SwarmError} `option-bad`
 */
export function checkNumbers(options, ranges) {
  for (const [option, [least, most]] of Object.entries(ranges)) {
    const value = options[option];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= least && value <= most))
      throw badOption(option, `is a number from ${least} to ${most}, not ${JSON.stringify(value)}`);
  }
}

/**
 * @typedef {object} Message one of `payload` and `bytes` says what is sent
 * @property {string} [event] `input`
 * @property {unknown} [payload] of the event
 * @property {number[]} [bytes] a binary WebSocket message as it is: an encoded input, or what a rival takes
 */

/** Encodes what every connection sends. @param {Message} message @param {string} namespace */
export function frameOf({ bytes, event = 'input', payload }, namespace) {
  return encodeFrame(bytes ? Uint8Array.from(bytes) : eventPacket(namespace, event, [payload]));
}
