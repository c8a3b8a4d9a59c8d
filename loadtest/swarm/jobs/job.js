/** What all loads have in common: a pace, who sends, and what became of each send that was due. */

/** @import { Connection } from '../connection.js' */
/** @import { Summary } from '../../histogram.js' */

import { STEP } from '../connection.js';
import { problem } from '../errors.js';
import { createPace } from '../pace.js';

/** Who has so much waiting takes nothing: more would only pile up here, and hide that the server jams. */
const MOST_WAITING = 64 * 1024;
/** In one turn, before what came is read: some 20 ms. */
const MOST_AT_ONCE = 2000;

/**
 * @typedef {object} Counts of sends; `due` = `sent` + `gone` + `heldBack` + `throttled` + what the
 *   generator did not manage
 * @property {number} due
 * @property {number} sent
 * @property {number} gone the connection had ended
 * @property {number} heldBack the connection had 64 KB that the server did not take
 * @property {number} throttled the server had said not to
 *
 * @typedef {object} Context what a job may use of its swarm
 * @property {string} namespace
 * @property {boolean} isBare
 * @property {() => readonly Connection[]} members those that are joined
 * @property {number} lane tells its acknowledgements from those of other jobs
 *
 * @typedef {object} Job
 * @property {Counts} counts since the start
 * @property {(nowMs: number) => boolean} turn send what is due; true: there is more
 * @property {(nowMs: number) => number} waitMs until the next is due
 * @property {(nowMs: number) => void} regroup members came or went
 * @property {(nowMs: number) => void} sweep
 * @property {() => number} pending messages that may still come back
 * @property {(connection: Connection, bytes: Buffer, start: number, end: number) => boolean} onEvent true: its own
 * @property {(connection: Connection, id: number, bytes: Buffer, start: number, end: number) => void} onAck
 * @property {() => Record<string, number>} heard counts of what came back, since the start
 * @property {(isTotal: boolean) => Record<string, Summary>} times in all, or since they were last read
 * @property {(nowMs: number) => void} end send nothing that is due later
 */

/**
 * Sends at a fixed rate over all members in turn, open loop.
 * @param {object} options
 * @param {(members: number) => number} options.perS of all together
 * @param {(all: readonly Connection[]) => readonly Connection[]} [options.pick] who sends
 * @param {() => readonly Connection[]} options.members
 * @param {(connection: Connection) => boolean} [options.mayNot] true: the server told it not to
 * @param {(connection: Connection, k: number, dueAtMs: number) => void} options.send
 */
export function createSender({ perS, pick = (all) => all, members, mayNot = () => false, send }) {
  /** @type {Counts} */
  const counts = { due: 0, sent: 0, gone: 0, heldBack: 0, throttled: 0 };
  /** @type {readonly Connection[]} */
  let roster = [];
  /** @type {import('../pace.js').Pace | null} */
  let pace = null;
  let dueBefore = 0;
  let turns = 0;

  /**
   * Goes on where it was in the round, and with the send that was next, so that nobody is passed over however
   * often others come and go.
   * @param {number} nowMs
   */
  function regroup(nowMs) {
    turn(nowMs);
    const startMs = nowMs + (pace?.waitMs(nowMs) ?? 0);
    end(nowMs);
    roster = [...pick(members())];
    const rate = perS(roster.length);
    pace = roster.length > 0 && rate > 0 ? createPace({ perS: rate, startMs }) : null;
  }

  /** @param {number} nowMs */
  function end(nowMs) {
    if (pace) counts.due = dueBefore += pace.due(nowMs);
    pace = null;
  }

  /** @param {number} nowMs @returns {boolean} there is more that is due */
  function turn(nowMs) {
    if (!pace) return false;
    const due = pace.due(nowMs);
    counts.due = dueBefore + due;
    const until = Math.min(due, pace.taken + MOST_AT_ONCE);
    const isCrowded = until - pace.taken > roster.length;
    if (isCrowded) for (const connection of roster) connection.cork();
    while (pace.taken < until) {
      const dueAtMs = pace.dueAtMs(pace.take(), nowMs);
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
 * @param {Record<string, [least: number, most: number]>} ranges of those that are numbers
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
 * Evenly over all of them.
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
