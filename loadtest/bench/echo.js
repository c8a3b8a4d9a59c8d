/**
 * Measures Drew Harry's echo-broadcast, in which the server sends each message to all: `node loadtest/bench/echo.js`.
 * It counts the messages delivered per second of the server's processor, with few and with many on their way, and
 * finds Harry's figure: how many can be sent before the mean round trip passes 200 ms.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { roomMessage } from '../swarm/colyseus.js';
import { openLab } from './lab.js';
import { numbersOf, readOptions } from './options.js';
import { installedServers } from './servers.js';
import { join, openSwarm } from './session.js';
import { createShuffle, ratios, summary } from './stats.js';
import { number, printTable, spread } from './table.js';

const { phones, outstanding, rounds, seconds, seed } = readOptions({
  phones: '1000',
  outstanding: '1,8,64,512',
  rounds: 5,
  seconds: 2,
  seed: 1,
});
const PLAIN = 'io.emit';
const JAMMED_MS = 200;
const BYTES = 32;
const servers = installedServers();
/** @type {Record<string, { server: string, load: Record<string, unknown> }>} */
const SHAPES = {
  'own, a packet each': { server: 'own', load: { event: 'echo' } },
  'own, a packet per turn': { server: 'own', load: { event: 'echo-batched' } },
  [PLAIN]: { server: 'socket.io', load: { event: 'echo' } },
  'ws, send(text)': { server: 'ws', load: {} },
  'Colyseus, room.broadcast': {
    server: 'colyseus',
    load: { isBinary: true, lead: roomMessage('echo', 'x'.repeat(BYTES)).slice(0, -BYTES) },
  },
};

/** @typedef {{ perCpuS: number, perS: number, tripMs: number, server: number, generator: number }} Result */

const shapes = Object.entries(SHAPES).filter(([, { server }]) => Object.hasOwn(servers, server));
const lab = await openLab(servers);
try {
  for (const count of numbersOf(phones)) {
    for (const name of Object.keys(servers)) {
      const { key } = lab.server(name).target;
      await openSwarm(lab, name, key ? { namespace: '/loadtest', auth: { key } } : {});
      await join(lab, name, count);
    }
    /** @type {Map<string, Result[]>[]} */
    const all = [];
    for (const pending of numbersOf(outstanding)) all.push(await compare(count, pending));
    printJams(count, all);
    for (const name of Object.keys(servers)) await lab.generator.ask('close', { name });
  }
} finally {
  lab.close();
}

/** @param {number} count @param {number} pending @returns {Promise<Map<string, Result[]>>} */
async function compare(count, pending) {
  const shuffle = createShuffle(seed);
  /** @type {Map<string, Result[]>} */
  const results = new Map(shapes.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, { server, load }] of shuffle(shapes))
      results.get(name)?.push(await burst(server, { bytes: BYTES, ...load, outstanding: pending }));
  const of = (/** @type {string} */ name) => results.get(name)?.map(({ perCpuS }) => perCpuS) ?? [];
  printTable(
    `Echo-broadcast, ${count} clients, ${pending} outstanding, ${rounds} rounds of ${seconds} s: median (quartiles)`,
    [
      'server',
      'delivered per CPU second',
      'delivered/s',
      'x io.emit',
      'round trip ms',
      'CPU server',
      'generator',
    ],
    [...results].map(([name, rows]) => [
      name,
      spread(summary(of(name))),
      number(summary(rows.map(({ perS }) => perS)).median),
      spread(ratios(of(name), of(PLAIN))),
      spread(summary(rows.map(({ tripMs }) => tripMs))),
      `${Math.round(summary(rows.map(({ server }) => server)).median * 100)} %`,
      `${Math.round(summary(rows.map(({ generator }) => generator)).median * 100)} %`,
    ]),
  );
  return results;
}

/**
 * Finds the highest load that a server takes before it jams.
 * @param {number} count @param {Map<string, Result[]>[]} all by how many are on their way
 */
function printJams(count, all) {
  const best = new Map(shapes.map(([name]) => [name, mostOf(name, all)]));
  const plain = best.get(PLAIN) ?? [];
  printTable(
    `The most sent with a mean round trip below ${JAMMED_MS} ms, ${count} clients`,
    ['server', 'sent per CPU second', 'x io.emit'],
    [...best].map(([name, rates]) => [
      name,
      spread(summary(rates.map((perS) => perS / count))),
      spread(ratios(rates, plain)),
    ]),
  );
}

/** @param {string} name @param {Map<string, Result[]>[]} all @returns {number[]} delivered per CPU second, by round */
function mostOf(name, all) {
  const calm = all
    .map((results) => results.get(name) ?? [])
    .filter((rows) => summary(rows.map(({ tripMs }) => tripMs)).median < JAMMED_MS)
    .map((rows) => rows.map(({ perCpuS }) => perCpuS));
  const median = (/** @type {number[]} */ rates) => summary(rates).median;
  return calm.reduce((a, b) => (median(b) > median(a) ? b : a), calm[0] ?? []);
}

/** @param {string} name @param {Record<string, unknown>} load @returns {Promise<Result>} */
async function burst(name, load) {
  const cost = await lab.measure(name, async () => {
    await lab.generator.ask('start', { name, kind: 'echo', ...load });
    await wait(seconds * 1000);
    return (await lab.generator.ask('stop', { name })).echo;
  });
  const { received, missing, times } = cost.result;
  if (missing > 0) throw new Error(`${name}: ${missing} messages did not come back.`);
  return {
    perCpuS: (received / cost.server.cpuMs) * 1000,
    perS: (received / cost.server.ms) * 1000,
    tripMs: times.roundTrip.meanMs,
    server: cost.server.share,
    generator: cost.generator.share,
  };
}
