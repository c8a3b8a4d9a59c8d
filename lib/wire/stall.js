/**
 * How long one turn of the event loop has gone on. libuv reads up to 48 times a thousand ready sockets before it looks at
 * its timers again (`uv__io_poll`), so with a thousand phones that all have something to say, no tick and no other clock
 * of ours runs for seconds, and nobody could tell them to be quiet. Messages themselves look at the clock here.
 */

import { performance } from 'node:perf_hooks';

/** How often a timer says that the loop still turns. */
const BREATH_MS = 20;
/** Looking at the clock costs as much as a hundredth of an input. */
const MESSAGES_PER_LOOK = 16;

/**
 * @param {object} options
 * @param {() => void} options.onLong again every `BREATH_MS` while the turn goes on
 * @param {number} [options.longMs] what a turn may take
 * @param {() => number} [options.now] ms
 */
export function createStallWatch({ onLong, longMs = 60, now = () => performance.now() }) {
  let untilMs = Infinity;
  let messages = 0;
  const breathe = () => void (untilMs = now() + longMs);
  breathe();
  const timer = setInterval(breathe, BREATH_MS);
  timer.unref();

  return {
    /** A message has come. */
    hear() {
      if (++messages % MESSAGES_PER_LOOK !== 0) return;
      const nowMs = now();
      if (nowMs < untilMs) return;
      untilMs = nowMs + BREATH_MS;
      onLong();
    },
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof createStallWatch>} TurnWatch */
