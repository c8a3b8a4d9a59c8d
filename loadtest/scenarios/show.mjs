/** Plays an evening: phones join in a minute and play whatever the operator puts on; screens lock and come back. */

/** @import { Measured, Phase } from '../harness/scenario.js' */
/** @import { Phone } from '../../bots/phone.js' */

import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { USUAL_CROWD, createPhone } from '../../bots/index.js';
import { pickCharacter } from '../../bots/characters.js';
import { createWheel } from '../../bots/wheel.js';
import { arrivalsOf } from '../harness/scenario.js';
import { openOperator, readLab, tell, tellMetric, together } from './lab.js';

export const title = 'An evening';
export const summary = 'phones join in a minute, games change, screens lock and come back, it ends';
export const generator = 'Artillery with virtual phones';

/** This sums up a second of the evening over all phones. */
const EVERY_MS = 1000;
/** A phone whose screen is locked longer than this has left, as far as a show is concerned. */
const BACK_WITHIN_MS = 15_000;
const SETTLE_MS = 2000;

const wheel = createWheel();
const random = createRandom(7).next;
/** @type {{ phone: Phone, character: string }[]} */
const crowd = [];
/** These are round trips in microseconds on good networks only: on a bad one, the delay is not the server's. */
const times = { second: createHistogram(), programme: createHistogram(), evening: createHistogram() };
let refused = 0;

/** @param {Record<string, any>} _lab @param {Phase[]} phases */
export function connections(_lab, phases) {
  return phases.reduce((sum, phase) => sum + arrivalsOf(phase), 0);
}

/**
 * Plays one phone of the audience, from its arrival to the end of the evening.
 * @param {unknown} _context
 * @param {{ emit: (kind: string, name: string, value: number) => void }} events of Artillery
 */
export async function phone(_context, events) {
  const evening = spend();
  const { url, settings } = readLab();
  const character = pickCharacter(USUAL_CROWD, random());
  const one = createPhone({
    url,
    wheel,
    character,
    seed: crowd.length + 1,
    pressHz: settings['pressHz'],
    pingMs: settings['pingMs'],
    onRtt: (ms) => {
      if (character === 'bad-wifi') return;
      for (const histogram of Object.values(times)) histogram.record(Math.max(1, Math.round(ms * 1000)));
      events.emit('histogram', 'phone.rtt', ms);
    },
  });
  crowd.push({ phone: one, character });
  try {
    const startMs = performance.now();
    await one.connect();
    events.emit('histogram', 'phone.join', performance.now() - startMs);
  } catch (error) {
    refused += 1;
    tell({ kind: 'problem', text: `A phone was refused: ${/** @type {Error} */ (error).message}` });
  }
  await evening;
}

/** Plays the operator, started by the first phone. */
const spend = together(async () => {
  const lab = readLab();
  const operator = await openOperator(lab);
  const timer = setInterval(tellSecond, EVERY_MS);
  const startMs = performance.now();
  const programme = /** @type {{ game: string, s: number, lock?: number }[]} */ (lab.settings['programme']);
  try {
    for (const [index, { game, s, lock = 0 }] of programme.entries()) {
      const atS = Math.round((performance.now() - startMs) / 1000);
      await operator.ask('switch', game);
      tell({ kind: 'phase', name: game, forS: s });
      times.programme.reset();
      const before = sum('sent');
      if (lock > 0) lockSome(lock, (s * 1000) / 3);
      await sleep(s * 1000);
      tell({
        kind: 'point',
        row: {
          phase: `${index + 1}. ${game}`,
          atS,
          phones: playing(),
          receivedPerS: Math.round((sum('sent') - before) / s),
          lock: lock > 0 ? `${lock * 100} % of the screens` : '',
          faults: sum('faults'),
          ...percentiles(times.programme),
        },
      });
    }
    await backAgain();
  } finally {
    clearInterval(timer);
    operator.close();
    await Promise.all(crowd.map(({ phone: one }) => one.close()));
  }
});

/** Waits until every phone was seen playing once more: on bad wifi, some are always gone for a while. */
async function backAgain() {
  const untilMs = performance.now() + BACK_WITHIN_MS;
  const missing = new Set(crowd.map(({ phone: one }) => one));
  while (missing.size > refused && performance.now() < untilMs) {
    for (const one of missing) if (one.state === 'playing') missing.delete(one);
    await sleep(100);
  }
  await sleep(SETTLE_MS);
  tellMetric('phones.joined', crowd.length - refused);
  tellMetric('phones.missing', missing.size);
  tellMetric('phones.faults', sum('faults'));
  tellMetric('phones.rtt.p99', percentiles(times.evening).p99Ms ?? NaN);
}

/** @param {number} share @param {number} forMs */
function lockSome(share, forMs) {
  for (const { phone: one } of crowd) {
    if (one.state !== 'playing' || random() >= share) continue;
    one.sleep();
    wheel.setTimer(() => one.state === 'asleep' && void one.wake().catch(() => {}), forMs * (0.5 + random()));
  }
}

function tellSecond() {
  tell({ kind: 'second', row: { phones: playing(), ...percentiles(times.second) } });
  times.second.reset();
}

/** @param {import('node:perf_hooks').RecordableHistogram} histogram of microseconds */
function percentiles(histogram) {
  if (histogram.count === 0) return { p50Ms: null, p99Ms: null };
  const at = (/** @type {number} */ percent) => Math.round(histogram.percentile(percent) / 10) / 100;
  return { p50Ms: at(50), p99Ms: at(99) };
}

function playing() {
  return crowd.reduce((count, { phone: one }) => count + (one.state === 'playing' ? 1 : 0), 0);
}

/** @param {'sent' | 'faults'} name */
function sum(name) {
  return crowd.reduce((total, { phone: one }) => total + one.stats[name], 0);
}

/** @param {Measured} measured */
export function conclude({ points, series, metrics }) {
  const phones = Math.max(...points.map((point) => Number(point['phones'])));
  const most = Math.max(0, ...series.map((row) => Number(row['inputsPerS'] ?? 0)));
  const missing = metrics['phones.missing'] ?? 0;
  const back = missing === 0 ? 'everybody was there at the end' : `${missing} were missing at the end`;
  return {
    headline: `${phones.toLocaleString('en-US')} phones through an evening: up to ${most.toLocaleString('en-US')} inputs/s, p99 ${metrics['phones.rtt.p99']} ms, ${back}`,
    limitedBy: Math.max(0, ...series.map((row) => Number(row['cpu'] ?? 0))) > 0.95 ? 'server CPU' : 'none',
  };
}
