/** Measures the resident memory of an idle joined phone after a full collection: `node loadtest/bench/memory.js`. */

import { chosen } from './benchmark.js';
import { command } from './command.js';
import { openLab } from './lab.js';
import { SERVERS, installedServers } from './servers.js';
import { number, printTable } from './table.js';

const DEFAULTS = { phones: [1000, 5000, 10_000], only: '', before: '' };

await command(DEFAULTS, async ({ phones, only, before }) => {
  phones.sort((a, b) => a - b);
  const names = [...Object.keys(chosen(SERVERS, only)), ...(before === '' ? [] : ['before'])];
  const servers = installedServers(names, { before });
  const lab = await openLab(servers, 'players');
  try {
    const rows = [];
    for (const name of Object.keys(servers)) {
      const server = lab.server(name);
      const empty = await server.resident();
      const cells = [];
      for (const count of phones) {
        await server.fill(count);
        cells.push(number(((await server.resident()) - empty) / 1024 / count));
      }
      await server.fill(0);
      rows.push([name, ...cells]);
    }
    const heads = phones.map((count) => `at ${count.toLocaleString('en')}`);
    printTable('KB resident per idle connection', ['server', ...heads], rows);
  } finally {
    await lab.close();
  }
  // Memory is no matter of time, so that neighbours cannot disturb it.
  return [];
});
