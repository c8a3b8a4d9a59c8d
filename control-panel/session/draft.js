/** A value while the operator edits it: what the hand does wins over what the server says, until both agree. */

import { signal } from '@preact/signals-core';

/** @import { Ack } from '../../lib/contract/wire.js' */

/** Long enough that dragging a slider sends 6 times a second, short enough to feel live. */
const DELAY_MS = 150;
/** After the server said yes, its new value may still be on its way to us. */
const GRACE_MS = 600;

/**
 * Debounced, the latest value wins, one message in flight.
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
    /** What to show instead of the server's value; undefined: show the server's. */
    value,
    /** Why the server refused the last value; '' when it did not. */
    problem,
    /** @param {T} next @param {{ now?: boolean }} [options] `now` skips the debounce */
    edit(next, { now = false } = {}) {
      value.value = next;
      problem.value = '';
      waiting = { value: next };
      if (!sending) schedule(now ? 0 : delayMs, flush);
    },
    /** While a finger or the caret is in the field, the server's value stays out of it. */
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
