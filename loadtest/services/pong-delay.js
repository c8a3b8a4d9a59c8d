/**
 * A game of pong while something else goes on: how long from a touch on a phone until the big screen is told.
 * One phone has the right side for itself, so the mean of that side is what it pressed; a crowd plays on the left.
 */

/** @import { Frame } from '../../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { LabError } from '../runner/errors.js';
import { createCrowd } from '../../bots/index.js';

/** The quickest that a server allows a phone; pinned for as long as it is measured. */
const SEND_HZ = 20;
/** Some 18 touches a second: never in step with the 33 ms of a frame, and below the limit. */
const TOUCH_MS = 55;
/** Frames carry two decimals: 199 values of −0.99 to 0.99 in turn, so that 10 s of touches are told apart. */
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
 * @throws {LabError} it does not get to play
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
    // The latest that both sides are what they should be.
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
 * Touches go out by the clock whether the last one was seen or not: a server that stands still for a second is felt by
 * all who touch in that second.
 * @param {import('socket.io-client').Socket} probe
 * @param {import('socket.io-client').Socket} screen
 * @param {AbortSignal | undefined} signal
 */
function watchTouches(probe, screen, signal) {
  /** Those that the screen has not been told of. @type {{ step: number, atMs: number, seen: (ms: number) => void }[]} */
  const open = [];
  /** Of the measurement that goes on. @type {Promise<number>[] | null} */
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
    // What came before it is overtaken: the last touch counts, and the screen is not behind any more.
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
     * @returns {Promise<PongDelays & { result: T }>} of all touches that were made meanwhile, seen then or later (10 s
     *   at most, and counted as that)
     */
    async measure(run) {
      const mine = /** @type {Promise<number>[]} */ (delays = []);
      // At once, so that there is one however quickly it is over.
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
 * @returns {Promise<any>} the next one that fits
 */
async function first(socket, event, signal, fits = () => true) {
  const over = new AbortController();
  const heard = new Promise((resolve, reject) => {
    const listen = (/** @type {any} */ payload) => fits(payload) && resolve(payload);
    const fail = (/** @type {Error} */ { message }) =>
      reject(new LabError(`The server does not let the game of pong begin: ${message}`));
    socket.on(event, listen);
    socket.once('connect_error', fail);
    over.signal.addEventListener('abort', () => socket.off(event, listen).off('connect_error', fail));
  });
  const late = sleep(ANSWER_MS, null, { signal: over.signal }).then(
    () => {
      throw new LabError(
        `The server did not send "${event}" within ${ANSWER_MS / 1000} s: pong cannot be measured.`,
      );
    },
    () => null,
  );
  try {
    return await untilAborted(Promise.race([heard, late]), signal);
  } finally {
    over.abort();
  }
}

/** @param {import('socket.io-client').Socket} socket @param {string} event @param {unknown} value */
async function ask(socket, event, value) {
  const answer = await socket
    .timeout(ANSWER_MS)
    .emitWithAck(event, value)
    .catch(() => ({ ok: false, message: `no answer within ${ANSWER_MS / 1000} s` }));
  if (!answer.ok) throw new LabError(`The server refused "${event}" for the game of pong: ${answer.message}`);
}

/** At the end a server may be gone. @param {Promise<unknown>} asked */
function quietly(asked) {
  return Promise.race([asked.catch(() => {}), sleep(1000, null, { ref: false })]);
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>}
 */
async function untilAborted(promise, signal) {
  if (!signal) return promise;
  signal.throwIfAborted();
  const over = new AbortController();
  const aborted = new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal }),
  );
  return /** @type {Promise<T>} */ (Promise.race([promise, aborted])).finally(() => over.abort());
}
