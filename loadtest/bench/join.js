/** Measures how many phones a second are admitted at most: `node loadtest/bench/join.js`. */

import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { installedServers } from './servers.js';
import { join, openSwarm } from './session.js';
import { createShuffle, ratios, summary } from './stats.js';
import { number, printTable, spread } from './table.js';

const { phones, rounds, seed } = readOptions({ phones: 1000, rounds: 5, seed: 1 });

const servers = installedServers();
const names = Object.keys(servers);
const lab = await openLab(servers);
try {
  const shuffle = createShuffle(seed);
  /** @type {Map<string, { perCpuS: number, perS: number }[]>} */
  const results = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of shuffle(names)) results.get(name)?.push(await burst(name));
  const of = (/** @type {string} */ name) => results.get(name)?.map(({ perCpuS }) => perCpuS) ?? [];
  printTable(
    `Joins, ${rounds} rounds of ${phones}: median (quartiles)`,
    ['server', 'per CPU second', 'per second', 'x plain Socket.IO'],
    names.map((name) => [
      name,
      spread(summary(of(name))),
      number(summary(results.get(name)?.map(({ perS }) => perS) ?? []).median),
      spread(ratios(of(name), of('socket.io'))),
    ]),
  );
} finally {
  lab.close();
}

/** @param {string} name */
async function burst(name) {
  await openSwarm(lab, name);
  const cost = await lab.measure(name, () => join(lab, name, phones, Infinity));
  await lab.generator.ask('close', { name });
  return { perCpuS: (phones / cost.server.cpuMs) * 1000, perS: cost.result.joinsPerS };
}
