/**
 * Inputs folded per second, as many as are taken: one process on one core against a home and two edges on two, in alternating
 * bursts of one run, each with generators beside. On whole cores the generators take what the edges would need, so the same is
 * played on slices, where a core is smaller and the generators have what is left.
 */

/** @import { Cluster, Kind } from './cluster.js' */
/** @import { Slice } from './slices.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { INPUT } from '../bench/input.js';
import { number, printTable, written } from '../bench/table.js';
import { LabError } from '../harness/errors.js';
import { spreadOf } from '../verdict/spread.js';
import { openCluster } from './cluster.js';
import { apart, hold } from './cores.js';
import { createSlice } from './slices.js';
import { usedBetween } from './usage.js';

const PHONES = 1000;
const SETTLE_MS = 2000;
const SERVERS = /** @type {const} */ (['one', 'home', 'edge', 'redis']);

/**
 * @typedef {{ perS: number, perCpuS: number, cores: number, generator: number }} Burst `cores`: that the servers used, with Redis
 * @typedef {Record<'one' | 'two', Burst[]>} Bursts of one process, and of a home with two edges
 */

/**
 * @param {{ rounds: number, seconds: number, slice: number }} options `slice`: of a core, in percent; 100: whole cores
 * @returns {Promise<{ ratio: number, perCpu: number }>} the medians of what two edges do over what one process does
 * @throws {LabError} if the machine can neither hold processes to cores nor make slices
 */
export async function playRatio({ rounds, seconds, slice }) {
  const places = slice < 100 ? slicesOf(slice / 100) : cores();
  const bursts = /** @type {Bursts} */ ({ one: [], two: [] });
  try {
    const one = await openCluster({ edges: 0, place: places.one });
    const two = await openCluster({ edges: 2, place: places.two });
    try {
      for (const cluster of [one, two]) await cluster.fill(PHONES);
      await wait(SETTLE_MS);
      // The first bursts compile.
      for (const cluster of [one, two]) await burst(cluster, 1);
      for (let round = 0; round < rounds; round++) {
        bursts.one.push(await burst(one, seconds));
        bursts.two.push(await burst(two, seconds));
      }
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  } finally {
    places.close();
  }
  return print(bursts, slice);
}

/** @param {Cluster} cluster @param {number} seconds @returns {Promise<Burst>} */
async function burst(cluster, seconds) {
  const before = await cluster.counts();
  const usage = await cluster.usage();
  await cluster.start(({ countPort }) => ({
    ...{ kind: 'flood', countPort, window: PHONES / cluster.doors.length },
    ...INPUT.binary,
  }));
  await wait(seconds * 1000);
  const loads = await cluster.stop();
  const used = usedBetween(usage, await cluster.usage());
  const after = await cluster.counts();
  const sent = loads.reduce((sum, { flood }) => sum + flood.sent, 0);
  const [inputs, sum] = [after.inputs - before.inputs, after.sum - before.sum];
  if (inputs !== sent || sum !== sent * INPUT.n)
    throw new Error(`${sent} inputs were sent, ${inputs} were folded, and their sum is ${sum}.`);
  const cores = SERVERS.reduce((all, kind) => all + (used.cpu[kind] ?? 0), 0);
  return {
    perS: inputs / used.seconds,
    perCpuS: inputs / used.seconds / cores,
    cores,
    generator: used.cpu['generator'] ?? 0,
  };
}

/** @typedef {(kind: Kind, index: number, pid: number) => void} Place */

/** Whole cores: the first one for one process, both for a cluster; a generator has the other, or both. */
function cores() {
  return {
    one: apart,
    /** @type {Place} */
    two: (kind, index, pid) => hold(pid, kind === 'edge' ? String(index % 2) : '0,1'),
    close() {},
  };
}

/** Slices: one for one process; one for each edge of a cluster, the first of which has the home and Redis as well. @param {number} share */
function slicesOf(share) {
  /** @type {Slice[]} */
  const slices = [];
  for (const name of ['one', 'first', 'second']) {
    const slice = createSlice(share, name);
    if (!slice)
      throw new LabError('No slices of cores can be made here: give --slice 100, or run it as root.');
    slices.push(slice);
  }
  const [own, first, second] = /** @type {[Slice, Slice, Slice]} */ (slices);
  return {
    /** @type {Place} */
    one: (kind, _index, pid) => void (kind !== 'generator' && own.add(pid)),
    /** @type {Place} */
    two(kind, index, pid) {
      if (kind !== 'generator') (kind === 'edge' && index === 1 ? second : first).add(pid);
    },
    close: () => slices.forEach((slice) => slice.close()),
  };
}

/** @param {Bursts} bursts @param {number} slice */
function print({ one, two }, slice) {
  const ratioOf = (/** @type {'perS' | 'perCpuS'} */ figure) =>
    spreadOf(two.map((burst, round) => burst[figure] / (one[round]?.[figure] ?? NaN)));
  const [ratio, perCpu] = [ratioOf('perS'), ratioOf('perCpuS')];
  const row = (
    /** @type {string} */ name,
    /** @type {Burst[]} */ bursts,
    /** @type {string[]} */ ...ratios
  ) => [
    name,
    .../** @type {const} */ (['perS', 'perCpuS', 'cores', 'generator']).map((figure) =>
      number(spreadOf(bursts.map((burst) => burst[figure])).median),
    ),
    ...ratios,
  ];
  const core =
    slice < 100 ? `cores are slices of ${slice} % of one` : 'whole cores, which the generators share';
  printTable(
    `Inputs folded, as many as are taken: ${PHONES} phones, ${one.length} rounds; ${core}`,
    ['', 'inputs/s', 'per CPU second', 'cores used', 'generators', 'x per second', 'x per CPU second'],
    [
      row('one process, one core', one, '1', '1'),
      row('home and two edges, two cores', two, written(ratio), written(perCpu)),
    ],
  );
  return { ratio: ratio.median, perCpu: perCpu.median };
}
