/**
 * When a phone sends: at the rate it was given, at a random phase, and only when its last input has left.
 * Nothing ever queues: what could not be sent in time is replaced by what is true later.
 * How it sends: in a few bytes, or as an event.
 */

/** @import { Input } from '../../lib/contract/types.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */
/** @import { Codec } from '../shared/codec.js' */

import { createCodec } from '../shared/codec.js';
import { CLIENT_EVENT } from '../shared/wire.js';

/** An unchanged level is repeated this often, well within the 25 s after which the server forgets it. */
const KEEP_ALIVE_MS = 5000;
/** A share of the interval, so that 2,000 phones that were told the same rate do not drift into step. */
const JITTER = 0.1;
/** However low the rate, a phone that has just joined sends for the first time within this time. */
const FIRST_MS = 1000;
/** The rate while the server is in trouble: it has not repeated the last rate for as long as that one holds. */
const SILENT_HZ = 1;
/** Answers that take longer are a sign of trouble too: they halve the rate, again and again, down to an eighth. */
const SLOW_MS = 1000;
const LEAST_SHARE = 1 / 8;

/** @typedef {{ ask: () => Input | Input[] | null, hold: boolean }} Source `hold`: levels, sent when they change */

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
  const rate = createRate({ setTimer, clearTimer, onChange: begin });
  /** @type {Source | null} */
  let source = null;
  let sentText = '';
  /** The level that the server has cleared, as JSON text: it is no longer true until somebody touches it. @type {string | null} */
  let clearedText = null;
  let sentAtMs = -Infinity;
  /** @type {unknown} */
  let timer = null;
  let dueMs = Infinity;

  /** @param {number} inMs */
  function schedule(inMs) {
    if (timer !== null) clearTimer(timer);
    timer = null;
    dueMs = Infinity;
    if (rate.hz() === 0 || !source) return;
    dueMs = now() + inMs;
    timer = setTimer(fire, inMs);
  }

  /**
   * Never sends before the rate allows. A phone that has just sent keeps its phase; all others begin at a random
   * moment, so that 2,000 phones told at once do not answer at once.
   */
  function begin() {
    const intervalMs = 1000 / rate.hz();
    const waitMs = sentAtMs === -Infinity ? 0 : sentAtMs + jittered(intervalMs) - now();
    schedule(waitMs > 0 ? waitMs : random() * Math.min(FIRST_MS, intervalMs));
  }

  /** @param {number} ms */
  function jittered(ms) {
    return ms * (1 - JITTER + 2 * JITTER * random());
  }

  function fire() {
    flush();
    schedule(jittered(1000 / rate.hz()));
  }

  function flush() {
    if (!source || rate.hz() === 0 || !isReady()) return;
    const input = source.ask();
    if (!input) return;
    const text = source.hold ? JSON.stringify(input) : '';
    if (text === clearedText) return;
    clearedText = null;
    if (source.hold && text === sentText && now() - sentAtMs < KEEP_ALIVE_MS) return;
    sentText = text;
    sentAtMs = now();
    send(input);
  }

  return {
    /** The rate in force, inputs per second; 0: none. */
    hz: rate.hz,
    setRate: rate.set,
    measured: rate.measured,
    /** Sets where inputs come from, from now on. @param {Source | null} next */
    setSource(next) {
      source = next;
      sentText = '';
      clearedText = null;
      begin();
    },
    /** The input has changed: sends at once if the rate allows, else as soon as it does. */
    changed() {
      if (rate.hz() === 0 || !source) return;
      const waitMs = sentAtMs + 1000 / rate.hz() - now();
      if (waitMs <= 0) fire();
      else if (now() + waitMs < dueMs) schedule(waitMs);
    },
    /** The server has forgotten the level: the current one is not sent until it changes or is touched. */
    clear() {
      sentText = '';
      const level = source?.hold ? source.ask() : null;
      clearedText = level && JSON.stringify(level);
    },
    /** Somebody meant the level as it is. It goes with the next input. */
    touched() {
      clearedText = null;
    },
    /** Forgets what was sent: a new connection knows nothing of what went over the old one. */
    forget() {
      sentText = '';
    },
  };
}

/** @typedef {ReturnType<typeof createSender>} Sender */

/**
 * The rate in force: what the server said, or less while it is silent or slow.
 * @param {{ setTimer: (run: () => void, ms: number) => any, clearTimer: (timer: any) => void, onChange: () => void }} options
 */
function createRate({ setTimer, clearTimer, onChange }) {
  let hz = 0;
  let baseHz = 0;
  let share = 1;
  /** @type {unknown} */
  let silenceTimer = null;

  function apply() {
    const next = baseHz * share;
    if (next === hz) return;
    hz = next;
    onChange();
  }

  function fallSilent() {
    silenceTimer = null;
    baseHz = Math.min(SILENT_HZ, baseHz);
    apply();
  }

  return {
    /** @returns {number} inputs per second */
    hz: () => hz,
    /**
     * @param {number} nextHz inputs per second; 0 sends nothing
     * @param {number} [ttlMs] after this time without a further rate, at most one a second; 0: the rate holds for good
     */
    set(nextHz, ttlMs = 0) {
      if (silenceTimer !== null) clearTimer(silenceTimer);
      silenceTimer = ttlMs > 0 ? setTimer(fallSilent, ttlMs) : null;
      baseHz = nextHz;
      apply();
    },
    /** Takes in how long an answer of the server took. @param {number} ms */
    measured(ms) {
      share = ms > SLOW_MS ? Math.max(LEAST_SHARE, share / 2) : Math.min(1, share * 2);
      apply();
    },
  };
}

/**
 * How inputs leave: as one small binary WebSocket message, which costs the server a fraction of an event, or as the
 * `input` event, for long polling and for inputs that the layout cannot express.
 * @param {import('socket.io-client').Socket} socket
 * @param {object} [options]
 * @param {boolean} [options.isPacked] false: inputs always leave as events
 */
export function createInputs(socket, { isPacked = true } = {}) {
  /** @type {Codec | null} */
  let codec = null;
  let epoch = -1;
  /** The server sends it with the scene, and before. @type {import('../../lib/contract/wire.js').StageNow | null} */
  let stage = null;

  return {
    /** Sets how inputs look from now on. @param {Scene} scene */
    setScene(scene) {
      if (scene.epoch === epoch) return;
      epoch = scene.epoch;
      codec = isPacked && scene.game.input ? createCodec(scene.game.input) : null;
    },
    /** Inputs from before the levels were cleared do not count. @param {import('../../lib/contract/wire.js').StageNow} next */
    setStage(next) {
      stage = next;
    },
    /** May lose an input: one that cannot leave now is dropped. @param {Input | Input[]} input one, or several that each count */
    send(input) {
      const { engine } = socket.io;
      const isWebSocket = socket.connected && engine?.transport.name === 'websocket';
      const clears = stage?.epoch === epoch ? stage.clears : 0;
      const bytes = isWebSocket && codec ? codec.pack(input, epoch, clears) : null;
      // Over a WebSocket Engine.IO sends bytes as a binary message, as they are.
      if (bytes) engine.send(bytes);
      else socket.volatile.emit(CLIENT_EVENT.input, input);
    },
  };
}
