/**
 * Measures, in a game of pong while something else goes on, how long a touch on a phone takes to reach the big screen.
 * One phone has the right side to itself, so the mean of that side is what it sent; a crowd plays on the left.
 */

/** @import { Socket } from 'socket.io-client' */
/** @import { Target } from '../harness/trust.js' */

import { on, once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCrowd } from '../../bots/index.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { Histogram } from '../histogram.js';
import { LabError } from '../harness/errors.js';
import { openOperator, socketTo } from '../harness/sockets.js';

/** A server allows a phone no higher rate; it is pinned for as long as the delay is measured. */
const PINNED = { mode: 'PIN', sendHz: 20, tickHz: 30 };
/** This makes some 18 touches a second, below the limit and never in step with the 33 ms of a frame. */
const TOUCH_MS = 55;
/** Frames carry two decimals, so 199 values from −0.99 to 0.99, sent in turn, tell the touches of 10 s apart. */
const STEPS = 99;
const VALUES = 2 * STEPS + 1;
const ANSWER_MS = 10_000;
const ARRIVALS_PER_S = 200;

/**
 * @param {{ target: Target, phones: number, signal: AbortSignal }} options `phones` in the crowd
 * @throws {LabError} if the phones cannot play
 */
export async function startPongDelay({ target, phones, signal }) {
  signal.throwIfAborted();
  /** @type {(() => unknown)[]} in the order in which they were opened */
  const closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const open = (/** @type {string} */ namespace, auth = {}) => {
    const socket = socketTo(target, namespace, auth);
    closers.push(() => socket.disconnect());
    return socket;
  };
  try {
    const operator = await openOperator(target).catch(({ message }) => {
      throw new LabError(`The server does not let the game of pong begin: ${message}`);
    });
    closers.push(operator.close);
    const probe = open(NAMESPACE.players, { team: 'right' });
    const { scene } = await next(probe, SERVER_EVENT.welcome, signal);
    while (!operator.status()) await sleep(TOUCH_MS, null, { signal });
    for (const [event, value, before] of [
      [CLIENT_EVENT.switch, 'pong', scene.game.id],
      [CLIENT_EVENT.throttle, PINNED, operator.status()?.throttle],
    ]) {
      await operator.ask(event, value);
      // A server may be gone at the end.
      closers.push(() =>
        Promise.race([operator.ask(event, before).catch(() => {}), sleep(1000, null, { ref: false })]),
      );
    }
    await operator.ask(CLIENT_EVENT.set, { pointsToWin: 0 });
    const crowd = createCrowd({ url: target.url, team: 'left', arrivalsPerS: ARRIVALS_PER_S });
    closers.push(() => crowd.close());
    await Promise.race([crowd.resize(phones), once(signal, 'abort')]);
    const screen = open(NAMESPACE.playfield);
    // By this frame at the latest, both sides are as they should be.
    await probe.timeout(ANSWER_MS).emitWithAck(CLIENT_EVENT.team, 'right');
    await next(screen, SERVER_EVENT.frame, signal, ({ view }) => view.crowd?.right.n === 1);
    const watch = watchTouches(probe, screen, signal);
    closers.push(watch.stop);
    return { measure: watch.measure, close };
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw error;
  }
}

/** @typedef {Awaited<ReturnType<typeof startPongDelay>>} PongDelay */

/**
 * Sends touches by the clock, whether the last one was seen or not: a server that stands still for a second is felt by
 * every touch in that second.
 * @param {Socket} probe @param {Socket} screen @param {AbortSignal} signal
 */
function watchTouches(probe, screen, signal) {
  /** On their way to the screen, in order. @type {{ step: number, atMs: number, delays: Histogram }[]} */
  const open = [];
  /** Those of the current measurement. */
  let delays = new Histogram();
  let step = 0;

  function touch() {
    step = (step + 1) % VALUES;
    open.push({ step, atMs: performance.now(), delays });
    probe.emit(CLIENT_EVENT.input, { y: (step - STEPS) / 100 });
  }

  /** @param {number} count of the earliest */
  function settle(count) {
    for (const one of open.splice(0, count))
      one.delays.record(Math.min(performance.now() - one.atMs, ANSWER_MS));
  }

  screen.on(SERVER_EVENT.frame, ({ view }) => {
    const shown = Math.round((view.crowd?.right.mean ?? NaN) * 100) + STEPS;
    // Earlier touches are overtaken: the last one counts, and the screen is no longer behind.
    settle(open.findIndex((one) => one.step === shown) + 1);
  });
  const timer = setInterval(() => {
    settle(open.filter(({ atMs }) => performance.now() - atMs > ANSWER_MS).length);
    touch();
  }, TOUCH_MS);

  return {
    /**
     * @param {() => Promise<unknown>} run what goes on meanwhile
     * @returns {Promise<Histogram>} of all touches made meanwhile, even if seen later; one not seen after 10 s counts as 10 s
     */
    async measure(run) {
      const mine = (delays = new Histogram());
      // The first touch goes at once, so that there is one however short the run is.
      touch();
      await run();
      delays = new Histogram();
      while (open.some((one) => one.delays === mine)) await sleep(TOUCH_MS, null, { signal });
      return mine;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * @param {Socket} socket @param {string} event @param {AbortSignal} signal
 * @param {(payload: any) => boolean} [fits]
 * @returns {Promise<any>} the next payload that fits
 * @throws {LabError} if none comes
 */
async function next(socket, event, signal, fits = () => true) {
  const give = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  let why = '';
  socket.once('connect_error', ({ message }) => (why = message));
  try {
    const heard = on(/** @type {any} */ (socket), event, { signal: give });
    for await (const [payload] of heard) if (fits(payload)) return payload;
  } catch {
    throw new LabError(
      `The server did not send "${event}" within ${ANSWER_MS / 1000} s: pong cannot be measured. ${why}`.trim(),
    );
  }
}
