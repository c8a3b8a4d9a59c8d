/**
 * How many phones this machine bears, before they come: the rehearsal crowd grows for two minutes in a room of its own, until
 * the governor sees the first sign of overload. Whatever else the machine has to do meanwhile counts, the crowd itself too, so
 * that real phones are rather more than fewer.
 */

/** @import { Ceiling, Ramp } from '../lib/contract/readiness.js' */
/** @import { GovernorReading } from '../lib/contract/readings.js' */

import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { ShowError, messageOf } from '../lib/errors.js';

const RAMP_MS = 120_000;
const SAMPLE_MS = 250;
/** One sample may be a collection of garbage; a second one in a row is none. */
const SIGNS = 2;
/** The crowd begins to play before it is judged: its thread loads the games, which takes the other threads' time as well. */
const WARM_MS = 4000;
/** A crowd that is so far behind its wish for so long cannot keep up itself. */
const BEHIND_SHARE = 0.25;
const BEHIND_LEAST = 60;
const BEHIND_SAMPLES = 12;

/**
 * @typedef {{ governor: GovernorReading, rooms: { id: string, connected: number, gameId: string }[] }} Seen
 *
 * @param {object} options
 * @param {Pick<ReturnType<typeof import('./rehearsal.js').createRehearsal>, 'set' | 'reading'>} options.crowd
 * @param {(roomId: string, name: string, ...args: unknown[]) => Promise<any>} options.ask the home, as an operator does
 * @param {(roomId: string) => Promise<Seen>} options.look what all processes measure, and all rooms
 * @param {string} options.version
 * @param {import('../lib/log.js').Log} options.log
 * @param {number} options.most phones of a crowd
 * @param {number} [options.rampMs] until all of them are there
 * @param {number} [options.warmMs] before it is judged
 */
export function createRamp({ crowd, ask, look, version, log, most, rampMs = RAMP_MS, warmMs = WARM_MS }) {
  /** @type {Run | null} */
  let run = null;
  /** It opens its room, or closes it. */
  let isBusy = false;

  /** @typedef {{ room: string, gameId: string, beganMs: number, timer: ReturnType<typeof setInterval>, signs: number, behind: number, best: number, isLooking: boolean }} Run */

  /** @param {Run} now */
  async function sample(now) {
    if (now.isLooking) return;
    now.isLooking = true;
    try {
      const seen = await look(now.room);
      if (run === now) await judge(now, seen);
    } catch (error) {
      // Whatever went away took the measurement with it.
      if (run === now) await end(now, null);
      log.warn(null, `The measurement ended early: ${messageOf(error)}`);
    } finally {
      now.isLooking = false;
    }
  }

  /** @param {Run} now @param {Seen} seen */
  async function judge(now, { governor }) {
    const elapsedMs = performance.now() - now.beganMs;
    const { joined, wanted } = crowd.reading(now.room) ?? { joined: 0, wanted: 0 };
    const isSign = governor.pressure >= 1 || governor.isScaled || governor.hardForMs > 0;
    now.signs = isSign && elapsedMs > warmMs ? now.signs + 1 : 0;
    now.behind = wanted - joined > Math.max(BEHIND_LEAST, wanted * BEHIND_SHARE) ? now.behind + 1 : 0;
    if (!isSign) now.best = Math.max(now.best, joined);
    const binding = governor.pressure >= 1 ? governor.binding : 'cost';
    if (now.signs >= SIGNS) return end(now, { why: 'overload', binding });
    if (now.behind >= BEHIND_SAMPLES) return end(now, { why: 'crowd', binding: governor.binding });
    if (joined >= most) return end(now, { why: 'most', binding: governor.binding });
    const count = Math.min(most, Math.max(1, Math.round((most * elapsedMs) / rampMs)));
    if (count > wanted) await crowd.set(now.room, { count });
  }

  /** @param {Run} now @param {Pick<Ceiling, 'why' | 'binding'> | null} found null: it says nothing */
  async function end(now, found) {
    if (run !== now) return;
    clearInterval(now.timer);
    run = null;
    isBusy = true;
    const { best, gameId } = now;
    try {
      await crowd.set(now.room, { count: 0 });
      await ask(now.room, 'close-ramp');
      if (!found) return;
      const about = { phones: best, gameId, atMs: Date.now(), version, cores: availableParallelism() };
      await ask('main', 'measured', { ...about, ...found });
      log.info(null, `Measured: ${best} phones before the server had to slow anybody (${found.why}).`);
    } catch (error) {
      log.warn(null, `What was measured was not stored: ${messageOf(error)}`);
    } finally {
      isBusy = false;
    }
  }

  return {
    /**
     * @param {string} roomId whose game the crowd plays
     * @param {string} title of the room in which it does
     * @throws {ShowError} `ramp-refused`
     */
    async start(roomId, title) {
      const refuse = (/** @type {string} */ problem) => new ShowError('ramp-refused', { problem });
      if (run || isBusy) throw refuse('it is being measured already');
      isBusy = true;
      try {
        const { rooms } = await look(roomId);
        if (rooms.some(({ connected }) => connected > 0))
          throw refuse('phones are here, and they would feel it. Measure before doors open');
        const room = await ask(roomId, 'open-ramp', title);
        const { gameId = '' } = rooms.find(({ id }) => id === roomId) ?? {};
        // A game that cannot be on there leaves the lobby, which every room begins with.
        await ask(room, 'switch', gameId).catch(() => {});
        const timer = setInterval(() => run && void sample(run), SAMPLE_MS).unref();
        const counts = { signs: 0, behind: 0, best: 0 };
        run = { room, gameId, beganMs: performance.now(), timer, ...counts, isLooking: false };
      } finally {
        isBusy = false;
      }
    },
    /** Ends it early; then nothing is stored. */
    async stop() {
      if (run) await end(run, null);
    },
    /** @returns {Ramp | null} */
    reading() {
      if (!run) return null;
      const { joined = 0, wanted = 0 } = crowd.reading(run.room) ?? {};
      return { joined, wanted, elapsedMs: Math.round(performance.now() - run.beganMs), ofMs: rampMs };
    },
  };
}
