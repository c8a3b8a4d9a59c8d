/**
 * A server as one queue: what phones send and what they are sent waits for one worker of a given capacity.
 * A model, not the server: it shows whether the law holds together (settles, does not swing, comes back),
 * with the delays and the noise of the real thing, in some 50 ms for two minutes.
 */

/** @import { Governor, Grant } from '../../lib/rates/governor.js' */

import { doorShare } from '../../lib/rates/door.js';
import { SAMPLE_MS } from '../../lib/rates/governor.js';
import { createRandom } from '../../lib/stage/random.js';
import { OUT_COST } from '../../lib/rates/rates.js';

const STEP_MS = 5;
/** A rate reaches the phones this long after the decision. */
const RATE_DELAY_MS = 150;
/** A phone that has just come sends at this rate until it is told its own. */
const NEW_HZ = 1;
/** Standing still, as for a collection of garbage: 10 to 40 ms, on average this often. */
const PAUSE_EVERY_MS = 4000;
/** The lateness at which the fast guard skips fan-out, and at which it pauses half of the phones: see lib/overload/overload.js. */
const SKIP_MS = 30;
const PAUSE_MS = 60;

/**
 * @typedef {object} Sample one look
 * @property {number} atMs
 * @property {number} phones
 * @property {number} sendHz
 * @property {number} noticeHz
 * @property {number} budget
 * @property {number} d50Ms
 * @property {number} d95Ms
 * @property {number} utilisation
 * @property {number} messages handled
 *
 * @typedef {object} Run
 * @property {Sample[]} samples
 * @property {number} peakMs the longest wait
 * @property {number} over200Ms how long the wait was above 200 ms
 */

/**
 * @param {object} options
 * @param {Governor | null} options.governor null: phones send at 20 Hz, whatever happens
 * @param {number} options.untilMs
 * @param {(atMs: number) => number} options.phones who want to be there
 * @param {(atMs: number) => number} options.capacity messages/s
 * @param {number} [options.seed]
 * @param {number} [options.joinMs] what a join takes of the worker, by which the door lets in as many as there is room for;
 *   0: all come in at once
 * @param {number} [options.cap] highest phone rate, Hz
 * @param {boolean} [options.hasFastGuard]
 * @param {number} [options.noise] by how much of itself the busy share of one look differs from the next under a steady load;
 *   0.15 was seen with 1,500 phones on a shared machine
 * @returns {Run}
 */
export function runQueue({
  governor,
  untilMs,
  phones,
  capacity,
  seed = 1,
  joinMs = 0,
  cap = 20,
  hasFastGuard = false,
  noise = 0,
}) {
  const worker = createWorker({ seed, hasFastGuard, noise });
  /** @type {Sample[]} */
  const samples = [];
  const start = { atMs: 0, sendHz: cap, noticeHz: governor ? 15 : 0 };
  /** The first entry is in force; the others were decided and have not arrived at the phones yet. */
  const decided = [start];
  let here = phones(0);
  let told = here;
  let joinsPerS = Infinity;

  for (let atMs = 0; atMs < untilMs; atMs += STEP_MS) {
    const before = here;
    here = Math.min(phones(atMs), here + (joinMs > 0 ? (joinsPerS * STEP_MS) / 1000 : Infinity));
    told = Math.min(told, here);
    while (decided[1] && decided[1].atMs <= atMs) decided.shift();
    worker.step({
      ...(decided[0] ?? start),
      ...{ told, untold: here - told, perMs: capacity(atMs) / 1000 },
      movingMs: Math.max(0, here - before) * joinMs,
    });
    if ((atMs + STEP_MS) % SAMPLE_MS !== 0) continue;

    const signals = { ...worker.read(), isRush: phones(atMs) > here };
    const wish = { mode: /** @type {const} */ ('MAX'), sendHz: cap, tickHz: 30, phones: Math.round(here) };
    const grant = governor?.evaluate(signals, [wish], atMs);
    if (grant) decided.push({ atMs: atMs + RATE_DELAY_MS, ...ratesOf(grant) });
    joinsPerS = (doorShare(signals) * 1000) / joinMs;
    told = here;
    const { sendHz, noticeHz } = decided.at(-1) ?? start;
    samples.push({ ...signals, atMs, phones: here, sendHz, noticeHz, budget: grant?.budget ?? 1 });
  }
  return { samples, ...worker.worst };
}

/** @param {{ seed: number, hasFastGuard: boolean, noise: number }} options */
function createWorker({ seed, hasFastGuard, noise }) {
  const { next } = createRandom(seed);
  const worst = { peakMs: 0, over200Ms: 0 };
  let backlog = 0;
  let pauseMs = 0;
  let waitMs = 0;
  let busyMs = 0;
  let comingMs = 0;
  let messages = 0;
  /** @type {number[]} */
  let waits = [];

  /** @param {{ sendHz: number, noticeHz: number, told: number, untold: number }} load @returns {number} messages/s */
  function offered({ sendHz, noticeHz, told, untold }) {
    const heard = hasFastGuard && waitMs > PAUSE_MS ? 0.5 : 1;
    const shown = hasFastGuard && waitMs > SKIP_MS ? 0 : 1;
    return heard * (told * sendHz + untold * NEW_HZ) + shown * OUT_COST * told * noticeHz;
  }

  return {
    worst,
    /** @param {Parameters<typeof offered>[0] & { perMs: number, movingMs: number }} load */
    step(load) {
      if (next() < STEP_MS / PAUSE_EVERY_MS) pauseMs += 10 + 30 * next();
      backlog += (offered(load) * (0.95 + 0.1 * next()) * STEP_MS) / 1000;
      const pausedMs = Math.min(pauseMs, STEP_MS);
      pauseMs -= pausedMs;
      const movingMs = Math.min(load.movingMs, STEP_MS - pausedMs);
      comingMs += movingMs;
      const handled = Math.min(backlog, load.perMs * (STEP_MS - pausedMs - movingMs));
      backlog -= handled;
      messages += handled;
      busyMs += pausedMs + handled / load.perMs;
      waitMs = backlog / load.perMs + pauseMs;
      waits.push(waitMs * (0.9 + 0.2 * next()) + next());
      worst.peakMs = Math.max(worst.peakMs, waitMs);
      if (waitMs > 200) worst.over200Ms += STEP_MS;
    },
    /** @returns {Omit<import('../../lib/rates/governor.js').Signals, 'isRush'>} of the time since the last reading */
    read() {
      waits.sort((a, b) => a - b);
      const at = (/** @type {number} */ share) => waits[Math.floor(share * (waits.length - 1))] ?? 0;
      const signals = {
        d50Ms: at(0.5),
        d95Ms: at(0.95),
        utilisation: Math.min(1, (busyMs / SAMPLE_MS) * (1 + noise * gauss(next))),
        messages,
        workMs: Math.min(SAMPLE_MS, busyMs),
        elapsedMs: SAMPLE_MS,
        memoryShare: 0.2,
        movingMs: comingMs,
      };
      busyMs = comingMs = messages = 0;
      waits = [];
      return signals;
    },
  };
}

/** A number around 0 with a deviation of 1, near enough to normal (Irwin and Hall). @param {() => number} next */
function gauss(next) {
  return Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, 0) - 6;
}

/** @param {Grant} grant */
function ratesOf(grant) {
  const [rates] = grant.rates;
  if (!rates) throw new Error('The governor granted nothing to the one room there is.');
  return rates;
}

/**
 * Mean, standard deviation and extremes of one column between two moments.
 * @param {Sample[]} samples @param {keyof Sample} name @param {number} fromMs @param {number} toMs
 */
export function summary(samples, name, fromMs, toMs) {
  const values = samples.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map((sample) => sample[name]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, sd: Math.sqrt(variance), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * How long after a step until d95 stays below 60 ms for 3 s.
 * @param {Sample[]} samples @param {number} stepMs @returns {number} Infinity: never
 */
export function settledAfter(samples, stepMs) {
  const needed = 3000 / SAMPLE_MS;
  let calm = 0;
  for (const { atMs, d95Ms } of samples) {
    if (atMs < stepMs) continue;
    calm = d95Ms < 60 ? calm + 1 : 0;
    if (calm >= needed) return Math.max(0, atMs - stepMs - 3000);
  }
  return Infinity;
}
