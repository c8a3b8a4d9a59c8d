/** Runs a script of Artillery as Artillery runs it, ends it when it hangs, and reads what it has measured. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { readArtillery } from './artillery-script.js';
import { LabError } from './errors.js';
import { pinnedTo } from './pin.js';

/** A run may take so much longer than planned: the start of Artillery, replies that are waited for, its report. */
const GRACE_S = 30;
/** Artillery counts a call of a function that is not there, and goes on. */
const UNDEFINED = 'errors.Undefined function ';
const STOP_MS = 3000;
const KEPT_CHARACTERS = 20_000;

/**
 * @typedef {Record<'count' | 'min' | 'max' | 'mean' | 'p50' | 'p95' | 'p99' | 'p999', number>} Times of a histogram; ours
 *   are in ms
 * @typedef {{ expression: string, holds: boolean, strict: boolean }} Ensured strict: the run fails if it does not hold
 *
 * @typedef {object} ArtilleryRun
 * @property {number | null} code Artillery's own: 0, 1 when something of `ensure` does not hold; null: ended by a signal
 * @property {Record<string, number>} counters empty, as are the others, when it was cut short
 * @property {Record<string, number>} rates
 * @property {Record<string, Times>} histograms
 * @property {Ensured[]} ensure
 * @property {string} log the file with all that it said
 */

/**
 * Runs a script to its end, and reads what it measured.
 * @param {object} options
 * @param {string} options.file
 * @param {string | null} [options.environment]
 * @param {string} options.target the server's URL
 * @param {string} [options.key] the operator's
 * @param {string} options.folder for `artillery.json` and `artillery.log`
 * @param {AbortSignal} [options.signal] ends it; it then resolves with what there is
 * @param {number | null} [options.core] hold it to this core, with all its threads
 * @param {number} [options.graceS] how much longer than planned it may take
 * @returns {Promise<ArtilleryRun>}
 * @throws {LabError} with the reason, if it crashed or did not end
 */
export async function runArtillery(options) {
  const { file, environment = null, folder, signal, graceS = GRACE_S } = options;
  const { lastsS } = await readArtillery(file, environment);
  const report = join(folder, 'artillery.json');
  const log = join(folder, 'artillery.log');
  await rm(report, { force: true });
  const child = start(options, report);
  const ended = once(child, 'close');
  const output = createWriteStream(log);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(output, { end: false });
    stream.on('data', (/** @type {Buffer} */ chunk) => (said = (said + chunk).slice(-KEPT_CHARACTERS)));
  }

  let isLate = false;
  /** @type {NodeJS.Timeout | undefined} */
  let hurry;
  const stop = () => {
    endGroup(child.pid, 'SIGTERM');
    hurry ??= setTimeout(endGroup, STOP_MS, child.pid, 'SIGKILL');
  };
  const deadline = setTimeout(
    () => {
      isLate = true;
      stop();
    },
    (lastsS + graceS) * 1000,
  );
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const [code] = /** @type {[number | null]} */ (await ended);
  clearTimeout(deadline);
  clearTimeout(hurry);
  signal?.removeEventListener('abort', stop);
  output.end();
  await finished(output);

  if (isLate)
    throw new LabError(
      `${file} did not end: its phases and "stayS" make ${lastsS} s, and ${graceS} s later it still ran. ` +
        'If its users stay longer, say so by "stayS" under "config.variables"; if a function of its processor ' +
        `calls back, write it as an async function. ${log} has what Artillery said.`,
    );
  const measured = await readReport(report);
  const unknown = Object.keys(measured?.counters ?? {}).find((name) => name.startsWith(UNDEFINED));
  if (unknown)
    throw new LabError(
      `${file} calls ${unknown.slice(UNDEFINED.length)}, which its processor does not export.`,
    );
  if (measured === null && !signal?.aborted)
    throw new LabError(`${file}: Artillery ended with ${code}. ${reasonIn(said)} All it said is in ${log}.`);
  const nothing = { counters: {}, rates: {}, histograms: {} };
  return { code, ...(measured ?? nothing), ensure: ensureIn(said), log };
}

/** @param {Parameters<typeof runArtillery>[0]} options @param {string} report */
function start({ file, environment = null, target, key, core = null }, report) {
  const words = [
    process.execPath,
    binary(),
    'run',
    '--quiet',
    '--target',
    target,
    '--output',
    resolve(report),
  ];
  if (environment !== null) words.push('--environment', environment);
  const [command = '', ...args] = [...(core === null ? [] : pinnedTo(core)), ...words, resolve(file)];
  return spawn(command, args, {
    // In a group of its own it ends with its threads, and does not get Ctrl-C before the lab does.
    detached: true,
    env: {
      ...process.env,
      ...(key === undefined ? {} : { OPERATOR_KEY: key }),
      FORCE_COLOR: '0',
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      // Even then it looks for the host of its telemetry at its end, up to 15 s long; as a worker it does not.
      WORKER_ID: 'lab',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @returns {string} @throws {LabError} if Artillery is not installed */
function binary() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('artillery/package.json')), 'bin/run');
  } catch {
    throw new LabError('Artillery is not installed: run "npm ci" instead of "npm ci --omit=dev".');
  }
}

/** @param {number | undefined} pid @param {NodeJS.Signals} name */
function endGroup(pid, name) {
  try {
    if (pid) process.kill(-pid, name);
  } catch {
    // The group is gone already.
  }
}

/** @param {string} file @returns {Promise<Pick<ArtilleryRun, 'counters' | 'rates' | 'histograms'> | null>} null: none was written */
async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const { counters = {}, rates = {}, summaries = {} } = JSON.parse(text).aggregate;
  const histograms = Object.fromEntries(
    Object.entries(summaries).map(([name, { count, min, max, mean, p50, p95, p99, p999 }]) => [
      name,
      { count, min, max, mean, p50, p95, p99, p999 },
    ]),
  );
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
