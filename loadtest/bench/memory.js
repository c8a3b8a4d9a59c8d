/** Measures the resident memory of an idle joined phone after a full collection: `node loadtest/bench/memory.js`. */

import { command } from './command.js';
import { openLab } from './lab.js';
import { SERVERS, installedServers } from './servers.js';
import { number, printTable } from './table.js';

const DEFAULTS = { phones: [1000, 5000, 10_000], servers: Object.keys(SERVERS).join(',') };

await command(DEFAULTS, async ({ phones: given, servers }) => {
  const phones = [...given].sort((a, b) => a - b);
  const installed = installedServers(servers.split(','));
  const lab = await openLab(installed, { node: ['--expose-gc'] });
  try {
    const rows = [];
    for (const name of Object.keys(installed)) {
      const before = await lab.resident(name);
      await lab.open(name);
      let joined = 0;
      const cells = [];
      for (const count of phones) {
        await lab.join(name, count - joined, { arrivalsPerS: 800 });
        joined = count;
        cells.push(number(((await lab.resident(name)) - before) / 1024 / count));
      }
      await lab.close(name);
      rows.push([name, ...cells]);
    }
    printTable(
      'KB resident per idle connection',
      ['server', ...phones.map((count) => `at ${count.toLocaleString('en')}`)],
      rows,
    );
  } finally {
    lab.end();
  }
  // Memory is no matter of time, so that neighbours cannot disturb it.
  return [];
});
