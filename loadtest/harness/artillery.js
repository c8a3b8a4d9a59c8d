/** Runs Artillery as a child on the generator's core: it decides when phones come, our processors what they do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LabError } from './errors.js';
import { pinnedTo } from './pin.js';

const BIN = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url));
/** The generator takes this core, because server.js takes core 0. */
export const GENERATOR_CORE = 1;
const STOP_MS = 3000;

/**
 * @param {object} options
 * @param {import('./scenario.js').Script} options.script
 * @param {string} options.folder of the run
 * @param {{ url: string, key: string }} options.target
 * @param {Record<string, unknown>} options.lab
 * @param {string} options.eventsFile the file to which the processor appends its findings
 */
export async function startArtillery({ script, folder, target, lab, eventsFile }) {
  if (!existsSync(BIN)) throw new LabError('Artillery is not installed. Run: npm run setup');
  // A complete copy of the script lets the run be read, and repeated, later.
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
      // The lab judges in ensure.js, which also knows what the server counted.
      ARTILLERY_DISABLE_ENSURE: 'true',
      // There is one worker, because the phones of a run share a clock and a generator.
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
    /** Resolves to the exit code. */
    ended,
    /** Returns the end of what it printed, 4,000 characters at most. */
    said: () => said,
    report: () => readReport(reportFile),
    /** Ends Artillery with its workers and whatever they started. */
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
    // The group is gone already.
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
