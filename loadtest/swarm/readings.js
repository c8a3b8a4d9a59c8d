/** Reads what a swarm sent, received and measured since the last reading, and judges whether to believe it. */

/** @import { Job } from './jobs/job.js' */
/** @import { OwnReading } from './own.js' */
/** @import { Roster } from './roster.js' */
/** @import { Summary } from '../histogram.js' */

import { performance } from 'node:perf_hooks';
import { createOwnMeter } from './own.js';

/** The generator is the limit beyond this share of its core, or when it did less than this share of what was due. */
const MOST_CPU = 0.9;
const LEAST_DONE = 0.98;
/** Fewer sends than this are not judged, because one turn of the clock is more than 2 % of them. */
const FEWEST = 200;

/**
 * @typedef {object} LoadReading `due` = `sent` + `gone` + `heldBack` + `throttled` + what the generator did not manage
 * @property {number} due
 * @property {number} sent
 * @property {number} gone because the connection had ended
 * @property {number} heldBack because the server had not taken the 64 KB before it
 * @property {number} throttled because the server had told the connection not to send
 * @property {number} [received] echoes, or broadcasts, by all connections
 * @property {number} [expected] broadcasts times connections
 * @property {number} [missing] messages not back at the sender after 5 s
 * @property {number} [late] messages that came back after that
 * @property {number} [acknowledged] submissions that are stored
 * @property {number} [refused]
 * @property {Record<string, Summary>} times `roundTrip`, `delivery`
 *
 * @typedef {object} GeneratorReading
 * @property {boolean} isLimit if true, the reading says nothing about the server
 * @property {string | null} because a sentence that says why it is the limit
 * @property {number} doneShare of the sends that were due
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
  /** Sums up the loads that ended since the last reading. @type {{ sent: number, due: number, done: number }} */
  let closed = { sent: 0, due: 0, done: 0 };
  let last = snapshot(roster, loads());

  /** @returns {Reading} */
  function read() {
    const now = snapshot(roster, loads());
    const seconds = Math.max(0.001, (now.atMs - last.atMs) / 1000);
    /** @type {Record<string, LoadReading>} */
    const byKind = {};
    let { sent, due, done } = closed;
    for (const [kind, job] of loads()) {
      const numbers = difference(now.loads[kind] ?? {}, last.loads[kind]);
      byKind[kind] = readingOf(numbers, job.times(false));
      sent += byKind[kind].sent;
      due += byKind[kind].due;
      done += doneOf(byKind[kind]);
    }
    const received = now.totals.messages - last.totals.messages;
    const doneShare = due < FEWEST ? 1 : done / due;
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
      generator: judge(own.read(), doneShare, clock.takeWorstLateMs()),
    };
    closed = { sent: 0, due: 0, done: 0 };
    last = now;
    return reading;
  }

  return {
    read,
    /** @returns {Record<string, LoadReading>} totals of each load since it began, by kind */
    totals() {
      /** @type {Record<string, LoadReading>} */
      const byKind = {};
      for (const [kind, job] of loads()) byKind[kind] = readingOf(numbersOf(job), job.times(true));
      return byKind;
    },
    /** Ends a load, whose sends since the last reading still count in the next one. @param {string} kind */
    close(kind) {
      const job = loads().get(kind);
      if (!job) return;
      const rest = readingOf(difference(numbersOf(job), last.loads[kind]), {});
      closed.sent += rest.sent;
      closed.due += rest.due;
      closed.done += doneOf(rest);
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

/** @param {Record<string, number>} numbers @param {Record<string, Summary>} times */
function readingOf(numbers, times) {
  return /** @type {LoadReading} */ (/** @type {unknown} */ ({ ...numbers, times }));
}

/** Counts the sends that the generator dealt with, whatever became of them. @param {LoadReading} reading */
function doneOf({ sent, gone, heldBack, throttled }) {
  return sent + gone + heldBack + throttled;
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
 * @param {OwnReading} own @param {number} doneShare @param {number} worstLateMs
 * @returns {OwnReading & GeneratorReading}
 */
function judge(own, doneShare, worstLateMs) {
  const percent = (/** @type {number} */ share) => `${Math.round(share * 1000) / 10} %`;
  /** @type {string | null} */
  let because = null;
  if (own.cpu > MOST_CPU) because = `The generator used ${percent(own.cpu)} of its core.`;
  else if (doneShare < LEAST_DONE) because = `The generator managed ${percent(doneShare)} of what was due.`;
  return {
    ...own,
    isLimit: because !== null,
    because,
    doneShare: Math.round(doneShare * 1e4) / 1e4,
    worstLateMs: Math.round(worstLateMs * 100) / 100,
  };
}
