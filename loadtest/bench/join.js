/** Measures how many phones a second are admitted at most: `node loadtest/bench/join.js`. */

import { play } from './benchmark.js';
import { SERVERS } from './servers.js';
import { median, over, spread } from './table.js';

await play({
  options: { phones: [1000] },
  crowd: null,
  shapes: Object.fromEntries(Object.keys(SERVERS).map((server) => [server, { server }])),
  async burst({ to, phones }) {
    const { ms, cpuMs, ...shares } = await to.measure(() => to.fill(phones, Infinity));
    await to.fill(0);
    return { perCpuS: (phones / cpuMs) * 1000, perS: (phones / ms) * 1000, ...shares };
  },
  figure: 'perCpuS',
  title: ({ phones, rounds }) => `Joins, ${rounds} rounds of ${phones}: median (quartiles)`,
  columns: {
    'per CPU second': spread('perCpuS'),
    'per second': median('perS'),
    'x plain Socket.IO': over('perCpuS', 'socket.io'),
  },
});
