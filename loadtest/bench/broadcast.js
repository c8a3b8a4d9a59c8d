/** Times a text of 1,000 characters from the request to each of 1,800 phones: `node loadtest/bench/broadcast.js`. */

import { setTimeout as wait } from 'node:timers/promises';
import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { SERVERS } from './servers.js';
import { join, openSwarm } from './session.js';
import { createShuffle, summary } from './stats.js';
import { printTable, spread } from './table.js';

const { phones, rounds, seconds, seed } = readOptions({ phones: 1800, rounds: 5, seconds: 5, seed: 1 });
const names = /** @type {const} */ (['own', 'socket.io']);

const lab = await openLab({ own: SERVERS.own, 'socket.io': SERVERS['socket.io'] });
try {
  for (const name of names) {
    const { key } = lab.server(name).target;
    await openSwarm(lab, name, key ? { namespace: '/loadtest', auth: { key } } : {});
    await join(lab, name, phones);
  }
  const shuffle = createShuffle(seed);
  /** @type {Map<string, { p50Ms: number, p99Ms: number }[]>} */
  const results = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of shuffle(names)) results.get(name)?.push(await burst(name));
  printTable(
    `1,000 characters to ${phones} phones, ${rounds} rounds of ${seconds} broadcasts: median (quartiles)`,
    ['server', 'p50 ms', 'p99 ms'],
    [...results].map(([name, rows]) => [
      name,
      spread(summary(rows.map(({ p50Ms }) => p50Ms))),
      spread(summary(rows.map(({ p99Ms }) => p99Ms))),
    ]),
  );
} finally {
  lab.close();
}

/** @param {string} name */
async function burst(name) {
  await lab.generator.ask('start', { name, kind: 'broadcast', perS: 1, characters: 1000 });
  await wait(seconds * 1000);
  const { received, expected, times } = (await lab.generator.ask('stop', { name })).broadcast;
  if (received !== expected) throw new Error(`${name}: ${received} of ${expected} arrived.`);
  return times.delivery;
}
