/**
 * A reporter of node:test that prints nothing and records each test at once, so that a process that dies loses nothing: lines of JSON
 * in the file that `MASS_MOBILE_RECORD` names.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';

/**
 * `begin` and `over` name a test that runs; `done` is written when none is left.
 * @typedef {{ type: 'begin' | 'over' | 'pass' | 'fail' | 'skip' | 'done', name?: string, text?: string }} Entry
 */

export const RECORD = 'MASS_MOBILE_RECORD';

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* reporter(source) {
  for await (const { type, data } of source) {
    const { name, skip, details, nesting } = data;
    // The process may end with the last event, before this loop does.
    if (type === 'test:plan' && nesting === 0) write({ type: 'done' });
    if (!['test:pass', 'test:fail'].includes(type) || details.type === 'suite') continue;
    const error = details.error?.cause ?? details.error;
    if (skip !== undefined) write({ type: 'skip', name, text: `skipped: ${skip}` });
    else if (type === 'test:pass') write({ type: 'pass', name });
    // A failure within it has an entry of its own.
    else if (details.error?.failureType !== 'subtestsFailed')
      write({ type: 'fail', name, text: textOf(error) });
  }
  yield '';
}

/** @param {unknown} error @returns {string} */
function textOf(error) {
  if (!(error instanceof Error)) return inspect(error);
  const { message, stack = '', cause } = error;
  // A message that was extended later, as by an account of a page, is not in the stack.
  return [!stack.includes(message) && message, stack, cause && `cause: ${textOf(cause)}`]
    .filter(Boolean)
    .join('\n');
}

/** @param {Entry} entry */
export function write(entry) {
  appendFileSync(String(process.env[RECORD]), `${JSON.stringify(entry)}\n`);
}

/** @param {string} file @returns {Entry[]} */
export function readRecord(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
