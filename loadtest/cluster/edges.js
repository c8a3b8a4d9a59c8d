/**
 * Prices an input, for all processes together, at 1, 2 and 4 edges with as many phones an edge and the same rate, from /proc. The
 * three clusters are up all the time and take turns, so that a machine that slows down does so for each of them. The load of an edge is
 * the same, because one that has more to do in a turn does it for less: 2,000 phones in all cost 6.0 µs an input at one edge, which was
 * full, and 9.8 at four, which were idle for three quarters of the time.
 */

/** @import { Cluster } from './cluster.js' */
/** @import { Row } from './rows.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { INPUT } from '../bench/input.js';
import { number, printTable, written } from '../bench/table.js';
import { spreadOf } from '../verdict/spread.js';
import { openCluster } from './cluster.js';
import { costOf, measureRow, medianRow } from './rows.js';

export const EDGES = Object.freeze([1, 2, 4]);
/** The first seconds compile, at each edge. */
const WARM_UP_MS = 5000;
/** Clocks of /proc count hundredths of a second, of which an idle edge uses one. */
const IDLE_S = 8;
/** The first moments of a burst are not those of a steady load. */
const SETTLE_MS = 500;
/** The cluster with the most edges has all phones. @param {number} all @param {number} edges */
const phonesOf = (all, edges) => Math.round((all * edges) / Math.max(...EDGES));

/**
 * @param {{ phones: number, hz: number, rounds: number, seconds: number }} options
 * @returns {Promise<{ rows: Row[], spread: number }>} `rows`: two for each number of edges, with inputs and without; `spread`: how much more the dearest
 *   costs than the cheapest
 */
export async function playEdges({ phones, hz, rounds, seconds }) {
  /** @type {Map<number, Cluster>} */
  const clusters = new Map();
  /** @type {Map<number, Row[]>} */
  const bursts = new Map(EDGES.map((edges) => [edges, []]));
  /** With phones that say nothing. @type {Row[]} */
  const idle = [];
  const play = async (/** @type {number} */ edges) => {
    const cluster = /** @type {Cluster} */ (clusters.get(edges));
    await cluster.start(() => ({ kind: 'input', hz, ...INPUT.binary }));
    await wait(SETTLE_MS);
    const size = {
      game: /** @type {const} */ ('adder'),
      edges,
      screens: 0,
      phones: phonesOf(phones, edges),
      hz,
    };
    const row = await measureRow(cluster, size, seconds);
    await cluster.stop();
    bursts.get(edges)?.push(row);
  };
  try {
    for (const edges of EDGES) {
      const cluster = await openCluster({ edges });
      clusters.set(edges, cluster);
      await cluster.fill(phonesOf(phones, edges));
      await cluster.start(() => ({ kind: 'input', hz, ...INPUT.binary }));
      await wait(WARM_UP_MS);
      await cluster.stop();
    }
    for (const edges of EDGES) {
      const size = {
        ...{ game: /** @type {const} */ ('adder'), edges, screens: 0 },
        ...{ phones: phonesOf(phones, edges), hz: 0 },
      };
      idle.push(await measureRow(/** @type {Cluster} */ (clusters.get(edges)), size, IDLE_S));
    }
    for (let round = 0; round < rounds; round++)
      for (const edges of round % 2 === 0 ? EDGES : EDGES.toReversed()) await play(edges);
  } finally {
    for (const cluster of clusters.values()) await cluster.close();
  }
  const { rows, spread } = print([...bursts.values()], { phones, hz, rounds, seconds });
  return { rows: [...rows, ...idle], spread };
}

/** @param {Row[][]} all by the number of edges @param {{ phones: number, hz: number, rounds: number, seconds: number }} options */
function print(all, { phones, hz, rounds, seconds }) {
  const first = /** @type {Row[]} */ (all[0]);
  const ratios = all.map((rows) =>
    spreadOf(rows.map((row, round) => costOf(row) / costOf(at(first, round)))),
  );
  const middle = (/** @type {Row[]} */ rows, /** @type {(row: Row) => number} */ figure) =>
    number(spreadOf(rows.map(figure)).median);
  printTable(
    `CPU per input, ${phonesOf(phones, 1)} phones an edge at ${hz}/s, ${rounds} rounds of ${seconds} s: medians`,
    ['edges', 'inputs/s', 'µs an input', 'of edges', 'of the home', 'of Redis', 'x one edge', 'bursts'],
    all.map((rows, index) => [
      number(rows[0]?.edges ?? NaN),
      middle(rows, ({ inputsPerS }) => inputsPerS),
      middle(rows, (row) => costOf(row)),
      .../** @type {const} */ (['edge', 'home', 'redis']).map((kind) =>
        middle(rows, (row) => costOf(row, kind)),
      ),
      written(ratios[index] ?? spreadOf([])),
      `${rows.filter(({ validity }) => validity === 'valid').length} of ${rows.length} valid`,
    ]),
  );
  const medians = ratios.map(({ median }) => median);
  return { rows: all.map(medianRow), spread: Math.max(...medians) / Math.min(...medians) - 1 };
}

/** @param {Row[]} rows @param {number} round @returns {Row} */
function at(rows, round) {
  return /** @type {Row} */ (rows[round]);
}
