/** Reads, checks and completes a scenario, which is an Artillery script with a processor of ours, before it runs. */

/** @import { Row, Table } from '../report/types.js' */

import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import yaml from 'js-yaml';
import { LabError } from './errors.js';

const FOLDER = fileURLToPath(new URL('../scenarios/', import.meta.url));

/**
 * @typedef {{ name?: string, duration?: number | string, arrivalRate?: number, arrivalCount?: number,
 *   rampTo?: number, pause?: number | string, maxVusers?: number }} Phase
 * @typedef {{ thresholds?: Record<string, number>[], conditions?: { expression: string }[] }} EnsureBlock
 * @typedef {{ target?: string, processor: string, phases: Phase[], ensure?: EnsureBlock,
 *   lab?: Record<string, unknown>, environments?: Record<string, Partial<Config>> }} Config
 * @typedef {{ config: Config, scenarios: { name?: string, flow: Record<string, string>[] }[] }} Script
 *
 * @typedef {object} Measured the results of a run, for the sentence on top of its report
 * @property {Row[]} points
 * @property {Row[]} series
 * @property {Record<string, number>} metrics
 * @property {Record<string, unknown>} lab the settings in force
 *
 * @typedef {object} Teller the exports of a processor beside its functions
 * @property {string} title
 * @property {string} summary one sentence, for the list
 * @property {string} generator
 * @property {(lab: Record<string, any>, phases: Phase[]) => number} connections how many at once, for the preflight
 * @property {(measured: Measured) => { headline: string, limitedBy: string }} conclude
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} size `full`, or an environment
 * @property {Script} script the complete script that Artillery gets
 * @property {Record<string, unknown>} lab
 * @property {Teller} teller
 */

/** @returns {Promise<{ name: string, title: string, summary: string }[]>} the scenarios that ship */
export async function listScenarios() {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.yml')).sort();
  return Promise.all(
    files.map(async (file) => {
      const { name, teller } = await readScenario(file.replace('.yml', ''));
      return { name, title: teller.title, summary: teller.summary };
    }),
  );
}

/**
 * @param {string} nameOrPath
 * @param {{ size?: string | null, set?: Record<string, unknown>, arrivalsPerS?: number | null }} [options]
 * @returns {Promise<Scenario>}
 * @throws {LabError} naming the file, the line if there is one, and what is missing
 */
export async function readScenario(nameOrPath, { size = null, set = {}, arrivalsPerS = null } = {}) {
  const file = await fileOf(nameOrPath);
  const script = check(parse(await readFile(file, 'utf8'), file), file);
  const config = sized(script.config, size, file);
  const lab = { ...config.lab, ...known(set, config.lab ?? {}, file) };
  const phases = arrivalsPerS === null ? config.phases : config.phases.map(paced(arrivalsPerS));
  const processor = resolve(dirname(file), config.processor);
  const teller = await load(processor, script, file);
  const { environments: _sizes, ...rest } = config;
  return {
    name: basename(file, extname(file)),
    size: size ?? 'full',
    script: { ...script, config: { ...rest, processor, phases, lab } },
    lab,
    teller,
  };
}

/** @param {string} nameOrPath */
async function fileOf(nameOrPath) {
  const isPath = /[\\/]|\.ya?ml$/.test(nameOrPath);
  const file = isPath ? resolve(nameOrPath) : join(FOLDER, `${nameOrPath}.yml`);
  if (existsSync(file)) return file;
  if (isPath) throw new LabError(`There is no file ${file}.`);
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.yml'));
  const list = names.map((name) => name.replace('.yml', '')).join(', ');
  throw new LabError(
    `There is no scenario "${nameOrPath}". There are: ${list}; or give the path of a .yml file.`,
  );
}

/** @param {string} text @param {string} file @returns {unknown} */
function parse(text, file) {
  try {
    return yaml.load(text, { schema: yaml.CORE_SCHEMA });
  } catch (error) {
    const { reason, mark } = /** @type {{ reason?: string, mark?: { line: number } }} */ (error);
    const line = mark ? `, line ${mark.line + 1}` : '';
    throw new LabError(`${file}${line}: ${reason ?? 'this is no YAML'}. Correct it and run again.`);
  }
}

/** @param {any} script @param {string} file @returns {Script} */
function check(script, file) {
  const wrong = (/** @type {string} */ what) => new LabError(`${file}: ${what}`);
  if (typeof script?.config !== 'object') throw wrong('"config" is missing.');
  if (typeof script.config.processor !== 'string')
    throw wrong('"config.processor" must name the .mjs file with its functions.');
  if (!Array.isArray(script.config.phases) || script.config.phases.length === 0)
    throw wrong('"config.phases" must list at least one phase.');
  for (const [index, phase] of script.config.phases.entries()) checkPhase(phase, index, wrong);
  if (!Array.isArray(script.scenarios) || script.scenarios.length === 0)
    throw wrong('"scenarios" must list at least one, with a "flow".');
  for (const { flow } of script.scenarios)
    if (!Array.isArray(flow)) throw wrong('a scenario has no "flow": write flow: [{ function: name }].');
  return script;
}

/** @param {Phase} phase @param {number} index @param {(what: string) => LabError} wrong */
function checkPhase(phase, index, wrong) {
  const place = `phase ${index + 1} of "config.phases"`;
  if (typeof phase !== 'object' || phase === null) throw wrong(`${place} is no phase.`);
  if (phase.pause !== undefined) return;
  if (phase.duration === undefined) throw wrong(`${place} has neither "duration" nor "pause", in seconds.`);
  if (phase.arrivalRate === undefined && phase.arrivalCount === undefined)
    throw wrong(`${place} has neither "arrivalCount" nor "arrivalRate".`);
}

/** @param {Config} config @param {string | null} size @param {string} file @returns {Config} */
function sized(config, size, file) {
  if (size === null) return config;
  const environment = config.environments?.[size];
  if (!environment) {
    const names = Object.keys(config.environments ?? {}).join(', ') || 'none';
    throw new LabError(`${file} has no size "${size}". Under "config.environments" it has: ${names}.`);
  }
  return { ...config, ...environment, lab: { ...config.lab, ...environment.lab } };
}

/** @param {Record<string, unknown>} set @param {Record<string, unknown>} lab @param {string} file */
function known(set, lab, file) {
  for (const [name, value] of Object.entries(set)) {
    if (!(name in lab))
      throw new LabError(
        `--set ${name}: ${file} has no such setting. It has: ${Object.keys(lab).join(', ')}.`,
      );
    if (kindOf(value) !== kindOf(lab[name]))
      throw new LabError(`--set ${name}=${JSON.stringify(value)}: it must be ${kindOf(lab[name])}.`);
  }
  return set;
}

/** @param {unknown} value */
function kindOf(value) {
  return Array.isArray(value) ? 'a list, as in [1,2]' : `a ${typeof value}`;
}

/** Changes a phase's pace, but not its phones. @param {number} arrivalsPerS @returns {(phase: Phase) => Phase} */
function paced(arrivalsPerS) {
  return (phase) => {
    const count = arrivalsOf(phase);
    if (count <= 1) return phase;
    const { arrivalRate: _rate, ...rest } = phase;
    return { ...rest, arrivalCount: count, duration: Math.max(1, Math.round(count / arrivalsPerS)) };
  };
}

/** @param {string} processor @param {Script} script @param {string} file @returns {Promise<Teller>} */
async function load(processor, script, file) {
  if (!existsSync(processor)) throw new LabError(`${file}: its processor ${processor} is not there.`);
  const functions = await import(pathToFileURL(processor).href);
  for (const name of ['title', 'summary', 'generator', 'connections', 'conclude'])
    if (!(name in functions))
      throw new LabError(`${processor} must export "${name}": see loadtest/README.md.`);
  for (const { flow } of script.scenarios)
    for (const { function: name } of flow)
      if (name !== undefined && typeof functions[name] !== 'function')
        throw new LabError(`${file}: its flow calls "${name}", which ${processor} does not export.`);
      // Artillery would wait for ever for any other function to call back.
      else if (name !== undefined && functions[name].constructor.name !== 'AsyncFunction')
        throw new LabError(`${processor}: "${name}" must be written as an async function.`);
  return functions;
}

/** @param {Phase} phase @returns {number} phones that come in it */
export function arrivalsOf({ arrivalCount, arrivalRate = 0, rampTo, duration = 0 }) {
  return arrivalCount ?? Math.round(((arrivalRate + (rampTo ?? arrivalRate)) / 2) * Number(duration));
}

/** @param {Phase[]} phases @returns {number} seconds until the last phase is over */
export function lastingS(phases) {
  return phases.reduce((sum, { duration, pause }) => sum + Number(duration ?? pause ?? 0), 0);
}
