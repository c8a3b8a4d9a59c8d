/** Measures the resident memory of an idle joined phone after a full collection: `node loadtest/bench/memory.js`. */

import { setTimeout as wait } from 'node:timers/promises';
import { openLab } from './lab.js';
import { numbersOf, readOptions } from './options.js';
import { installedServers } from './servers.js';
import { join, openSwarm } from './session.js';
import { number, printTable } from './table.js';

const SETTLE_MS = 3000;
const { phones, servers } = readOptions({ phones: '1000,5000,10000', servers: 'own,socket.io,ws,colyseus' });

const installed = Object.entries(installedServers(servers.split(',')));
const names = installed.map(([name]) => name);
const about = Object.fromEntries(
  installed.map(([name, server]) => [name, { ...server, node: ['--expose-gc'] }]),
);
const lab = await openLab(about);
try {
  const rows = [];
  for (const name of names) rows.push([name, ...(await measure(name))]);
  printTable(
    'KB resident per idle connection',
    ['server', ...numbersOf(phones).map((count) => `at ${number(count)}`)],
    rows,
  );
} finally {
  lab.close();
}

/** @param {string} name @returns {Promise<string[]>} */
async function measure(name) {
  const before = await resident(name);
  await openSwarm(lab, name);
  let joined = 0;
  const cells = [];
  for (const count of numbersOf(phones)) {
    await join(lab, name, count - joined);
    joined = count;
    cells.push(number(((await resident(name)) - before) / 1024 / count));
  }
  await lab.generator.ask('close', { name });
  return cells;
}

/** @param {string} name @returns {Promise<number>} bytes */
async function resident(name) {
  await wait(SETTLE_MS);
  const server = lab.server(name);
  await server.ask('gc');
  await server.ask('gc');
  return (await server.ask('usage')).rss;
}
