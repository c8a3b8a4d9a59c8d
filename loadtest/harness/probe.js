/** Starts the probe, sums up what it says, and compares its clock with this process's. */

/** @import { ProbeReading } from '../types.js' */
/** @import { Said } from './probe-process.js' */
/** @import { Trust } from './trust.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Histogram } from '../histogram.js';
import { createClockMeter } from '../swarm/clock-meter.js';
import { startChild } from './child.js';
import { LabError } from './errors.js';

const CHILD = new URL('./probe-process.js', import.meta.url);
/** An answer that takes longer has not come: it counts as one of this length, and as a time-out. */
export const TIMEOUT_MS = 5000;
const EVERY_MS = 1000;
/** A probe that stands still is not waited for any longer. */
const TELL_MS = 2000;
/** A phone may ask twice a second; the probe's ask a little less, so that none is refused. */
const AS_PHONES = {
  ...{ namespace: '/players', joinedBy: 'welcome', auth: /** @type {Record<string, unknown>} */ ({}) },
  ...{ event: 'ping', args: /** @type {unknown[]} */ ([]), connections: 12, perS: 20 },
};

/** @typedef {typeof AS_PHONES & { url: string } & Trust} Asks `joinedBy` '': a client that is connected has joined */

/**
 * @param {Pick<Asks, 'url'> & Partial<Asks>} options phones that ping, unless it says otherwise
 * @param {{ core: number | null, onDied: (sentence: string) => void }} surroundings
 * @throws {LabError} if it cannot join
 */
export async function startProbe(options, { core, onDied }) {
  let isAtWork = false;
  const child = startChild(CHILD, {
    ...{ name: 'The probe', core },
    onEnd: () => isAtWork && onDied('The probe ended by itself, so that no delay was measured any more.'),
  });
  /** @type {string} */
  const why = await child.ask('join', { ...AS_PHONES, ...options }).catch(({ message }) => message);
  if (why) {
    child.kill('');
    throw new LabError(`The probe could not join ${options.url}: ${why}`);
  }
  isAtWork = true;

  let [since, second] = [nothing(), nothing()];
  const total = nothing();
  const clock = createClockMeter();

  /** @param {ReturnType<typeof nothing>} sum @returns {ProbeReading} */
  function readingOf({ times, ...sum }) {
    const clockDrift = clock.read().drift ?? 0;
    return { ...sum, clockDrift, times: times.summary(), histogram: times.toJSON() };
  }

  /** Waits until the probe has said what it has seen so far. */
  async function flush() {
    const sentMs = performance.now();
    const heard = child.ask('tell').then(
      (/** @type {Said} */ said) => {
        clock.note(sentMs, performance.now(), said.atMs);
        for (const sum of [since, second, total]) add(sum, said);
        if (said.refused && isAtWork) onDied(`The server refuses the probe: ${said.refused}`);
      },
      () => {},
    );
    await Promise.race([heard, wait(TELL_MS, undefined, { ref: false })]);
  }
  const timer = setInterval(() => void flush(), EVERY_MS);

  return {
    /** Forgets what was seen until now. */
    async reset() {
      await flush();
      since = nothing();
    },
    /** @returns {Promise<ProbeReading>} since the last reset */
    async read() {
      await flush();
      return readingOf(since);
    },
    /** @returns {ProbeReading} since the last call of this function, as far as it is known, for the curves */
    takeSecond() {
      const reading = readingOf(second);
      second = nothing();
      return reading;
    },
    /** @returns {Histogram} of all times since the start */
    total: () => total.times,
    async close() {
      isAtWork = false;
      clearInterval(timer);
      await child.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startProbe>>} Probe */

function nothing() {
  return { times: new Histogram(), count: 0, timeouts: 0, disconnects: 0, ownLateMs: 0, oldestMs: 0 };
}

/** @param {ReturnType<typeof nothing>} sum @param {Said} said */
function add(sum, { times, count, timeouts, disconnects, ownLateMs, oldestMs }) {
  sum.times.merge(Histogram.from(times));
  sum.count += count;
  sum.timeouts += timeouts;
  sum.disconnects += disconnects;
  sum.ownLateMs = Math.max(sum.ownLateMs, ownLateMs);
  sum.oldestMs = oldestMs;
}
