/**
 * Repeats Techracers' experiment: phones arrive one by one in one room and stay; then a text goes to all of them,
 * and a probe among them sends its time stamp back. The delay is half of that round trip, by the server's clock.
 */

/** @import { Measured, Phase } from '../harness/scenario.js' */
/** @import { Fleet } from './fleet.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { arrivalsOf } from '../harness/scenario.js';
import { createFleet } from './fleet.js';
import { openMeter, readLab, tell, tellMetric, together } from './lab.js';

export const title = 'One text to a whole room';
export const summary =
  '1,300 and 1,800 connections in one room: memory, CPU, and how long 1,000 characters take to all';
export const generator = 'the lean generator, paced by Artillery';

const SETTLE_MS = 1000;
const SAMPLE_MS = 500;

/** @param {Record<string, any>} lab @param {Phase[]} phases */
export function connections({ perVirtualUser }, phases) {
  return stepsOf(phases, perVirtualUser).at(-1) ?? 0;
}

/** @type {Promise<Fleet> | null} */
let fleet = null;

let users = 0;

/** Plays a virtual user: the first is one connection, each later one several at once; all stay to the end. */
export async function connection() {
  const lab = readLab();
  const more =
    countAfter(users + 1, lab.settings['perVirtualUser']) - countAfter(users, lab.settings['perVirtualUser']);
  users += 1;
  fleet ??= createFleet(lab, { namespace: '/loadtest', auth: { key: lab.key } });
  void (await fleet).bring(more);
  await evening(await fleet);
}

const evening = together(async (/** @type {Fleet} */ fleet) => {
  const lab = readLab();
  const { idleS } = lab.settings;
  const meter = await openMeter(lab);
  /** One connection shows the base of delay and memory. @type {{ rssMb: number, heapMb: number } | null} */
  let empty = null;
  /** @type {number[]} */
  const delays = [];
  try {
    for (const total of stepsOf(lab.phases, lab.settings['perVirtualUser'])) {
      tell({ kind: 'phase', name: `${total} arrive` });
      const arriving = await cpuUntil(meter, fleet.joined(total));
      await sleep(SETTLE_MS);
      tell({ kind: 'phase', name: `${total} are there and do nothing`, forS: idleS });
      const idle = await cpuUntil(meter, sleep(idleS * 1000));
      const { rssMb, heapMb } = await meter.read();
      empty ??= { rssMb, heapMb };
      tell({ kind: 'phase', name: `${total} hear a text` });
      const all = await broadcast(fleet, lab.settings);
      delays.push(Number(all.p99Ms));
      tell({
        kind: 'point',
        row: {
          connections: total,
          ...all,
          memoryKbPerConnection: share(rssMb - empty.rssMb, total - 1),
          heapKbPerConnection: share(heapMb - empty.heapMb, total - 1),
          cpuArriving: arriving,
          cpuIdle: idle,
        },
      });
    }
    tellMetric('broadcast.p99', Math.max(...delays));
    tellMetric('connections.lost', fleet.disconnects);
  } finally {
    meter.close();
    await fleet.close();
  }
});

/**
 * @param {Fleet} fleet
 * @param {Record<string, any>} settings
 */
async function broadcast(fleet, { perS, holdS, characters }) {
  await fleet.judge();
  await fleet.start({ kind: 'broadcast', perS, characters });
  await sleep(holdS * 1000);
  const judged = await fleet.judge();
  if (judged.isLimit) tell({ kind: 'generator', limited: true, note: judged.because });
  const { received = 0, expected = 0, times } = await fleet.stop('broadcast');
  const trip = times['roundTrip'];
  const half = (/** @type {number | null | undefined} */ ms) => (ms == null ? null : round(ms / 2));
  return {
    samples: trip?.count,
    meanMs: half(trip?.meanMs),
    p50Ms: half(trip?.p50Ms),
    p95Ms: half(trip?.p95Ms),
    p99Ms: half(trip?.p99Ms),
    maxMs: half(trip?.maxMs),
    deliveryP50Ms: times['delivery']?.p50Ms,
    deliveryP99Ms: times['delivery']?.p99Ms,
    undelivered: expected - received,
    generatorCpu: judged.cpuPeak,
    valid: !judged.isLimit,
  };
}

/**
 * Reads the server's own measure of its CPU, as a mean, until a promise settles.
 * @param {Awaited<ReturnType<typeof openMeter>>} meter
 * @param {Promise<unknown>} end
 */
async function cpuUntil(meter, end) {
  let isOver = false;
  void end.then(() => (isOver = true));
  const shares = [];
  while (!isOver) {
    await Promise.race([sleep(SAMPLE_MS), end]);
    shares.push((await meter.read()).cpu);
  }
  return round(shares.reduce((sum, cpu) => sum + cpu, 0) / shares.length, 1000);
}

/** A heap that was just tidied up says nothing about so few. @param {number} mb @param {number} count */
function share(mb, count) {
  return mb > 0 && count > 0 ? round((mb * 1024) / count) : null;
}

/** @param {number} users of Artillery @param {number} perVirtualUser @returns {number} connections */
function countAfter(users, perVirtualUser) {
  return users < 2 ? users : (users - 1) * perVirtualUser;
}

/** @param {Phase[]} phases @param {number} perVirtualUser @returns {number[]} connections after each phase in which some come */
function stepsOf(phases, perVirtualUser) {
  let users = 0;
  return phases
    .map(arrivalsOf)
    .filter((count) => count > 0)
    .map((count) => countAfter((users += count), perVirtualUser));
}

/** @param {number} value @param {number} [to] */
function round(value, to = 100) {
  return Math.round(value * to) / to;
}

/** @param {Measured} measured */
export function conclude({ points }) {
  const top = points.at(-1) ?? {};
  return {
    headline:
      `${Number(top['connections']).toLocaleString('en-US')} phones get a text after ${top['meanMs']} ms on average, ` +
      `p99 ${top['p99Ms']} ms, with ${top['memoryKbPerConnection'] ?? '–'} KB of memory each`,
    limitedBy: points.some((point) => point['valid'] === false) ? 'generator' : 'none',
  };
}
