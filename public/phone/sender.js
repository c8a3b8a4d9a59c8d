/**
 * When a phone sends: at the rate it was given, at a random phase, and only when its last input has left.
 * Nothing ever queues: what could not be sent in time is replaced by what is true later.
 */

/** @import { Input } from '../../lib/contract/types.js' */

/** An unchanged level is repeated this often, well within the 25 s after which the server forgets it. */
const KEEP_ALIVE_MS = 5000;
/** So that 2,000 phones that were told the same rate do not drift into step. */
const JITTER = 0.1;
/** However low the rate, a phone that has just come is heard within this time. */
const FIRST_MS = 1000;
/** A server that has not said a word about the rate for as long as its last one holds is in trouble. */
const SILENT_HZ = 1;
/** Answers that take longer say the same: half the rate, and half again, down to an eighth. */
const SLOW_MS = 1000;
const LEAST_SHARE = 1 / 8;

/**
 * @param {object} options
 * @param {() => boolean} options.isReady connected, and nothing waits in the socket
 * @param {(input: Input | Input[]) => void} options.send
 * @param {() => number} [options.now] ms
 * @param {() => number} [options.random]
 * @param {(run: () => void, ms: number) => any} [options.setTimer]
 * @param {(timer: any) => void} [options.clearTimer]
 */
export function createSender({
  isReady,
  send,
  now = () => performance.now(),
  random = Math.random,
  setTimer = (run, ms) => setTimeout(run, ms),
  clearTimer = (timer) => clearTimeout(timer),
}) {
  let sendHz = 0;
  /** As the server said, or its silence; what is in force may be less. */
  let baseHz = 0;
  let share = 1;
  /** @type {unknown} */
  let silenceTimer = null;
  /** @type {{ ask: () => Input | Input[] | null, hold: boolean } | null} */
  let source = null;
  let sentText = '';
  let sentAtMs = -Infinity;
  /** @type {unknown} */
  let timer = null;
  let dueMs = Infinity;

  /** @param {number} inMs */
  function schedule(inMs) {
    if (timer !== null) clearTimer(timer);
    timer = null;
    dueMs = Infinity;
    if (sendHz === 0 || !source) return;
    dueMs = now() + inMs;
    timer = setTimer(turn, inMs);
  }

  /**
   * Never before the rate allows. Who has just sent keeps his phase; all others begin at a random moment, so
   * that 2,000 phones told at once do not answer at once.
   */
  function begin() {
    const intervalMs = 1000 / sendHz;
    const waitMs = sentAtMs === -Infinity ? 0 : sentAtMs + jittered(intervalMs) - now();
    schedule(waitMs > 0 ? waitMs : random() * Math.min(FIRST_MS, intervalMs));
  }

  /** @param {number} ms */
  function jittered(ms) {
    return ms * (1 - JITTER + 2 * JITTER * random());
  }

  function fallSilent() {
    silenceTimer = null;
    baseHz = Math.min(SILENT_HZ, baseHz);
    apply();
  }

  function apply() {
    const next = baseHz * share;
    if (next === sendHz) return;
    sendHz = next;
    begin();
  }

  function turn() {
    flush();
    schedule(jittered(1000 / sendHz));
  }

  function flush() {
    if (!source || sendHz === 0 || !isReady()) return;
    const input = source.ask();
    if (!input) return;
    const text = source.hold ? JSON.stringify(input) : '';
    if (source.hold && text === sentText && now() - sentAtMs < KEEP_ALIVE_MS) return;
    sentText = text;
    sentAtMs = now();
    send(input);
  }

  return {
    /**
     * @param {number} hz inputs per second; 0 sends nothing
     * @param {number} [ttlMs] with no further word for so long, at most one a second; 0: for good
     */
    setRate(hz, ttlMs = 0) {
      if (silenceTimer !== null) clearTimer(silenceTimer);
      silenceTimer = ttlMs > 0 ? setTimer(fallSilent, ttlMs) : null;
      baseHz = hz;
      apply();
    },
    /** How long an answer of the server took. @param {number} ms */
    measured(ms) {
      share = ms > SLOW_MS ? Math.max(LEAST_SHARE, share / 2) : Math.min(1, share * 2);
      apply();
    },
    /**
     * Where inputs come from from now on.
     * @param {{ ask: () => Input | Input[] | null, hold: boolean } | null} next `hold`: levels, sent when they change
     */
    setSource(next) {
      source = next;
      sentText = '';
      begin();
    },
    /** The input is different now: send at once if the rate allows, else as soon as it does. */
    changed() {
      if (sendHz === 0 || !source) return;
      const waitMs = sentAtMs + 1000 / sendHz - now();
      if (waitMs <= 0) turn();
      else if (now() + waitMs < dueMs) schedule(waitMs);
    },
    /** A new connection knows nothing of what was sent over the old one. */
    forget() {
      sentText = '';
    },
  };
}

/** @typedef {ReturnType<typeof createSender>} Sender */
