/** Reads the command line of the load lab. */

import { parseArgs } from 'node:util';
import { LabError } from './errors.js';

export const HELP = `The load lab: how many phones before it jams.

Usage: npm run loadtest -- <scenario> [options]     runs it, and writes a report
       npm run loadtest -- compare <run> <run>      lays two runs side by side
       npm run loadtest -- list                     the scenarios

  <scenario>            a name from the list, or the path of a YAML file of your own
  --target <url>        an address of this machine where a server runs with LOADTEST=on; without one the lab
                        starts a server itself, on a core of its own where there are two
  --key <text>          the operator key of that server [OPERATOR_KEY]
  --smoke               the smallest size: shows that it works, in seconds
  --size <name>         another size that the scenario has under "environments"
  --set <name>=<value>  a setting of the scenario, under "config.lab" there; may be given again
  --arrivals <number>   phones that arrive a second, in every phase
  --out <folder>        where the report goes [reports/<date>-<scenario>]
  --help, -h            prints this

Ends with 0 passed, 1 failed or incomplete, 2 nothing ran, 130 stopped by Ctrl-C.
`;

/**
 * @typedef {object} RunOptions
 * @property {'run'} command
 * @property {string} scenario
 * @property {string | null} target an origin
 * @property {string} key
 * @property {string | null} size an environment of the scenario
 * @property {Record<string, unknown>} set
 * @property {number | null} arrivalsPerS
 * @property {string | null} out
 *
 * @typedef {RunOptions | { command: 'compare', runs: [string, string], out: string | null } | { command: 'list' } |
 *   { command: 'help' }} Options
 */

/**
 * @param {string[]} argv without the program
 * @param {NodeJS.ProcessEnv} env
 * @returns {Options}
 * @throws {LabError}
 */
export function readOptions(argv, env) {
  const { values, positionals } = parse(argv);
  const [name, ...more] = positionals;
  if (values.help) return { command: 'help' };
  if (name === undefined) throw new LabError(`Which scenario?\n\n${HELP}`);
  if (name === 'list') return { command: 'list' };
  if (name === 'compare') return { command: 'compare', runs: two(more), out: values.out ?? null };
  if (more.length > 0) throw new LabError(`One scenario at a time: "${more.join(' ')}" is too much.`);
  return {
    command: 'run',
    scenario: name,
    target: values.target === undefined ? null : originOf(values.target),
    key: values.key ?? env['OPERATOR_KEY'] ?? '',
    size: sizeOf(values),
    set: settingsOf(values.set ?? []),
    arrivalsPerS: values.arrivals === undefined ? null : rateOf(values.arrivals),
    out: values.out ?? null,
  };
}

/** @param {string[]} argv */
function parse(argv) {
  const text = { type: /** @type {const} */ ('string') };
  const flag = { type: /** @type {const} */ ('boolean') };
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        target: text,
        key: text,
        size: text,
        arrivals: text,
        out: text,
        set: { ...text, multiple: true },
        smoke: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new LabError(`${/** @type {Error} */ (error).message.split('. ')[0]}. See --help.`);
  }
}

/** @param {string[]} runs @returns {[string, string]} */
function two(runs) {
  const [first, second, third] = runs;
  if (first === undefined || second === undefined || third !== undefined)
    throw new LabError('Compare what with what? Give the folders of two runs.');
  return [first, second];
}

/** @param {{ smoke?: boolean, size?: string }} values */
function sizeOf({ smoke, size }) {
  if (smoke && size !== undefined) throw new LabError('--smoke is a size of its own: leave --size away.');
  return smoke ? 'smoke' : (size ?? null);
}

/** @param {string} text */
function originOf(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new LabError(`--target "${text}" is no address: give one such as http://127.0.0.1:8080.`);
  return url.origin;
}

/** @param {string[]} pairs "name=value", the value in JSON where it is JSON */
function settingsOf(pairs) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new LabError(`--set "${pair}" sets nothing: write --set name=value.`);
      return [pair.slice(0, at), valueOf(pair.slice(at + 1))];
    }),
  );
}

/** @param {string} text @returns {unknown} */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
function rateOf(text) {
  const rate = Number(text);
  if (!(rate > 0 && rate <= 5000))
    throw new LabError(`--arrivals "${text}" is no rate: give phones a second, above 0, at most 5000.`);
  return rate;
}
