/** Makes an example result for each scenario and each outcome, shaped like a real run, for tests and for looking at. */

/** @import { Claim, Outcome, Point, Result, Row, Validity } from '../../loadtest/types.js' */

import { Histogram } from '../../loadtest/histogram.js';
import { decide } from '../../loadtest/verdict/judge.js';
import { spreadOf } from '../../loadtest/verdict/spread.js';

/** Makes a fixed sequence in place of chance, so that every example is the same. */
const WAVE = [0.2, -0.6, 0.9, -0.1, 0.5, -0.8, 0.1, 0.7, -0.4, -0.2];
const TIMES = Object.freeze({ probe: saved(1.2, 4000), 'round trip': saved(2.6, 40_000) });
const METRICS = Object.freeze({ 'messages.lost': 0, 'probe.p99Ms': 12.137, 'server.cpu': 0.39 });
/** @type {Claim[]} */
const CLAIMS = [
  { words: 'nothing is lost', metric: 'messages.lost', sign: '<=', limit: 0, kind: 'count' },
  { words: 'the probe is fast', metric: 'probe.p99Ms', sign: '<', limit: 100, kind: 'time', unit: 'ms' },
];
/** @type {Claim} */
const DELIVERY = {
  words: 'a text is fast',
  metric: 'delivery.p99Ms',
  sign: '<',
  limit: 60,
  kind: 'time',
  unit: 'ms',
};
const LIMIT = {
  validity: /** @type {Validity} */ ('invalid'),
  because: 'The generator used 97.2 % of its core.',
};
const NEIGHBOURS = {
  validity: /** @type {Validity} */ ('disturbed'),
  because: 'Other processes took 44 % of a core that is measured.',
};
const GOVERNOR = {
  validity: /** @type {Validity} */ ('throttled'),
  because: 'The server told its clients to leave 9.7 % of their sends away.',
};
const GROWTH = 'memory grows by 14 KB a minute';

/** @returns {Record<string, Result>} by scenario; all outcomes are among them */
export function examples() {
  return {
    ramp: run('ramp', '2,000 phones at 4/s: 7,600 messages/s, p99 12 ms, nothing lost', ramp()),
    jamming: run('jamming', 'io.emit jams at 60,900 messages/s with 1,000 clients', jamming(), {
      notFound: 'Ours did not jam within the 1,790,000 messages/s that the generator can give.',
    }),
    broadcast: run(
      'broadcast',
      '1,800 phones: half of them have a text after 21 ms, 99 of 100 after 84 ms',
      broadcast(),
    ),
    services: run(
      'services',
      '1,000 users: 2,900 pages/s; Fibonacci delays pong by 2.9 s, in a pool by 21 ms',
      services(),
    ),
    show: run('show', '1,500 phones through an evening: 13,500 messages/s, everybody came back', show()),
    outage: run('outage', '1,000 phones came back within 3.1 s', course(GOVERNOR)),
    churn: run('churn', `1,000 phones, 20 of them new each second: ${GROWTH}`, course()),
    soak: run('soak', `1,000 phones for 4 min: ${GROWTH}`, course(), { problem: 'Stopped by Ctrl-C.' }),
  };
}

/** @param {Outcome} outcome @returns {Result} the example that has it */
export function exampleOf(outcome) {
  const found = Object.values(examples()).find(({ verdict }) => verdict.outcome === outcome);
  if (!found) throw new Error(`There is no example of "${outcome}".`);
  return found;
}

/** @param {string} scenario @param {string} headline @param {Partial<Result>} parts @param {{ problem?: string, notFound?: string }} [odd] @returns {Result} */
function run(scenario, headline, parts, { problem, notFound } = {}) {
  const { points = [], metrics = METRICS } = parts;
  const problems = problem === undefined ? [] : [problem];
  const claims = 'delivery.p99Ms' in metrics ? [...CLAIMS, DELIVERY] : CLAIMS;
  const decided = decide({ claims, metrics, points, problems, notFound: notFound ? [notFound] : [] });
  const limits = points.some(({ validity }) => validity === 'invalid') ? [LIMIT.because] : [];
  return {
    ...{
      schema: 2,
      scenario,
      title: `Example: ${scenario}`,
      size: scenario === 'show' ? 'smoke' : 'default',
    },
    ...{ startedAt: '2026-11-21T06:00:00.000Z', finishedAt: '2026-11-21T06:03:20.000Z', problems },
    verdict: { ...decided, headline, limitedBy: limits.length > 0 ? 'the generator' : 'none' },
    machine: {
      ...{ cpu: 'Intel(R) Xeon(R) Processor @ 2.60GHz', cores: 2, memoryGb: 23.42, os: 'Linux 6.1.0' },
      ...{ node: 'v20.20.2', packages: { 'socket.io': '4.8.4', ws: '8.23.0' }, git: '76c97a4', dirty: false },
    },
    generator: { name: 'the swarm', processes: 2, cpuPeak: 0.61, limits },
    target: { url: 'http://127.0.0.1:41234', isOwn: true, isRemote: false },
    settings: { connections: 2000, sendHz: 4, stepS: 10 },
    ...{ series: [], points, tables: [], metrics, histograms: TIMES, repeats: null, ...parts },
  };
}

/** @param {number} centreMs @param {number} count */
function saved(centreMs, count) {
  const histogram = new Histogram();
  for (let index = 0; index < count; index++)
    histogram.record(centreMs * (1 + wave(index) * 0.4) * (1 + 0.02 / (1.0002 - (index % 997) / 997)));
  return { ...histogram.summary(), histogram: histogram.toJSON() };
}

/** @returns {Partial<Result>} */
function ramp() {
  const points = ['governor on', 'governor off'].flatMap((mode, off) =>
    [50, 100, 200, 400, 600, 800, 1000, 1250, 1500, 1750, 2000].map((connections, index) => {
      const sendHz = off ? 20 : 4;
      const due = connections * sendHz * 10;
      const throttled = off ? 0 : Math.round(due * Math.max(0, (connections - 1400) / 12_000));
      const lost = off && connections > 1500 ? 310 : 0;
      const received = due - throttled - lost;
      return point({
        ...{ mode, connections, sendHz, duePerS: due / 10, receivedPerS: received / 10, received, lost },
        ...{ due, sent: due - throttled, throttled, heldBack: 0, gone: 0, unsent: 0, refused: 0, extra: 0 },
        ...{ late: lost > 0 ? 12 : 0, cpu: 0.03 + connections * (off ? 0.00045 : 0.00018) },
        ...{ rssMb: 82 + connections * 0.021, probeP50Ms: 0.4 + connections * 0.0007 },
        probeP99Ms: (2 + connections * 0.005 + wave(index) * 0.6) * (1 + off * 3),
        ...(off && connections === 1750 && { ...LIMIT, isSearch: true }),
      });
    }),
  );
  const spreads = {
    'probe.p99Ms': spreadOf([12.1, 11.8, 14.2, 12.9, 12]),
    'messages.lost': spreadOf([0, 0, 0]),
  };
  return {
    ...{ points, repeats: { runs: 5, spreads } },
    series: seconds(110, (atS) => ({
      ...points[Math.floor(atS / 10)],
      sentPerS: 62,
      throttledPerS: atS > 80 ? 40 : 0,
    })),
  };
}

/** @returns {Partial<Result>} */
function jamming() {
  const points = Object.entries({ ours: 1_900_000, 'ours, batched': 2_600_000, 'io.emit': 134_000 }).flatMap(
    ([series, most]) =>
      [25, 100, 1000].flatMap((concurrency) =>
        [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95, 1.02, 1.1].map((load, index) => {
          const jammed = load > 1;
          const busyMs = jammed ? 260 + (load - 1) * 9000 : (3 * load ** 2) / (1.03 - load);
          const meanMs = (0.4 + concurrency * 0.012 + busyMs) * (1 + wave(index + concurrency) * 0.06);
          const perS = (most / (1 + Math.log10(concurrency / 25) * 0.68)) * Math.min(load, 1);
          return point({
            ...{ series, concurrency, perS: Math.round(perS), meanMs, p99Ms: meanMs * 2.4, jammed },
            ...{ missing: load > 1.05 ? 120 : 0, isSearch: jammed },
            ...(jammed && series !== 'io.emit' && concurrency > 50 && LIMIT),
          });
        }),
      ),
  );
  return { points, series: seconds(240, (atS) => ({ connections: 1000, cpu: (atS % 24) / 24.5 })) };
}

/** @returns {Partial<Result>} */
function broadcast() {
  const points = [1, 1300, 1800].map((connections) =>
    point({
      ...{ connections, undelivered: 0, cpuArriving: 0.32, cpuIdle: 0.012 },
      memoryKbPerConnection: connections > 1 ? 36.214 : null,
      ...{ deliveryP50Ms: 0.4 + connections * 0.0115, deliveryP95Ms: 0.9 + connections * 0.03 },
      ...{ deliveryP99Ms: 1.2 + connections * 0.046, deliveryMaxMs: 2 + connections * 0.061 },
      deliveryMeanMs: 0.5 + connections * 0.012,
    }),
  );
  const joined = (/** @type {number} */ atS) => Math.min(1800, atS * 30);
  const series = seconds(90, (atS) => ({
    connections: joined(atS),
    rssMb: 80 + joined(atS) * 0.036,
    cpu: 0.2,
  }));
  return { points, series, metrics: { ...METRICS, 'delivery.p99Ms': 84.207 } };
}

/** @returns {Partial<Result>} */
function services() {
  const routes = [
    { route: 'page', 'Mass Mobile': 3100, 'Apache with PHP': 2600, pongMs: 9 },
    { route: 'record', 'Mass Mobile': 2450, 'Apache with PHP': 1150, pongMs: 12 },
    { route: 'fibonacci', 'Mass Mobile': 190, 'Apache with PHP': 96, pongMs: 2900 },
    { route: 'fibonacci in a pool', 'Mass Mobile': 178, 'Apache with PHP': 90, pongMs: 21 },
  ];
  const points = /** @type {const} */ (['Mass Mobile', 'Apache with PHP']).flatMap((server) =>
    ['closed loop', 'arriving'].flatMap((mode, arriving) =>
      routes.flatMap(({ route, pongMs, [server]: most }) =>
        [10, 100, 200, 500, 1000].map((users) => {
          const perS = (most * (1 - 4 / (users + 20))) / (1 + arriving);
          const meanMs = ((users / perS) * 1000) / (1 + arriving * 9);
          const isOurs = server === 'Mass Mobile';
          return point({
            ...{ mode, server, route, requests: 1000, perS, errors: 0 },
            ...{ users: arriving ? null : users, arrivalsPerS: arriving ? users : null },
            database: isOurs && route === 'record' ? 'SQLite in memory' : null,
            poolCores: isOurs && route === 'fibonacci in a pool' ? '0-1' : null,
            ...{ p50Ms: meanMs * 0.9, p95Ms: meanMs * 1.6, p99Ms: meanMs * 2.1 },
            pongDelayP99Ms: isOurs ? pongMs * (1 + users / 2000) : null,
            ...(users === 1000 && route === 'page' && LIMIT),
          });
        }),
      ),
    ),
  );
  return { points };
}

/** @returns {Partial<Result>} */
function show() {
  const phases = [
    { phase: 'join', atS: 0, hz: 0, phones: 1500 },
    { phase: 'lobby', atS: 60, hz: 0.5, phones: 1500 },
    { phase: 'pong', atS: 80, hz: 9, phones: 1500 },
    { phase: 'lock and return', atS: 140, hz: 6, phones: 1050 },
    { phase: 'tug of war', atS: 170, hz: 9, phones: 1500 },
  ];
  const points = phases.map(({ phase, atS, hz, phones }) =>
    point({
      ...{ phase, atS, phones, receivedPerS: phones * hz, lost: 0 },
      ...{ probeP50Ms: 1 + hz * 0.3, probeP99Ms: 4 + hz * 2.2, ...(phase === 'pong' && NEIGHBOURS) },
    }),
  );
  const series = seconds(230, (atS) => {
    const { hz, phones } = phases.findLast((phase) => phase.atS <= atS) ?? { hz: 0, phones: 0 };
    const connections = Math.round(phones * Math.min(1, atS / 60));
    return {
      ...{ connections, receivedPerS: connections * hz, cpu: 0.05 + connections * hz * 0.00003 },
      ...{ rssMb: 84 + Math.min(1, atS / 60) * 34, neighbours: atS > 100 && atS < 120 ? 0.44 : 0.02 },
      ...{ probeP50Ms: 1 + hz * 0.3 + wave(atS) * 0.3, probeP99Ms: 4 + hz * 2.2 + wave(atS) * 2 },
    };
  });
  return { points, series };
}

/** @param {Partial<Point>} [last] @returns {Partial<Result>} what outage, churn and soak have in common */
function course(last) {
  const points = [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220].map((atS) =>
    point({
      ...{ atS, connections: 1000, probeP99Ms: 11 + wave(atS / 20), lost: 0, isWarm: atS >= 40 },
      rssMb: 96 + Math.min(20, atS / 2) + atS * 0.00023 + wave(atS / 20) * 0.01,
      ...(atS % 60 === 0 && { phase: `part ${atS / 60 + 1}` }),
      ...(atS === 220 && last),
    }),
  );
  const series = seconds(240, (atS) => ({
    connections: 1000 + Math.round(wave(atS) * 20),
    rssMb: 96 + Math.min(20, atS / 2) + atS * 0.00023 + wave(atS),
  }));
  const slope = { 'memory.kbPerMin': 14.1, 'memory.kbPerMin.lower': 12.9, 'memory.kbPerMin.upper': 15.2 };
  return { points, series, ...(!last && { metrics: { ...METRICS, ...slope } }) };
}

/** @param {Row & Partial<Point>} row @returns {Point} */
function point(row) {
  return { validity: 'valid', because: '', ...row };
}

/** @param {number} count @param {(atS: number) => Row} measure @returns {Row[]} */
function seconds(count, measure) {
  return Array.from({ length: count }, (_none, index) => ({
    ...{
      atS: index + 1,
      generatorCpu: 0.3 + wave(index) * 0.04,
      neighbours: 0.03 + wave(index) * 0.02,
      steal: 0,
    },
    ...{ probeP50Ms: 1.2 + wave(index) * 0.3, probeP99Ms: 7 + wave(index * 3) * 3, loopP95Ms: 1.4 },
    ...{ heapMb: 36 + wave(index) * 5, ...measure(index + 1) },
  }));
}

/** @param {number} index @returns {number} -1 to 1 */
function wave(index) {
  return WAVE[index % WAVE.length] ?? 0;
}
