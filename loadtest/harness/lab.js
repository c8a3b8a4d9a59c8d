/** Gives a running scenario what it may use, and collects what it finds. */

/** @import { Crowd, Lab, Point, Result, Rival, Row, SavedHistogram, Table, Window } from '../types.js' */
/** @import { LoadReading, Reading } from '../swarm/readings.js' */
/** @import { HistogramState } from '../histogram.js' */
/** @import { Probe } from './probe.js' */
/** @import { ServerUnderTest } from './server.js' */
/** @import { Subject } from './subject.js' */

import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Histogram } from '../histogram.js';
import { createRandom } from '../../lib/stage/random.js';
import { validityOf } from '../verdict/validity.js';
import { createCoreMeter } from './cores.js';
import { LabError } from './errors.js';
import { countHandles } from './proc.js';
import { openMeter, openOperator } from './sockets.js';
import { closeWith, createSubject, openOther, settle, settledMemory, untilCounted } from './subject.js';
import { undisturbed } from './undisturbed.js';
import { meanCpu, startWatch } from './watch.js';

/** A second in which others took more of a core than this spoils the times of its window. */
const SPOILT_SECOND = 0.75;
/** Beyond this, the probe was late by more than what is measured on a calm server. */
const MOST_PROBE_LATE_MS = 250;

const HAS_PROC = existsSync('/proc/self/stat');
/** A window is worth this if its server did not live to its end. */
const GONE = /** @type {const} */ ({
  validity: 'incomplete',
  because: 'The process of the server ended while it was measured.',
});

/**
 * @typedef {object} Surroundings
 * @property {ServerUnderTest & { ca?: string, insecure?: boolean }} server
 * @property {Probe} probe
 * @property {(options: import('../types.js').CrowdOptions) => Promise<Crowd>} openPool
 * @property {(options: import('../types.js').BotsOptions & { url: string }) => Promise<import('../types.js').Bots>} openBots
 * @property {(name: string) => Promise<import('../types.js').Rival>} openRival
 * @property {(env: Record<string, string>) => Promise<ServerUnderTest | null>} openServer null: the server is somebody else's
 * @property {(options: import('./probe.js').ProbeOptions) => Promise<Probe>} openProbe
 * @property {{ server: number, generators: number[], probe: number } | null} cores null: nothing is held to a core
 * @property {string} folder of the run
 * @property {AbortController} stop aborted with a sentence when the run must end
 * @property {(row: Row, phase: { name: string, untilMs: number }) => void} onRow
 */

/**
 * @template V
 * @param {V} settings
 * @param {Surroundings} surroundings
 */
export async function openLab(settings, surroundings) {
  const { server, probe, openPool, openBots, cores, stop, folder, onRow } = surroundings;
  const { signal } = stop;
  const found = {
    points: /** @type {Point[]} */ ([]),
    tables: /** @type {Table[]} */ ([]),
    problems: /** @type {string[]} */ ([]),
    notFound: /** @type {string[]} */ ([]),
    metrics: /** @type {Record<string, number>} */ ({}),
    histograms: /** @type {Record<string, Histogram>} */ ({}),
  };
  const phase = { name: 'starting', untilMs: 0 };
  /** @type {Row} */
  let news = {};
  /** @type {(() => unknown)[]} in the order in which they were opened */
  const closers = [];
  const crowds = createCrowds();
  const mainMeter = await openMeter(server);
  closers.push(mainMeter.close);
  // A server that was started again is another process.
  const main = createSubject(() => server.pid, mainMeter, probe);
  /** Other servers that the scenario has opened. @type {Map<Rival, Subject>} */
  const others = new Map();
  /** The one that is being measured. */
  let subject = main;
  const pids = () => [process.pid, ...(server.pid === null ? [] : [server.pid])];
  const measured =
    cores === null ? [] : [...new Set([...(server.pid === null ? [] : [cores.server]), ...cores.generators])];
  const watch = startWatch({
    ...{ subject: () => subject, cores: measured, pids },
    readCrowds: crowds.read,
    takeNews() {
      const row = news;
      news = {};
      return row;
    },
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
      const crowd = await openPool({ url: server.url, ...options });
      closers.push(crowd.close);
      return crowds.add(crowd);
    },
    async openOperator(of = server) {
      const operator = await openOperator({ ...server, ...of });
      closers.push(operator.close);
      return operator;
    },
    async openBots(options) {
      signal.throwIfAborted();
      const bots = await openBots({ url: server.url, ...options });
      closers.push(bots.close);
      crowds.add(bots);
      return bots;
    },
    async restartServer(how) {
      if (!server.restart)
        throw new LabError(
          'Only a server that the lab has started can be started again: leave --target away, or the restart out.',
        );
      return server.restart(how);
    },
    openRival: async (name) => enlist(await surroundings.openRival(name), 'rival'),
    async openServer(env) {
      const other = await surroundings.openServer(env);
      if (!other) return null;
      void other.died.then((sentence) => stop.abort(new LabError(sentence)));
      return /** @type {import('../types.js').OtherServer} */ (
        await enlist({ ...other, pid: Number(other.pid), close: other.stop }, 'own')
      );
    },
    meter: () => mainMeter.read(),
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
    second: (row) => Object.assign(news, row),
    metric(name, value) {
      found.metrics[name] = value;
    },
    histogram(name, histogram) {
      const more = histogram instanceof Histogram ? histogram : Histogram.from(histogram);
      found.histograms[name] = (found.histograms[name] ?? new Histogram()).merge(more);
    },
    table: (table) => void found.tables.push(table),
    notFound: (sentence) => void found.notFound.push(sentence),
    problem: (sentence) => void found.problems.push(sentence),
  };

  /** @param {Rival} [of] @returns {Subject} */
  function subjectOf(of) {
    return (of && others.get(of)) || main;
  }

  /** @param {Rival & { key?: string }} other @param {'own' | 'rival'} kind @returns {Promise<Rival>} */
  async function enlist(other, kind) {
    const opened = await openOther(other, kind, surroundings.openProbe);
    const close = closeWith([
      () => others.delete(told),
      () => opened.meter?.close(),
      opened.probe.close,
      other.close,
    ]);
    const told = { ...other, close };
    closers.push(close);
    others.set(told, opened);
    return told;
  }

  /**
   * @template T
   * @param {() => Promise<T>} run
   * @param {boolean} isThrottledOk
   * @param {Subject} of
   * @returns {Promise<Window & { result: T }>}
   */
  async function measure(run, isThrottledOk, of) {
    subject = of;
    try {
      return await measureSubject(run, isThrottledOk, of);
    } finally {
      subject = main;
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} run
   * @param {boolean} isThrottledOk
   * @param {Subject} of
   * @returns {Promise<Window & { result: T }>}
   */
  async function measureSubject(run, isThrottledOk, { meter, probe: ownProbe, pid, processMeter }) {
    const neighbours = measured.map((core) => createCoreMeter(core, pids));
    const process = processMeter();
    const read = async () => (await meter?.read().catch(() => null)) ?? null;
    const before = await read();
    await Promise.all([ownProbe.reset(), process(), crowds.reset(), ...neighbours.map((core) => core())]);
    const fromRow = watch.series.length;
    const fromMs = performance.now();
    const result = await run();
    const seconds = (performance.now() - fromMs) / 1000;
    const [after, seen, used, load, handles, ...taken] = await Promise.all([
      read(),
      ownProbe.read(),
      process(),
      crowds.since(),
      pid() === null ? null : countHandles(Number(pid())),
      ...neighbours.map((core) => core()),
    ]);
    const rows = watch.series.slice(fromRow + 1);
    const worst = rows.map(({ neighbours: share }) => Number(share ?? 0));
    const mean = Math.max(0, ...taken.map((one) => one?.others ?? 0));
    const steal = Math.max(0, ...taken.map((one) => one?.steal ?? 0));
    const spoilt = worst.find((share) => share > SPOILT_SECOND);
    const judged = validityOf({
      probes: seen.count,
      clockDrift: seen.clockDrift,
      neighbours: spoilt ?? mean,
      steal,
      generatorLimit: load.limit ?? lateProbe(seen.ownLateMs),
      throttledShare: isThrottledOk || load.due === 0 ? 0 : load.throttled / load.due,
    });
    return {
      ...{ seconds, probe: seen, load, result, steal, neighbours: mean, generatorCpu: load.cpu },
      cpu: used?.cpu ?? meanCpu(rows),
      rssMb: used?.rssMb ?? after?.meter.rssMb ?? null,
      handles,
      before: before?.meter ?? null,
      after: after?.meter ?? null,
      governor: after?.governor ?? null,
      ...judged,
      ...(pid() !== null && used === null && HAS_PROC ? GONE : {}),
    };
  }

  return {
    lab,
    found,
    series: watch.series,
    /** Describes the generator for `Result`. */
    generator: () => crowds.about(),
    /** @returns {Record<string, SavedHistogram>} */
    histograms: () =>
      Object.fromEntries(
        Object.entries({ probe: probe.total(), ...found.histograms })
          .filter(([, histogram]) => histogram.count > 0)
          .map(([name, histogram]) => [name, { ...histogram.summary(), histogram: histogram.toJSON() }]),
      ),
    async close() {
      watch.stop();
      for (const close of closers.splice(0).reverse()) await Promise.resolve(close()).catch(() => {});
    },
  };
}

/** @param {number} lateMs */
function lateProbe(lateMs) {
  return lateMs > MOST_PROBE_LATE_MS
    ? `The probe itself was ${Math.round(lateMs)} ms late: its core had no time for it.`
    : null;
}

/**
 * Whatever brings load, and says of itself whether it was the limit.
 * @typedef {Pick<Crowd, 'processes' | 'machines' | 'read' | 'close'>} Generating
 */

/** Reads all crowds of a run once a second, and sums up what they did since a window began. */
function createCrowds() {
  /** @type {Generating[]} */
  const open = [];
  /** @type {string[]} */
  const limits = [];
  let since = nothing();
  let cpuPeak = /** @type {number | null} */ (null);
  let most = { processes: 0, machines: 0 };
  let reading = Promise.resolve(/** @type {Reading[]} */ ([]));

  /** @returns {Promise<Reading[]>} */
  const read = () =>
    (reading = reading
      .catch(() => [])
      .then(async () => {
        const readings = await Promise.all(open.map((crowd) => crowd.read()));
        for (const one of readings) take(one);
        return readings;
      }));

  /** @param {Reading} one */
  function take({ loads, generator }) {
    for (const load of Object.values(loads)) addLoad(since, load);
    since.cpu = Math.max(since.cpu ?? 0, generator.cpuPeak);
    cpuPeak = Math.max(cpuPeak ?? 0, generator.cpuPeak);
    if (generator.isLimit) {
      since.limit ??= generator.because;
      if (generator.because && !limits.includes(generator.because)) limits.push(generator.because);
    }
  }

  return {
    read,
    /** @template {Generating} T @param {T} crowd @returns {T} */
    add(crowd) {
      open.push(crowd);
      most = {
        processes: Math.max(most.processes, crowd.processes),
        machines: Math.max(most.machines, crowd.machines),
      };
      const close = crowd.close.bind(crowd);
      return Object.assign(crowd, {
        async close() {
          const at = open.indexOf(crowd);
          if (at >= 0) open.splice(at, 1);
          await close();
        },
      });
    },
    async reset() {
      await read();
      since = nothing();
    },
    async since() {
      await read();
      return since;
    },
    about: () => ({ ...most, cpuPeak, limits }),
  };
}

function nothing() {
  return {
    ...{ due: 0, sent: 0, throttled: 0, heldBack: 0, gone: 0, unsent: 0, received: 0, missing: 0, late: 0 },
    cpu: /** @type {number | null} */ (null),
    limit: /** @type {string | null} */ (null),
  };
}

/** @param {ReturnType<typeof nothing>} sum @param {LoadReading} load */
function addLoad(sum, load) {
  for (const name of /** @type {const} */ ([
    'due',
    'sent',
    'throttled',
    'heldBack',
    'gone',
    'unsent',
    'received',
    'missing',
    'late',
  ]))
    sum[name] += /** @type {any} */ (load)[name] ?? 0;
}

/**
 * Makes the fields of a point that come from its window: times by the probe, shares of cores, validity.
 * @param {Window} window
 * @returns {Point}
 */
export function fieldsOf({ probe, cpu, rssMb, generatorCpu, neighbours, steal, validity, because }) {
  const { p50Ms, p95Ms, p99Ms, p999Ms, maxMs } = probe.times;
  const atLeast = (/** @type {number | null} */ ms) =>
    ms === null ? null : Math.round(Math.max(ms, probe.oldestMs) * 1000) / 1000;
  return {
    p50Ms,
    p95Ms,
    p99Ms: atLeast(p99Ms),
    p999Ms: atLeast(p999Ms),
    maxMs: atLeast(maxMs),
    timeouts: probe.timeouts,
    cpu: cpu === null ? null : Math.round(cpu * 1000) / 1000,
    rssMb: rssMb === null ? null : Math.round(rssMb * 10) / 10,
    generatorCpu,
    neighbours: Math.round(neighbours * 1000) / 1000,
    steal: Math.round(steal * 1000) / 1000,
    validity,
    because,
  };
}
