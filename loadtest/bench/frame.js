/**
 * Times an input, of the phone of a probe, until the frame that shows it on a playfield, while 2,000 phones play; with the game in
 * a thread of its own, and beside its room: `node loadtest/bench/frame.js`.
 */

import { on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { TAG } from '../../public/shared/codec.js';
import { socketTo } from '../harness/sockets.js';
import { Histogram } from '../histogram.js';
import { spreadOf } from '../verdict/spread.js';
import { play } from './benchmark.js';
import { number, written } from './table.js';

/** @import { Column } from './table.js' */

const WARM_UP_MS = 1000;
const FRAME_MS = 1000 / 30;
const PATIENCE_MS = 5000;
/** The probe adds this to the sum, and the frame with the new sum is the one that shows it. */
const STEP = 200;
/** The other phones' input, binary as in input.js, changes nothing, so that the sum moves by what the probe adds alone. */
const NOTHING = Object.freeze({ bytes: [TAG, 1, 0] });

await play({
  options: { phones: [2000], hz: 4, samples: 100 },
  crowd: 'players',
  shapes: { thread: { server: 'own' }, inline: { server: 'inline' } },
  burst: ({ to, hz, samples, rounds }) =>
    withPlayfield(to.port, async (delaysOf) => {
      try {
        await to.crowd.start({ kind: 'input', hz, ...NOTHING });
        await wait(WARM_UP_MS);
        const { result: delays, ...shares } = await to.measure(() => delaysOf(Math.ceil(samples / rounds)));
        return { delays, ...shares };
      } finally {
        await to.crowd.stop();
      }
    }),
  figure: ({ delays }) => spreadOf(delays).median,
  title: ({ phones, hz, rounds, samples }) =>
    `Input to frame, ${phones} phones at ${hz}/s, 30 frames/s, ${samples} samples in ${rounds} rounds`,
  columns: {
    'p50 ms': percentile(0.5),
    'p99 ms': percentile(0.99),
    'median (quartiles)': (rows) => written(spreadOf(rows.flatMap(({ delays }) => delays))),
  },
});

/** @param {number} share @returns {Column} */
function percentile(share) {
  return (rows) => {
    const all = new Histogram();
    for (const ms of rows.flatMap(({ delays }) => delays)) all.record(ms);
    return number(all.percentile(share));
  };
}

/**
 * Opens a playfield for as long as something is measured.
 * @template T
 * @param {number} port of a server with the benchmark's game
 * @param {(delays: (samples: number) => Promise<number[]>) => Promise<T>} run `delays`: ms, taken at evenly spread phases of
 *   the tick, because most of a delay is the wait for the next frame
 * @returns {Promise<T>}
 */
async function withPlayfield(port, run) {
  const url = `http://127.0.0.1:${port}`;
  /** Socket.IO's emitters have what node:events needs, but not its types. @type {any[]} */
  const [screen, probe] = [socketTo({ url }, '/playfield', {}), socketTo({ url }, '/players', {})];

  /** @param {(sum: number) => boolean} fits @returns {Promise<number>} the first sum on the screen that does */
  async function sumThat(fits) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      for await (const [{ view }] of on(screen, 'frame', { signal })) if (fits(view.n)) return view.n;
    } catch {
      throw new Error(`No frame showed the input within ${PATIENCE_MS / 1000} s.`);
    }
    return NaN;
  }

  /** @param {number} samples */
  async function delays(samples) {
    const found = [];
    for (let sample = 0; sample < samples; sample++) {
      const sum = await sumThat(() => true);
      const dueMs = performance.now() + ((sample + Math.random()) / samples) * FRAME_MS;
      await wait(Math.max(0, dueMs - performance.now() - 2));
      // A timer is late by up to a millisecond or two, which would crowd the phases together.
      while (performance.now() < dueMs);
      const fromMs = performance.now();
      probe.emit('input', { n: STEP });
      await sumThat((next) => next === sum + STEP);
      found.push(performance.now() - fromMs);
    }
    return found;
  }

  try {
    await once(probe, 'welcome');
    return await run(delays);
  } finally {
    screen.disconnect();
    probe.disconnect();
  }
}
