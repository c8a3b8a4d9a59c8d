/**
 * A game of pong while something else goes on: how long from a touch on a phone until the screen is told.
 * One phone holds the left side by itself, so the mean of that side is what it pressed; a crowd holds the right.
 */

/** @import { Frame } from '../../lib/types.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { createPhone } from '../phone.js';
import { createWheel } from '../phone/wheel.js';
import { openOperator } from '../scenarios/lab.js';

/** Below the ten a second that a phone may send. */
const TOUCH_EVERY_MS = 110;
/** A touch that the screen has not heard of by then is counted as late as this. */
const LOST_MS = 10_000;

/**
 * @param {import('../scenarios/lab.js').Lab} lab
 * @param {{ phones?: number }} [options] on the right side
 */
export async function playPong(lab, { phones = 20 } = {}) {
  const wheel = createWheel();
  const operator = await openOperator(lab);
  await operator.ask('switch', 'pong');
  await operator.ask('set', { evenOut: false, pointsToWin: 0 });
  const crowd = Array.from({ length: phones }, (_none, index) =>
    createPhone({ url: lab.url, team: 'right', seed: index + 1, wheel, character: 'random' }),
  );
  await Promise.all(crowd.map((phone) => phone.connect()));
  const screen = io(`${lab.url}/playfield`, { transports: ['websocket'], forceNew: true });
  const probe = io(`${lab.url}/players`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { team: 'left' },
  });
  await new Promise((resolve) => probe.once('welcome', resolve));
  // Whatever side the server gave it: alone on the left from now on.
  await probe.timeout(LOST_MS).emitWithAck('team', 'left');

  /** @type {number[]} */
  let delays = [];
  let value = 1;
  let touchedAtMs = 0;
  let isOver = false;
  /** @type {(() => void) | null} */
  let shown = null;
  screen.on('frame', (/** @type {Frame & { view: any }} */ { view }) => {
    if (shown && view.crowd?.left?.mean === value) shown();
  });

  async function touch() {
    while (!isOver) {
      value = -value;
      touchedAtMs = performance.now();
      probe.volatile.emit('input', { y: value });
      await Promise.race([
        new Promise((resolve) => (shown = () => resolve(null))),
        sleep(LOST_MS, null, { ref: false }),
      ]);
      shown = null;
      delays.push(performance.now() - touchedAtMs);
      await sleep(Math.max(0, TOUCH_EVERY_MS - (performance.now() - touchedAtMs)));
    }
  }

  const touching = touch();
  return {
    /** Delays since the last time it was asked; a touch that is under way counts as it is. */
    take() {
      const all = shown ? [...delays, performance.now() - touchedAtMs] : delays;
      delays = [];
      const sorted = all.sort((a, b) => a - b);
      const at = (/** @type {number} */ share) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
      return { touches: sorted.length, p50Ms: at(0.5) ?? NaN, p99Ms: at(0.99) ?? NaN };
    },
    async close() {
      isOver = true;
      await touching;
      screen.disconnect();
      probe.disconnect();
      operator.close();
      await Promise.all(crowd.map((phone) => phone.close()));
    },
  };
}
