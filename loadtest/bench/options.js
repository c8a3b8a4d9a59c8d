/** Reads the options of the benchmarks from the command line. */

import { parseArgs } from 'node:util';

/**
 * @template {Record<string, number | string>} Defaults
 * @param {Defaults} defaults a number makes its option a number; a list is a text with commas
 * @returns {Defaults}
 */
export function readOptions(defaults) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: String(value) }]),
  );
  const { values } = parseArgs({ options: /** @type {Record<string, { type: 'string' }>} */ (options) });
  /** @type {Record<string, number | string>} */
  const read = {};
  for (const [name, value] of Object.entries(defaults)) {
    const given = String(/** @type {Record<string, unknown>} */ (values)[name]);
    read[name] = typeof value === 'number' ? Number(given) : given;
    if (Number.isNaN(read[name])) throw new Error(`--${name} is a number, not "${given}".`);
  }
  return /** @type {Defaults} */ (read);
}

/** @param {string} list `1000,2000` @returns {number[]} */
export function numbersOf(list) {
  return list.split(',').map(Number);
}
