/** Runs a benchmark as a command: reads its options, and ends with the code of what its bursts are worth. */

/** @import { Row } from './lab.js' */

import { parseArgs } from 'node:util';
import { EXIT, LabError } from '../harness/errors.js';
import { OUTCOMES, WORST_FIRST } from '../verdict/outcomes.js';

/** @typedef {number | string | boolean | readonly number[]} Value a list is given as numbers with commas */
/** @template {Record<string, Value>} D @typedef {{ -readonly [K in keyof D]: D[K] extends readonly number[] ? number[] : D[K] }} Read */

/**
 * Prints an option that is wrong as a sentence; anything else that goes wrong ends the process with its trace.
 * @template {Record<string, Value>} D
 * @param {D} defaults
 * @param {(options: Read<D>) => Promise<readonly Row[]>} run returns the bursts that its figures come from
 */
export async function command(defaults, run) {
  try {
    const rows = await run(readOptions(defaults));
    const worst = WORST_FIRST.find((validity) => rows.some((row) => row.validity === validity)) ?? 'valid';
    process.exitCode = worst === 'valid' ? EXIT.passed : OUTCOMES[worst].code;
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT.refused;
  }
}

/**
 * @template {Record<string, Value>} D
 * @param {D} defaults
 * @param {readonly string[]} [args] of the command line
 * @returns {Read<D>}
 * @throws {LabError} naming the option, and those that there are
 */
export function readOptions(defaults, args = process.argv.slice(2)) {
  const all = Object.entries(defaults);
  const options = Object.fromEntries(all.map(([name, usual]) => [name, { type: typeOf(usual) }]));
  try {
    const given = Object.entries(parseArgs({ args: [...args], options }).values);
    const read = given.map(([name, value]) => [
      name,
      value === true || valueOf(name, String(value), defaults[name] ?? ''),
    ]);
    return { ...defaults, ...Object.fromEntries(read) };
  } catch (error) {
    if (error instanceof LabError) throw error;
    const [why] = /** @type {Error} */ (error).message.split('. ');
    throw new LabError(
      `${why}. There are: ${all.map(([name, usual]) => `--${name} [${usual}]`).join(', ')}.`,
    );
  }
}

/** @param {Value} usual @returns {'boolean' | 'string'} */
function typeOf(usual) {
  return typeof usual === 'boolean' ? 'boolean' : 'string';
}

/** @param {string} name @param {string} given @param {Value} usual */
function valueOf(name, given, usual) {
  if (typeof usual === 'string') return given;
  const numbers = given.split(',').map(Number);
  const isList = typeof usual !== 'number';
  if (!numbers.every((number) => number > 0 && Number.isFinite(number)) || (!isList && numbers.length > 1))
    throw new LabError(
      `--${name} "${given}" must be ${isList ? 'numbers' : 'one number'} above 0, as in --${name} ${usual}.`,
    );
  return isList ? numbers : numbers[0];
}
