/** Measures the cost and losses of 2,000 phones at 4 inputs a second: `node loadtest/bench/phones.js`. */

import { setTimeout as wait } from 'node:timers/promises';
import { play } from './benchmark.js';
import { INPUT } from './input.js';
import { spread, total } from './table.js';

await play({
  options: { phones: [2000], hz: 4, seconds: 10 },
  crowd: 'players',
  shapes: {
    binary: { server: 'own', load: INPUT.binary },
    event: { server: 'own', load: INPUT.event },
  },
  async burst({ to, load, hz, seconds }) {
    const { inputs } = await to.counts();
    const { result, ...shares } = await to.load({ kind: 'input', hz, ...load }, seconds);
    // The server answers once a tick has folded every input that it has taken, and gets some time to take the last.
    await wait(200);
    return { ...shares, lost: result.sent - ((await to.counts()).inputs - inputs) };
  },
  figure: 'server',
  title: ({ phones, hz, rounds, seconds }) =>
    `${phones} phones at ${hz}/s, ${rounds} rounds of ${seconds} s: median (quartiles)`,
  columns: {
    '% of a core': spread(({ server }) => server * 100),
    lost: total('lost'),
  },
});
