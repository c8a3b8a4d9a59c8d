/** Defines, finds and reads scenarios, and checks the settings that a run was given for them. */

/** @import { Scenario, Setting } from '../types.js' */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LabError } from './errors.js';

const FOLDER = fileURLToPath(new URL('../scenarios/', import.meta.url));
const NEEDED = /** @type {const} */ ([
  ...['name', 'title', 'summary', 'generator', 'settings', 'sizes'],
  ...['plan', 'claims', 'run', 'conclude'],
]);

/**
 * Lets the types of a scenario's functions follow from its settings.
 * @template {Record<string, Setting<any>>} S @param {Scenario<S>} scenario
 */
export function defineScenario(scenario) {
  return scenario;
}

/** @returns {Promise<Scenario[]>} the scenarios that ship, by name */
export async function listScenarios() {
  return Promise.all((await namesOfAll()).map((name) => load(resolve(FOLDER, `${name}.js`))));
}

/**
 * @param {string} nameOrPath the name of a scenario that ships, or the path of a module
 * @param {{ size?: string | null, set?: Record<string, unknown> }} [options]
 * @throws {LabError} naming what is wrong, and what there is
 */
export async function readScenario(nameOrPath, { size = null, set = {} } = {}) {
  const scenario = await load(await fileOf(nameOrPath));
  return { scenario, size: size ?? 'full', settings: settingsOf(scenario, size, set) };
}

/**
 * @param {Pick<Scenario, 'name' | 'settings' | 'sizes'>} scenario
 * @param {string | null} size @param {Record<string, unknown>} set @returns {Record<string, any>}
 */
export function settingsOf({ name, settings, sizes }, size, set) {
  const all = ['full', ...Object.keys(sizes)];
  if (size !== null && !all.includes(size))
    throw new LabError(`The scenario "${name}" has no size "${size}". It has: ${all.join(', ')}.`);
  for (const [key, value] of Object.entries(set)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (!setting)
      throw new LabError(
        `--set ${key}: the scenario "${name}" has no such setting. It has: ${Object.keys(settings).join(', ')}.`,
      );
    const problem = problemOf(value, setting);
    if (problem !== '') throw new LabError(`--set ${key}=${JSON.stringify(value)}: it must be ${problem}.`);
  }
  const usual = Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]));
  return { ...usual, ...sizes[size ?? ''], ...set };
}

/** @param {unknown} value @param {Setting} setting @returns {string} what it must be; '' if it is that */
function problemOf(value, { value: usual, least = -Infinity, most = Infinity, oneOf }) {
  const range = ['a number', least > -Infinity && `from ${least}`, most < Infinity && `to ${most}`]
    .filter(Boolean)
    .join(' ');
  const isWithin = (/** @type {unknown} */ one) =>
    Number.isFinite(one) && Number(one) >= least && Number(one) <= most;
  if (Array.isArray(usual)) {
    if (!Array.isArray(value) || value.length === 0) return `a list, as in ${JSON.stringify(usual)}`;
    if (oneOf && !value.every((one) => oneOf.includes(one)))
      return `a list of some of ${JSON.stringify(oneOf)}`;
    const hasNumbers = usual.every((one) => typeof one === 'number');
    return hasNumbers && !value.every(isWithin) ? `a list of ${range}` : '';
  }
  if (typeof usual === 'number') return isWithin(value) ? '' : range;
  return typeof value === typeof usual ? '' : `a ${typeof usual}`;
}

async function namesOfAll() {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.js')).sort();
  return files.map((file) => basename(file, '.js'));
}

/** @param {string} nameOrPath */
async function fileOf(nameOrPath) {
  const isPath = /[\\/]|\.m?js$/.test(nameOrPath);
  const file = isPath ? resolve(nameOrPath) : resolve(FOLDER, `${nameOrPath}.js`);
  if (/\.ya?ml$/.test(nameOrPath))
    throw new LabError(
      `${nameOrPath} is a script of Artillery, which runs it: npx artillery run --target <url> ${nameOrPath}`,
    );
  if (existsSync(file)) return file;
  if (isPath) throw new LabError(`There is no file ${file}.`);
  throw new LabError(
    `There is no scenario "${nameOrPath}". There are: ${(await namesOfAll()).join(', ')}; or give the path of a .js file of your own.`,
  );
}

/** @param {string} file @returns {Promise<Scenario>} */
async function load(file) {
  const { default: scenario } = await import(pathToFileURL(file).href).catch((error) => {
    throw new LabError(`${file} cannot be loaded: ${error.message}`);
  });
  if (typeof scenario !== 'object' || scenario === null)
    throw new LabError(`${file} exports no scenario: write "export default defineScenario({ … })".`);
  const missing = NEEDED.find((part) => !(part in scenario));
  if (missing) throw new LabError(`${file}: the scenario has no "${missing}". See loadtest/types.d.ts.`);
  return scenario;
}

/** @param {Scenario} scenario @returns {string} its settings and sizes, for `--help` */
export function helpOf({ name, title, summary, settings, sizes }) {
  const line = (/** @type {string} */ word, /** @type {string} */ text) => `  ${word.padEnd(18)}${text}`;
  return [
    ...[`${title}: ${summary}.`, '', `npm run loadtest -- ${name} --set <setting>=<value>`],
    ...Object.entries(settings).map(([key, { value, help, oneOf }]) =>
      line(key, `${help}${oneOf ? ` (${oneOf.join(', ')})` : ''} [${JSON.stringify(value)}]`),
    ),
    ...['', 'Sizes:'],
    ...Object.entries(sizes).map(([size, values]) => line(size, JSON.stringify(values))),
    '',
  ].join('\n');
}
