/** Starts the probe, sums up what it says, and compares its clock with this process's. */

/** @import { ProbeReading } from '../types.js' */
/** @import { HistogramState } from '../histogram.js' */

import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Histogram } from '../histogram.js';
import { LabError } from './errors.js';
import { spawnNode } from './pin.js';

const CHILD = fileURLToPath(new URL('./probe-process.js', import.meta.url));
/** An answer that takes longer has not come: it counts as one of this length, and as a time-out. */
export const TIMEOUT_MS = 5000;
const START_MS = 20_000;
const TELL_MS = 2000;
/** Over a shorter time, the delay of a message between two processes would pass for a drift of their clocks. */
const DRIFT_AFTER_MS = 3000;
/** A phone may ask twice a second; the probe's ask a little less, so that none is refused. */
const AS_PHONES = {
  namespace: '/players',
  event: 'ping',
  args: [],
  joinedBy: 'welcome',
  connections: 12,
  perS: 20,
};

/**
 * @typedef {{ url: string, namespace?: string, event?: string, args?: unknown[], auth?: Record<string, unknown>,
 *   joinedBy?: string, connections?: number, perS?: number, ca?: string, insecure?: boolean }} ProbeOptions
 * @typedef {{ atMs: number, times: HistogramState, count: number, timeouts: number, ownLateMs: number, oldestMs: number, refused: string }} Said
 */

/**
 * @param {ProbeOptions} options phones that ping, unless it says otherwise
 * @param {{ core: number | null, onDied: (sentence: string) => void }} surroundings
 * @throws {LabError} if it cannot join
 */
export async function startProbe(options, { core, onDied }) {
  const { child } = spawnNode([CHILD, JSON.stringify({ auth: {}, ...AS_PHONES, ...options })], {
    core,
    output: 'pipe',
  });
  let isOver = false;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (/** @type {Buffer} */ chunk) => (said = (said + chunk).slice(-2000)));
  try {
    await Promise.race([
      once(child, 'message', { signal: AbortSignal.timeout(START_MS) }),
      once(child, 'exit').then(() => {
        throw new Error(said.trim().split('\n').at(-1) ?? 'it ended');
      }),
    ]);
  } catch (error) {
    child.kill('SIGKILL');
    throw new LabError(`The probe could not join ${options.url}: ${/** @type {Error} */ (error).message}`);
  }
  child.once('exit', () => {
    if (!isOver) onDied('The probe ended by itself, so that no delay was measured any more.');
  });

  let since = nothing();
  let second = nothing();
  const total = nothing();
  /** @type {{ childMs: number, ownMs: number } | null} */
  let first = null;
  let clockDrift = 0;
  /** @type {(() => void)[]} */
  let waiting = [];

  child.on('message', (/** @type {Said} */ message) => {
    for (const sum of [since, second, total]) add(sum, message);
    drift(message.atMs);
    if (message.refused && !isOver) onDied(`The server refuses the probe: ${message.refused}`);
    const done = waiting;
    waiting = [];
    for (const resolve of done) resolve();
  });

  /** @param {number} childMs */
  function drift(childMs) {
    const ownMs = performance.now();
    if (first === null) first = { childMs, ownMs };
    const own = ownMs - first.ownMs;
    if (own >= DRIFT_AFTER_MS) clockDrift = (childMs - first.childMs) / own - 1;
  }

  /** @param {ReturnType<typeof nothing>} sum @returns {ProbeReading} */
  function readingOf({ times, count, timeouts, ownLateMs, oldestMs }) {
    return {
      ...{ count, timeouts, ownLateMs, oldestMs, clockDrift },
      times: times.summary(),
      histogram: times.toJSON(),
    };
  }

  /** Waits until the probe has said what it has seen so far. */
  async function flush() {
    if (!child.connected) return;
    const heard = new Promise((resolve) => waiting.push(() => resolve(null)));
    child.send('tell');
    let timer;
    await Promise.race([heard, new Promise((resolve) => (timer = setTimeout(resolve, TELL_MS)))]);
    clearTimeout(timer);
  }

  return {
    pid: child.pid ?? 0,
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
      isOver = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      const hurry = setTimeout(() => child.kill('SIGKILL'), TELL_MS);
      await ended;
      clearTimeout(hurry);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startProbe>>} Probe */

function nothing() {
  return { times: new Histogram(), count: 0, timeouts: 0, ownLateMs: 0, oldestMs: 0 };
}

/** @param {ReturnType<typeof nothing>} sum @param {Said} said */
function add(sum, { times, count, timeouts, ownLateMs, oldestMs }) {
  sum.times.merge(Histogram.from(times));
  sum.count += count;
  sum.timeouts += timeouts;
  sum.ownLateMs = Math.max(sum.ownLateMs, ownLateMs);
  sum.oldestMs = oldestMs;
}
