/** Measures the cost and losses of 2,000 phones at 4 inputs a second: `node loadtest/bench/phones.js`. */

import { setTimeout as wait } from 'node:timers/promises';
import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { SERVERS } from './servers.js';
import { join, openSwarm } from './session.js';
import { summary } from './stats.js';
import { printTable, spread } from './table.js';

const N = 3;
const { phones, hz, rounds, seconds } = readOptions({ phones: 2000, hz: 4, rounds: 5, seconds: 10 });
const FORMS = { binary: { bytes: [0xb1, 1, N] }, event: { payload: { n: N } } };

const lab = await openLab({ own: SERVERS.own });
try {
  await openSwarm(lab, 'own');
  await join(lab, 'own', phones);
  const rows = [];
  for (const [form, load] of Object.entries(FORMS)) {
    const shares = [];
    let lost = 0;
    for (let round = 0; round < rounds; round++) {
      const { share, missing } = await burst(load);
      shares.push(share * 100);
      lost += missing;
    }
    rows.push([form, spread(summary(shares)), String(lost)]);
  }
  printTable(
    `${phones} phones at ${hz}/s, ${rounds} rounds of ${seconds} s: median (quartiles)`,
    ['form', '% of a core', 'lost'],
    rows,
  );
} finally {
  lab.close();
}

/** @param {Record<string, unknown>} load */
async function burst(load) {
  const before = await lab.server('own').ask('counts');
  const cost = await lab.measure('own', async () => {
    await lab.generator.ask('start', { name: 'own', kind: 'input', hz, ...load });
    await wait(seconds * 1000);
    return (await lab.generator.ask('stop', { name: 'own' })).input;
  });
  await wait(200);
  const after = await lab.server('own').ask('counts');
  return { share: cost.server.share, missing: cost.result.sent - (after.inputs - before.inputs) };
}
