/** Gives a running scenario what it may use, and collects what it finds. */

/** @import { Lab, Point, Result, Rival, Row, TurnsReading, Window } from '../types.js' */
/** @import { layoutOf } from './layout.js' */
/** @import { Probe } from './probe.js' */
/** @import { ServerUnderTest } from './server.js' */
/** @import { Subject } from './subject.js' */
/** @import { Trust } from './trust.js' */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Histogram } from '../histogram.js';
import { createRandom } from '../../lib/stage/random.js';
import { openPool } from '../swarm/pool.js';
import { validityOf } from '../verdict/validity.js';
import { openBots } from './bots.js';
import { startChild } from './child.js';
import { createCoresMeter } from './cores.js';
import { createCrowds } from './crowds.js';
import { LabError } from './errors.js';
import { startProbe } from './probe.js';
import { countHandles } from './proc.js';
import { startServer } from './server.js';
import { openMeter, openOperator } from './sockets.js';
import { watchTurns } from './turns.js';
import { createSubject, settle, settledMemory, untilCounted } from './subject.js';
import { undisturbed } from './undisturbed.js';
import { meanCpu, rounded, startWatch } from './watch.js';

/** A second in which others took more of a core than this spoils the times of its window. */
const SPOILT_SECOND = 0.75;
/** Beyond this, the probe was late by more than what is measured on a calm server. */
const MOST_PROBE_LATE_MS = 250;
/** A plain server answers here, apart from its own connections, so that its messages to all do not reach the probe. */
const PROBE_OF_A_RIVAL = { namespace: '/probe', joinedBy: '' };

const HAS_PROC = existsSync('/proc/self/stat');
/** A window is worth this if its server did not live to its end. */
const GONE = /** @type {const} */ ({
  validity: 'incomplete',
  because: 'The process of the server ended while it was measured.',
});

/**
 * @typedef {{ server: ServerUnderTest, trust: Trust, probe: Probe, generators: number,
 *   cores: ReturnType<typeof layoutOf> | null, folder: string, stop: AbortController,
 *   onRow: (row: Row, phase: { name: string, untilMs: number }) => void }} Surroundings `generators`: processes;
 *   `cores` null: nothing is held to a core; `stop`: aborted with a LabError when the run must end
 */

/** @template V @param {V} settings @param {Surroundings} surroundings */
// eslint-disable-next-line max-lines-per-function -- one lab: its crowd, its clock and its rows, which every scenario is given
export async function openLab(settings, surroundings) {
  const { server, trust, probe, generators, cores, folder, stop, onRow } = surroundings;
  const { signal } = stop;
  const onDied = (/** @type {string} */ sentence) => stop.abort(new LabError(sentence));
  /** @type {Pick<Result, 'points' | 'tables' | 'problems' | 'metrics'> & { notFound: string[] }} */
  const found = { points: [], tables: [], problems: [], notFound: [], metrics: {} };
  /** @type {Record<string, Histogram>} */
  const histograms = {};
  const phase = { name: 'starting', untilMs: 0 };
  /** In the order in which they were opened. */
  const closers = /** @type {(() => unknown)[]} */ ([]);
  const crowds = createCrowds();
  const mainMeter = keep(await openMeter({ url: server.url, key: server.key, ...trust }));
  // A server that was started again is another process.
  const main = createSubject(() => server.pid, mainMeter, probe);
  /** Other servers that the scenario has opened. @type {Map<Rival, Subject>} */
  const others = new Map();
  /** The one that is being measured. */
  let subject = main;
  const own = server.pid !== null && cores ? [cores.server] : [];
  const measured = [...new Set([...own, ...(cores?.generators ?? [])])];
  const watch = startWatch({
    subject: () => subject,
    readCores: createCoresMeter(measured),
    readCrowds: crowds.read,
    onRow: (row) => onRow(row, phase),
  });

  /** @type {Lab<V>} */
  const lab = {
    settings,
    target: server,
    signal,
    random: createRandom(7).next,
    folder,
    cores,
    async openCrowd(options) {
      signal.throwIfAborted();
      const pool = await openPool({ processes: generators, cores: cores?.generators });
      const crowd = keep(crowds.add(pool));
      await pool.open({ ...options, ...trust, url: options.url ?? server.url });
      return crowd;
    },
    async openBots(options) {
      signal.throwIfAborted();
      const where = { processes: generators, cores: cores?.generators ?? null };
      return keep(crowds.add(await openBots({ url: server.url, ...options, ...trust }, where)));
    },
    openOperator: async ({ url, key } = server) => keep(await openOperator({ url, key, ...trust })),
    async restartServer(how, until) {
      if (server.restart) return server.restart(how, until);
      const only = 'Only a server that the lab has started can be started again';
      throw new LabError(`${only}: leave --target away, or the restart out.`);
    },
    async openRival(name) {
      const file = new URL(`../bench/rivals/${name.replace('.', '')}.js`, import.meta.url);
      const child = startChild(file, { name: `The server of ${name}`, core: cores?.server ?? null });
      const { port } = await child.ask('target');
      return enlist({ url: `http://127.0.0.1:${port}`, pid: child.pid, close: child.close });
    },
    async openServer(env) {
      if (!server.restart) return null;
      const logFile = join(folder, 'other-server.log');
      const other = await startServer({ logFile, env, core: cores?.server ?? null });
      void other.died.then(onDied);
      return enlist({ url: other.url, key: other.key, pid: Number(other.pid), close: other.stop });
    },
    async watchTurns() {
      const outside = keep(await watchTurns(server.url, { core: cores?.probe ?? null }));
      return {
        async read() {
          const [{ maxMs, startMs, ownLateMs }, turnMs] = await Promise.all([
            outside.read(),
            mainMeter.longestTurnMs(),
          ]);
          const ms = { waitMs: maxMs, turnMs, startMs, watchLateMs: ownLateMs };
          return /** @type {TurnsReading} */ (
            Object.fromEntries(Object.entries(ms).map(([name, value]) => [name, rounded(value, 1)]))
          );
        },
      };
    },
    memory: () => settledMemory(mainMeter, signal),
    sleep: (ms) => sleep(ms, undefined, { signal }),
    phase(name, forS) {
      phase.name = name;
      phase.untilMs = forS === undefined ? 0 : Date.now() + forS * 1000;
    },
    settled: (of) => settle(subjectOf(of), signal),
    counted: (of) => untilCounted(subjectOf(of), signal),
    window: (run, { isThrottledOk = false, tries = 1, server: of } = {}) =>
      undisturbed(
        () => measure(run, isThrottledOk, subjectOf(of)),
        () => (phase.name = `${phase.name} (again: neighbours took a core)`),
        tries,
      ),
    point: (row) => void found.points.push(row),
    second: watch.add,
    metric(name, value) {
      found.metrics[name] = value;
    },
    histogram(name, histogram) {
      histograms[name] = (histograms[name] ?? new Histogram()).merge(Histogram.from(histogram));
    },
    table: (table) => void found.tables.push(table),
    generates: crowds.tell,
    notFound: (sentence) => void found.notFound.push(sentence),
    problem: (sentence) => void found.problems.push(sentence),
  };

  /** @template {{ close: () => unknown }} T @param {T} opened @returns {T} which is closed with the lab */
  function keep(opened) {
    closers.push(() => opened.close());
    return opened;
  }

  /** @param {Rival} [of] @returns {Subject} */
  function subjectOf(of) {
    return (of && others.get(of)) || main;
  }

  /**
   * Takes another server in, with a probe and, if it is ours, a meter of its own.
   * @template {Rival & { key?: string }} R @param {R} other @returns {Promise<R>}
   */
  async function enlist(other) {
    const { url, key } = keep(other);
    const asks = { url, ...(key === undefined ? PROBE_OF_A_RIVAL : {}) };
    const itsProbe = keep(await startProbe(asks, { core: cores?.probe ?? null, onDied }));
    const meter = key === undefined ? null : keep(await openMeter({ url, key }));
    const { close } = other;
    const itself = createSubject(() => other.pid, meter, itsProbe);
    others.set(other, itself);
    return Object.assign(other, {
      async close() {
        // Its connections end before it does, so that nobody takes its end for a death.
        others.delete(other);
        meter?.close();
        await itsProbe.close();
        await close();
      },
    });
  }

  /**
   * @template T @param {() => Promise<T>} run @param {boolean} isThrottledOk @param {Subject} of
   * @returns {Promise<Window & { result: T }>}
   */
  async function measure(run, isThrottledOk, of) {
    const { meter, probe: itsProbe, pid } = of;
    const readCores = createCoresMeter(measured);
    const readProcess = of.processMeter();
    const read = async () => (await meter?.read().catch(() => null)) ?? null;
    subject = of;
    try {
      const before = await read();
      await Promise.all([itsProbe.reset(), readProcess(), crowds.reset(), readCores()]);
      const fromRow = watch.series.length;
      const fromMs = performance.now();
      const result = await run();
      const seconds = (performance.now() - fromMs) / 1000;
      const [after, seen, used, load, handles, taken] = await Promise.all([
        read(),
        itsProbe.read(),
        readProcess(),
        crowds.since(),
        countHandles(pid()),
        readCores(),
      ]);
      const rows = watch.series.slice(fromRow + 1);
      const spoilt = rows.map(({ neighbours }) => Number(neighbours)).find((share) => share > SPOILT_SECOND);
      const judged = validityOf({
        probes: seen.count,
        clockDrift: seen.clockDrift,
        neighbours: spoilt ?? taken.neighbours,
        steal: taken.steal,
        generatorLimit: load.limit ?? lateProbe(seen.ownLateMs),
        throttledShare: isThrottledOk || load.due === 0 ? 0 : load.throttled / load.due,
      });
      return {
        ...{ seconds, probe: seen, result, handles, generatorCpu: load.cpu, ...taken },
        cpu: used?.cpu ?? meanCpu(rows),
        rssMb: used?.rssMb ?? after?.meter.rssMb ?? null,
        before: before?.meter ?? null,
        after: after?.meter ?? null,
        ...judged,
        ...(pid() !== null && used === null && HAS_PROC ? GONE : {}),
      };
    } finally {
      subject = main;
    }
  }

  return {
    lab,
    found,
    series: watch.series,
    /** Describes the generator for `Result`. */
    generator: crowds.about,
    /** @returns {Result['histograms']} */
    histograms() {
      const all = Object.entries({ probe: probe.total(), ...histograms });
      const filled = all.filter(([, histogram]) => histogram.count > 0);
      return Object.fromEntries(
        filled.map(([name, histogram]) => [name, { ...histogram.summary(), histogram: histogram.toJSON() }]),
      );
    },
    async close() {
      watch.stop();
      for (const close of closers.splice(0).reverse()) await Promise.resolve(close()).catch(() => {});
    },
  };
}

/** @param {number} lateMs */
function lateProbe(lateMs) {
  if (lateMs <= MOST_PROBE_LATE_MS) return null;
  return `The probe itself was ${Math.round(lateMs)} ms late: its core had no time for it.`;
}

/**
 * Makes the fields of a point that come from its window: times by the probe, shares of cores, validity.
 * @param {Window} window @returns {Point}
 */
export function fieldsOf({ probe, cpu, rssMb, generatorCpu, neighbours, steal, validity, because }) {
  const { p50Ms, p95Ms, p99Ms, p999Ms, maxMs } = probe.times;
  const atLeast = (/** @type {number | null} */ ms) =>
    rounded(ms === null ? null : Math.max(ms, probe.oldestMs), 3);
  return {
    ...{ p50Ms, p95Ms, p99Ms: atLeast(p99Ms), p999Ms: atLeast(p999Ms), maxMs: atLeast(maxMs) },
    timeouts: probe.timeouts,
    ...{ cpu: rounded(cpu, 3), rssMb: rounded(rssMb, 1), generatorCpu },
    ...{ neighbours: rounded(neighbours, 3), steal: rounded(steal, 3) },
    ...{ validity, because },
  };
}
