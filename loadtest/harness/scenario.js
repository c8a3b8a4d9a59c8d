/** Defines, finds and reads scenarios, and checks the settings that a run was given for them. */

/** @import { Scenario, Setting, SettingValue, Values } from '../types.js' */

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
 * @template {Record<string, Setting<any>>} S
 * @param {Scenario<S>} scenario
 * @returns {Scenario<S>}
 */
export function defineScenario(scenario) {
  return scenario;
}

/** @returns {Promise<Scenario[]>} the scenarios that ship, by name */
export async function listScenarios() {
  const files = (await readdir(FOLDER)).filter((file) => isScenario(file)).sort();
  return Promise.all(files.map((file) => load(resolve(FOLDER, file))));
}

/**
 * @param {string} nameOrPath the name of a scenario that ships, or the path of a module
 * @param {{ size?: string | null, set?: Record<string, unknown> }} [options]
 * @returns {Promise<{ scenario: Scenario, size: string, settings: Record<string, any> }>}
 * @throws {LabError} naming what is wrong, and what there is
 */
export async function readScenario(nameOrPath, { size = null, set = {} } = {}) {
  const scenario = await load(await fileOf(nameOrPath));
  return { scenario, size: size ?? 'full', settings: settingsOf(scenario, size, set) };
}

/**
 * @param {Pick<Scenario, 'name' | 'settings' | 'sizes'>} scenario
 * @param {string | null} size
 * @param {Record<string, unknown>} set
 * @returns {Record<string, any>}
 */
export function settingsOf({ name, settings, sizes }, size, set) {
  if (size !== null && size !== 'full' && !Object.hasOwn(sizes, size))
    throw new LabError(
      `The scenario "${name}" has no size "${size}". It has: full, ${Object.keys(sizes).join(', ')}.`,
    );
  /** @type {Record<string, SettingValue>} */
  const values = {};
  for (const [key, { value }] of Object.entries(settings)) values[key] = value;
  Object.assign(values, sizes[size ?? ''] ?? {});
  for (const [key, value] of Object.entries(set)) {
    const setting = settings[key];
    if (!setting || !Object.hasOwn(settings, key))
      throw new LabError(
        `--set ${key}: the scenario "${name}" has no such setting. It has: ${Object.keys(settings).join(', ')}.`,
      );
    const problem = problemOf(value, setting);
    if (problem !== '') throw new LabError(`--set ${key}=${JSON.stringify(value)}: it must be ${problem}.`);
    values[key] = /** @type {SettingValue} */ (value);
  }
  return values;
}

/** @param {unknown} value @param {Setting} setting @returns {string} what it must be; '' if it is that */
function problemOf(value, { value: usual, least = -Infinity, most = Infinity }) {
  if (Array.isArray(usual)) {
    if (!Array.isArray(value) || value.length === 0) return `a list, as in ${JSON.stringify(usual)}`;
    return usual.every((one) => typeof one === 'number') && !value.every((one) => isWithin(one, least, most))
      ? `a list of ${rangeOf(least, most)}`
      : '';
  }
  if (typeof usual === 'number') return isWithin(value, least, most) ? '' : rangeOf(least, most);
  return typeof value === typeof usual ? '' : `a ${typeof usual}`;
}

/** @param {unknown} value @param {number} least @param {number} most */
function isWithin(value, least, most) {
  return typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most;
}

/** @param {number} least @param {number} most */
function rangeOf(least, most) {
  if (most === Infinity) return least === -Infinity ? 'a number' : `a number from ${least}`;
  return `a number from ${least} to ${most}`;
}

/** @param {string} file */
function isScenario(file) {
  return file.endsWith('.js') && !file.endsWith('.test.js');
}

/** @param {string} nameOrPath */
async function fileOf(nameOrPath) {
  const isPath = /[\\/]|\.m?js$/.test(nameOrPath);
  const file = isPath ? resolve(nameOrPath) : resolve(FOLDER, `${nameOrPath}.js`);
  if (existsSync(file)) return file;
  if (isPath) throw new LabError(`There is no file ${file}.`);
  const names = (await readdir(FOLDER)).filter(isScenario).map((name) => basename(name, '.js'));
  throw new LabError(
    `There is no scenario "${nameOrPath}". There are: ${names.join(', ')}; or give the path of a .js file of your own, ` +
      'or of an Artillery script (.yml).',
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
  const rows = Object.entries(settings).map(
    ([key, { value, help }]) => `  ${key.padEnd(18)}${help} [${JSON.stringify(value)}]`,
  );
  const others = Object.entries(sizes).map(
    ([size, values]) => `  ${size.padEnd(18)}${JSON.stringify(values)}`,
  );
  return [
    `${title}: ${summary}.`,
    '',
    `npm run loadtest -- ${name} --set <setting>=<value>`,
    ...rows,
    '',
    'Sizes:',
    ...others,
    '',
  ].join('\n');
}

/** @typedef {Values<Record<string, Setting<any>>>} AnyValues */
