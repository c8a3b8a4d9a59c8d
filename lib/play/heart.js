/**
 * The heart of a thread that plays: a memory that it shares with the process. A thread that does not beat is in a loop, or in
 * one computation for too long; nothing that it was sent tells that, and nothing that it would send.
 */

import { getHeapStatistics } from 'node:v8';

/** Half as often would do, but a round that hangs has to be ended within 2.5 s of its last beat. */
export const BEAT_MS = 100;

const BEATS = 0;
const HOOK = 1;
const MEMORY_MB = 2;
const PLACES = 3;

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
}

/** Lets the heart of this thread beat, from now until it ends. @param {Heart} heart */
export function beatOf(heart) {
  const beat = () => {
    const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
    heart.beat(Math.round((objects + buffers) / 2 ** 20));
  };
  setInterval(beat, BEAT_MS);
  beat();
}
