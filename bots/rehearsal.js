/**
 * The rehearsal crowd: virtual phones that join like real ones, from a thread of their own. A mark that only this
 * process knows tells them from people.
 */

/** @import { Rehearsal } from '../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { ShowError } from '../lib/errors.js';
import { USUAL_CROWD } from './characters.js';

/** The most that one core plays (bots/index.js: 2,000 phones are some 0.8 of one). */
export const MOST_VIRTUAL = 2000;
/** With nobody at a panel for so long it was forgotten. */
const FORGOTTEN_MS = 30 * 60 * 1000;
const SAMPLE_MS = 1000;
/** It says goodbye for each phone; then it is ended. */
const GOODBYE_MS = 5000;
/** 2,000 phones take some 110 MB of heap; three times that is a fault, and ends the crowd, not the show. */
const MEMORY = Object.freeze({ maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 32 });
const EVERYBODY = Object.keys(USUAL_CROWD);

/** @typedef {{ roomId: string, worker: Worker, loop: import('node:perf_hooks').EventLoopUtilization }} Run */

/**
 * @param {object} options
 * @param {string} options.url of this server, as this machine reaches it
 * @param {string} options.mark carried by their handshakes, see `virtualMark` in lib/extension.d.ts
 * @param {import('../lib/log.js').Log} options.log
 * @param {() => boolean} options.isWatched somebody is at a panel
 * @param {(roomId: string) => void} options.onGone all of them have left this room
 */
export function createRehearsal({ url, mark, log, isWatched, onGone }) {
  /** @type {Run | null} */
  let run = null;
  let wanted = 0;
  /** Who may be among them. */
  let characters = EVERYBODY;
  let joined = 0;
  let cpu = 0;
  let watchedAtMs = performance.now();
  /** @type {Promise<void>} */
  let ending = Promise.resolve();
  const timer = setInterval(look, SAMPLE_MS);
  timer.unref();

  function look() {
    if (!run) return;
    if (isWatched()) watchedAtMs = performance.now();
    const loop = run.worker.performance.eventLoopUtilization();
    cpu = round(performance.eventLoopUtilization(loop, run.loop).utilization);
    run.loop = loop;
    if (performance.now() - watchedAtMs < FORGOTTEN_MS) return;
    log.warn(
      run.roomId,
      'Nobody has been at a control panel for 30 minutes: the rehearsal crowd was sent home.',
    );
    void stop();
  }

  /** @param {string} roomId @returns {Run} */
  function start(roomId) {
    const worker = new Worker(new URL('./rehearsal-worker.js', import.meta.url), {
      workerData: { url, roomId, mark, characters: sharesOf(characters) },
      resourceLimits: MEMORY,
      // Its heap and no flag of ours: a debugger or a profile is for the show.
      execArgv: [],
    });
    const started = { roomId, worker, loop: worker.performance.eventLoopUtilization() };
    watchedAtMs = performance.now();
    worker.on('message', (/** @type {{ joined: number }} */ message) => {
      if (run === started) joined = message.joined;
    });
    worker.on('error', (error) => {
      if (run === started) log.error(roomId, `The rehearsal crowd fell over and is gone: ${error.message}`);
    });
    worker.on('exit', () => {
      if (run === started) clear();
      onGone(roomId);
    });
    return started;
  }

  function clear() {
    run = null;
    wanted = joined = cpu = 0;
  }

  /** @returns {Promise<void>} when all have left */
  function stop() {
    if (!run) return ending;
    const { worker } = run;
    clear();
    ending = new Promise((resolve) => {
      const hurry = setTimeout(() => void worker.terminate(), GOODBYE_MS);
      worker.once('exit', () => {
        clearTimeout(hurry);
        resolve();
      });
      worker.postMessage({ count: 0 });
    });
    return ending;
  }

  return {
    stop,
    /** Ends its clock as well. */
    async close() {
      clearInterval(timer);
      await stop();
    },
    /**
     * So many of them in this room from now on; in another room they leave first.
     * @param {string} roomId
     * @param {{ count?: unknown, characters?: unknown }} wish `characters`: names; others than before are a new crowd
     * @throws {ShowError} `event-bad`
     */
    async set(roomId, wish) {
      const count = readCount(wish.count);
      const mix = readMix(wish.characters);
      if (count === 0 || (run && run.roomId !== roomId)) await stop();
      if (count === 0) return;
      await ending;
      if (mix && mix.join() !== characters.join()) {
        characters = mix;
        await stop();
      }
      if (!run) log.warn(roomId, 'A rehearsal begins: virtual phones join.');
      run ??= start(roomId);
      wanted = count;
      run.worker.postMessage({ count });
    },
    /** @param {string} roomId @returns {Rehearsal | null} null: there is none in this room */
    reading: (roomId) => (run?.roomId === roomId ? { wanted, joined, cpu, characters } : null),
    /** @param {string} roomId the room is gone */
    leave: (roomId) => void (run?.roomId === roomId && stop()),
  };
}

/** @typedef {ReturnType<typeof createRehearsal>} RehearsalCrowd */

/** @param {unknown} count @returns {number} */
function readCount(count) {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_VIRTUAL)
    return count;
  const problem = `count must be a whole number from 0 to ${MOST_VIRTUAL}`;
  throw new ShowError('event-bad', { event: 'rehearsal', problem });
}

/** @param {unknown} names @returns {string[] | undefined} */
function readMix(names) {
  if (names === undefined) return undefined;
  const isKnown = (/** @type {unknown} */ name) =>
    typeof name === 'string' && Object.hasOwn(USUAL_CROWD, name);
  if (Array.isArray(names) && names.length > 0 && names.every(isKnown))
    return EVERYBODY.filter((name) => names.includes(name));
  const problem = `characters must be a list of some of ${EVERYBODY.join(', ')}`;
  throw new ShowError('event-bad', { event: 'rehearsal', problem });
}

/** In the proportions of a usual room. @param {string[]} names */
function sharesOf(names) {
  return Object.fromEntries(Object.entries(USUAL_CROWD).filter(([name]) => names.includes(name)));
}

/** @param {number} share */
function round(share) {
  return Math.round(share * 100) / 100;
}
