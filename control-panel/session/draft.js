/** A value while the operator edits it: the hand wins over the server until both agree. */

import { signal } from '@preact/signals-core';

/** @import { Ack } from '../../lib/contract/wire.js' */

/** Long enough that dragging a slider sends 6 times a second, short enough to feel live. */
const DELAY_MS = 150;
/** After the server's yes its new value may still be on its way. */
const GRACE_MS = 600;

/**
 * Sends edits after a pause: the latest value wins, and one message at most is in flight.
 * @template T
 * @param {(value: T) => Promise<Ack>} send
 * @param {{ delayMs?: number, graceMs?: number }} [options]
 */
export function createDraft(send, { delayMs = DELAY_MS, graceMs = GRACE_MS } = {}) {
  const value = signal(/** @type {T | undefined} */ (undefined));
  const problem = signal('');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {{ value: T } | null} */
  let waiting = null;
  let sending = false;
  let held = false;

  return {
    /** Is shown instead of the server's value; undefined: the server's is shown. */
    value,
    /** The server's reason for refusing the last value; '' when it did not. */
    problem,
    /** @param {T} next @param {{ now?: boolean }} [options] `now` skips the debounce */
    edit(next, { now = false } = {}) {
      value.value = next;
      problem.value = '';
      waiting = { value: next };
      if (!sending) schedule(now ? 0 : delayMs, flush);
    },
    /** Keeps the server's value out of the field while a finger or the caret is in it. */
    hold() {
      held = true;
    },
    release() {
      held = false;
      if (!sending && !waiting) schedule(graceMs, settle);
    },
    stop() {
      clearTimeout(timer);
      waiting = null;
    },
  };

  /** @param {number} ms @param {() => void} run */
  function schedule(ms, run) {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  async function flush() {
    if (!waiting || sending) return;
    const next = waiting.value;
    waiting = null;
    sending = true;
    const ack = await send(next);
    sending = false;
    if (waiting) return schedule(0, flush);
    if (ack.ok) return schedule(graceMs, settle);
    problem.value = ack.message;
    settle();
  }

  function settle() {
    if (!held && !waiting && !sending) value.value = undefined;
  }
}
