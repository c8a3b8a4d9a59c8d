/** Reads what a swarm sent, received and measured since the last reading, and judges whether to believe it. */

/** @import { Job } from './jobs/job.js' */
/** @import { OwnReading } from './own.js' */
/** @import { Roster } from './roster.js' */
/** @import { Histogram, HistogramState, Summary } from '../histogram.js' */

import { performance } from 'node:perf_hooks';
import { LATE_MS, createOwnMeter } from './own.js';

/** The generator is the limit beyond this share of its core, or when it did less than this share of what was due. */
const MOST_CPU = 0.9;
const LEAST_DONE = 0.98;
/** It is the limit, too, if a larger share of its sends, or of the time, was more than 100 ms late. */
const MOST_LATE = 0.02;
/** Fewer sends than this are not judged, because one turn of the clock is more than 2 % of them. */
const FEWEST = 200;

/**
 * @typedef {object} LoadReading `due` = `sent` + `gone` + `heldBack` + `throttled` + `unsent`, in readings and in totals
 * @property {number} due in a reading with those that the one before left unsent, in totals each once
 * @property {number} sent
 * @property {number} gone because the connection had ended
 * @property {number} heldBack because the server had not taken the 64 KB before it
 * @property {number} throttled because the server had told the connection not to send
 * @property {number} unsent because the generator had not managed it by the end of the reading, or of the load
 * @property {number} behind of all but those unsent: dealt with more than 100 ms after they were due
 * @property {number} refused submissions and pings by an answer, others by a `problem` of the server, who sends one a
 *   second at most to each connection: its own meter has the exact number
 * @property {number} [received] echoes, or broadcasts, by all connections
 * @property {number} [expected] echoes or broadcasts times the connections there were
 * @property {number} [missing] messages not back at the sender after 5 s
 * @property {number} [late] messages that came back after that
 * @property {number} [extra] messages that came back to their sender more than once
 * @property {number} [acknowledged] submissions that are stored
 * @property {Record<string, Summary>} times `roundTrip`, `delivery`
 * @property {Record<string, HistogramState>} histograms the same, whole, to be merged
 *
 * @typedef {object} GeneratorReading
 * @property {boolean} isLimit if true, the reading says nothing about the server
 * @property {string | null} because a sentence that says why it is the limit
 * @property {number} doneShare of the sends that were due
 * @property {number} lateShare of the sends that were dealt with more than 100 ms after they were due
 * @property {number} worstLateMs the worst delay of a turn of its clock
 *
 * @typedef {object} Reading what happened since the last reading
 * @property {number} seconds
 * @property {number} connections joined, at this moment
 * @property {number} joining
 * @property {number} sent messages of all loads
 * @property {number} sentPerS
 * @property {number} received WebSocket messages of all kinds, Engine.IO's too
 * @property {number} receivedPerS
 * @property {number} bytesIn
 * @property {number} bytesOut
 * @property {Record<string, number>} events by name, but for those that are a load's own
 * @property {Record<string, number>} problems complaints of the server, by its code
 * @property {Record<string, number>} disconnects of connections that had joined, by code
 * @property {Record<string, number>} deafDisconnects the same, of those that do not obey
 * @property {Record<string, string>} why a sentence for each code, since the start
 * @property {Record<string, LoadReading>} loads by kind
 * @property {OwnReading & GeneratorReading} generator
 * @property {MachineClock[]} [machines] the helpers of a coordinator
 *
 * @typedef {object} MachineClock
 * @property {string} name
 * @property {number | null} offsetMs of its clock against the coordinator's, which no figure depends on; null: not
 *   measured yet
 * @property {number | null} drift share by which its clock is faster; null: not measured yet
 */

/** @typedef {ReturnType<typeof snapshot>} Snapshot */

/**
 * @param {object} options
 * @param {Roster} options.roster
 * @param {{ takeWorstLateMs: () => number }} options.clock
 * @param {() => Map<string, Job>} options.loads
 */
export function createReadings({ roster, clock, loads }) {
  const own = createOwnMeter();
  /** Sums up the loads that ended since the last reading. */
  let closed = nothing();
  let last = snapshot(roster, loads());

  /** @returns {Reading} */
  function read() {
    const now = snapshot(roster, loads());
    const seconds = Math.max(0.001, (now.atMs - last.atMs) / 1000);
    /** @type {Record<string, LoadReading>} */
    const byKind = {};
    const all = closed;
    for (const [kind, job] of loads()) {
      byKind[kind] = readingOf(now.loads[kind] ?? {}, last.loads[kind] ?? {}, job.times(false));
      add(all, byKind[kind]);
    }
    const { sent } = all;
    const received = now.totals.messages - last.totals.messages;
    const reading = {
      seconds,
      connections: roster.members.length,
      joining: roster.joining,
      sent,
      sentPerS: Math.round(sent / seconds),
      received,
      receivedPerS: Math.round(received / seconds),
      bytesIn: now.totals.bytesIn - last.totals.bytesIn,
      bytesOut: now.totals.bytesOut - last.totals.bytesOut,
      events: changes(now.events, last.events),
      problems: changes(now.problems, last.problems),
      disconnects: changes(now.disconnects, last.disconnects),
      deafDisconnects: changes(now.deafDisconnects, last.deafDisconnects),
      why: { ...roster.why },
      loads: byKind,
      generator: judge(own.read(), all, clock.takeWorstLateMs()),
    };
    closed = nothing();
    last = now;
    return reading;
  }

  return {
    read,
    /** @returns {Record<string, LoadReading>} totals of each load since it began, by kind */
    totals() {
      /** @type {Record<string, LoadReading>} */
      const byKind = {};
      for (const [kind, job] of loads()) byKind[kind] = readingOf(numbersOf(job), {}, job.times(true));
      return byKind;
    },
    /** Ends a load, whose sends since the last reading still count in the next one. @param {string} kind */
    close(kind) {
      const job = loads().get(kind);
      if (!job) return;
      add(closed, readingOf(numbersOf(job), last.loads[kind] ?? {}, {}));
      delete last.loads[kind];
    },
    stop: () => own.stop(),
  };
}

/** @param {Roster} roster @param {Map<string, Job>} loads */
function snapshot(roster, loads) {
  /** @type {Record<string, Record<string, number>>} */
  const numbers = {};
  for (const [kind, job] of loads) numbers[kind] = numbersOf(job);
  return {
    atMs: performance.now(),
    totals: roster.totals(),
    events: { ...roster.events },
    problems: { ...roster.problems },
    disconnects: { ...roster.disconnects },
    deafDisconnects: { ...roster.deafDisconnects },
    loads: numbers,
  };
}

/** @param {Job} job @returns {Record<string, number>} */
function numbersOf(job) {
  return { ...job.counts, ...job.heard() };
}

/**
 * Counts a send that is late at the end of a reading as `unsent` in it and due again in the next, so that both add up.
 * @param {Record<string, number>} now @param {Record<string, number>} before @param {Record<string, Histogram>} times
 */
function readingOf(now, before, times) {
  const numbers = difference(now, before);
  numbers['due'] = Number(numbers['due']) + backlogOf(before);
  numbers['unsent'] = Number(numbers['unsent']) + backlogOf(now);
  const each = Object.entries(times);
  const reading = {
    ...numbers,
    times: Object.fromEntries(each.map(([name, histogram]) => [name, histogram.summary()])),
    histograms: Object.fromEntries(each.map(([name, histogram]) => [name, histogram.toJSON()])),
  };
  return /** @type {LoadReading} */ (/** @type {unknown} */ (reading));
}

/** Counts what was due and may still be sent. @param {Record<string, number>} numbers since the start */
function backlogOf({ due = 0, sent = 0, gone = 0, heldBack = 0, throttled = 0, unsent = 0 }) {
  return Math.max(0, due - sent - gone - heldBack - throttled - unsent);
}

function nothing() {
  return { sent: 0, due: 0, done: 0, behind: 0 };
}

/** @param {ReturnType<typeof nothing>} sum @param {LoadReading} reading */
function add(sum, { sent, due, unsent, behind }) {
  sum.sent += sent;
  sum.due += due;
  sum.done += due - unsent;
  sum.behind += behind;
}

/**
 * @param {Record<string, number>} now
 * @param {Record<string, number>} [before]
 * @returns {Record<string, number>}
 */
function difference(now, before = {}) {
  /** @type {Record<string, number>} */
  const changed = {};
  for (const [name, value] of Object.entries(now)) changed[name] = value - (before[name] ?? 0);
  return changed;
}

/** Returns only the numbers that changed. @param {Record<string, number>} now @param {Record<string, number>} before */
function changes(now, before) {
  const changed = Object.entries(difference(now, before)).filter(([, by]) => by !== 0);
  return Object.fromEntries(changed);
}

/**
 * @param {OwnReading} own @param {ReturnType<typeof nothing>} all @param {number} worstLateMs
 * @returns {OwnReading & GeneratorReading}
 */
function judge(own, { due, done, behind }, worstLateMs) {
  const isJudged = due >= FEWEST;
  const doneShare = isJudged ? done / due : 1;
  const lateShare = isJudged && done > 0 ? behind / done : 0;
  const percent = (/** @type {number} */ share) => `${Math.round(share * 1000) / 10} %`;
  /** @type {string | null} */
  let because = null;
  if (own.cpu > MOST_CPU) because = `The generator used ${percent(own.cpu)} of its core.`;
  else if (doneShare < LEAST_DONE) because = `The generator managed ${percent(doneShare)} of what was due.`;
  else if (lateShare > MOST_LATE)
    because = `The generator sent ${percent(lateShare)} of its messages more than ${LATE_MS} ms late.`;
  else if (own.stalledShare > MOST_LATE)
    because = `The generator stood still, beyond pauses of ${LATE_MS} ms, for ${percent(own.stalledShare)} of the time.`;
  return {
    ...own,
    isLimit: because !== null,
    because,
    doneShare: Math.round(doneShare * 1e4) / 1e4,
    lateShare: Math.round(lateShare * 1e4) / 1e4,
    worstLateMs: Math.round(worstLateMs * 100) / 100,
  };
}
