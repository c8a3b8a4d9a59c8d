/** Reads the command lines of benchmarks and floods, by what their options usually are. */

import { parseArgs } from 'node:util';
import { EXIT, LabError } from './errors.js';

/** @typedef {number | string | boolean | readonly number[]} Value a list is given as numbers with commas */
/** @template {Record<string, Value>} D @typedef {{ -readonly [K in keyof D]: D[K] extends readonly number[] ? number[] : D[K] }} Read */

/**
 * @template {Record<string, Value>} D
 * @param {D} defaults
 * @param {readonly string[]} [args] of the command line
 * @returns {Read<D>}
 * @throws {LabError} naming the option, and those that there are
 */
export function readOptions(defaults, args) {
  return readCommand(defaults, args, { takesNames: false }).options;
}

/**
 * Reads options, and names between them.
 * @template {Record<string, Value>} D
 * @param {D} defaults
 * @param {readonly string[]} [args] of the command line
 * @param {{ takesNames?: boolean }} [what]
 * @returns {{ names: string[], options: Read<D> }}
 * @throws {LabError} naming the option, and those that there are
 */
export function readCommand(defaults, args = process.argv.slice(2), { takesNames = true } = {}) {
  const all = Object.entries(defaults);
  const options = Object.fromEntries(all.map(([name, usual]) => [name, { type: typeOf(usual) }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: takesNames });
    const read = Object.entries(values).map(([name, value]) => [
      name,
      value === true || valueOf(name, String(value), defaults[name] ?? ''),
    ]);
    return { names: positionals, options: { ...defaults, ...Object.fromEntries(read) } };
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

/**
 * Ends the process with a sentence when what was asked for cannot be done.
 * @template T @param {() => T} read @returns {T}
 */
export function orRefuse(read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT.refused);
  }
}
