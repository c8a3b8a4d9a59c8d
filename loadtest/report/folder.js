/** Reads the folder of a run for its report, and what several runs of one folder had in common. */

/** @import { JudgedClaim, Result, Row, Spread } from '../types.js' */

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

const UNTOLD = 'What was measured cannot be said in a sentence, because a figure of it is missing.';

/**
 * @param {string} folder of a run; or one that holds the folders of several runs, which are taken as repeats
 * @returns {Promise<Result>}
 * @throws {ReportError}
 */
export async function readResults(folder) {
  if (existsSync(join(folder, 'result.json'))) return readResult(folder);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => existsSync(join(folder, entry.name, 'result.json')))
    .map(({ name }) => name);
  if (names.length === 0) return readResult(folder);
  const runs = await Promise.all(names.sort().map((name) => readResult(join(folder, name))));
  const last = /** @type {Result} */ (runs.at(-1));
  const other = runs.find(({ scenario }) => scenario !== last.scenario);
  if (other)
    throw new ReportError(
      `${folder} holds runs of "${last.scenario}" and of "${other.scenario}", which are no repeats.`,
    );
  const shared = Object.keys(last.metrics).filter((name) =>
    runs.every(({ metrics }) => Object.hasOwn(metrics, name)),
  );
  const spreads = shared.map((name) => [name, spreadOf(runs.map(({ metrics }) => metrics[name] ?? NaN))]);
  return { ...last, repeats: { runs: runs.length, spreads: Object.fromEntries(spreads) } };
}

/** @param {string} folder @returns {Promise<Result>} @throws {ReportError} */
export async function readResult(folder) {
  const file = join(folder, 'result.json');
  const result = parse(await readText(file), file);
  if (result?.schema === 1)
    throw new ReportError(`${file} is of an older lab (schema 1), which this one cannot read: run it again.`);
  if (result?.schema !== 2 || typeof result.scenario !== 'string')
    throw new ReportError(`${file} is not the result of a run that this report can read (schema 2).`);
  return complete(result);
}

/** @param {string} folder @returns {string[]} the files with raw data that lie beside the report */
export function rawFiles(folder) {
  return ['result.json', 'points.csv'].filter((name) => existsSync(join(folder, name)));
}

/** @param {string} file */
async function readText(file) {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new ReportError(`${file} cannot be read. Give the folder of a run, as the runner printed it.`);
  }
}

/** @param {string} text @param {string} file */
function parse(text, file) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReportError(`${file} is not JSON: the run was cut off while it was written. Run it again.`);
  }
}

/**
 * Gives a result every list that a report reads, leaves out what cannot be read, and lets it be "passed" only if it
 * does not contradict itself, so that a run that was cut short, or edited, can be told as well.
 * @param {any} result parsed, or as a run made it
 * @returns {Result}
 */
export function complete(result) {
  const { verdict, machine, generator, target, repeats } = result;
  const claims = listOf(verdict?.claims).map(readClaim);
  const problems = listOf(result.problems).map((problem) => words(problem, UNTOLD));
  const isSound = claims.length > 0 && claims.every(({ holds }) => holds) && problems.length === 0;
  const isKnown = Object.hasOwn(OUTCOMES, verdict?.outcome) && (verdict.outcome !== 'passed' || isSound);
  return {
    schema: 2,
    scenario: String(result.scenario),
    title: words(result.title, String(result.scenario)),
    startedAt: String(result.startedAt ?? ''),
    finishedAt: String(result.finishedAt ?? ''),
    size: words(result.size, 'not known'),
    verdict: {
      outcome: isKnown ? verdict.outcome : 'incomplete',
      sentence: isKnown
        ? words(verdict.sentence, UNTOLD)
        : (problems[0] ?? 'The result does not bear out its outcome.'),
      headline: words(verdict?.headline, UNTOLD),
      limitedBy: words(verdict?.limitedBy, 'not known'),
      claims,
    },
    problems,
    machine: { ...machine, packages: machine?.packages ?? {} },
    generator: {
      name: words(generator?.name, 'not known'),
      processes: count(generator?.processes),
      machines: count(generator?.machines),
      cpuPeak: Number.isFinite(generator?.cpuPeak) ? generator.cpuPeak : null,
      limits: listOf(generator?.limits).map((limit) => words(limit, UNTOLD)),
    },
    target: {
      url: words(target?.url, 'not known'),
      isOwn: target?.isOwn === true,
      isRemote: target?.isRemote === true,
    },
    settings: result.settings ?? {},
    series: listOf(result.series).map(ownOf),
    points: listOf(result.points).map((point) => ownOf({ because: '', validity: 'incomplete', ...point })),
    metrics: /** @type {Record<string, number>} */ (finite(result.metrics)),
    histograms: result.histograms ?? {},
    tables: listOf(result.tables).map((one) => ({
      ...one,
      columns: listOf(one.columns),
      rows: listOf(one.rows).map((row) => Object.values(row)),
    })),
    repeats: repeats ? { runs: repeats.runs, spreads: spreadsOf(repeats.spreads) } : null,
  };
}

/** @param {any} claim @returns {JudgedClaim} */
function readClaim(claim) {
  const { sign, limit, value, holds } = claim;
  const isClaim = Object.hasOwn(SIGNS, sign) && Number.isFinite(limit);
  const isJudged = isClaim && Number.isFinite(value) && typeof holds === 'boolean';
  return {
    metric: String(claim.metric),
    words: words(claim.words, String(claim.metric)),
    kind: claim.kind === 'time' ? 'time' : 'count',
    ...(isClaim ? { sign, limit } : { sign: /** @type {const} */ ('=='), limit: 0 }),
    ...(typeof claim.unit === 'string' && { unit: claim.unit }),
    value: isJudged ? value : null,
    holds: isJudged ? holds : null,
    because: isJudged
      ? null
      : isClaim
        ? words(claim.because, 'It was not measured.')
        : 'The claim cannot be read.',
  };
}

/** @param {any} list @returns {any[]} */
function listOf(list) {
  return Array.isArray(list) ? list.filter((one) => one != null) : [];
}

/** @param {unknown} value of processes or machines, of which there is at least one */
function count(value) {
  return Number.isInteger(value) ? Number(value) : 1;
}

/** @param {unknown} text @param {string} otherwise @returns {string} */
function words(text, otherwise) {
  return typeof text === 'string' && text.trim() !== '' && isTold(text) ? text : otherwise;
}

/** @param {Row} row @returns {any} without a prototype, so that it has no fields but its own */
function ownOf(row) {
  return Object.assign(Object.create(null), row);
}

/** @param {Record<string, unknown> | undefined} metrics */
function finite(metrics = {}) {
  return Object.fromEntries(Object.entries(metrics ?? {}).filter(([, value]) => Number.isFinite(value)));
}

/** @param {Record<string, Spread>} spreads */
function spreadsOf(spreads) {
  const whole = Object.entries(spreads ?? {}).filter(
    ([, spread]) =>
      spread &&
      [spread.median, spread.lower, spread.upper].every(Number.isFinite) &&
      Array.isArray(spread.values),
  );
  return Object.fromEntries(whole);
}
