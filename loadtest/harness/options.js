/** Reads the command line of the load lab. */

import { parseArgs } from 'node:util';
import { LabError } from './errors.js';

export const HELP = `The load lab: how many phones before it jams.

Usage: npm run loadtest -- <scenario> [options]     runs it, and writes a report
       npm run loadtest -- compare <run> <run>      says whether two runs differ
       npm run loadtest -- list                     lists the scenarios

  <scenario>            a name from the list, or the path of a .js file of your own; with --help: its settings
  --target <url>        a server that runs with LOADTEST=on, here or elsewhere, by http or https; without one the lab
                        starts a server itself, on a core of its own where there are two
  --key <text>          the operator key of that server [OPERATOR_KEY]
  --ca <file>           trusts a certificate of your own; --insecure trusts any
  --smoke               the smallest size: shows that it works, in seconds
  --size <name>         another size of the scenario
  --set <name>=<value>  a setting of the scenario; may be given again
  --repeat <n>          plays it n times: median and quartiles of every figure [1]
  --generators <n>      processes of the generator [1]
  --abort <claim>       ends the run when this no longer holds for 3 s: --abort 'p99Ms < 500'; may be given again
  --metrics <port>      serves the figures of the run to Prometheus, on 127.0.0.1
  --out <folder>        where the report goes [reports/<date>-<scenario>]
  --help, -h            prints this

Ends with 0 passed, 1 failed, 2 nothing ran, 3 not found, 4 invalid, 5 throttled, 6 disturbed, 7 incomplete, 130 Ctrl-C.
`;

const text = { type: /** @type {const} */ ('string') };
const texts = { ...text, multiple: /** @type {const} */ (true) };
const flag = { type: /** @type {const} */ ('boolean') };
const FLAGS = {
  ...{ target: text, key: text, ca: text, insecure: flag, size: text, smoke: flag, set: texts },
  ...{ repeat: text, generators: text, abort: texts, metrics: text, out: text },
  help: { ...flag, short: /** @type {const} */ ('h') },
};

/** @typedef {Extract<ReturnType<typeof readOptions>, { command: 'run' }>} RunOptions null, where it may be: not given */

/** @param {string[]} argv without the program @param {NodeJS.ProcessEnv} env @throws {LabError} */
export function readOptions(argv, env) {
  const { values, positionals } = parse(argv);
  const [name, ...more] = positionals;
  const { target, metrics, size, out = null } = values;
  const key = values.key ?? env['OPERATOR_KEY'] ?? '';
  if (values.help) return { command: /** @type {const} */ ('help'), scenario: name ?? null };
  if (name === undefined) throw new LabError(`Which scenario?\n\n${HELP}`);
  if (name === 'list') return { command: /** @type {const} */ ('list') };
  if (name === 'compare') return { command: /** @type {const} */ ('compare'), runs: two(more), out };
  if (more.length > 0) throw new LabError(`One scenario at a time: "${more.join(' ')}" is too much.`);
  if (values.smoke && size !== undefined)
    throw new LabError('--smoke is a size of its own: leave --size away.');
  return {
    command: /** @type {const} */ ('run'),
    scenario: name,
    /** An origin. */
    target: target === undefined ? null : originOf(target),
    key,
    /** A file. */
    ca: values.ca ?? null,
    insecure: values.insecure ?? false,
    size: values.smoke ? 'smoke' : (size ?? null),
    set: Object.fromEntries((values.set ?? []).map(settingOf)),
    repeat: whole('--repeat', values.repeat, 1, 50),
    generators: whole('--generators', values.generators, 1, 64),
    abort: values.abort ?? [],
    metrics: metrics === undefined ? null : whole('--metrics', metrics, 0, 65535),
    out,
  };
}

/** @param {string[]} argv */
function parse(argv) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: FLAGS });
  } catch (error) {
    throw new LabError(`${/** @type {Error} */ (error).message.split('. ')[0]}. See --help.`);
  }
}

/** @param {string} name @param {string | undefined} given without it, 1 @param {number} least @param {number} most */
function whole(name, given = '1', least, most) {
  const value = Number(given);
  if (!(Number.isInteger(value) && value >= least && value <= most))
    throw new LabError(`${name} "${given}" must be a whole number from ${least} to ${most}.`);
  return value;
}

/** @param {string[]} runs @returns {[string, string]} */
function two(runs) {
  const [first, second] = runs;
  if (first === undefined || second === undefined || runs.length > 2)
    throw new LabError('Compare what with what? Give the folders of two runs.');
  return [first, second];
}

/** @param {string} given */
function originOf(given) {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new LabError(`--target "${given}" is no address: give one such as http://127.0.0.1:8080.`);
  return url.origin;
}

/** @param {string} pair `name=value`, the value in JSON where it is JSON @returns {[string, unknown]} */
function settingOf(pair) {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
  if (name === undefined) throw new LabError(`--set "${pair}" sets nothing: write --set name=value.`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}
