/**
 * Measures in some 30 s how much the lean generator can do: `node loadtest/swarm/limit.js`. A server that does next
 * to nothing (sink.js) runs on the first core, the generator on the second. README.md has the figures of one run.
 */

import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { SERVER_CORE } from '../harness/layout.js';
import { canPin } from '../harness/pin.js';
import { openPool } from './pool.js';

const GENERATOR_CORE = 1;
const STEP_MS = 2000;
const CONNECTIONS = 10_000;
/** This many connections send in each load, and half of them receive. */
const SENDERS = 2000;
/** These rates, in messages a second, are offered in turn until the generator says that it is the limit. */
const OFFERED = [50_000, 100_000, 150_000, 200_000, 250_000, 300_000, 400_000];
/** The sink sends a message to each connection after so many ms, until the generator is busy all the time. */
const FLOODS_MS = [20, 10, 5, 2];

if (!canPin())
  console.log('One core, or no taskset: generator and server share it, and the figures say less.');
console.log(`Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores\n`);
const sink = startChild(new URL('./sink.js', import.meta.url), { name: 'The sink', core: SERVER_CORE });
const swarm = await openPool({ cores: [GENERATOR_CORE] });
await swarm.open({ url: `ws://127.0.0.1:${await sink.ask('port')}`, protocol: 'ws' });

// A first round warms the code up, as it is in a run.
await swarm.arrive({ count: SENDERS });
await swarm.leave({ count: SENDERS });
const before = await swarm.read();
const { joined, joinsPerS } = await swarm.arrive({ count: CONNECTIONS });
const { generator: opened } = await swarm.read();
const kb = ((opened.rssMb - before.generator.rssMb) * 1024) / joined;
row(`${joined} connections opened`, joinsPerS, opened.cpu, `; ${kb.toFixed(1)} KB of memory for each`);

await swarm.leave({ count: CONNECTIONS - SENDERS });
for (const offered of OFFERED) {
  await swarm.start({ kind: 'input', hz: offered / SENDERS, bytes: [1, 2, 3] });
  await wait(STEP_MS / 4);
  await swarm.read();
  await wait(STEP_MS);
  const { sent, seconds, generator } = await swarm.read();
  await swarm.stop();
  const note = generator.isLimit ? '; here it is the limit' : '';
  row(`sent of ${offered}/s offered`, sent / seconds, generator.cpu, note);
  if (generator.isLimit) break;
}

await swarm.leave({ count: SENDERS / 2 });
for (const everyMs of FLOODS_MS) {
  await swarm.read();
  await sink.ask('flood', { forMs: STEP_MS, bytes: 32, everyMs });
  const { received, seconds, generator } = await swarm.read();
  const perS = received / seconds;
  const perCore = `: ${Math.round(perS / generator.cpu)}/s a core`;
  row('received, each in a packet of its own', perS, generator.cpu, perCore);
}
await swarm.close();
await sink.close();

/** @param {string} what @param {number} perS @param {number} cpu @param {string} note */
function row(what, perS, cpu, note) {
  const share = `${Math.round(cpu * 100)} % of its core`;
  console.log(`${what.padEnd(48)} ${`${Math.round(perS)}/s`.padStart(12)}  ${share}${note}`);
}
