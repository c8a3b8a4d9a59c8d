/** Reads the folder of a run for its report. */

/** @import { Result } from './types.js' */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Its message is a sentence that names the file and the remedy, for the person who asked for a report. */
export class ReportError extends Error {
  name = 'ReportError';
}

/**
 * @param {string} folder
 * @returns {Promise<Result>} with every list there, so that an incomplete run can be told as well
 */
export async function readResult(folder) {
  const file = join(folder, 'result.json');
  const result = parse(await readText(file), file);
  if (result?.schema !== 1 || typeof result.scenario !== 'string')
    throw new ReportError(`${file} is not the result of a run that this report can read (schema 1).`);
  return complete(result);
}

/**
 * Lists the files with raw data that lie beside the report.
 * @param {string} folder
 */
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

/** @param {Result} result @returns {Result} */
function complete(result) {
  const { verdict, machine, generator } = result;
  return {
    ...result,
    title: result.title ?? result.scenario,
    verdict: { ...verdict, ensure: verdict?.ensure ?? [], limitedBy: verdict?.limitedBy ?? 'not known' },
    machine: { ...machine, packages: machine?.packages ?? {} },
    generator: { ...generator, name: generator?.name ?? 'not known' },
    options: result.options ?? {},
    series: result.series ?? [],
    points: result.points ?? [],
    tables: result.tables ?? [],
  };
}
