/** Compares the simulator with the measured rows: bytes, messages, and processor time of an input. */

/** @import { Row } from '../cluster/rows.js' */
/** @import { Prices as BusPrices } from '../cluster/stream.js' */
/** @import { Compared, Prices } from './calibration.js' */
/** @import { Simulated } from './simulate.js' */

import { readFileSync } from 'node:fs';
import { number, printTable } from '../bench/table.js';
import { LabError } from '../harness/errors.js';
import { coresOf, pricesOf } from './calibration.js';
import { simulate } from './simulate.js';

export const MEASURED = new URL('measured.json', import.meta.url);
const AGREES_WITHIN = 0.2;
const SECONDS = 3;
const SEED = 1;

/** @typedef {{ machine: Record<string, unknown>, bytes: Row[], edges: Row[], stream: BusPrices }} Measured */

/** @returns {Measured} @throws {LabError} if nothing was measured on this machine yet */
export function readMeasured() {
  try {
    return JSON.parse(readFileSync(MEASURED, 'utf8'));
  } catch {
    throw new LabError(
      'Nothing is measured yet: run node loadtest/cluster/run.js --save loadtest/scale/measured.json.',
    );
  }
}

/**
 * Simulates the measured sizes that the prices are made of.
 * @param {Measured} measured @param {(sentence: string) => void} say
 * @returns {Promise<{ prices: Prices, compared: Compared[] }>} `compared`: those sizes
 */
export async function calibrate({ edges, stream: bus }, say) {
  const find = (/** @type {number} */ count, /** @type {boolean} */ isSilent) =>
    /** @type {Row} */ (edges.find((row) => row.edges === count && (row.hz === 0) === isSilent));
  const [few, many, loaded] = [find(1, true), find(4, true), find(2, false)];
  const compared = [];
  for (const row of [few, many, loaded]) compared.push(await compare(row, say));
  const [ofFew, ofMany, ofLoaded] = /** @type {[Compared, Compared, Compared]} */ (compared);
  return { compared, prices: pricesOf({ few: ofFew, many: ofMany, loaded: ofLoaded, bus }) };
}

/** @param {Row} row @param {(sentence: string) => void} say @returns {Promise<Compared>} */
async function compare(row, say) {
  const { game, edges, phones, hz, screens } = row;
  say(`Simulating ${phones} phones at ${hz}/s at ${edges} edges, ${game}.`);
  const size = { game, edges, phones, hz, screens, isGoverned: false, seed: SEED };
  return { row, found: await simulate(size, { seconds: SECONDS }) };
}

/**
 * Simulates all measured sizes, and prints both.
 * @param {Measured} measured @param {(sentence: string) => void} say
 * @returns {Promise<boolean>} all agree within 20 %
 */
export async function check(measured, say) {
  const { prices, compared: known } = await calibrate(measured, say);
  /** @type {string[][]} */
  const lines = [];
  let isGood = true;
  for (const row of [...measured.bytes, ...measured.edges]) {
    const before = known.find((one) => one.row === row);
    const { found } = before ?? (await compare(row, say));
    const figures = figuresOf(row, found, prices);
    // A figure that a price was made of agrees by itself, and does not count.
    const judged = figures.filter(({ isCost }) => !isCost || !before);
    const worst = Math.max(...judged.map(({ off }) => Math.abs(off)));
    isGood &&= worst <= AGREES_WITHIN;
    lines.push([
      ...[row.game, number(row.edges), number(row.phones), row.hz === 0 ? '0' : number(row.hz)],
      ...figures.map((figure) => cellOf(figure, figure.isCost && before !== undefined)),
      ...(figures.some(({ isCost }) => isCost) ? [] : ['–']),
      worst <= AGREES_WITHIN ? 'agrees' : 'DIFFERS',
    ]);
  }
  const head = ['game', 'edges', 'phones', 'each /s', 'KB/s in', 'KB/s out', 'messages/s', 'µs CPU an input'];
  printTable('Simulated (measured; how much more the simulator finds)', [...head, ''], lines);
  return isGood;
}

/** @typedef {{ found: number, measured: number, off: number, isCost: boolean }} Figure */

/** @param {Row} row @param {Simulated} found @param {Prices} prices @returns {Figure[]} */
function figuresOf(row, found, prices) {
  const figure = (/** @type {number} */ a, /** @type {number} */ b, isCost = false) => ({
    ...{ found: a, measured: b, off: a / b - 1, isCost },
  });
  const figures = [
    figure(found.bytesIn / 1024, row.bytesIn / 1024),
    figure(found.bytesOut / 1024, row.bytesOut / 1024),
    figure(found.messages, row.messages),
  ];
  // Where phones say little, most of the time is that of screens, notices and pings, and not of inputs.
  if (row.game !== 'adder' || row.hz === 0) return figures;
  const cores = coresOf(row, found, prices);
  const cost = (
    /** @type {{ edge: number, home: number, redis: number }} */ { edge, home, redis },
    /** @type {number} */ perS,
  ) => ((edge + home + redis) / perS) * 1e6;
  return [...figures, figure(cost(cores, found.inputsPerS), cost(row.cpu, row.inputsPerS), true)];
}

/** @param {Figure} figure @param {boolean} isGiven it is what a price was made of */
function cellOf({ found, measured, off }, isGiven) {
  const more = isGiven ? 'given' : `${off < 0 ? '−' : '+'}${Math.abs(Math.round(off * 100))} %`;
  return `${number(found)} (${number(measured)}; ${more})`;
}
