/** Reads a script of Artillery, and checks what Artillery itself does not. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import yaml from 'js-yaml';
import { LabError } from './errors.js';

const COUNTS = /** @type {const} */ (['arrivalRate', 'arrivalCount', 'rampTo', 'maxVusers']);
const UNIT_S = new Map(Object.entries({ ms: 0.001, s: 1, m: 60, min: 60, h: 3600 }));

/** @typedef {(what: string) => LabError} Wrong names the place */

/**
 * Reads a script and checks what Artillery does not: with a phase that it cannot read it hangs for ever.
 * @param {string} file
 * @param {string | null} [environment]
 * @returns {Promise<{ users: number, lastsS: number }>} of all phases; a user may stay for `stayS` of the variables longer
 * @throws {LabError} naming the file, what is wrong with it and what to write
 */
export async function readArtillery(file, environment = null) {
  /** @type {Wrong} */
  const wrong = (what) => new LabError(`${file}: ${what}`);
  if (!existsSync(file)) throw new LabError(`There is no file ${file}.`);
  const script = parse(await readFile(file, 'utf8'), wrong);
  if (typeof script?.config !== 'object' || !Array.isArray(script.scenarios))
    throw wrong('it must have "config" and a list of "scenarios", as loadtest/artillery/ramp.yml has.');
  const { environments = {}, ...base } = script.config;
  const names = Object.keys(environments).join(', ') || 'none';
  if (environment !== null && !environments[environment])
    throw wrong(`there is no environment "${environment}". It has: ${names}.`);
  const config = environment === null ? base : merge(base, environments[environment]);
  if (!Array.isArray(config.phases) || config.phases.length === 0)
    throw wrong('"config.phases" must list at least one phase.');
  if (config.processor !== undefined) checkProcessor(resolve(dirname(file), String(config.processor)), wrong);
  const all = { users: 0, lastsS: Number(config.variables?.stayS) || 0 };
  for (const [index, phase] of config.phases.entries()) {
    const one = readPhase(phase, (what) => wrong(`phase ${index + 1} of "config.phases": ${what}`));
    all.users += one.users;
    all.lastsS += one.lastsS;
  }
  return { ...all, users: Math.round(all.users) };
}

/** @param {string} text @param {Wrong} wrong @returns {any} */
function parse(text, wrong) {
  try {
    return yaml.load(text);
  } catch (error) {
    const { reason = 'this is no YAML', mark } = /** @type {any} */ (error);
    throw wrong(`${mark ? `line ${mark.line + 1}: ` : ''}${reason}.`);
  }
}

/** Merges as Artillery merges an environment: lists by index, too. @param {any} base @param {any} over @returns {any} */
function merge(base, over) {
  if (typeof base !== 'object' || typeof over !== 'object' || base === null || over === null) return over;
  const merged = Array.isArray(base) ? [...base] : { ...base };
  for (const [name, value] of Object.entries(over)) merged[name] = merge(merged[name], value);
  return merged;
}

/** @param {Record<string, unknown>} phase @param {Wrong} wrong @returns {{ users: number, lastsS: number }} */
function readPhase(phase, wrong) {
  if (typeof phase !== 'object' || phase === null) throw wrong('it is no phase.');
  const { name: _name, mode: _mode, ...rest } = phase;
  const read = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, filled(value)]));
  for (const name of COUNTS) {
    if (read[name] !== undefined && !(read[name] !== '' && Number(read[name]) >= 0))
      throw wrong(`"${name}" is ${JSON.stringify(read[name])}; it must be a number, 0 or more.`);
  }
  const lastsS = secondsOf('pause' in read ? 'pause' : 'duration', read, wrong);
  if ('pause' in read) return { users: 0, lastsS };
  const { arrivalCount, arrivalRate, rampTo } = read;
  if (arrivalCount !== undefined) return { users: Number(arrivalCount), lastsS };
  if (arrivalRate === undefined && rampTo === undefined)
    throw wrong('it has neither "arrivalCount" nor "arrivalRate" nor "pause".');
  const from = Number(arrivalRate ?? 0);
  return { users: ((from + Number(rampTo ?? from)) / 2) * lastsS, lastsS };
}

/** @param {string} name @param {Record<string, unknown>} phase @param {Wrong} wrong */
function secondsOf(name, phase, wrong) {
  const [, figure, unit = 's'] = /^(\d+(?:\.\d+)?) *(ms|s|m|min|h)?$/.exec(String(phase[name])) ?? [];
  const given = JSON.stringify(phase[name]) ?? 'missing';
  if (figure === undefined || Number(figure) === 0)
    throw wrong(`"${name}" is ${given}; it must be a number of seconds, or a time such as 5m.`);
  return Number(figure) * (UNIT_S.get(unit) ?? 1);
}

/** Puts the environment's values in, as `{{ $env.USERS }}` asks for. @param {unknown} value */
function filled(value) {
  const asked = /\{\{ *\$(?:env|processEnvironment)\.(\w+) *\}\}/g;
  return typeof value === 'string' ? value.replace(asked, (_all, name) => process.env[name] ?? '') : value;
}

/** @param {string} path @param {Wrong} wrong */
function checkProcessor(path, wrong) {
  if (!existsSync(path)) throw wrong(`its processor ${path} is not there.`);
  if (!/\.[cm]?js$/.test(path)) return;
  const { status, stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  if (status === 0) return;
  const line = /:(\d+)\n/.exec(stderr)?.[1];
  const why = /^SyntaxError: .*$/m.exec(stderr)?.[0] ?? 'Node cannot read it';
  throw wrong(`its processor ${basename(path)}${line ? `, line ${line}` : ''}: ${why}.`);
}
