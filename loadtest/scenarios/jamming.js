/**
 * Repeats Drew Harry's experiment of 2012: each message goes to everybody, faster and faster, until the mean round trip
 * passes 200 ms, or replies are missing after 5 s, or a connection drops. It looks for that point for ours and for a
 * plain server that calls `io.emit`, on the same core, which take turns.
 */

/** @import { Crowd, Lab, Point, Rival } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */
/** @import { Seen } from '../verdict/search.js' */

import { Histogram } from '../histogram.js';
import { LabError } from '../harness/errors.js';
import { fill } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, say } from '../verdict/headline.js';
import { createSearch } from '../verdict/search.js';

/** Drew Harry's criterion: docs of his "Practical Benchmarking", beside loadtest/anchors/harry-2012-jamming.csv. */
const JAMMED_MS = 200;
/** By his rule, replies that take longer than 5 s are missing. */
const SETTLE_MS = 5500;
/** Below some 10,000 messages sent a second, where 2012's jammed, the curve is flat: long steps are enough there. */
const FLAT_PER_S = 5000;
const LONG_STEP = 4;
const STEP = 2;
/** Neighbours that take a core spoil a point; it is measured again. */
const TRIES = 2;

/** @type {Readonly<Record<string, { event: string, isRival: boolean, metric: string, batched: string }>>} */
export const SERIES = Object.freeze({
  ours: { event: 'echo', isRival: false, metric: 'ours', batched: 'a packet each, one write a turn' },
  'ours, batched': { event: 'echo-batched', isRival: false, metric: 'batched', batched: 'one packet a turn' },
  'io.emit': { event: 'echo', isRival: true, metric: 'io.emit', batched: 'a packet and a write each' },
});

/**
 * @typedef {{ concurrencies: number[], series: string[], firstPerS: number, mostPerS: number, within: number,
 *   mostPoints: number, pointS: number, characters: number, arrivalsPerS: number }} Settings
 * @typedef {{ name: string, crowd: Crowd, server: Rival | undefined, search: ReturnType<typeof createSearch>,
 *   best: number | null, because: string }} Way
 */

export default defineScenario({
  name: 'jamming',
  title: 'The jamming point',
  summary: 'an echo to everybody, faster and faster until it jams, beside plain io.emit and 2012',
  generator: 'the swarm',
  settings: {
    concurrencies: {
      value: [25, 50, 75, 100, 200, 300, 400, 500, 750, 1000],
      help: 'clients',
      least: 1,
      most: 20_000,
    },
    series: { value: Object.keys(SERIES), help: 'ways to send to everybody' },
    firstPerS: {
      value: 1,
      help: 'messages a second of all clients together in the first point',
      least: 0.01,
      most: 1e5,
    },
    mostPerS: {
      value: 0,
      help: 'goes no further than this many messages sent by the server a second; 0: until it jams',
      least: 0,
      most: 1e8,
    },
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
    { metric: 'points.measured', sign: '>', limit: 0, words: 'something is measured', kind: 'count' },
    {
      metric: 'messages.unheard',
      sign: '==',
      limit: 0,
      words: 'where it is not jammed, everybody hears every message',
      kind: 'count',
    },
    { metric: 'connections.lost', sign: '==', limit: 0, words: 'ours loses nobody', kind: 'count' },
  ],

  async run(lab) {
    const { concurrencies, series } = lab.settings;
    const unknown = series.find((name) => !Object.hasOwn(SERIES, name));
    if (unknown !== undefined)
      throw new LabError(`series has no "${unknown}". There are: ${Object.keys(SERIES).join('; ')}.`);
    const names = series.filter((name) => lab.target.pid !== null || !SERIES[name]?.isRival);
    if (names.length < series.length)
      lab.table({
        title: 'Not measured',
        note: 'io.emit is measured only on the core of a server that the lab starts by itself.',
        columns: [],
        rows: [],
      });
    const crowds = await openCrowds(lab, names);
    const sums = { points: 0, unheard: 0, sought: 0, found: 0 };
    for (const concurrency of [...concurrencies].sort((a, b) => a - b)) {
      await gather(lab, crowds, concurrency);
      const ways = names.map((name) => wayOf(lab.settings, crowds, name, concurrency));
      sums.sought += ways.length;
      // They take turns, so that what disturbs the machine for a while hits all of them.
      for (let rest = ways; rest.length > 0; rest = rest.filter(({ search }) => search.next() !== null))
        for (const way of rest) {
          sums.unheard += await measure(lab, way, concurrency);
          lab.metric('points.measured', ++sums.points);
          lab.metric('messages.unheard', sums.unheard);
          lab.metric('connections.lost', crowds.ours?.crowd.disconnects ?? 0);
        }
      for (const way of ways) if (conclude(lab, way, concurrency)) sums.found += 1;
      lab.metric('concurrencies.sought', sums.sought);
      lab.metric('concurrencies.found', sums.found);
    }
  },

  conclude({ points, metrics }) {
    const largest = Math.max(...points.map((point) => Number(point['concurrency'])));
    const names = [...new Set(points.map((point) => String(point['series'])))];
    const words = names.map((name) => wordsOf(name, largest, metrics));
    if (words.length === 0) return null;
    const isFound = metrics['concurrencies.found'] === metrics['concurrencies.sought'];
    const jams = points.filter(({ jammed, validity }) => jammed === true && validity === 'valid');
    const isFull = jams.length > 0 && jams.every(({ cpu }) => Number(cpu) > 0.85);
    return {
      headline: say`Messages sent a second with ${count(largest)} clients: ${words.join('; ')}`,
      limitedBy: isFound && isFull ? 'the server’s core' : jams.length > 0 ? 'not known' : 'nothing',
    };
  },
});

/**
 * @param {Lab<Settings>} lab @param {string[]} names
 * @returns {Promise<Record<string, { crowd: Crowd, server?: Rival }>>} `ours`, `rival`
 */
async function openCrowds(lab, names) {
  /** @type {Record<string, { crowd: Crowd, server?: Rival }>} */
  const crowds = {};
  if (names.some((name) => !SERIES[name]?.isRival))
    crowds['ours'] = {
      crowd: await lab.openCrowd({ namespace: '/loadtest', auth: { key: lab.target.key } }),
    };
  if (names.some((name) => SERIES[name]?.isRival)) {
    const server = await lab.openRival('socket.io');
    crowds['rival'] = { server, crowd: await lab.openCrowd({ url: server.url, namespace: '/' }) };
  }
  return crowds;
}

/** @param {Lab<Settings>} lab @param {Record<string, { crowd: Crowd }>} crowds @param {number} concurrency @throws {LabError} */
async function gather(lab, crowds, concurrency) {
  const { arrivalsPerS } = lab.settings;
  for (const { crowd } of Object.values(crowds)) {
    const more = concurrency - crowd.joined;
    lab.phase(`to ${concurrency} clients`, more / arrivalsPerS);
    if (more < 0) await crowd.leave({ count: -more });
    if (more <= 0) continue;
    await fill(crowd, { count: more, arrivalsPerS, what: 'clients' });
  }
}

/** @param {Settings} settings @param {Record<string, { crowd: Crowd, server?: Rival }>} crowds @param {string} name @param {number} concurrency @returns {Way} */
function wayOf({ firstPerS, mostPerS, within, mostPoints }, crowds, name, concurrency) {
  const { crowd, server } = /** @type {{ crowd: Crowd, server?: Rival }} */ (
    crowds[SERIES[name]?.isRival ? 'rival' : 'ours']
  );
  const search = createSearch({
    ...{
      firstPerS,
      within,
      mostPoints,
      growth: (perS) => (perS * concurrency < FLAT_PER_S ? LONG_STEP : STEP),
    },
    ...(mostPerS > 0 ? { mostPerS: mostPerS / concurrency } : {}),
  });
  return { name, crowd, server, search, best: null, because: '' };
}

/**
 * Measures one point of one series.
 * @param {Lab<Settings>} lab @param {Way} way @param {number} concurrency
 * @returns {Promise<number>} how many messages somebody did not hear, though it was not jammed
 */
async function measure(lab, way, concurrency) {
  const { pointS, characters } = lab.settings;
  const { name, crowd, server, search } = way;
  const { event = 'echo', batched = '' } = SERIES[name] ?? {};
  const perS = /** @type {number} */ (search.next());
  const before = crowd.disconnects;
  lab.phase(
    `${name}, ${concurrency} clients, ${Math.round(perS * concurrency).toLocaleString('en-US')}/s`,
    pointS,
  );
  const window = await lab.window(
    async () => {
      const fromMs = performance.now();
      await crowd.start({ kind: 'echo', perS, bytes: characters, event });
      await lab.sleep(pointS * 1000);
      const sendingS = (performance.now() - fromMs) / 1000;
      const { echo } = await crowd.stop({ kind: 'echo', settleMs: SETTLE_MS });
      return { echo, sendingS, allS: (performance.now() - fromMs) / 1000 };
    },
    { tries: TRIES, isThrottledOk: true, ...(server && { server }) },
  );
  const row = { ...fieldsOf(window), ...rowOf(window.result, concurrency, crowd.disconnects - before) };
  const seen = judge(row);
  search.tell(seen);
  const isBeyond = seen !== 'calm' && seen !== 'unknown';
  lab.point({
    ...{ series: name, concurrency, batched },
    ...row,
    ...{ probeP50Ms: window.probe.times.p50Ms, probeP99Ms: window.probe.times.p99Ms },
    // A spoilt point spoils the run only where the search ends with it: otherwise it went on to others.
    ...(isBeyond || (row.validity !== 'valid' && search.next() !== null) ? { isSearch: true } : {}),
  });
  const histogram = window.result.echo?.histograms?.['roundTrip'];
  if (histogram && seen === 'calm' && row.validity === 'valid') lab.histogram(`echo, ${name}`, histogram);
  if (seen === 'calm') way.best = Math.max(way.best ?? 0, row.perS);
  if (row.because !== '') way.because = row.because;
  if (server && !isAlive(server.pid)) throw new LabError(`${name}: its server ended by itself.`);
  if (seen !== 'calm' && !(await lab.settled(server)))
    throw new LabError(
      `${name} did not answer again within a minute after ${concurrency} clients jammed it.`,
    );
  return seen === 'calm' ? row.unheard : 0;
}

/**
 * @param {{ echo: LoadReading | undefined, sendingS: number, allS: number }} result
 * @param {number} concurrency @param {number} dropped
 */
function rowOf({ echo, sendingS, allS }, concurrency, dropped) {
  const { due = 0, sent = 0, heldBack = 0, received = 0, missing = 0, late = 0, times = {} } = echo ?? {};
  const { count: samples, meanMs, ...trip } = times['roundTrip'] ?? new Histogram().summary();
  const jammed = missing + heldBack + dropped > 0 || (meanMs ?? 0) > JAMMED_MS;
  // A jammed server goes on sending afterwards, so its rate is taken over all of that time.
  const perS = received / (jammed ? allS : sendingS);
  return {
    ...{ perS: Math.round(perS), offeredPerS: round(due / sendingS / concurrency) },
    ...{ duePerS: round(due / sendingS), receivedPerS: round(perS / concurrency) },
    ...{ samples, meanMs, ...trip },
    ...{ due, sent, heldBack, missing, late, dropped, jammed },
    unheard: Math.max(0, sent * concurrency - received),
  };
}

/**
 * Judges what a point says about its rate.
 * @param {Pick<Point, 'validity'> & { jammed: boolean, dropped: number, samples: number }} point
 * @returns {Seen}
 */
export function judge({ validity, jammed, dropped, samples }) {
  if (validity === 'incomplete' || samples === 0) return 'unknown';
  if (dropped > 0) return 'dropped';
  if (validity === 'invalid') return 'beyond';
  // Neighbours can only make it slower: calm in spite of them is calm, but a jam may be theirs.
  if (validity === 'disturbed') return jammed ? 'unknown' : 'calm';
  return jammed ? 'jammed' : 'calm';
}

/** @param {Lab<Settings>} lab @param {Way} way @param {number} concurrency @returns {boolean} the jam was found */
function conclude(lab, { name, search, best, because }, concurrency) {
  const { status } = search.result();
  const { metric = name } = SERIES[name] ?? {};
  const isFound = status === 'found' || status === 'dropped';
  const place = `${name} with ${concurrency.toLocaleString('en-US')} clients`;
  const atLeast =
    best === null ? '' : `, and was calm at ${Math.round(best).toLocaleString('en-US')} messages/s`;
  if (best !== null) lab.metric(`${isFound ? 'jam' : 'atLeast'}.${metric}.${concurrency}`, best);
  if (status === 'not-found')
    lab.notFound(`${place} did not jam within what the generator can give${atLeast}. ${because}`.trim());
  if (status === 'undecided')
    lab.notFound(`${place} did not jam in ${search.result().points} points${atLeast}. ${because}`.trim());
  return isFound;
}

/** @param {string} name @param {number} concurrency @param {Record<string, number>} metrics */
function wordsOf(name, concurrency, metrics) {
  const { metric = name, batched = '' } = SERIES[name] ?? {};
  const jam = metrics[`jam.${metric}.${concurrency}`];
  const calm = metrics[`atLeast.${metric}.${concurrency}`];
  return jam === undefined
    ? say`${name} (${batched}) at least ${count(calm)}, without a jam`
    : say`${name} (${batched}) ${count(jam)} before it jams`;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
