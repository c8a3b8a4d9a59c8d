/** Reads what a swarm sent, received and measured since the last reading, and judges whether to believe it. */

/** @import { HistogramState, Summary } from '../histogram.js' */
/** @import { Counts, Job } from './jobs/job.js' */
/** @import { Roster } from './roster.js' */
/** @import { Times } from './times.js' */

import { performance } from 'node:perf_hooks';
import { toldOf } from '../histogram.js';
import { LATE_MS, createOwnMeter } from './own.js';
import { recordsOf } from './roster.js';

/** The generator is the limit beyond this share of its core, or when it did less than this share of what was due. */
const MOST_CPU = 0.9;
const LEAST_DONE = 0.98;
/** It is the limit, too, if a larger share of its sends, or of the time, was more than 100 ms late. */
const MOST_LATE = 0.02;
/** Fewer sends than this are not judged, because one turn of the clock is more than 2 % of them. */
const FEWEST = 200;

/**
 * It tells what became of the sends of one load: `due` = `sent` + `gone` + `heldBack` + `throttled` + `unsent`, in
 * readings and in totals. A reading counts as `unsent` what may still be sent late, and as `due` what the one before
 * left over like that; totals count each once.
 * @typedef {Counts & {
 *   received?: number, expected?: number, missing?: number, late?: number, extra?: number, acknowledged?: number,
 *   holders?: number, held?: number, times: Record<string, Summary>, histograms: Record<string, HistogramState> }} LoadReading
 *   `received`: echoes or broadcasts, by all connections; `expected`: echoes or broadcasts times the connections there
 *   were; `missing`: not back at the sender after 5 s; `late`: of those, came back after all; `extra`: came back to their
 *   sender more than once; `acknowledged`: submissions that are stored; `holders`, `held`: connections that
 *   sent a number, and the sum of what each sent last; `times` of `roundTrip`, `delivery`
 */

/** @typedef {ReturnType<ReturnType<typeof createReadings>['read']>} Reading */

/** @param {Roster} roster @param {ReadonlyMap<string, Job>} jobs that run, by kind */
export function createReadings(roster, jobs) {
  const own = createOwnMeter();
  /** These ended since the last reading. @type {LoadReading[]} */
  let ended = [];
  let last = snapshot();

  function snapshot() {
    return {
      atMs: performance.now(),
      received: roster.received(),
      records: structuredClone(roster.records),
      loads: Object.fromEntries([...jobs].map(([kind, job]) => [kind, numbersOf(job)])),
    };
  }

  return {
    /** Tells what happened since the last reading. */
    read() {
      const now = snapshot();
      /** @type {Record<string, LoadReading>} by kind */
      const loads = {};
      for (const [kind, { times }] of jobs)
        loads[kind] = readingOf(now.loads[kind] ?? {}, last.loads[kind], times);
      const all = [...ended, ...Object.values(loads)];
      const reading = {
        /** By the clock of the process that read. */
        atMs: now.atMs,
        seconds: Math.max(0.001, (now.atMs - last.atMs) / 1000),
        /** Joined, at this moment. */
        connections: roster.members.length,
        /** Messages of all loads. */
        sent: total(all, 'sent'),
        /** WebSocket messages of all kinds, Engine.IO's too. */
        received: now.received - last.received,
        ...recordsOf((name) => changes(now.records[name], last.records[name])),
        /** A sentence for each code, since the start. */
        why: { ...roster.why },
        loads,
        generator: judge(own.read(), all),
      };
      ended = [];
      last = now;
      return reading;
    },
    /**
     * Ends a load, whose sends since the last reading still count in the next one.
     * @param {string} kind @param {Job} job @returns {LoadReading} its totals since it began
     */
    close(kind, job) {
      const numbers = numbersOf(job);
      ended.push(readingOf(numbers, last.loads[kind]));
      delete last.loads[kind];
      return readingOf(numbers, {}, job.times, true);
    },
    stop: () => own.stop(),
  };
}

/** @param {Job} job @returns {Record<string, number>} */
function numbersOf(job) {
  return { ...job.counts, ...job.back() };
}

/**
 * Counts a send that is late at the end of a reading as `unsent` in it and due again in the next, so that both add up.
 * @param {Record<string, number>} now @param {Record<string, number>} [before]
 * @param {Record<string, Times>} [times] @param {boolean} [isTotal]
 */
function readingOf(now, before = {}, times = {}, isTotal = false) {
  const numbers = difference(now, before);
  numbers['due'] = Number(numbers['due']) + backlogOf(before);
  numbers['unsent'] = Number(numbers['unsent']) + backlogOf(now);
  const read = Object.entries(times).map(([name, each]) => [name, each.read(isTotal)]);
  return /** @type {LoadReading} */ ({ ...numbers, ...toldOf(Object.fromEntries(read)) });
}

/** Counts what was due and may still be sent. @param {Record<string, number>} numbers since the start */
function backlogOf({ due = 0, sent = 0, gone = 0, heldBack = 0, throttled = 0, unsent = 0 }) {
  return Math.max(0, due - sent - gone - heldBack - throttled - unsent);
}

/** @param {readonly LoadReading[]} loads @param {keyof Counts} name */
function total(loads, name) {
  return loads.reduce((sum, load) => sum + load[name], 0);
}

/** @param {Record<string, number>} now @param {Record<string, number>} before @returns {Record<string, number>} */
function difference(now, before) {
  return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value - (before[name] ?? 0)]));
}

/** Returns only the numbers that changed. @param {Record<string, number>} now @param {Record<string, number>} before */
function changes(now, before) {
  return Object.fromEntries(Object.entries(difference(now, before)).filter(([, by]) => by !== 0));
}

/**
 * Says in a sentence why the generator is the limit, so that the reading says nothing about the server; null: it is not.
 * @param {ReturnType<ReturnType<typeof createOwnMeter>['read']>} own @param {readonly LoadReading[]} loads
 */
function judge(own, loads) {
  const due = total(loads, 'due');
  const done = due - total(loads, 'unsent');
  const isJudged = due >= FEWEST;
  const doneShare = isJudged ? done / due : 1;
  const lateShare = isJudged && done > 0 ? total(loads, 'behind') / done : 0;
  const percent = (/** @type {number} */ share) => `${Math.round(share * 1000) / 10} %`;
  /** @type {string | null} */
  let because = null;
  if (own.cpu > MOST_CPU) because = `The generator used ${percent(own.cpu)} of its core.`;
  else if (doneShare < LEAST_DONE) because = `The generator managed ${percent(doneShare)} of what was due.`;
  else if (lateShare > MOST_LATE)
    because = `The generator sent ${percent(lateShare)} of its messages more than ${LATE_MS} ms late.`;
  else if (own.stalledShare > MOST_LATE)
    because = `The generator stood still, beyond pauses of ${LATE_MS} ms, for ${percent(own.stalledShare)} of the time.`;
  return { ...own, isLimit: because !== null, because };
}
