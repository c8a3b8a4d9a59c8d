/** Runs a script of Artillery as Artillery runs it, ends it when it hangs, and reads what it has measured. */

import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { readArtillery } from './artillery-script.js';
import { LabError } from './errors.js';
import { startProgram } from './pin.js';

/** The start of Artillery, replies that are waited for and its report take longer than planned. */
const GRACE_S = 30;
/** Artillery counts a call of a function that is not there, and goes on. */
const UNDEFINED = 'errors.Undefined function ';
const STOP_MS = 3000;
/** It was cut short. */
const NOTHING = { counters: {}, rates: {}, histograms: {} };
/** Artillery's histograms have more percentiles, and the median twice. */
export const TIMES = /** @type {const} */ (['count', 'min', 'mean', 'p50', 'p95', 'p99', 'p999', 'max']);

/**
 * @typedef {Record<(typeof TIMES)[number], number>} Times of a histogram; ours are in ms
 * @typedef {{ expression: string, holds: boolean, strict: boolean }} Ensured strict: the run fails if it does not hold
 * @typedef {{ counters: Record<string, number>, rates: Record<string, number>, histograms: Record<string, Times> }} Report
 */

/**
 * Runs a script to its end, and reads what it measured.
 * @param {{ file: string, environment?: string | null, target: string, key: string }} script `key`: the operator's
 * @param {{ folder: string, signal?: AbortSignal, core?: number | null, graceS?: number }} how `folder`: for
 *   `artillery.json` and `artillery.log`; `signal`: ends it, and it resolves with what there is; `core`: holds it there, with
 *   all its threads; `graceS`: it may take so much longer than planned
 * @returns {Promise<Report & { code: number | null, ensure: Ensured[], log: string }>} `code`: Artillery's own: 0, 1 when
 *   something of `ensure` does not hold, null when a signal ended it; `log`: the file with all that it said
 * @throws {LabError} with the reason, if it crashed or did not end
 */
export async function runArtillery(
  { file, environment = null, target, key },
  { folder, signal, core = null, graceS = GRACE_S },
) {
  const { lastsS } = await readArtillery(file, environment);
  const report = resolve(folder, 'artillery.json');
  const log = join(folder, 'artillery.log');
  for (const old of [report, log]) await rm(old, { force: true });
  const named = environment === null ? [] : ['--environment', environment];
  const program = startProgram(
    [binary(), 'run', '--quiet', '--target', target, '--output', report, ...named, resolve(file)],
    {
      ...{ core, logFile: log },
      env: {
        OPERATOR_KEY: key,
        FORCE_COLOR: '0',
        ARTILLERY_DISABLE_TELEMETRY: 'true',
      },
    },
  );
  const late = AbortSignal.timeout((lastsS + graceS) * 1000);
  const over = AbortSignal.any(signal ? [signal, late] : [late]);
  const stop = () => void program.end('SIGTERM', STOP_MS);
  over.addEventListener('abort', stop, { once: true });
  if (over.aborted) stop();
  const { code } = await program.ended;
  over.removeEventListener('abort', stop);

  if (over.aborted && over.reason === late.reason)
    throw new LabError(
      `${file} did not end: its phases and "stayS" make ${lastsS} s, and ${graceS} s later it still ran. ` +
        'If its users stay longer, say so by "stayS" under "config.variables"; if a function of its processor ' +
        `calls back, write it as an async function. ${log} has what Artillery said.`,
    );
  const measured = await readReport(report);
  const unknown = Object.keys(measured?.counters ?? {}).find((name) => name.startsWith(UNDEFINED));
  const name = unknown?.slice(UNDEFINED.length);
  if (name) throw new LabError(`${file} calls ${name}, which its processor does not export.`);
  const said = program.said();
  if (measured === null && !signal?.aborted)
    throw new LabError(`${file}: Artillery ended with ${code}. ${reasonIn(said)} All it said is in ${log}.`);
  return { code, ...(measured ?? NOTHING), ensure: ensureIn(said), log };
}

/** @returns {string} @throws {LabError} if Artillery is not installed */
function binary() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('artillery/package.json')), 'bin/run');
  } catch {
    throw new LabError('Artillery is not installed: run "npm ci" instead of "npm ci --omit=dev".');
  }
}

/** @param {string} file @returns {Promise<Report | null>} null: none was written */
async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const { counters = {}, rates = {}, summaries: histograms = {} } = JSON.parse(text).aggregate;
  return { counters, rates, histograms };
}

/** @param {string} said @returns {Ensured[]} */
function ensureIn(said) {
  const [, ...checks] = said.split(/^Checks:$/m);
  return [...(checks.at(-1) ?? '').matchAll(/^(ok|fail): (.*?)( \(optional\))?$/gm)].map(
    ([, fate, expression = '', optional]) => ({ expression, holds: fate === 'ok', strict: !optional }),
  );
}

/** @param {string} said @returns {string} a sentence */
function reasonIn(said) {
  const found =
    /^Scenario validation error: .*$/m.exec(said)?.[0] ??
    /^(?:worker error, id: \d+ )?\[?\w*Error(?: \[\w+\])?: (.*)$/m.exec(said)?.[1] ??
    said.trim().split('\n').at(-1) ??
    '';
  return found === '' ? 'It did not say why.' : `${found.replace(/\.$/, '')}.`;
}
