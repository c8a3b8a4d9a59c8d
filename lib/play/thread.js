/**
 * A play in a thread of its own: a game that loops, eats memory or ends its process loses its own round and nothing else. One
 * thread plays one game once; another game begins in another thread, so nothing is left over.
 */

/** @import { Beginning, Fault, OpenPlay, Output } from './types.js' */
/** @import { FromThread } from './worker.js' */
/** @import { Message } from './desk.js' */

import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { BEAT_MS, Heart } from '../heart.js';
import { Watch } from '../watch.js';
import { findWhere } from './autopsy.js';
import { createQuestions } from './questions.js';
import { PlayOver, fromRefused, stageFaultOf } from './values.js';

const SCRIPT = new URL('./worker.js', import.meta.url);
/**
 * A thread that has been silent for so long (see `Watch`) is ended: with its last beat and the looks that find this, after 2 s
 * where the machine has time for it.
 */
const PATIENCE_MS = 1700;
/** A game that was just begun again because it did not answer has this long, until it has answered for a while. */
const LITTLE_PATIENCE_MS = 300;
const TRIAL_BEATS = 5000 / BEAT_MS;
/** A thread may load the code of its game for so long. */
export const LOADING_MS = 6000;
/** Its last messages before it fell silent are remembered, so that one can find where it hung: a second more than a snapshot may be old. */
const TAIL_MS = 3000;
/** It takes none any more after this. */
const DEAF_MS = 3 * BEAT_MS;
const TAIL_MESSAGES = 500;
/**
 * V8 ends the whole process when one allocation goes far beyond the limit of a thread, as a text of 100 MB would beyond 64 MB.
 * So its own limit is far away, what a game may hold is looked up at each beat, and a loop that fills it is ended as a loop.
 */
export const MEMORY_LIMIT_MB = 4096;
/** After this silence a thread is started, so that one is ready when this one has to be ended. */
const WORRY_MS = 800;

/**
 * @param {{ memoryMb: number }} options memoryMb: that one game may hold
 */
export function createThreadPlays({ memoryMb }) {
  /** @type {Set<Thread>} */
  const threads = new Set();
  /** A thread that waits for a game. @type {Thread | null} */
  let spare = null;
  /** Threads that have loaded a game, and are about to play it, by game. @type {Map<string, Thread>} */
  const loaded = new Map();
  /** @type {NodeJS.Timeout | null} */
  let timer = null;

  function look() {
    for (const thread of threads) thread.look();
    if (threads.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  function start() {
    timer ??= setInterval(look, BEAT_MS).unref();
    const thread = new Thread({
      memoryMb,
      onWorry: () => void (spare ??= start()),
      onEnd: () => {
        threads.delete(thread);
        if (spare === thread) spare = null;
      },
    });
    threads.add(thread);
    return thread;
  }

  /** @returns {Thread} that has no game */
  function take() {
    const thread = spare ?? start();
    spare = null;
    return thread;
  }

  /** A game that was loaded is not needed any more. @param {string} gameId */
  function unload(gameId) {
    void loaded.get(gameId)?.stop();
    loaded.delete(gameId);
  }

  return {
    /** @type {import('./types.js').OpenPlayFunction} */
    open(beginning, onOutput) {
      const { gameId } = beginning;
      const thread = loaded.get(gameId) ?? take();
      loaded.delete(gameId);
      return thread.begin(beginning, onOutput);
    },
    /**
     * Loads a game whose files have changed in the thread that is going to play it: only there its top-level code may do anything.
     * @param {{ folder: string, gameId: string }} game
     * @returns {Promise<void>} @throws {Error} it cannot be loaded, or loops
     */
    async load(game) {
      const { gameId } = game;
      unload(gameId);
      const thread = take();
      try {
        await thread.load(game);
        loaded.set(gameId, thread);
      } finally {
        spare ??= start();
      }
    },
    unload,
    findWhere,
    /** A game is about to begin: its thread is started, so that it is there. */
    warm: () => void (spare ??= start()),
    /** Ends all threads. */
    async close() {
      if (timer) clearInterval(timer);
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

/** A thread that waits for a game. */
const NOBODY = () => {};

/** One thread, from its start until it has ended. */
class Thread {
  #options;
  #heart = new Heart();
  #watch = new Watch(this.#heart);
  #worker;
  #questions = createQuestions();
  /** The names of the hooks by their numbers, which begin with 1. */
  #hooks = ['setup'];
  /** @type {(output: Output) => void} */
  #onOutput = NOBODY;
  /** Rejects the beginning. @type {((error: Error) => void) | null} */
  #refuse = null;
  /** @type {Message[]} */
  #waiting = [];
  /** The last messages to it. @type {{ message: Message, atMs: number }[]} */
  #tail = [];
  #isOver = false;
  /** When it was last not found silent. */
  #aliveAtMs = performance.now();
  /** On trial until its heart has beaten so often. */
  #trialBeats = 0;

  /** @param {{ memoryMb: number, onWorry: () => void, onEnd: () => void }} options */
  constructor(options) {
    this.#options = options;
    this.#worker = new Worker(SCRIPT, {
      workerData: { heart: this.#heart.memory },
      resourceLimits: { maxOldGenerationSizeMb: Math.max(MEMORY_LIMIT_MB, 4 * options.memoryMb) },
      // Settings of the process are no matter of a game, and its secrets even less.
      env: {},
    });
    this.#worker.unref();
    this.#worker.on('message', (/** @type {FromThread[]} */ replies) => {
      for (const reply of replies) this.#receive(reply);
    });
    this.#worker.on('error', (error) => this.#fail(faultOfThread(error, this.#hook)));
    this.#worker.on('exit', () => {
      this.#fail({ hook: this.#hook, message: 'it ended its thread', stack: '' });
      this.#end();
    });
  }

  get #hook() {
    return this.#hooks[this.#heart.hook] ?? 'setup';
  }

  /**
   * @param {Beginning} beginning @param {(output: Output) => void} onOutput
   * @returns {Promise<OpenPlay>}
   */
  begin(beginning, onOutput) {
    this.#onOutput = onOutput;
    if (beginning.isTrial) this.#trialBeats = this.#heart.beats + TRIAL_BEATS;
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#onReady = (time) => {
        this.#refuse = null;
        resolve(this.#play(time));
      };
      this.#worker.postMessage(beginning);
    });
  }

  /** @param {{ folder: string, gameId: string }} game @returns {Promise<unknown>} */
  load(game) {
    this.#isLoading = true;
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#onLoaded = resolve;
      this.#worker.postMessage({ ...game, isOnlyLoaded: true });
    }).finally(() => (this.#isLoading = false));
  }

  #isLoading = false;
  #onLoaded = (/** @type {unknown} */ _gameId) => {};
  #onReady = (/** @type {OpenPlay['time']} */ _time) => {};

  /** @param {OpenPlay['time']} time @returns {OpenPlay} */
  #play(time) {
    return {
      time,
      send: (kind, ...args) => this.#post({ kind, args }, kind === 'step'),
      ask: (kind, ...args) => this.#questions.ask((number) => this.#post({ kind, args, number }, false)),
      stop: () => void this.stop(),
    };
  }

  /** Everything of one turn leaves as one message: thousands may answer at once. @param {Message} message @param {boolean} isUrgent */
  #post(message, isUrgent) {
    if (this.#isOver) return;
    if (this.#waiting.push(message) === 1 && !isUrgent) setImmediate(() => this.#flush());
    if (isUrgent) this.#flush();
  }

  #flush() {
    if (this.#waiting.length === 0 || this.#isOver) return;
    const messages = this.#waiting;
    this.#waiting = [];
    this.#remember(messages);
    this.#worker.postMessage(messages);
  }

  /** @param {readonly Message[]} messages */
  #remember(messages) {
    const nowMs = performance.now();
    if (nowMs - this.#aliveAtMs > DEAF_MS) return;
    for (const message of messages) this.#tail.push({ message, atMs: nowMs });
    const old = this.#tail.findIndex(({ atMs }) => nowMs - atMs < TAIL_MS);
    this.#tail.splice(0, Math.max(old, this.#tail.length - TAIL_MESSAGES));
  }

  /** @param {FromThread} reply */
  #receive(reply) {
    if (this.#isOver) return;
    if ('output' in reply) this.#onOutput(reply.output);
    else if ('answer' in reply) this.#questions.settle(reply);
    else if ('hook' in reply) this.#hooks.push(reply.hook);
    else if ('loaded' in reply) this.#onLoaded(reply.loaded);
    else if ('ready' in reply) this.#onReady(reply.ready);
    else {
      this.#refuseWith(fromRefused(reply.failed));
      void this.stop();
    }
  }

  /** Called every `BEAT_MS`. */
  look() {
    const silentMs = this.#watch.look();
    if (silentMs === 0) this.#aliveAtMs = performance.now();
    const { memoryMb } = this.#heart;
    if (this.#isOver || !this.#isBegun) return;
    if (memoryMb > this.#options.memoryMb) return this.#fail(this.#tooLarge(memoryMb));
    const patienceMs = this.#patienceMs;
    if (silentMs >= patienceMs) this.#fail(this.#silentFault(patienceMs));
    else if (silentMs >= Math.min(WORRY_MS, patienceMs / 2)) this.#options.onWorry();
  }

  /** No hook has run as long as the code is being loaded, and nobody sees this game yet. */
  get #patienceMs() {
    if (this.#heart.hook === 0) return LOADING_MS;
    return this.#heart.beats < this.#trialBeats ? LITTLE_PATIENCE_MS : PATIENCE_MS;
  }

  /** @param {number} memoryMb @returns {Fault} */
  #tooLarge(memoryMb) {
    const message = `it holds ${memoryMb} MB of memory, and a game may hold ${this.#options.memoryMb}`;
    return { hook: this.#hook, message, stack: '' };
  }

  /** @param {number} silentMs @returns {Fault} */
  #silentFault(silentMs) {
    const message = `it has not returned for ${silentMs / 1000} s`;
    const tail = this.#tail.map(({ message }) => message);
    return { hook: this.#hook, message, stack: '', tail, hungMs: performance.now() - this.#aliveAtMs };
  }

  /** A thread that starts is not silent: on a busy machine that takes a second. */
  get #isBegun() {
    return (this.#isLoading || this.#onOutput !== NOBODY) && this.#heart.beats > 0;
  }

  /** @param {Fault} fault */
  #fail(fault) {
    if (this.#isOver) return;
    this.#tellFault(fault);
    void this.stop();
  }

  /** @param {Fault} fault */
  #tellFault(fault) {
    if (this.#refuse) this.#refuseWith(stageFaultOf(fault));
    else this.#onOutput(['fault', fault]);
  }

  /** @param {Error} error */
  #refuseWith(error) {
    this.#refuse?.(error);
    this.#refuse = null;
  }

  /** Ends the thread at once. */
  async stop() {
    if (this.#isOver) return;
    this.#flush();
    this.#end();
    await this.#worker.terminate();
  }

  #end() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#refuse?.(new PlayOver());
    this.#questions.end();
    this.#options.onEnd();
  }
}

/** @param {Error & { code?: string }} error @param {string} hook @returns {Fault} */
function faultOfThread({ code, message, stack = '' }, hook) {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { hook, message: 'it needs more memory than there is', stack: '' };
  return { hook, message, stack };
}
