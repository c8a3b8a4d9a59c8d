/**
 * When a phone sends: at the rate it was given, at a random phase, and only when its last input has left.
 * Nothing ever queues: what could not be sent in time is replaced by what is true later.
 */

/** @import { Input } from '../../lib/types.js' */

/** An unchanged level is repeated this often, well within the 25 s after which the server forgets it. */
const KEEP_ALIVE_MS = 5000;
/** So that 2,000 phones that were told the same rate do not drift into step. */
const JITTER = 0.1;
/** However low the rate, a phone that has just come is heard within this time. */
const FIRST_MS = 1000;

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

  /** At a random moment, so that 2,000 phones told at once do not answer at once; never before the rate allows. */
  function begin() {
    const intervalMs = 1000 / sendHz;
    const sinceMs = now() - sentAtMs;
    schedule(Math.max(random() * Math.min(FIRST_MS, intervalMs), intervalMs - sinceMs));
  }

  function turn() {
    flush();
    schedule((1000 / sendHz) * (1 - JITTER + 2 * JITTER * random()));
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
    /** @param {number} hz inputs per second; 0 sends nothing */
    setRate(hz) {
      sendHz = hz;
      begin();
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
