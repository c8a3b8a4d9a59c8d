/** Holds what all loads share: the pace, the choice of senders, and counts of what became of each send that was due. */

/** @import { Connection } from '../connection.js' */
/** @import { Histogram } from '../../histogram.js' */

import { STEP } from '../connection.js';
import { problem } from '../errors.js';
import { createPace } from '../clock.js';
import { LATE_MS } from '../own.js';

/** A connection with this many bytes waiting sends no more: they would pile up here, and hide that the server jams. */
const MOST_WAITING = 64 * 1024;
/** One turn sends no more than this, some 20 ms of work, before incoming data is read. */
const MOST_AT_ONCE = 2000;

/**
 * @typedef {object} Counts of sends; `due` = `sent` + `gone` + `heldBack` + `throttled` + `unsent` + what is still to
 *   be sent, late
 * @property {number} due
 * @property {number} sent
 * @property {number} gone because the connection had ended
 * @property {number} heldBack because 64 KB waited that the server had not taken
 * @property {number} throttled because the server had told the connection not to send
 * @property {number} unsent because the generator had not managed it when the load ended or its connections changed
 * @property {number} behind dealt with more than 100 ms after it was due
 * @property {number} refused by an answer or a `problem` of the server, who sends at most one problem a second to each
 *
 * @typedef {object} Part what a swarm is of a crowd over several processes
 * @property {number} process its number, from 0
 * @property {number} processes
 * @property {number} share of the rates, 0 to 1
 * @property {number} before share of the processes with lower numbers
 * @property {number} others connections of all other processes
 *
 * @typedef {object} Context what a job may use of its swarm
 * @property {string} namespace
 * @property {boolean} isBare
 * @property {() => readonly Connection[]} members the connections that have joined
 * @property {number} lane tells its acknowledgements from those of other jobs
 * @property {Part} part is changed when connections come and go elsewhere
 *
 * @typedef {object} Job
 * @property {Counts} counts since the start
 * @property {(nowMs: number) => boolean} turn sends what is due; true: there is more
 * @property {(nowMs: number) => number} waitMs the time until the next send is due
 * @property {(nowMs: number) => void} regroup called when members came or went
 * @property {(nowMs: number) => void} sweep
 * @property {() => number} pending messages that may still come back to their sender
 * @property {(connection: Connection, bytes: Buffer, start: number, end: number) => boolean} onEvent true: the event is this job's own
 * @property {(connection: Connection, id: number, bytes: Buffer, start: number, end: number) => void} onAck
 * @property {() => Record<string, number>} heard counts of what came back, since the start
 * @property {(isTotal: boolean) => Record<string, Histogram>} times in all, or since they were last read
 * @property {(nowMs: number) => void} end makes the job send nothing that is due later
 */

/** @returns {Counts} */
export function nothingSent() {
  return { due: 0, sent: 0, gone: 0, heldBack: 0, throttled: 0, unsent: 0, behind: 0, refused: 0 };
}

/**
 * Divides a whole number over the processes, so that the parts add up to it.
 * @param {number} total @param {Part} part
 */
export function partOf(total, { share, before }) {
  return Math.round(total * (before + share)) - Math.round(total * before);
}

/**
 * Sends at a fixed rate over all members in turn, as an open loop.
 * @param {object} options
 * @param {(members: number) => number} options.perS the rate of all together
 * @param {(all: readonly Connection[]) => readonly Connection[]} [options.pick] chooses the senders
 * @param {() => readonly Connection[]} options.members
 * @param {(connection: Connection) => boolean} [options.mayNot] true: the server told it not to
 * @param {(connection: Connection, k: number, dueAtMs: number) => void} options.send
 * @param {Part} options.part the processes of a crowd take turns, where they would else send all at once
 */
export function createSender({ perS, pick = (all) => all, members, mayNot = () => false, send, part }) {
  const counts = nothingSent();
  /** @type {readonly Connection[]} */
  let roster = [];
  /** @type {import('../clock.js').Pace | null} */
  let pace = null;
  let dueBefore = 0;
  let turns = 0;

  /**
   * Goes on where it was in the round, with the send that was next, so that no connection is passed over however
   * often others come and go.
   * @param {number} nowMs
   */
  function regroup(nowMs) {
    turn(nowMs);
    const waitMs = pace?.waitMs(nowMs);
    end(nowMs);
    roster = [...pick(members())];
    const rate = perS(roster.length);
    if (roster.length === 0 || !(rate > 0)) return;
    const firstMs = (part.before * 1000) / rate;
    pace = createPace({ perS: rate, startMs: nowMs + (waitMs ?? firstMs) });
  }

  /** @param {number} nowMs */
  function end(nowMs) {
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
    if (isCrowded) for (const connection of roster) connection.cork();
    while (pace.taken < until) {
      const dueAtMs = pace.dueAtMs(pace.take(), nowMs);
      if (nowMs - dueAtMs > LATE_MS) counts.behind += 1;
      const k = turns++;
      sendOne(/** @type {Connection} */ (roster[k % roster.length]), k, dueAtMs);
    }
    if (isCrowded) for (const connection of roster) connection.uncork();
    return until < due;
  }

  /** @param {Connection} connection @param {number} k @param {number} dueAtMs */
  function sendOne(connection, k, dueAtMs) {
    if (connection.step !== STEP.joined) counts.gone += 1;
    else if (mayNot(connection)) counts.throttled += 1;
    else if (connection.waiting > MOST_WAITING) counts.heldBack += 1;
    else {
      send(connection, k, dueAtMs);
      counts.sent += 1;
    }
  }

  return {
    counts,
    regroup,
    end,
    turn,
    /** @param {number} nowMs */
    waitMs: (nowMs) => (pace ? pace.waitMs(nowMs) : Infinity),
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
      throw problem('option-bad', {
        option,
        problem: `is a number from ${least} to ${most}, not ${JSON.stringify(value)}`,
      });
  }
}

/**
 * Picks a sample, spread evenly over all connections.
 * @param {readonly Connection[]} all
 * @param {number} most
 * @returns {readonly Connection[]}
 */
export function sampleOf(all, most) {
  if (all.length <= most) return all;
  return Array.from(
    { length: most },
    (_, i) => /** @type {Connection} */ (all[Math.floor((i * all.length) / most)]),
  );
}
