/** Runs a benchmark as a command: reads its options, and ends with the code of what its bursts are worth. */

/** @import { Row } from './lab.js' */

import { parseArgs } from 'node:util';
import { EXIT, LabError } from '../harness/errors.js';
import { OUTCOMES, WORST_FIRST } from '../verdict/outcomes.js';

/** @typedef {Record<string, number | string | readonly number[]>} Options */
/** @template {Options} D @typedef {{ -readonly [K in keyof D]: D[K] extends readonly number[] ? number[] : D[K] }} Read */

/**
 * Prints an option that is wrong as a sentence; anything else that goes wrong ends the process with its trace.
 * @template {Options} D
 * @param {D} defaults a number makes its option a number, a list makes it numbers with commas
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
 * @template {Options} D
 * @param {D} defaults
 * @param {readonly string[]} [args] of the command line
 * @returns {Read<D>}
 * @throws {LabError} naming the option, and those that there are
 */
export function readOptions(defaults, args = process.argv.slice(2)) {
  const names = Object.entries(defaults).map(([name, value]) => `--${name} [${value}]`);
  /** @type {Record<string, string | boolean | undefined>} */
  let given;
  try {
    const options = Object.fromEntries(
      Object.keys(defaults).map((name) => [name, { type: /** @type {const} */ ('string') }]),
    );
    given = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [why] = /** @type {Error} */ (error).message.split('. ');
    throw new LabError(`${why}. There are: ${names.join(', ')}.`);
  }
  return /** @type {Read<D>} */ (
    Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => [
        name,
        given[name] === undefined ? usual : valueOf(name, String(given[name]), usual),
      ]),
    )
  );
}

/** @param {string} name @param {string} given @param {number | string | readonly number[]} usual */
function valueOf(name, given, usual) {
  if (typeof usual === 'string') return given;
  const numbers = given.split(',').map(Number);
  if (!numbers.every((number) => number > 0 && Number.isFinite(number)))
    throw new LabError(`--${name} "${given}" must be above 0, as in --${name} ${usual}.`);
  if (typeof usual !== 'number') return numbers;
  const [number = NaN, ...more] = numbers;
  if (more.length > 0)
    throw new LabError(`--${name} "${given}" must be one number, as in --${name} ${usual}.`);
  return number;
}
