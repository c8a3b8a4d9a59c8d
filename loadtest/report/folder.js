/** Reads the folder of a run for its report, and what several runs of one folder had in common. */

/** @import { JudgedClaim, Result, Row } from '../types.js' */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTold } from '../verdict/headline.js';
import { SIGNS } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';

/** Its message is a sentence that names the file and the remedy, for the person who asked for a report. */
export class ReportError extends Error {
  name = 'ReportError';
}

const UNKNOWN = 'not known';
const UNTOLD = 'What was measured cannot be said in a sentence, because a figure of it is missing.';
const NO_JUDGEMENT = { value: null, holds: null };
const CLAIM = { metric: UNKNOWN, unit: '', because: 'It was not measured.' };
/** See `fitted`. */
const FORM = {
  schema: 2,
  ...{ scenario: UNKNOWN, title: UNKNOWN, size: UNKNOWN, startedAt: '', finishedAt: '' },
  verdict: {
    ...{ outcome: UNKNOWN, sentence: UNTOLD, headline: UNTOLD, limitedBy: UNKNOWN },
    claims: [readClaim],
  },
  problems: [UNTOLD],
  machine: (/** @type {any} */ machine) => ({ ...machine, packages: machine?.packages ?? {} }),
  generator: { name: UNKNOWN, processes: 1, cpuPeak: null, limits: [UNTOLD] },
  target: { url: UNKNOWN, isOwn: false, isRemote: false },
  settings: ownOf,
  series: [ownOf],
  points: [(/** @type {Row} */ point) => ownOf({ because: '', validity: 'incomplete', ...point })],
  metrics: keep(Number.isFinite),
  histograms: keep(Boolean),
  tables: [{ title: '', note: '', columns: [String], rows: [Object.values] }],
  repeats: (/** @type {any} */ repeats) =>
    repeats ? { runs: repeats.runs, spreads: keep(Boolean)(repeats.spreads) } : null,
};

/**
 * @param {string} folder of a run; or one that holds the folders of several runs, which are taken as repeats
 * @returns {Promise<Result>}
 * @throws {ReportError}
 */
export async function readResults(folder) {
  if (existsSync(join(folder, 'result.json'))) return readResult(folder);
  const names = await readdir(folder).catch(() => []);
  const folders = names.sort().map((name) => join(folder, name));
  const runs = await Promise.all(
    folders.filter((one) => existsSync(join(one, 'result.json'))).map(readResult),
  );
  const last = runs.at(-1);
  if (!last) return readResult(folder);
  const other = runs.find(({ scenario }) => scenario !== last.scenario);
  if (other)
    throw new ReportError(
      `${folder} holds runs of "${last.scenario}" and of "${other.scenario}", which are no repeats.`,
    );
  const valuesOf = (/** @type {string} */ name) => runs.map(({ metrics }) => metrics[name] ?? NaN);
  const spreads = Object.keys(last.metrics).map((name) => [name, spreadOf(valuesOf(name))]);
  return { ...last, repeats: { runs: runs.length, spreads: Object.fromEntries(spreads) } };
}

/** @param {string} folder @returns {Promise<Result>} @throws {ReportError} */
export async function readResult(folder) {
  const file = join(folder, 'result.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ReportError(`${file} cannot be read. Give the folder of a run, as the runner printed it.`);
  });
  let result;
  try {
    result = JSON.parse(text);
  } catch {
    throw new ReportError(`${file} is not JSON: the run was cut off while it was written. Run it again.`);
  }
  if (result?.schema === 1)
    throw new ReportError(`${file} is of an older lab (schema 1), which this one cannot read: run it again.`);
  if (result?.schema !== 2 || typeof result.scenario !== 'string')
    throw new ReportError(`${file} is not the result of a run that this report can read (schema 2).`);
  return complete(result);
}

/**
 * Gives a result every field that a report reads, leaves out what cannot be read, and lets it be "passed" only if it
 * does not contradict itself, so that a run that was cut short, or edited, can be told as well.
 * @param {any} given parsed, or as a run made it
 * @returns {Result}
 */
export function complete(given) {
  /** @type {Result} */
  const result = fitted(FORM, given);
  const { verdict, problems } = result;
  const isSound =
    problems.length === 0 && verdict.claims.length > 0 && verdict.claims.every(({ holds }) => holds);
  if (Object.hasOwn(OUTCOMES, verdict.outcome) && (verdict.outcome !== 'passed' || isSound)) return result;
  const sentence = problems[0] ?? 'The result does not bear out its outcome.';
  return { ...result, verdict: { ...verdict, outcome: 'incomplete', sentence } };
}

/**
 * @param {any} form what stands where a field is missing or of another kind; a function reads it, and a list has the form
 *   of each entry
 * @param {any} given
 * @returns {any}
 */
function fitted(form, given) {
  if (typeof form === 'function') return form(given);
  if (typeof form === 'string')
    return typeof given === 'string' && given.trim() !== '' && isTold(given) ? given : form;
  if (Array.isArray(form))
    return Array.isArray(given) ? given.filter((one) => one != null).map((one) => fitted(form[0], one)) : [];
  if (form !== null && typeof form === 'object')
    return Object.fromEntries(Object.entries(form).map(([name, of]) => [name, fitted(of, given?.[name])]));
  return Number.isFinite(given) || typeof given === typeof form ? given : form;
}

/** @param {any} given @returns {JudgedClaim} */
function readClaim(given) {
  const claim = { ...given, ...fitted({ ...CLAIM, words: String(given.metric) }, given) };
  if (!Object.hasOwn(SIGNS, claim.sign) || !Number.isFinite(claim.limit))
    return { ...claim, ...NO_JUDGEMENT, sign: '==', limit: 0, because: 'The claim cannot be read.' };
  const isJudged = Number.isFinite(claim.value) && typeof claim.holds === 'boolean';
  return { ...claim, ...(isJudged ? { because: null } : NO_JUDGEMENT) };
}

/** @param {Row} row @returns {any} without a prototype, so that it has no fields but its own */
function ownOf(row) {
  return Object.assign(Object.create(null), row);
}

/** @param {(value: any) => boolean} isGood @returns {(record: any) => Record<string, any>} what is good of it */
function keep(isGood) {
  return (record) => ownOf(Object.fromEntries(Object.entries(record ?? {}).filter(([, one]) => isGood(one))));
}
