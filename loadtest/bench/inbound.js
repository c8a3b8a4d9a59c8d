/**
 * Measures inputs folded per second and core: `node loadtest/bench/inbound.js`. All servers are up; bursts of a second
 * come in random order, and each is checked by the server's own count and sum.
 */

import { roomMessage } from '../swarm/colyseus.js';
import { openLab } from './lab.js';
import { numbersOf, readOptions } from './options.js';
import { installedServers } from './servers.js';
import { join, openSwarm } from './session.js';
import { createShuffle, ratios, summary } from './stats.js';
import { number, printTable, spread } from './table.js';

const N = 3;
/** An input is its tag, the low byte of the first epoch, and the value; other servers take any three bytes. */
const PACKED = [0xb1, 1, N];
const { phones, rounds, seconds, seed, only } = readOptions({
  phones: '1000,2000',
  rounds: 8,
  seconds: 1,
  seed: 1,
  only: '',
});

/** @typedef {{ server: string, perMessage: number, load: Record<string, unknown> }} Shape */
/** @type {Record<string, Shape>} */
const SHAPES = {
  'own, binary': { server: 'own', perMessage: 1, load: { bytes: PACKED } },
  'own, input event': { server: 'own', perMessage: 1, load: { payload: { n: N } } },
  'own, 4 in a binary message': { server: 'own', perMessage: 4, load: { bytes: [0xb1, 1, N, N, N, N] } },
  'own, 4 in an event': { server: 'own', perMessage: 4, load: { payload: Array(4).fill({ n: N }) } },
  'plain Socket.IO': { server: 'socket.io', perMessage: 1, load: { payload: { n: N } } },
  'plain, 4 in an event': {
    server: 'socket.io',
    perMessage: 4,
    load: { event: 'inputs', payload: Array(4).fill({ n: N }) },
  },
  'bare ws': { server: 'ws', perMessage: 1, load: { bytes: PACKED } },
  Colyseus: { server: 'colyseus', perMessage: 1, load: { bytes: roomMessage('input', { n: N }) } },
};
const servers = installedServers();
const shapes = Object.entries(SHAPES).filter(
  ([name, { server }]) =>
    Object.hasOwn(servers, server) && (only === '' || only.split(';').some((part) => name.includes(part))),
);

const lab = await openLab(servers);
try {
  for (const count of numbersOf(phones)) await compare(count);
} finally {
  lab.close();
}

/** @param {number} count */
async function compare(count) {
  for (const name of Object.keys(servers)) {
    await openSwarm(lab, name);
    await join(lab, name, count, 1000);
  }
  const shuffle = createShuffle(seed);
  /** @type {Map<string, { perCpuS: number, perS: number, server: number, generator: number }[]>} */
  const results = new Map(shapes.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, shape] of shuffle(shapes)) results.get(name)?.push(await burst(shape, count));
  for (const name of Object.keys(servers)) await lab.generator.ask('close', { name });
  print(count, results);
}

/** @param {Shape} shape @param {number} count */
async function burst({ server: name, perMessage, load }, count) {
  const server = lab.server(name);
  const before = await server.ask('counts');
  const cost = await lab.measure(name, async () => {
    await lab.generator.ask('start', {
      name,
      kind: 'flood',
      countPort: server.target.countPort,
      perMessage,
      // One message of each connection is on its way, so the server reads them one by one, as from phones.
      window: count * perMessage,
      ...load,
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return (await lab.generator.ask('stop', { name })).flood;
  });
  const after = await server.ask('counts');
  const sent = cost.result.sent * perMessage;
  const folded = after.inputs - before.inputs;
  if (folded !== sent || after.sum - before.sum !== sent * N)
    throw new Error(`${name}: ${sent} were sent, ${folded} came, their sum is ${after.sum - before.sum}.`);
  return {
    perCpuS: (folded / cost.server.cpuMs) * 1000,
    perS: (folded / cost.server.ms) * 1000,
    server: cost.server.share,
    generator: cost.generator.share,
  };
}

/** @param {number} count @param {Map<string, { perCpuS: number, perS: number, server: number, generator: number }[]>} results */
function print(count, results) {
  const of = (/** @type {string} */ name) => results.get(name)?.map(({ perCpuS }) => perCpuS) ?? [];
  printTable(
    `Inbound, ${count} connections, ${rounds} rounds of ${seconds} s: median (quartiles)`,
    [
      'server',
      'inputs per CPU second',
      'µs each',
      'inputs/s',
      'x plain Socket.IO',
      'x bare ws',
      'CPU server',
      'generator',
    ],
    [...results].map(([name, rows]) => [
      name,
      spread(summary(of(name))),
      number(1e6 / summary(of(name)).median),
      number(summary(rows.map(({ perS }) => perS)).median),
      spread(ratios(of(name), of('plain Socket.IO'))),
      spread(ratios(of(name), of('bare ws'))),
      `${Math.round(summary(rows.map(({ server }) => server)).median * 100)} %`,
      `${Math.round(summary(rows.map(({ generator }) => generator)).median * 100)} %${rows.some(({ generator }) => generator > 0.9) ? ' (limit!)' : ''}`,
    ]),
  );
}
