/**
 * The stall watch: how long one turn of the event loop has gone on. libuv reads up to 48 times a thousand ready sockets
 * before it looks at its timers again (`uv__io_poll`). With a thousand phones that all have something to say, no tick
 * and no other clock of ours runs for seconds, and nobody could tell the phones to be quiet. So the messages themselves
 * read the clock here.
 */

import { performance } from 'node:perf_hooks';

/** How often a timer shows that the loop goes round. */
const BEAT_MS = 20;
/** Reading the clock costs a hundredth of an input. */
const MESSAGES_PER_CLOCK = 16;

/**
 * @param {object} options
 * @param {() => void} options.onLong called again every `BEAT_MS` while the stall goes on
 * @param {number} [options.longMs] what a turn may take
 * @param {() => number} [options.now] ms
 */
export function createStallWatch({ onLong, longMs = 60, now = () => performance.now() }) {
  let untilMs = Infinity;
  let messages = 0;
  const beat = () => void (untilMs = now() + longMs);
  beat();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();

  return {
    /** Called for every message. */
    onMessage() {
      if (++messages % MESSAGES_PER_CLOCK !== 0) return;
      const nowMs = now();
      if (nowMs < untilMs) return;
      untilMs = nowMs + BEAT_MS;
      onLong();
    },
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof createStallWatch>} StallWatch */
