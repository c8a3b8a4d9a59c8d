/** Takes one run from its first check to its report. */

/** @import { Result } from '../report/types.js' */
/** @import { RunOptions } from './options.js' */
/** @import { ServerUnderTest } from './server.js' */

import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeReport } from '../report/report.js';
import { startArtillery } from './artillery.js';
import { judge, readEnsure } from './ensure.js';
import { EXIT, LabError } from './errors.js';
import { createFindings } from './findings.js';
import { describeMachine } from './machine.js';
import { checkRoom, checkTarget } from './preflight.js';
import { createProgress } from './progress.js';
import { saveResult } from './result.js';
import { lastingS, readScenario } from './scenario.js';
import { runningServer, startServer } from './server.js';
import { checkKey, startWatch } from './watch.js';

/** Artillery takes some 10 s to gather its figures at the end. If it hangs, the report goes without them. */
const OVERDUE_MS = 45_000;

/**
 * @param {RunOptions} options
 * @param {{ out: NodeJS.WriteStream, signal: AbortSignal, env?: Record<string, string> }} surroundings `env` of
 *   the server that is started
 * @returns {Promise<{ code: number, folder: string }>}
 * @throws {LabError} if nothing ran
 */
export async function runSession(options, { out, signal, env = {} }) {
  const scenario = await readScenario(options.scenario, options);
  const { phases } = scenario.script.config;
  const terms = readEnsure(scenario.script.config.ensure);
  await checkRoom(scenario.teller.connections(scenario.lab, phases), {
    sources: Number(scenario.lab['sources'] ?? 1),
  });
  if (options.target) await checkTarget(options.target);
  if (options.target) await checkKey(options.target, options.key);
  const folder = await makeFolder(options, scenario.name);
  const startedAt = new Date();
  const machine = await describeMachine();
  const server = options.target
    ? runningServer(options.target, options.key)
    : await startServer({ logFile: join(folder, 'server.log'), env });
  out.write(`${scenario.teller.title} (${scenario.size}) against ${server.url}\n`);

  const run = await measure({ scenario, folder, server, out, signal });
  const { incompleteBecause, findings, series, metrics } = run;
  const measured = { points: findings.points, series, metrics, lab: scenario.lab };
  const complete = incompleteBecause === null;
  const ensure = judge(terms, metrics);
  const cpuPeak = Math.max(0, ...series.map((row) => Number(row['generatorCpu'] ?? 0)));
  /** @type {Result} */
  const result = {
    schema: 1,
    scenario: scenario.name,
    title: scenario.teller.title,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    complete,
    incompleteBecause,
    smoke: scenario.size === 'smoke',
    verdict: {
      pass: complete && ensure.every(({ pass }) => pass),
      ...concluded(scenario, measured, complete),
      ensure,
    },
    machine,
    generator: {
      name: scenario.teller.generator,
      cpuPeak: Math.min(1, cpuPeak),
      limited: findings.generator.limited,
      ...(findings.generator.note ? { note: findings.generator.note } : {}),
    },
    target: server.url,
    options: { size: scenario.size, ...scenario.lab },
    series,
    points: findings.points,
    tables: findings.tables,
  };
  await saveResult(folder, result);
  const report = await writeReport(folder);
  tell(out, result, report);
  return { code: codeOf(result, signal), folder };
}

/** @param {RunOptions} options @param {string} name */
async function makeFolder(options, name) {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(options.out ?? join('reports', `${stamp}-${name}`));
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new LabError(`The folder ${folder} cannot be made: ${error.message}`);
  });
  return folder;
}

/**
 * @param {object} options
 * @param {import('./scenario.js').Scenario} options.scenario
 * @param {string} options.folder
 * @param {ServerUnderTest} options.server ended here, whatever happens
 * @param {NodeJS.WriteStream} options.out
 * @param {AbortSignal} options.signal
 */
async function measure({ scenario, folder, server, out, signal }) {
  const eventsFile = join(folder, 'findings.ndjson');
  // An earlier run may have left these in the same folder.
  await Promise.all([eventsFile, join(folder, 'artillery.json')].map((file) => rm(file, { force: true })));
  /** @type {(sentence: null) => void} */
  let giveUp = () => {};
  const overdue = new Promise((resolve) => (giveUp = resolve));
  const findings = createFindings(eventsFile, () => {
    watch?.stop();
    setTimeout(giveUp, OVERDUE_MS, null).unref();
  });
  const progress = createProgress(out);
  const { script, lab } = scenario;
  const endsMs = Date.now() + lastingS(script.config.phases) * 1000;
  /** @type {ReturnType<typeof startWatch> | null} */
  let watch = null;
  /** @type {Awaited<ReturnType<typeof startArtillery>> | null} */
  let artillery = null;
  try {
    artillery = await startArtillery({ script, folder, target: server, lab, eventsFile });
    watch = startWatch({
      server,
      generatorPid: artillery.pid,
      findings,
      onRow: (row) => progress.show(row, findings.phase, (endsMs - Date.now()) / 1000),
    });
    const incompleteBecause = await Promise.race([
      artillery.ended.then((code) => (code === 0 ? null : failure(code, artillery?.said() ?? ''))),
      server.died,
      overdue,
      stopped(signal),
    ]);
    await artillery.stop();
    await findings.close();
    const metrics = { ...(await artillery.report()), ...findings.metrics };
    return {
      incompleteBecause: incompleteBecause ?? findings.problems[0] ?? null,
      findings,
      series: watch.series,
      metrics,
    };
  } finally {
    progress.end();
    watch?.stop();
    await artillery?.stop();
    await server.stop();
  }
}

/** @param {number | null} code @param {string} said */
function failure(code, said) {
  return `Artillery ended with ${code}: ${said.trim().split('\n').slice(-3).join(' ').slice(0, 300)}`;
}

/** @param {AbortSignal} signal @returns {Promise<string>} */
function stopped(signal) {
  const sentence = 'Stopped by Ctrl-C.';
  return new Promise((resolve) => {
    if (signal.aborted) resolve(sentence);
    signal.addEventListener('abort', () => resolve(sentence), { once: true });
  });
}

/**
 * Concludes a run; one that was cut short may lack what its sentence needs.
 * @param {import('./scenario.js').Scenario} scenario
 * @param {import('./scenario.js').Measured} measured
 * @param {boolean} complete
 */
function concluded({ teller }, measured, complete) {
  try {
    return teller.conclude(measured);
  } catch (error) {
    if (complete) throw error;
    return { headline: 'Cut short before there was anything to say.', limitedBy: 'not known' };
  }
}

/** @param {NodeJS.WriteStream} out @param {Result} result @param {string} report */
function tell(out, { complete, incompleteBecause, verdict, generator }, report) {
  const word = !complete ? 'Incomplete' : verdict.pass ? 'Passed' : 'Failed';
  out.write(`\n${word}: ${verdict.headline}\n`);
  if (!complete) out.write(`  ${incompleteBecause}\n`);
  for (const { name, limit, value, pass } of verdict.ensure)
    out.write(`  ${pass ? 'holds ' : 'BROKEN'}  ${name} ${limit}: ${value ?? 'not measured'}\n`);
  if (generator.limited) out.write(`  The generator was the limit. ${generator.note ?? ''}\n`);
  out.write(`  ${report}\n`);
}

/** @param {Result} result @param {AbortSignal} signal */
function codeOf({ verdict }, signal) {
  if (signal.aborted) return EXIT.stopped;
  return verdict.pass ? EXIT.passed : EXIT.failed;
}
