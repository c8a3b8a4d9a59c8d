/**
 * The heart of a thread that runs code of games: a memory that it shares with the process. A thread that does not beat is in a loop,
 * in one computation for too long, or gets no processor (watch.js); nothing that it was sent tells that, and nothing that it would send.
 */

import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { getHeapStatistics } from 'node:v8';

/** Half as often would do, but a round that hangs has to be ended within 2.5 s of its last beat. */
export const BEAT_MS = 100;

const BEATS = 0;
const HOOK = 1;
const MEMORY_MB = 2;
const THREAD = 3;
const PLACES = 4;

/** The process makes it, and gives `memory` to the thread. */
export class Heart {
  #cells;

  /** @param {SharedArrayBuffer} [memory] */
  constructor(memory = new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** The thread is alive. @param {number} memoryMb memory that it holds, in MB */
  beat(memoryMb) {
    Atomics.store(this.#cells, MEMORY_MB, memoryMb);
    Atomics.add(this.#cells, BEATS, 1);
  }

  get beats() {
    return Atomics.load(this.#cells, BEATS);
  }

  get memoryMb() {
    return Atomics.load(this.#cells, MEMORY_MB);
  }

  /** The number of the hook that was called last. */
  get hook() {
    return Atomics.load(this.#cells, HOOK);
  }

  /** Costs some nanoseconds: the process looks only when the heart has stopped. @param {number} number */
  set hook(number) {
    this.#cells[HOOK] = number;
  }

  /** The number that the system gave the thread; 0: it does not say. */
  get thread() {
    return Atomics.load(this.#cells, THREAD);
  }

  /** Notes that it is the heart of the thread that calls this. */
  noteThread() {
    Atomics.store(this.#cells, THREAD, numberOfThisThread());
  }
}

/** Lets the heart of this thread beat, from now until it ends. @param {Heart} heart */
export function beatOf(heart) {
  const beat = () => {
    const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
    heart.beat(Math.round((objects + buffers) / 2 ** 20));
  };
  heart.noteThread();
  setInterval(beat, BEAT_MS);
  beat();
}

/** @returns {number} as the system counts; 0: it does not say */
function numberOfThisThread() {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return 0;
  }
}
