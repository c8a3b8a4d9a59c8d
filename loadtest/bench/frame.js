/**
 * Times an input until the frame that shows it on a playfield, while 2,000 phones play: `node loadtest/bench/frame.js`.
 */

/** @import { Row } from './lab.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { spreadOf } from '../verdict/spread.js';
import { Histogram } from '../histogram.js';
import { play } from './benchmark.js';
import { NOTHING } from './input.js';
import { openPlayfield } from './playfield.js';
import { number, written } from './table.js';

const WARM_UP_MS = 1000;
const NAME = 'own';

await play({
  options: { phones: [2000], hz: 4, samples: 100 },
  crowd: 'players',
  shapes: { [NAME]: { server: NAME } },
  async burst({ lab, hz, samples, rounds }) {
    const playfield = await openPlayfield(lab.server(NAME).target.port);
    try {
      await lab.generator.ask('start', { name: NAME, kind: 'input', hz, ...NOTHING });
      await wait(WARM_UP_MS);
      const { result: delays, ...shares } = await lab.measure(NAME, () =>
        playfield.delays(Math.ceil(samples / rounds)),
      );
      return { delays, ...shares };
    } finally {
      await lab.generator.ask('stop', { name: NAME });
      playfield.close();
    }
  },
  title: ({ phones, hz, rounds, samples }) =>
    `Input to frame, ${phones} phones at ${hz}/s, 30 frames/s, ${samples} samples in ${rounds} rounds`,
  columns: {
    'p50 ms': (rows) => number(allDelays(rows).percentile(0.5)),
    'p99 ms': (rows) => number(allDelays(rows).percentile(0.99)),
    'median (quartiles)': (rows) => written(spreadOf(rows.flatMap(({ delays }) => delays))),
  },
});

/** @param {readonly Row[]} rows */
function allDelays(rows) {
  const all = new Histogram();
  for (const { delays } of rows) for (const ms of delays) all.record(ms);
  return all;
}
