/**
 * Measures, in a game of pong while something else goes on, how long a touch on a phone takes to reach the big screen.
 * One phone has the right side to itself, so the mean of that side is what it sent; a crowd plays on the left.
 */

/** @import { Frame } from '../../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { LabError } from '../harness/errors.js';
import { createCrowd } from '../../bots/index.js';

/** A server allows a phone no higher rate; it is pinned for as long as the delay is measured. */
const SEND_HZ = 20;
/** This makes some 18 touches a second, below the limit and never in step with the 33 ms of a frame. */
const TOUCH_MS = 55;
/** Frames carry two decimals, so 199 values from −0.99 to 0.99, sent in turn, tell the touches of 10 s apart. */
const STEPS = 99;
const VALUES = 2 * STEPS + 1;
const ANSWER_MS = 10_000;
const ARRIVALS_PER_S = 200;

/** @typedef {{ delaysMs: number[] }} PongDelays one for each touch */

/**
 * @param {object} options
 * @param {{ url: string, key: string }} options.target
 * @param {number} [options.phones] in the crowd. Default 20
 * @param {AbortSignal} [options.signal]
 * @throws {LabError} if the phones cannot play
 */
export async function startPongDelay({ target, phones = 20, signal }) {
  signal?.throwIfAborted();
  /** @type {(() => unknown)[]} in the order in which they were opened */
  const cleanUps = [];
  const close = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const operator = open(target.url, NAMESPACE.control, { key: target.key });
    cleanUps.push(() => operator.disconnect());
    const before = await first(operator, SERVER_EVENT.scene, signal);
    const { throttle } = await first(operator, SERVER_EVENT.status, signal);
    await ask(operator, CLIENT_EVENT.switch, 'pong');
    cleanUps.push(() => quietly(ask(operator, CLIENT_EVENT.switch, before.game.id)));
    await ask(operator, CLIENT_EVENT.throttle, { mode: 'PIN', sendHz: SEND_HZ, tickHz: 30 });
    cleanUps.push(() => quietly(ask(operator, CLIENT_EVENT.throttle, throttle)));
    await ask(operator, CLIENT_EVENT.set, { pointsToWin: 0 });

    const crowd = createCrowd({ url: target.url, team: 'left', arrivalsPerS: ARRIVALS_PER_S });
    cleanUps.push(() => crowd.close());
    await untilAborted(crowd.resize(phones), signal);
    const probe = open(target.url, NAMESPACE.players, { team: 'right' });
    cleanUps.push(() => probe.disconnect());
    await first(probe, SERVER_EVENT.welcome, signal);
    const screen = open(target.url, NAMESPACE.playfield, {});
    cleanUps.push(() => screen.disconnect());
    // By this frame at the latest, both sides are as they should be.
    await ask(probe, CLIENT_EVENT.team, 'right');
    await first(screen, SERVER_EVENT.frame, signal, ({ view }) => view.crowd?.right.n === 1);
    const watch = watchTouches(probe, screen, signal);
    cleanUps.push(watch.stop);
    return { measure: watch.measure, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @typedef {Awaited<ReturnType<typeof startPongDelay>>} PongDelay */

/**
 * Sends touches by the clock, whether the last one was seen or not: a server that stands still for a second is felt by
 * every touch in that second.
 * @param {import('socket.io-client').Socket} probe
 * @param {import('socket.io-client').Socket} screen
 * @param {AbortSignal | undefined} signal
 */
function watchTouches(probe, screen, signal) {
  /** The screen has not shown these yet. @type {{ step: number, atMs: number, seen: (ms: number) => void }[]} */
  const open = [];
  /** These belong to the current measurement. @type {Promise<number>[] | null} */
  let delays = null;
  let step = 0;

  function touch() {
    step = (step + 1) % VALUES;
    const one = { step, atMs: performance.now(), seen: (/** @type {number} */ _ms) => {} };
    const delay = new Promise((resolve) => (one.seen = resolve));
    open.push(one);
    delays?.push(/** @type {Promise<number>} */ (delay));
    probe.emit(CLIENT_EVENT.input, { y: (step - STEPS) / 100 });
  }

  screen.on(SERVER_EVENT.frame, (/** @type {Frame & { view: any }} */ { view }) => {
    const shown = Math.round((view.crowd?.right.mean ?? NaN) * 100) + STEPS;
    const at = open.findIndex((one) => one.step === shown);
    // Earlier touches are overtaken: the last one counts, and the screen is no longer behind.
    for (const { atMs, seen } of open.splice(0, at + 1)) seen(performance.now() - atMs);
  });
  const timer = setInterval(() => {
    while (open[0] && performance.now() - open[0].atMs > ANSWER_MS) open.shift()?.seen(ANSWER_MS);
    touch();
  }, TOUCH_MS);

  return {
    /**
     * @template T
     * @param {() => Promise<T>} run what goes on meanwhile
     * @returns {Promise<PongDelays & { result: T }>} the delays of all touches made meanwhile, even if seen later; one
     *   not seen after 10 s counts as 10 s
     */
    async measure(run) {
      const mine = /** @type {Promise<number>[]} */ (delays = []);
      // The first touch goes at once, so that there is one however short the run is.
      touch();
      try {
        const result = await run();
        delays = null;
        return { result, delaysMs: await untilAborted(Promise.all(mine), signal) };
      } finally {
        delays = null;
      }
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {string} url @param {string} namespace @param {Record<string, unknown>} auth */
function open(url, namespace, auth) {
  return io(`${url}${namespace}`, { auth, transports: ['websocket'], forceNew: true });
}

/**
 * @param {import('socket.io-client').Socket} socket
 * @param {string} event
 * @param {AbortSignal | undefined} signal
 * @param {(payload: any) => boolean} [fits]
 * @returns {Promise<any>} the next payload that fits
 */
function first(socket, event, signal, fits = () => true) {
  const heard = new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ sentence) => reject(new LabError(sentence));
    const late = `The server did not send "${event}" within ${ANSWER_MS / 1000} s: pong cannot be measured.`;
    setTimeout(fail, ANSWER_MS, late).unref();
    socket.on(event, (/** @type {any} */ payload) => fits(payload) && resolve(payload));
    socket.once('connect_error', ({ message }) =>
      fail(`The server does not let the game of pong begin: ${message}`),
    );
  });
  return untilAborted(heard, signal);
}

/** @param {import('socket.io-client').Socket} socket @param {string} event @param {unknown} value */
async function ask(socket, event, value) {
  const answer = await socket
    .timeout(ANSWER_MS)
    .emitWithAck(event, value)
    .catch(() => ({ ok: false, message: `no answer within ${ANSWER_MS / 1000} s` }));
  if (!answer.ok) throw new LabError(`The server refused "${event}" for the game of pong: ${answer.message}`);
}

/** Waits a second at most and ignores failures: a server may be gone at the end. @param {Promise<unknown>} asked */
function quietly(asked) {
  return Promise.race([asked.catch(() => {}), sleep(1000, null, { ref: false })]);
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function untilAborted(promise, signal) {
  signal?.throwIfAborted();
  const over = new AbortController();
  const aborted = new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal }),
  );
  return /** @type {Promise<T>} */ (Promise.race([promise, aborted])).finally(() => over.abort());
}
