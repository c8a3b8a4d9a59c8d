/**
 * Measures the resident memory of an idle joined phone after a full collection: `node loadtest/bench/memory.js`. Each game
 * of ours has a server of its own, as in a show; so have the rivals.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { chosen } from './benchmark.js';
import { command } from './command.js';
import { HALL } from './hall.js';
import { openLab } from './lab.js';
import { SERVERS, installedServers } from './servers.js';
import { number, printTable } from './table.js';

const DEFAULTS = { phones: [1000, 5000, 10_000], only: '', before: '' };
/** The first snapshot, and what else begins with a game, is done after this time. */
const BEGIN_MS = 2000;

/** @typedef {{ server: string, game?: string }} Subject */

await command(DEFAULTS, async ({ phones, only, before }) => {
  phones.sort((a, b) => a - b);
  const subjects = chosen(subjectsOf(before), only);
  const names = Object.values(subjects).map(({ server }) => server);
  const about = installedServers(names, { before, env: { GAMES: 'show' } });
  const rows = [];
  // One after the other, because each holds hundreds of megabytes.
  for (const [name, { server: kind, game }] of Object.entries(subjects)) {
    const one = about[kind];
    if (!one) continue;
    const lab = await openLab({ [name]: one }, 'players');
    try {
      const server = lab.server(name);
      await server.play(game);
      await wait(BEGIN_MS);
      const empty = await server.resident();
      const cells = [];
      for (const count of phones) {
        await server.fill(count);
        cells.push(number(((await server.resident()) - empty) / 1024 / count));
      }
      rows.push([name, ...cells]);
    } finally {
      await lab.close();
    }
  }
  const heads = phones.map((count) => `at ${count.toLocaleString('en')}`);
  printTable('KB resident per idle connection', ['server', ...heads], rows);
  // Memory is no matter of time, so that neighbours cannot disturb it.
  return [];
});

/** @param {string} before @returns {Record<string, Subject>} */
function subjectsOf(before) {
  const rivals = Object.keys(SERVERS).filter((server) => server !== 'own' && server !== 'inline');
  const games = Object.entries(HALL).filter(([, { server }]) => server === 'own');
  const earlier =
    before === '' ? [] : games.map(([name, one]) => [`${name}, before`, { ...one, server: 'before' }]);
  return {
    ...Object.fromEntries([...games, ...earlier]),
    ...Object.fromEntries(rivals.map((server) => [server, { server }])),
  };
}
