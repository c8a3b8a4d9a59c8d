/** Times an input until the frame that shows it, by a playfield and the phone of a probe. */

import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';

const FRAME_MS = 1000 / 30;
/** The probe adds this to the sum, and the frame with the new sum is the one that shows it. */
const STEP = 200;
const PATIENCE_MS = 5000;

/** @param {number} port of a server with the benchmark's game, whose other phones send zeros or nothing */
export async function openPlayfield(port) {
  const options = { transports: ['websocket'], forceNew: true };
  const screen = io(`http://127.0.0.1:${port}/playfield`, options);
  const probe = io(`http://127.0.0.1:${port}/players`, options);
  await new Promise((resolve) => probe.once('welcome', () => resolve(null)));

  /** @param {(sum: number) => boolean} fits @returns {Promise<number>} the first sum that does */
  function sumThat(fits) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        screen.off('frame', hear);
        reject(new Error(`No frame showed the input within ${PATIENCE_MS / 1000} s.`));
      }, PATIENCE_MS);
      /** @param {{ view: { n: number } }} frame */
      function hear({ view }) {
        if (!fits(view.n)) return;
        clearTimeout(timer);
        screen.off('frame', hear);
        resolve(view.n);
      }
      screen.on('frame', hear);
    });
  }

  return {
    /**
     * Takes samples at evenly spread phases of the tick, because most of a delay is the wait for the next frame.
     * @param {number} samples
     * @returns {Promise<number[]>} ms
     */
    async delays(samples) {
      const delays = [];
      for (let sample = 0; sample < samples; sample++) {
        const sum = await sumThat(() => true);
        const dueMs = performance.now() + ((sample + Math.random()) / samples) * FRAME_MS;
        await wait(Math.max(0, dueMs - performance.now() - 2));
        // A timer is late by up to a millisecond or two, which would crowd the phases together.
        while (performance.now() < dueMs);
        const fromMs = performance.now();
        probe.emit('input', { n: STEP });
        await sumThat((next) => next === sum + STEP);
        delays.push(performance.now() - fromMs);
      }
      return delays;
    },
    close() {
      screen.disconnect();
      probe.disconnect();
    },
  };
}
