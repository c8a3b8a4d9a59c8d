/**
 * Repeats Drew Harry's experiment of 2012: each message goes to everybody, faster and faster, until the mean round trip
 * passes 200 ms, or replies are missing after 5 s, or a connection drops. It looks for that point for ours and for a
 * plain server that calls `io.emit`, on the same core, which take turns.
 */

/** @import { Crowd, Lab, Point, Rival } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */
/** @import { Seen } from '../verdict/search.js' */

import { Histogram } from '../histogram.js';
import { none, some } from '../harness/claims.js';
import { LabError } from '../harness/errors.js';
import { keepFigures, tellNotMeasured } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { gather } from '../harness/steps.js';
import { rounded } from '../harness/watch.js';
import { JAMMED_MS } from '../report/anchors.js';
import { count, say } from '../verdict/headline.js';
import { createSearch } from '../verdict/search.js';

const CLIENTS = [25, 50, 75, 100, 200, 300, 400, 500, 750, 1000];
/** By his rule, replies that take longer than 5 s are missing. */
const SETTLE_MS = 5500;
/** Below some 10,000 messages sent a second, where 2012's jammed, the curve is flat: long steps are enough there. */
const FLAT_PER_S = 5000;
const LONG_STEP = 4;
const STEP = 2;

/** @typedef {{ event: string, isRival: boolean, metric: string, batched: string }} Way of sending to everybody */

/** @type {Readonly<Record<string, Way>>} */
export const SERIES = Object.freeze({
  ours: { event: 'echo', isRival: false, metric: 'ours', batched: 'a packet each, one write a turn' },
  'ours, batched': { event: 'echo-batched', isRival: false, metric: 'batched', batched: 'one packet a turn' },
  'io.emit': { event: 'echo', isRival: true, metric: 'io.emit', batched: 'a packet and a write each' },
});

/**
 * @typedef {{ crowd: Crowd, server: Rival | undefined }} Hall
 * @typedef {Way & Hall & { name: string, clients: number, search: ReturnType<typeof createSearch>, best: number,
 *   because: string }} Sought `best`: the most messages a second that were calm
 */

export default defineScenario({
  name: 'jamming',
  title: 'The jamming point',
  summary: 'an echo to everybody, faster and faster until it jams, beside plain io.emit and 2012',
  generator: 'the swarm',
  settings: {
    concurrencies: { value: CLIENTS, help: 'clients', least: 1, most: 20_000 },
    series: { value: Object.keys(SERIES), help: 'ways to send to everybody', oneOf: Object.keys(SERIES) },
    firstPerS: { value: 1, help: 'messages a second of all in the first point', least: 0.01, most: 1e5 },
    mostPerS: { value: 0, help: 'the most that the server is to send a second; 0: any', least: 0, most: 1e8 },
    within: { value: 0.08, help: 'the jam is found when it is known to this share', least: 0.02, most: 1 },
    mostPoints: { value: 40, help: 'points of each search, at most', least: 1, most: 1000 },
    // A load that is a share x too fast has a mean delay of x/2 of this time: in 5 s, 200 ms are 8 %.
    pointS: { value: 5, help: 'seconds of each point', least: 0.5, most: 600 },
    characters: { value: 32, help: 'characters of each message', least: 10, most: 1000 },
    arrivalsPerS: { value: 300, help: 'clients that come a second', least: 1, most: 5000 },
  },
  sizes: {
    smoke: { concurrencies: [24], firstPerS: 20, mostPerS: 1920, pointS: 0.6 },
    three: { concurrencies: [25, 100, 1000] },
  },
  plan: ({ concurrencies, series, mostPerS, pointS }) => ({
    connections: 2 * Math.max(...concurrencies) + 20,
    forS: concurrencies.length * series.length * (mostPerS > 0 ? 3 : 17) * (pointS + 1),
  }),
  claims: () => [
    some('points.measured', 'something is measured'),
    none('messages.unheard', 'where it is not jammed, everybody receives every message'),
    none('connections.lost', 'ours loses nobody but in a point that jams'),
  ],

  async run(lab) {
    const { concurrencies, series } = lab.settings;
    const names = series.filter((name) => lab.target.pid !== null || !SERIES[name]?.isRival);
    if (names.length < series.length)
      tellNotMeasured(lab, 'io.emit is measured only on the core of a server that the lab starts by itself.');
    const halls = await openHalls(lab, names);
    const figures = keepFigures(lab);
    let droppedInPoints = 0;
    for (const clients of concurrencies.toSorted((a, b) => a - b)) {
      const all = names.map((name) => seek(lab, halls, name, clients));
      // They take turns, so that what disturbs the machine for a while hits all of them.
      for (let rest = all; rest.length > 0; rest = rest.filter(({ search }) => search.next() !== null))
        for (const sought of rest) {
          const { unheard, dropped } = await measure(lab, sought);
          figures.add({ 'points.measured': 1, 'messages.unheard': unheard });
          if (!sought.isRival) droppedInPoints += dropped;
          const lost = halls.get(false)?.crowd.disconnects ?? 0;
          lab.metric('connections.lost', lost - droppedInPoints);
        }
      for (const sought of all)
        figures.add({ 'concurrencies.sought': 1, 'concurrencies.found': isFound(lab, sought) ? 1 : 0 });
    }
  },

  conclude({ points, metrics }) {
    const largest = Math.max(...points.map((point) => Number(point['concurrency'])));
    const names = [...new Set(points.map((point) => String(point['series'])))];
    if (names.length === 0) return null;
    const words = names.map((name) => {
      const { metric, batched } = /** @type {Way} */ (SERIES[name]);
      const jam = metrics[`jam.${metric}.${largest}`];
      return jam === undefined
        ? say`${name} (${batched}) at least ${count(metrics[`atLeast.${metric}.${largest}`])}, without a jam`
        : say`${name} (${batched}) ${count(jam)} before it jams`;
    });
    const areFound = metrics['concurrencies.found'] === metrics['concurrencies.sought'];
    const jams = points.filter(({ jammed, validity }) => jammed === true && validity === 'valid');
    const isFull = jams.length > 0 && jams.every(({ cpu }) => Number(cpu) > 0.85);
    return {
      headline: say`Messages sent a second with ${count(largest)} clients: ${words.join('; ')}`,
      limitedBy: areFound && isFull ? 'the server’s core' : jams.length > 0 ? 'not known' : 'nothing',
    };
  },
});

/** @param {Lab} lab @param {string[]} names @returns {Promise<Map<boolean, Hall>>} by whether it is a rival's */
async function openHalls(lab, names) {
  const halls = new Map();
  const ours = { namespace: '/loadtest', auth: { key: lab.target.key } };
  for (const isRival of new Set(names.map((name) => SERIES[name]?.isRival))) {
    const server = isRival ? await lab.openRival('socket.io') : undefined;
    const crowd = await lab.openCrowd(server ? { url: server.url, namespace: '/' } : ours);
    halls.set(isRival, { crowd, server });
  }
  return halls;
}

/** @param {Lab} lab @param {Map<boolean, Hall>} halls @param {string} name @param {number} clients @returns {Sought} */
function seek(lab, halls, name, clients) {
  const { firstPerS, mostPerS, within, mostPoints } = lab.settings;
  const way = /** @type {Way} */ (SERIES[name]);
  const search = createSearch({
    ...{ firstPerS, within, mostPoints, mostPerS: mostPerS > 0 ? mostPerS / clients : Infinity },
    growth: (perS) => (perS * clients < FLAT_PER_S ? LONG_STEP : STEP),
  });
  const hall = /** @type {Hall} */ (halls.get(way.isRival));
  return { ...way, ...hall, name, clients, search, best: 0, because: '' };
}

/**
 * Measures one point of one series.
 * @param {Lab} lab @param {Sought} sought
 * @returns how many messages somebody did not receive, though it was not jammed, and how many connections were dropped
 */
async function measure(lab, sought) {
  const { pointS, characters, arrivalsPerS } = lab.settings;
  const { name, clients, crowd, server, search, event, batched } = sought;
  const perS = /** @type {number} */ (search.next());
  // A concurrency brings more of them, and the point before may have cost some.
  if (crowd.joined < clients) await gather(lab, crowd, { to: clients, arrivalsPerS, what: 'clients' });
  const before = crowd.disconnects;
  lab.phase(`${name}, ${clients} clients, ${count(perS * clients)}/s`, pointS);
  const window = await lab.window(
    async () => {
      const fromMs = performance.now();
      await crowd.start({ kind: 'echo', perS, bytes: characters, event });
      await lab.sleep(pointS * 1000);
      const sendingS = (performance.now() - fromMs) / 1000;
      const { echo } = await crowd.stop({ kind: 'echo', settleMs: SETTLE_MS });
      return { echo, sendingS, allS: (performance.now() - fromMs) / 1000 };
    },
    { tries: 2, isThrottledOk: true, server },
  );
  const row = { ...fieldsOf(window), ...rowOf(window.result, clients, crowd.disconnects - before) };
  const seen = judge(row);
  const isCalm = seen === 'calm';
  search.tell(seen);
  const isBeyond = !isCalm && seen !== 'unknown';
  lab.point({
    ...{ series: name, concurrency: clients, batched },
    ...row,
    ...{ probeP50Ms: window.probe.times.p50Ms, probeP99Ms: window.probe.times.p99Ms },
    // A spoilt point spoils the run only where the search ends with it: otherwise it went on to others.
    ...(isBeyond || (row.validity !== 'valid' && search.next() !== null) ? { isSearch: true } : {}),
  });
  const histogram = window.result.echo?.histograms['roundTrip'];
  if (histogram && isCalm && row.validity === 'valid') lab.histogram(`echo, ${name}`, histogram);
  if (isCalm) sought.best = Math.max(sought.best, row.perS);
  if (row.because !== '') sought.because = row.because;
  if (server && !isAlive(server.pid)) throw new LabError(`${name}: its server ended by itself.`);
  if (!isCalm && !(await lab.settled(server)))
    throw new LabError(`${name} did not answer again within a minute after ${clients} clients jammed it.`);
  return { unheard: isCalm ? row.unheard : 0, dropped: row.dropped };
}

/** @param {{ echo?: LoadReading, sendingS: number, allS: number }} result @param {number} clients @param {number} dropped */
function rowOf({ echo, sendingS, allS }, clients, dropped) {
  const { due = 0, sent = 0, heldBack = 0, received = 0, missing = 0, late = 0, times = {} } = echo ?? {};
  const { count: samples, meanMs, ...trip } = times['roundTrip'] ?? new Histogram().summary();
  const jammed = missing + heldBack + dropped > 0 || (meanMs ?? 0) > JAMMED_MS;
  // A jammed server goes on sending afterwards, so its rate is taken over all of that time.
  const perS = received / (jammed ? allS : sendingS);
  return {
    ...{ perS: Math.round(perS), offeredPerS: rounded(due / sendingS / clients, 3) },
    ...{ duePerS: rounded(due / sendingS, 3), receivedPerS: rounded(perS / clients, 3) },
    ...{ samples, meanMs, ...trip },
    ...{ due, sent, heldBack, missing, late, dropped, jammed },
    unheard: Math.max(0, sent * clients - received),
  };
}

/**
 * Judges what a point says about its rate.
 * @param {Pick<Point, 'validity'> & { jammed: boolean, dropped: number, samples: number }} point @returns {Seen}
 */
export function judge({ validity, jammed, dropped, samples }) {
  if (validity === 'incomplete' || samples === 0) return 'unknown';
  // A server cuts off who does not read, and a generator that is the limit does not read.
  if (validity === 'invalid') return 'beyond';
  if (dropped > 0) return 'dropped';
  // Neighbours can only make it slower: calm in spite of them is calm, but a jam may be theirs.
  if (validity === 'disturbed') return jammed ? 'unknown' : 'calm';
  return jammed ? 'jammed' : 'calm';
}

/** @param {Lab} lab @param {Sought} sought @returns {boolean} whether the search has found the jam */
function isFound(lab, { name, metric, clients, search, best, because }) {
  const { status, points } = search.result();
  const isJam = status === 'found' || status === 'dropped';
  if (best > 0) lab.metric(`${isJam ? 'jam' : 'atLeast'}.${metric}.${clients}`, best);
  if (isJam || status === 'asked') return isJam;
  const where = status === 'not-found' ? 'within what the generator can give' : `in ${points} points`;
  const calm = best > 0 ? `, and was calm at ${count(best)} messages/s` : '';
  lab.notFound(`${name} with ${count(clients)} clients did not jam ${where}${calm}. ${because}`.trim());
  return false;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
