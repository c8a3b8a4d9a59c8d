/**
 * Errands of games in threads of their own, one for each game that has any: begun by the first errand, ended when there was none for
 * a while, or when it has not answered. What was asked of one that had to be ended is refused, and the next errand begins another.
 */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Picture, RunErrand, TaskName } from './tasks.js' */
/** @import { FromThread, ToThread } from './worker.js' */

import { Worker } from 'node:worker_threads';
import { Calls } from '../calls.js';
import { BEAT_MS, Heart } from '../heart.js';
import { findWhere } from '../play/autopsy.js';
import { LOADING_MS, MEMORY_LIMIT_MB } from '../play/thread.js';
import { fromRefused } from '../play/values.js';
import { StageFault } from '../stage/stage.js';
import { Watch } from '../watch.js';
import { NO_PICTURE, TASKS } from './tasks.js';

const SCRIPT = new URL('./worker.js', import.meta.url);
/** A thread costs 50 to 100 ms and 10 MB: an author who edits a document saves it every few seconds. */
const IDLE_LOOKS = 30_000 / BEAT_MS;

/** @typedef {(found: { gameId: string, hook: string, where: Promise<string> }) => void} OnSilent is called with the errand that never returned; `where`: a stack, or '' */
/** @typedef {{ task: TaskName, args: readonly unknown[], picture: Picture }} Errand */

/**
 * @param {object} options
 * @param {(gameId: string) => Pick<LoadedGame, 'folder'>} options.loadedOf
 * @param {number} options.memoryMb that one of them may hold
 * @param {number} options.patienceMs a thread that has loaded its game and has not beaten for so long is ended
 * @param {number} [options.loadingMs] a thread may load its game for so long
 * @param {OnSilent} [options.onSilent]
 * @param {(found: { gameId: string, hook: string, silentMs: number }) => void} [options.onSlow] is called at half of that time
 */
export function createErrands({ loadedOf, memoryMb, patienceMs, loadingMs = LOADING_MS, ...more }) {
  /** By game. @type {Map<string, Errands>} */
  const threads = new Map();

  /** @type {RunErrand} */
  const run = (gameId, task, args, picture = NO_PICTURE) => {
    let thread = threads.get(gameId);
    if (!thread) {
      const { folder } = loadedOf(gameId);
      const own = new Errands({
        beginning: { folder, gameId },
        ...{ memoryMb, patienceMs, loadingMs },
        onSilent: (hook, tail) =>
          more.onSilent?.({ gameId, hook, where: findWhere({ folder, gameId }, tail, SCRIPT) }),
        onSlow: (hook, silentMs) => more.onSlow?.({ gameId, hook, silentMs }),
        onEnd: () => threads.get(gameId) === own && threads.delete(gameId),
      });
      threads.set(gameId, (thread = own));
    }
    return thread.run(task, args, picture);
  };
  return {
    run,
    /** Its files have changed: the next errand loads it anew. @param {string} gameId */
    renew: (gameId) => void threads.get(gameId)?.stop(),
    close: () => Promise.all([...threads.values()].map((thread) => thread.stop())),
  };
}

/** The thread of one game, from its start until it has ended. */
class Errands {
  #options;
  #heart = new Heart();
  #watch = new Watch(this.#heart);
  #worker;
  /** @type {Calls<Errand>} */
  #calls = new Calls();
  /** Errands wait until the game is loaded. @type {ToThread[] | null} */
  #waiting = [];
  #idleLooks = 0;
  /** At the last look. */
  #silentMs = 0;
  #isOver = false;
  #timer;

  /**
   * @param {{ beginning: { folder: string, gameId: string }, memoryMb: number, patienceMs: number, loadingMs: number, onEnd: () => void,
   *   onSilent: (hook: string, tail: unknown[]) => void, onSlow: (hook: string, silentMs: number) => void }} options
   */
  constructor(options) {
    this.#options = options;
    this.#worker = new Worker(SCRIPT, {
      workerData: { heart: this.#heart.memory },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
      env: {},
    });
    this.#worker.unref();
    this.#worker.on('message', (/** @type {FromThread} */ message) => this.#receive(message));
    this.#worker.on('error', ({ message, stack = '' }) => this.#fail(message, stack));
    this.#worker.on('exit', () => this.#fail('it ended its thread'));
    this.#worker.postMessage(options.beginning);
    this.#timer = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  /** @param {TaskName} task @param {readonly unknown[]} args @param {Picture} picture @returns {Promise<unknown>} */
  run(task, args, picture) {
    const { number, answer } = this.#calls.add({ task, args, picture });
    this.#worker.ref();
    this.#post({ number, task, args: [...args] });
    return answer;
  }

  /** @param {ToThread} message */
  #post(message) {
    if (this.#waiting) this.#waiting.push(message);
    else this.#worker.postMessage([message]);
  }

  /** @param {FromThread} message */
  #receive(message) {
    if (this.#isOver) return;
    if ('ready' in message) {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      if (waiting.length > 0) this.#worker.postMessage(waiting);
    } else if ('failed' in message) this.#fail(message.failed);
    else if ('asks' in message) void this.#bring(message.asks, message.address);
    else this.#settle(message);
  }

  /** @param {Extract<FromThread, { answer: number }>} reply */
  #settle(reply) {
    const call = this.#calls.take(reply.answer);
    if (this.#calls.open.size === 0) this.#worker.unref();
    if ('refused' in reply) call?.reject(fromRefused(reply.refused));
    else call?.resolve(reply.value);
  }

  /** @param {number} number @param {string} address */
  async #bring(number, address) {
    // Errands of one game see the same pictures, whichever of them asks.
    const picture = [...this.#calls.open.values()].at(-1)?.picture ?? NO_PICTURE;
    const value = await picture(address).catch(() => null);
    if (!this.#isOver) this.#post({ picture: number, value });
  }

  /** Called every `BEAT_MS`. */
  #look() {
    const silentMs = this.#watch.look();
    const { memoryMb } = this.#heart;
    this.#idleLooks = this.#calls.open.size === 0 ? this.#idleLooks + 1 : 0;
    const { memoryMb: mostMb, loadingMs } = this.#options;
    const patienceMs = this.#waiting ? loadingMs : this.#options.patienceMs;
    if (memoryMb > mostMb) this.#fail(`it holds ${memoryMb} MB of memory, and a game may hold ${mostMb}`);
    else if (silentMs >= patienceMs) this.#endSilent(patienceMs);
    else if (this.#waiting && this.#heart.beats > loadingMs / BEAT_MS)
      this.#fail(`it has waited for ${loadingMs / 1000} s for something that does not come`);
    else if (this.#idleLooks >= IDLE_LOOKS) void this.stop();
    else if (!this.#waiting) this.#warnOnce(silentMs, patienceMs / 2);
    this.#silentMs = silentMs;
  }

  /** @param {number} silentMs @param {number} slowMs */
  #warnOnce(silentMs, slowMs) {
    const [first] = this.#calls.open.values();
    if (first && silentMs >= slowMs && this.#silentMs < slowMs)
      this.#options.onSlow(TASKS[first.task].hook, slowMs);
  }

  /** @param {number} patienceMs */
  #endSilent(patienceMs) {
    const [first] = this.#calls.open.values();
    const tail = [...this.#calls.open].map(([number, { task, args }]) => ({ number, task, args }));
    if (first) this.#options.onSilent(TASKS[first.task].hook, tail);
    this.#fail(`it has not returned for ${patienceMs / 1000} s`);
  }

  /** @param {string} problem @param {string} [stack] */
  #fail(problem, stack) {
    if (this.#isOver) return;
    const cause = Object.assign(new Error(problem), stack !== undefined && { stack });
    this.#calls.rejectAll(({ task }) => new StageFault(TASKS[task].hook, cause));
    void this.stop();
  }

  /** Ends the thread at once. */
  async stop() {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#options.onEnd();
    const cause = new Error('the server ends');
    this.#calls.rejectAll(({ task }) => new StageFault(TASKS[task].hook, cause));
    await this.#worker.terminate();
  }
}
