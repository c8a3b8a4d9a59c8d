/** One measured size of a cluster: what its processes used, and what crossed Redis. The simulator is compared with these. */

/** @import { Validity } from '../types.js' */
/** @import { Cluster } from './cluster.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { createCoresMeter } from '../harness/cores.js';
import { undisturbed } from '../harness/undisturbed.js';
import { spreadOf } from '../verdict/spread.js';
import { validityOf } from '../verdict/validity.js';
import { usedBetween } from './usage.js';

/**
 * @typedef {{ game: 'adder' | 'pong', edges: number, screens: number, phones: number, hz: number }} Size `screens` in all, at
 *   the first edges; `hz`: inputs that each phone sends a second
 *
 * @typedef {object} Figures
 * @property {number} inputsPerS accepted by all edges
 * @property {number} bytesIn into Redis, a second
 * @property {number} bytesOut
 * @property {number} messages published a second
 * @property {{ edge: number, home: number, redis: number }} cpu in cores; of all edges together
 *
 * @typedef {Size & Figures & { validity: Validity, because: string }} Row
 */

/** @typedef {keyof Figures['cpu']} Part of a cluster */

/** @type {readonly Part[]} */
const PARTS = Object.freeze(['edge', 'home', 'redis']);

/**
 * Measures for so long, and again if other programs took the cores meanwhile.
 * @param {Cluster} cluster @param {Size} size @param {number} seconds @returns {Promise<Row>}
 */
export function measureRow(cluster, size, seconds) {
  const others = createCoresMeter([0, 1]);
  return undisturbed(
    async () => {
      await others();
      const figures = await measureOnce(cluster, seconds);
      const taken = await others();
      return { ...size, ...figures, ...validityOf({ probes: 1, clockDrift: 0, ...taken }) };
    },
    (because) => console.error(`again   ${size.phones} phones, ${size.edges} edges: ${because}`),
  );
}

/** @param {Cluster} cluster @param {number} seconds @returns {Promise<Figures>} */
async function measureOnce(cluster, seconds) {
  const read = async () => ({
    usage: await cluster.usage(),
    taken: await cluster.taken(),
    redis: await cluster.redis?.read(),
  });
  const before = await read();
  await wait(seconds * 1000);
  const after = await read();
  const used = usedBetween(before.usage, after.usage);
  const perS = (/** @type {'bytesIn' | 'bytesOut' | 'messages'} */ name) =>
    ((after.redis?.[name] ?? 0) - (before.redis?.[name] ?? 0)) / used.seconds;
  const { edge = 0, home = 0, redis = 0 } = used.cpu;
  return {
    inputsPerS: (after.taken - before.taken) / used.seconds,
    ...{ bytesIn: perS('bytesIn'), bytesOut: perS('bytesOut'), messages: perS('messages') },
    cpu: { edge, home, redis },
  };
}

/** @param {Figures} row @param {Part} [part] of all parts when missing @returns {number} µs for each input */
export function costOf({ cpu, inputsPerS }, part) {
  const cores = part ? cpu[part] : PARTS.reduce((sum, one) => sum + cpu[one], 0);
  return (cores / inputsPerS) * 1e6;
}

/** @param {Row[]} rows of the same size @returns {Row} with the median of each figure */
export function medianRow(rows) {
  const [first] = /** @type {[Row, ...Row[]]} */ (rows);
  const median = (/** @type {(row: Row) => number} */ figure) => spreadOf(rows.map(figure)).median;
  const cpu = Object.fromEntries(PARTS.map((part) => [part, median((row) => row.cpu[part])]));
  const counts = /** @type {const} */ (['inputsPerS', 'bytesIn', 'bytesOut', 'messages']);
  return {
    ...first,
    ...Object.fromEntries(counts.map((name) => [name, median((row) => row[name])])),
    cpu: /** @type {Row['cpu']} */ (cpu),
  };
}
