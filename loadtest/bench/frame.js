/**
 * Times an input until the frame that shows it on a playfield, while 2,000 phones play: `node loadtest/bench/frame.js`.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { SERVERS } from './servers.js';
import { join, openSwarm } from './session.js';
import { summary } from './stats.js';
import { number, printTable } from './table.js';
import { Histogram } from '../histogram.js';

/** The probe adds this to the sum, and the frame with the new sum is the one that shows it. */
const PROBE = 200;
const { phones, hz, samples } = readOptions({ phones: 2000, hz: 4, samples: 100 });

const lab = await openLab({ own: SERVERS.own });
const { url } = lab.server('own').target;
const screen = io(`${url}/playfield`, { transports: ['websocket'], forceNew: true });
const probe = io(`${url}/players`, { transports: ['websocket'], forceNew: true });
try {
  await openSwarm(lab, 'own');
  await join(lab, 'own', phones);
  await lab.generator.ask('start', { name: 'own', kind: 'input', hz, bytes: [0xb1, 1, 0] });
  await wait(2000);
  const delays = new Histogram();
  const all = [];
  for (let sample = 0; sample < samples; sample++) {
    const ms = await measure();
    delays.record(ms);
    all.push(ms);
    await wait(50 + Math.random() * 50);
  }
  await lab.generator.ask('stop', { name: 'own' });
  const { p50Ms, p99Ms } = delays.summary();
  printTable(
    `Input to frame, ${phones} phones at ${hz}/s, 30 frames/s, ${samples} samples`,
    ['p50 ms', 'p99 ms', 'quartiles'],
    [
      [
        number(p50Ms ?? NaN),
        number(p99Ms ?? NaN),
        `${number(summary(all).lower)} to ${number(summary(all).upper)}`,
      ],
    ],
  );
} finally {
  screen.disconnect();
  probe.disconnect();
  lab.close();
}

/** The crowd sends zeros, so that the sum moves by the probe alone. @returns {Promise<number>} ms */
async function measure() {
  const before = await nextSum(() => true);
  // The probe sends at any phase of the tick, not right after the frame that was just received.
  await wait(Math.random() * 40);
  const fromMs = performance.now();
  probe.emit('input', { n: PROBE });
  await nextSum((sum) => sum === before + PROBE);
  return performance.now() - fromMs;
}

/** @param {(sum: number) => boolean} fits @returns {Promise<number>} */
function nextSum(fits) {
  return new Promise((resolve) => {
    const hear = (/** @type {any} */ { view }) => {
      if (!fits(view.n)) return;
      screen.off('frame', hear);
      resolve(view.n);
    };
    screen.on('frame', hear);
  });
}
