/** Makes an example result for each scenario, shaped like a real run, for tests and for looking at a report. */

/** @import { Result, Row } from './types.js' */

/** Makes a fixed sequence in place of chance, so that every example is the same. */
const WAVE = [0.2, -0.6, 0.9, -0.1, 0.5, -0.8, 0.1, 0.7, -0.4, -0.2];
const CONCURRENCIES = [25, 50, 75, 100, 200, 300, 400, 500, 750, 1000];
const JAM_TRIES = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95, 1.02, 1.1];
const ROUTES = Object.freeze([
  { route: 'page', node: 3100, php: 2600, pongMs: 9 },
  { route: 'record', node: 2450, php: 1150, pongMs: 12 },
  { route: 'fibonacci', node: 190, php: 96, pongMs: 2900 },
  { route: 'fibonacci in a pool', node: 178, php: null, pongMs: 21 },
]);
const PHASES = Object.freeze([
  { phase: 'join', atS: 0, hz: 0, sleepers: 0 },
  { phase: 'lobby', atS: 60, hz: 0.5, sleepers: 0 },
  { phase: 'pong', atS: 80, hz: 9, sleepers: 0 },
  { phase: 'lock and return', atS: 140, hz: 6, sleepers: 0.3 },
  { phase: 'tug of war', atS: 170, hz: 9, sleepers: 0 },
  { phase: 'end', atS: 215, hz: 0, sleepers: 1 },
]);

/** @returns {Record<string, Result>} by scenario */
export function examples() {
  return { ramp: ramp(), jamming: jamming(), broadcast: broadcast(), services: services(), show: show() };
}

/** @returns {Result} */
function ramp() {
  const steps = [50, 100, 200, 400, 600, 800, 1000, 1250, 1500, 1750, 2000];
  const points = steps.map((connections, index) => ({
    connections,
    sendHz: 4,
    offeredPerS: connections * 4,
    receivedPerS: Math.round(connections * 4 * (1 + wave(index) * 0.004)),
    lost: 0,
    cpu: 0.03 + connections * 0.00018,
    rssMb: 82 + connections * 0.021,
    p50Ms: 0.4 + connections * 0.0007,
    p99Ms: 2 + connections * 0.005 + wave(index) * 0.6,
  }));
  return {
    ...run('ramp', 'How many phones before it jams', 'swarm', 0.63),
    verdict: {
      pass: true,
      headline: '2,000 phones at 4/s: 8,000 messages/s, p99 12 ms, nothing lost',
      limitedBy: 'none',
      ensure: [
        { name: 'Lost messages', limit: '0', value: 0, pass: true },
        { name: 'Round trip p99, ms', limit: '≤ 100', value: 12.1, pass: true },
        { name: 'Server CPU, % of a core', limit: '≤ 85', value: 39, pass: true },
      ],
    },
    options: { maxConnections: 2000, sendHz: 4, stepS: 10 },
    series: seconds(110, (atS) => {
      const point = points[Math.min(points.length - 1, Math.floor(atS / 10))];
      return { ...point, sentPerS: 62, generatorCpu: 0.1 + (point?.connections ?? 0) * 0.00026, heapMb: 31 };
    }),
    points,
  };
}

/** @returns {Result} */
function jamming() {
  const points = CONCURRENCIES.flatMap((concurrency) => {
    const capacity = 134_000 / (1 + Math.log10(concurrency / 25) * 0.68);
    return JAM_TRIES.map((load, index) => jamPoint(concurrency, capacity, load, index));
  });
  return {
    ...run('jamming', 'Where an echo-broadcast jams', 'swarm', 0.97),
    verdict: {
      pass: false,
      headline: '1,000 clients: 60,900 messages/s sent before it jams, 7 times the 8,702 of 2012',
      limitedBy: 'server CPU',
      ensure: [
        { name: 'Sent/s before it jams, 1,000 clients', limit: '≥ 40,000', value: 60_927, pass: true },
        { name: 'Points spoiled by the generator', limit: '≤ 0', value: 4, pass: false },
      ],
    },
    generator: {
      name: 'swarm',
      cpuPeak: 0.97,
      limited: true,
      note: 'Above 90 % of its core with 25 and 50 clients: those points are not valid.',
    },
    options: { concurrencies: CONCURRENCIES, secondsPerPoint: 5, payloadBytes: 32 },
    series: seconds(240, (atS) => ({
      connections: CONCURRENCIES[Math.floor(atS / 24)] ?? 1000,
      receivedPerS: 40 + 60 * ((atS % 24) / 24),
      sentPerS: 64_000 * ((atS % 24) / 24),
      cpu: 0.98 * ((atS % 24) / 24),
      generatorCpu: 0.9 * ((atS % 24) / 24),
      rssMb: 96 + atS * 0.12,
      heapMb: 40 + (atS % 9),
      loopP50Ms: 0.2,
      loopP95Ms: 2 + 80 * ((atS % 24) / 24) ** 4,
    })),
    points,
    tables: [
      {
        title: 'The generator',
        columns: ['Messages/s', 'CPU, %'],
        rows: [
          [64_000, 61],
          [134_000, 97],
        ],
      },
    ],
  };
}

/** @param {number} concurrency @param {number} capacity @param {number} load @param {number} index @returns {Row} */
function jamPoint(concurrency, capacity, load, index) {
  const sentPerS = Math.round(capacity * Math.min(load, 1 - (load > 1 ? (load - 1) * 0.6 : 0)));
  const meanMs =
    0.4 + concurrency * 0.012 + (load < 1 ? (3 * load ** 2) / (1.03 - load) : 260 + (load - 1) * 9000);
  const valid = !(concurrency < 75 && load > 1);
  return {
    concurrency,
    offeredPerS: (capacity * load) / concurrency,
    receivedPerS: sentPerS / concurrency,
    sentPerS,
    meanMs: meanMs * (1 + wave(index + concurrency) * 0.06),
    p50Ms: meanMs * 0.8,
    p99Ms: meanMs * 2.4,
    missing: load > 1.05 ? 120 : 0,
    jammed: load > 1,
    valid,
  };
}

/** @returns {Result} */
function broadcast() {
  const points = [1, 1300, 1800].map((connections) => ({
    connections,
    samples: 120,
    meanMs: 0.5 + connections * 0.0105,
    p50Ms: 0.4 + connections * 0.0098,
    p95Ms: 0.9 + connections * 0.016,
    p99Ms: 1.2 + connections * 0.022,
    maxMs: 2 + connections * 0.031,
    memoryKbPerConnection: connections === 1 ? null : 19.4,
    cpuArriving: 0.034,
    cpuIdle: 0.011,
  }));
  return {
    ...run('broadcast', 'One text to a whole room', 'artillery', 0.31),
    complete: false,
    incompleteBecause: 'Stopped by Ctrl-C in the second hold.',
    verdict: {
      pass: true,
      headline: '1,800 phones get 1,000 characters after 19 ms on average, the last after 58 ms',
      limitedBy: 'none',
      ensure: [{ name: 'Mean delay, ms', limit: '≤ 100', value: 19.4, pass: true }],
    },
    options: { connections: [1300, 1800], arrivalsPerS: 50, characters: 1000, samples: 120 },
    series: seconds(60, (atS) => ({
      connections: Math.min(1800, atS * 36),
      cpu: atS < 50 ? 0.034 + wave(atS) * 0.008 : 0.011,
      generatorCpu: 0.3,
      rssMb: 84 + Math.min(1800, atS * 36) * 0.0194 + wave(atS) * 0.8,
      heapMb: 33 + wave(atS) * 4,
    })),
    points,
  };
}

/** @returns {Result} */
function services() {
  const users = [10, 100, 200, 500, 1000];
  const points = ROUTES.flatMap(({ route, node, php, pongMs }) =>
    users.flatMap((count, index) => [
      serviceRow('Node', route, count, node * (1 - index * 0.015), pongMs * (0.4 + index * 0.15)),
      ...(php === null ? [] : [serviceRow('Apache with PHP', route, count, php * (1 - index * 0.06), null)]),
    ]),
  );
  return {
    ...run('services', 'Three REST services', 'artillery', 0.72),
    verdict: {
      pass: true,
      headline:
        '1,000 users: 2,900 pages/s; Fibonacci on the event loop delays pong by 2.9 s, in a pool by 21 ms',
      limitedBy: 'server CPU',
      ensure: [{ name: 'Errors', limit: '0', value: 0, pass: true }],
    },
    options: { requests: 1000, users, fibonacci: 27, database: 'SQLite' },
    points,
  };
}

/** @param {string} server @param {string} route @param {number} users @param {number} perS @param {number | null} pongMs @returns {Row} */
function serviceRow(server, route, users, perS, pongMs) {
  const meanMs = (users / perS) * 1000;
  return {
    server,
    route,
    users,
    requests: 1000,
    perS,
    meanMs,
    p50Ms: meanMs * 0.9,
    p95Ms: meanMs * 1.6,
    p99Ms: meanMs * 2.1,
    errors: 0,
    pongDelayP99Ms: pongMs,
  };
}

/** @returns {Result} */
function show() {
  const phones = 1500;
  return {
    ...run('show', 'An evening', 'swarm', 0.58),
    smoke: true,
    verdict: {
      pass: true,
      headline: '1,500 phones through an evening: 13,500 messages/s, p99 24 ms, everybody came back',
      limitedBy: 'none',
      ensure: [{ name: 'Phones that came back', limit: '100 %', value: '100 %', pass: true }],
    },
    options: { phones, joinS: 60 },
    series: seconds(230, (atS) => evening(phones, atS)),
    points: PHASES.map(({ phase, atS, hz, sleepers }) => ({
      phase,
      atS,
      phones: Math.round(phones * (1 - sleepers)),
      receivedPerS: phones * hz,
      lost: 0,
      p50Ms: 1 + hz * 0.3,
      p99Ms: 4 + hz * 2.2,
    })),
  };
}

/** @param {number} phones @param {number} atS @returns {Row} */
function evening(phones, atS) {
  const { hz, sleepers } = PHASES.findLast((phase) => phase.atS <= atS) ?? { hz: 0, sleepers: 0 };
  const connections = Math.round(phones * Math.min(1, atS / 60) * (1 - sleepers));
  return {
    connections,
    receivedPerS: Math.round(connections * hz * (1 + wave(atS) * 0.02)),
    sentPerS: Math.round(connections * 2.1),
    lost: 0,
    cpu: 0.05 + connections * hz * 0.00003,
    generatorCpu: 0.1 + connections * hz * 0.000033,
    rssMb: 84 + Math.min(1, atS / 60) * 34,
    heapMb: 36 + wave(atS) * 5,
    loopP50Ms: 0.2,
    loopP95Ms: 1 + hz * 0.3,
    p50Ms: 1 + hz * 0.3 + wave(atS) * 0.3,
    p99Ms: 4 + hz * 2.2 + wave(atS) * 2,
  };
}

/** @param {string} scenario @param {string} title @param {string} generator @param {number} cpuPeak @returns {Result} */
function run(scenario, title, generator, cpuPeak) {
  return {
    schema: 1,
    scenario,
    title,
    startedAt: '2026-11-21T06:00:00.000Z',
    finishedAt: '2026-11-21T06:03:20.000Z',
    complete: true,
    incompleteBecause: null,
    smoke: false,
    verdict: { pass: true, headline: '', limitedBy: 'none', ensure: [] },
    machine: {
      cpu: 'Intel(R) Xeon(R) Processor @ 2.60GHz',
      cores: 2,
      memoryGb: 24,
      os: 'Linux 6.1.0',
      node: 'v20.20.2',
      packages: { 'socket.io': '4.8.4', 'engine.io': '6.6.11', ws: '8.23.0', artillery: '2.0.21' },
      git: '76c97a4',
      dirty: false,
    },
    generator: { name: generator, cpuPeak, limited: false },
    target: 'http://127.0.0.1:41234',
    options: {},
    series: [],
    points: [],
    tables: [],
  };
}

/** @param {number} count @param {(atS: number) => Row} measure @returns {Row[]} */
function seconds(count, measure) {
  return Array.from({ length: count }, (_none, index) => ({ atS: index + 1, ...measure(index + 1) }));
}

/** @param {number} index @returns {number} -1 to 1 */
function wave(index) {
  return WAVE[index % WAVE.length] ?? 0;
}
