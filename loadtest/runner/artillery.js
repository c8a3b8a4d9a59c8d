/** Artillery, as a child on the generator's core: it decides who comes when, our processors what they do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LabError } from './errors.js';
import { pinnedTo } from '../pin.js';

const BIN = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url));
/** server.js takes core 0. */
export const GENERATOR_CORE = 1;
const STOP_MS = 3000;

/**
 * @param {object} options
 * @param {import('./scenario.js').Script} options.script
 * @param {string} options.folder of the run
 * @param {{ url: string, key: string }} options.target
 * @param {Record<string, unknown>} options.lab
 * @param {string} options.eventsFile where the processor says what it found
 */
export async function startArtillery({ script, folder, target, lab, eventsFile }) {
  if (!existsSync(BIN)) throw new LabError('Artillery is not installed. Run: npm run setup');
  // A copy, complete: what ran can be read, and run again, later.
  const scriptFile = join(folder, 'script.json');
  const reportFile = join(folder, 'artillery.json');
  await writeFile(
    scriptFile,
    JSON.stringify({ ...script, config: { ...script.config, target: target.url } }, null, 2),
  );
  const [command = '', ...args] = [
    ...pinnedTo(GENERATOR_CORE),
    process.execPath,
    BIN,
    'run',
    '--quiet',
    '--output',
    reportFile,
    scriptFile,
  ];
  const child = spawn(command, args, {
    detached: true,
    env: {
      ...process.env,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      // The lab judges by what the server counted as well: ensure.js.
      ARTILLERY_DISABLE_ENSURE: 'true',
      // One worker: phones of one run share a clock and a generator.
      WORKERS: '1',
      LAB_TARGET: JSON.stringify(target),
      LAB_SETTINGS: JSON.stringify(lab),
      LAB_PHASES: JSON.stringify(script.config.phases),
      LAB_EVENTS: eventsFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(folder, 'artillery.log'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on('data', (/** @type {Buffer} */ chunk) => (said = (said + chunk).slice(-4000)));
  }
  const ended = once(child, 'exit').then(([code]) => {
    log.end();
    return /** @type {number | null} */ (code);
  });

  return {
    pid: /** @type {number} */ (child.pid),
    /** The exit code. */
    ended,
    /** What it printed last. */
    said: () => said,
    report: () => readReport(reportFile),
    /** Its workers and what they started go with it. */
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      endGroup(child.pid, 'SIGTERM');
      const hurry = setTimeout(() => endGroup(child.pid, 'SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(hurry);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startArtillery>>} Artillery */

/** @param {number | undefined} pid @param {NodeJS.Signals} signal */
function endGroup(pid, signal) {
  if (!pid) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

/** @param {string} file @returns {Promise<Record<string, number>>} counters, rates and percentiles by name */
async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text) return {};
  const { counters, rates, summaries } = JSON.parse(text).aggregate;
  const percentiles = Object.entries(summaries ?? {}).flatMap(([name, values]) =>
    Object.entries(/** @type {Record<string, number>} */ (values)).map(([at, value]) => [
      `${name}.${at}`,
      value,
    ]),
  );
  return { ...counters, ...rates, ...Object.fromEntries(percentiles) };
}
