/** Knows how each server that a run measures is metered: the one under test, and others that a scenario opens. */

/** @import { Probe } from './probe.js' */
/** @import { openMeter } from './sockets.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { spreadOf } from '../verdict/spread.js';
import { createProcessMeter } from './proc.js';

const SETTLED_MS = 50;
const LOOK_MS = 300;
/** Memory has settled when this many readings differ by less than this; if it never does, it is read this often. */
const READINGS = 5;
const SAME_MB = 0.5;
const MOST_READINGS = 15;
const PATIENCE_MS = 60_000;

/**
 * @param {() => number | null} pid null: it runs elsewhere @param {Probe} probe
 * @param {Awaited<ReturnType<typeof openMeter>> | null} meter null: it is another product's
 */
export function createSubject(pid, meter, probe) {
  const processMeter = () => createProcessMeter(() => pid() ?? 0);
  return { pid, meter, probe, /** From this moment on. */ processMeter, everySecond: processMeter() };
}

/** @typedef {ReturnType<typeof createSubject>} Subject */

/**
 * Waits until the probe is answered at once.
 * @param {Subject} subject @param {AbortSignal} signal @returns {Promise<boolean>} false: it was not within a minute
 */
export async function settle({ probe }, signal) {
  const untilMs = performance.now() + PATIENCE_MS;
  while (performance.now() < untilMs) {
    await probe.reset();
    await wait(LOOK_MS, undefined, { signal });
    const { times, timeouts, oldestMs } = await probe.read();
    if (times.p50Ms !== null && times.p50Ms < SETTLED_MS && timeouts === 0 && oldestMs < LOOK_MS) return true;
  }
  return false;
}

/**
 * Waits until nothing is on its way to a server any more, so that both ends count the same messages: two readings of its
 * counts, which wait in the same queue as the messages, are the same.
 * @param {Pick<Subject, 'meter'>} subject @param {AbortSignal} signal
 */
export async function untilCounted({ meter }, signal) {
  let before = NaN;
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    await wait(LOOK_MS, undefined, { signal });
    const counts = (await meter?.read().catch(() => null))?.meter;
    const sum = (counts?.inputs ?? 0) + (counts?.dropped ?? 0);
    if (sum === before) return;
    before = sum;
  }
}

/**
 * Reads the memory that a server needs in the state that it is in, not what happens to be garbage: medians of several readings.
 * @param {NonNullable<Subject['meter']>} meter @param {AbortSignal} signal
 */
export async function settledMemory(meter, signal) {
  const readings = /** @type {{ rssMb: number, heapMb: number }[]} */ ([]);
  const isSettled = () => {
    const last = readings.slice(-READINGS).map(({ rssMb }) => rssMb);
    return last.length === READINGS && Math.max(...last) - Math.min(...last) < SAME_MB;
  };
  while (readings.length < MOST_READINGS && !isSettled()) {
    readings.push((await meter.collect()).meter);
    await wait(LOOK_MS, undefined, { signal });
  }
  const median = (/** @type {'rssMb' | 'heapMb'} */ name) =>
    spreadOf(readings.slice(-READINGS).map((one) => one[name])).median;
  return { rssMb: median('rssMb'), heapMb: median('heapMb') };
}
