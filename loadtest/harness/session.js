/** Takes a run from its first check to its report, once or several times. */

/** @import { Claim, Outcome, Point, Result, Row, Scenario, Verdict } from '../types.js' */
/** @import { RunOptions } from './options.js' */
/** @import { ServerUnderTest } from './server.js' */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { writeReport } from '../report/report.js';
import { writeSummaries } from '../report/summary.js';
import { openPool } from '../swarm/pool.js';
import { NotMeasured } from '../verdict/headline.js';
import { decide, limitOf } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';
import { createAbort, readClaim } from './abort.js';
import { artilleryScenario } from './artillery.js';
import { openBots } from './bots.js';
import { startChild } from './child.js';
import { EXIT, LabError } from './errors.js';
import { openLab } from './lab.js';
import { layoutOf, moveTo } from './layout.js';
import { startLive } from './live.js';
import { openToHelpers } from './join.js';
import { describeMachine } from './machine.js';
import { canPin } from './pin.js';
import { checkRoom, checkTarget, isHere } from './preflight.js';
import { startProbe } from './probe.js';
import { createProgress } from './progress.js';
import { saveResult } from './save.js';
import { readScenario } from './scenario.js';
import { runningServer, startServer } from './server.js';

/** A run that neighbours disturbed is played again, up to this many times as often as was asked for. */
const MOST_PLAYS = 2;
/** A source address has 1,000 connections: see swarm/roster.js. */
const PER_SOURCE = 1000;

/**
 * @typedef {{ write: (text: string) => unknown, isTTY?: boolean, columns?: number }} Out
 * @typedef {object} Play one playing of a scenario
 * @property {Verdict} verdict
 * @property {Awaited<ReturnType<typeof openLab>>['found']} found
 * @property {Row[]} series
 * @property {Result['generator']} generator
 * @property {Result['histograms']} histograms
 */

/**
 * @param {RunOptions} options
 * @param {{ out: Out, signal: AbortSignal, env?: Record<string, string> }} surroundings `env` of the server that is started
 * @returns {Promise<{ code: number, folder: string, result: Result }>}
 * @throws {LabError} if nothing ran
 */
export async function runSession(options, { out, signal, env = {} }) {
  const { scenario, size, settings } = await scenarioOf(options);
  const aborts = options.abort.map(readClaim);
  const plan = scenario.plan(settings);
  await checkRoom(Math.ceil(plan.connections / options.generators), {
    sources: Math.max(1, Math.ceil(plan.connections / PER_SOURCE)),
  });
  const trust = await trustOf(options);
  if (options.target) await checkTarget({ url: options.target, key: options.key, ...trust });
  const folder = await makeFolder(options, scenario.name);
  const startedAt = new Date();
  const machine = await describeMachine();
  const cores = canPin() && availableParallelism() > 1 ? layoutOf(options.generators) : null;
  if (cores) moveTo(cores.probe);

  /** @type {Play[]} */
  const plays = [];
  /** @type {string} */
  let target;
  const enough = () =>
    plays.filter(({ verdict }) => verdict.outcome !== 'disturbed').length >= options.repeat ||
    plays.length >= (options.repeat > 1 ? MOST_PLAYS * options.repeat : 1);
  do {
    const server = options.target
      ? { ...runningServer(options.target, options.key), ...trust }
      : await startServer({ logFile: join(folder, 'server.log'), env, core: cores?.server ?? null });
    target = server.url;
    out.write(
      `${scenario.title} (${size}) against ${server.url}${options.repeat > 1 ? `, run ${plays.length + 1}` : ''}\n`,
    );
    plays.push(
      await play({
        ...{ scenario, settings, server, options, cores, aborts, folder, out, signal, env },
        forS: plan.forS,
      }),
    );
  } while (!signal.aborted && !enough());

  const result = {
    .../** @type {const} */ ({ schema: 2, scenario: scenario.name, title: scenario.title, size }),
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    ...merge(plays, scenario.generator),
    machine,
    target: { url: target, isOwn: options.target === null, isRemote: !isHere(target) },
    settings,
  };
  await saveResult(folder, result);
  const [report] = await Promise.all([writeReport(folder), writeSummaries(folder)]);
  say(out, result, report);
  return { code: signal.aborted ? EXIT.stopped : OUTCOMES[result.verdict.outcome].code, folder, result };
}

/** @param {RunOptions} options */
async function scenarioOf(options) {
  if (!/\.ya?ml$/.test(options.scenario)) return readScenario(options.scenario, options);
  const scenario = await artilleryScenario(resolve(options.scenario), options.size);
  return { scenario, size: options.size ?? 'full', settings: {} };
}

/** @param {RunOptions} options @returns {Promise<{ ca?: string, insecure?: boolean }>} */
async function trustOf({ ca, insecure }) {
  if (ca === null) return insecure ? { insecure } : {};
  const text = await readFile(ca, 'utf8').catch((error) => {
    throw new LabError(`--ca ${ca} cannot be read: ${error.message}`);
  });
  return { ca: text };
}

/** @param {RunOptions} options @param {string} name */
async function makeFolder(options, name) {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(options.out ?? join('reports', `${stamp}-${name}`));
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new LabError(`The folder ${folder} cannot be made: ${error.message}`);
  });
  // An earlier run may have left these in the same folder: half of this run and half of that one would be a lie.
  for (const file of ['result.json', 'points.csv', 'report.html', 'summary.md', 'junit.xml'])
    await rm(join(folder, file), { force: true });
  return folder;
}

/**
 * Plays a scenario once, and ends all that it started.
 * @param {object} options
 * @param {Scenario} options.scenario
 * @param {Record<string, any>} options.settings
 * @param {ServerUnderTest} options.server
 * @param {RunOptions} options.options
 * @param {ReturnType<typeof layoutOf> | null} options.cores
 * @param {Claim[]} options.aborts
 * @param {number | null} options.forS
 * @param {string} options.folder
 * @param {Out} options.out
 * @param {AbortSignal} options.signal
 * @param {Record<string, string>} options.env of servers that are started
 * @returns {Promise<Play>}
 */
async function play({ scenario, settings, server, options, cores, aborts, forS, folder, out, signal, env }) {
  const stop = new AbortController();
  const end = (/** @type {string} */ sentence) => stop.abort(new LabError(sentence));
  const onCtrlC = () => end('Stopped by Ctrl-C.');
  if (signal.aborted) onCtrlC();
  signal.addEventListener('abort', onCtrlC, { once: true });
  void server.died.then(end);
  const progress = createProgress(out, forS);
  /** @type {(() => unknown)[]} */
  const closers = [() => progress.end()];
  const abort = createAbort(aborts);
  /** @type {Record<string, number>} */
  const aborted = {};
  try {
    const live = options.metrics === null ? null : await startLive(options.metrics, scenario.name);
    if (live) {
      closers.push(live.close);
      out.write(`  figures for Prometheus: ${live.url}\n`);
    }
    const probe = await startProbe(
      { ...trustOnly(server), url: server.url, auth: scenario.probeAuth ?? {} },
      { core: cores?.probe ?? null, onDied: end },
    );
    closers.push(probe.close);
    const helpers = await openToHelpers(options, { target: server, out, signal: stop.signal });
    if (helpers) closers.push(helpers.close);
    const opened = await openLab(settings, {
      ...{ server, probe, cores, stop, folder },
      async openPool(given) {
        const pool = await openPool({
          processes: options.generators,
          ...(cores ? { cores: cores.generators } : {}),
          // Helpers have agreed to load the server under test, and no rival of it.
          coordinator: given.url === server.url ? helpers : null,
        });
        closers.push(pool.close);
        await pool.open({ ...given, ...trustOnly(server) });
        return pool;
      },
      openBots: (given) =>
        openBots(
          { ...given, ...trustOnly(server) },
          { processes: options.generators, cores: cores?.generators ?? null },
        ),
      openRival: (name) => openRival(name, cores?.server ?? null),
      openServer: async (more) =>
        options.target
          ? null
          : startServer({
              logFile: join(folder, 'other-server.log'),
              env: { ...env, ...more },
              core: cores?.server ?? null,
            }),
      openProbe: (given) =>
        startProbe({ ...trustOnly(server), ...given }, { core: cores?.probe ?? null, onDied: end }),
      onRow(row, phase) {
        progress.show(row, phase);
        live?.show(row, phase.name);
        const broken = abort.check(row);
        if (!broken || stop.signal.aborted) return;
        aborted[broken.metric] = Number(row[broken.metric]);
        end(`Ended because "${broken.words}" did not hold: ${row[broken.metric]}.`);
      },
    });
    closers.push(opened.close);
    await untilOver(scenario.run(opened.lab), stop.signal, opened.found.problems);
    return concluded(scenario, settings, opened, { aborts, aborted });
  } finally {
    signal.removeEventListener('abort', onCtrlC);
    for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {});
    await server.stop();
  }
}

/** @param {ServerUnderTest & { ca?: string, insecure?: boolean }} server */
function trustOnly({ ca, insecure }) {
  return { ...(ca === undefined ? {} : { ca }), ...(insecure === undefined ? {} : { insecure }) };
}

/**
 * Waits for the run, or for what ends it. Why it ended is kept as a problem, and what was measured is kept too.
 * @param {Promise<void>} run @param {AbortSignal} signal @param {string[]} problems
 */
async function untilOver(run, signal, problems) {
  const stopped = new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    await Promise.race([run, stopped]);
  } catch (error) {
    // An error that came because the run was ended is not the reason for its end.
    const reason = signal.aborted ? signal.reason : error;
    problems.unshift(reason instanceof Error ? reason.message : String(reason));
    if (!signal.aborted && !(error instanceof LabError) && process.env['LAB_DEBUG']) console.error(error);
    run.catch(() => {});
  }
}

/**
 * @param {Scenario} scenario @param {Record<string, any>} settings
 * @param {Awaited<ReturnType<typeof openLab>>} opened
 * @param {{ aborts: Claim[], aborted: Record<string, number> }} ended
 * @returns {Play}
 */
function concluded(scenario, settings, { found, series, generator, histograms }, { aborts, aborted }) {
  const { points, metrics, notFound } = found;
  // A run that a claim ended is one that failed, by a figure that was seen three times in a row.
  const problems = Object.keys(aborted).length > 0 ? [] : found.problems;
  const claims = [...scenario.claims(settings), ...aborts.filter(({ metric }) => metric in aborted)];
  const {
    outcome,
    sentence,
    claims: judged,
  } = decide({
    ...{ claims, points, problems, notFound },
    metrics: { ...metrics, ...aborted },
  });
  const about = generator();
  const saved = histograms();
  const told = conclude(scenario, { settings, points, series, metrics, histograms: saved });
  const isEmpty = told === null && outcome === 'passed';
  return {
    verdict: {
      outcome: isEmpty ? 'incomplete' : outcome,
      sentence: isEmpty ? 'What the headline needs was not measured.' : sentence,
      headline: told?.headline ?? 'There is nothing to say: what the headline needs was not measured.',
      limitedBy: outcome === 'invalid' ? 'the generator' : (told?.limitedBy ?? 'not known'),
      claims: judged,
    },
    found,
    series,
    generator: { name: scenario.generator, ...about },
    histograms: saved,
  };
}

/** @param {Scenario} scenario @param {import('../types.js').Measured<any>} measured */
function conclude(scenario, measured) {
  try {
    return scenario.conclude(measured);
  } catch (error) {
    if (error instanceof NotMeasured) return null;
    throw error;
  }
}

/** The outcomes of several runs, worst first: together they are worth no more than the worst. @type {readonly Outcome[]} */
const WORST = ['failed', 'incomplete', 'invalid', 'throttled', 'disturbed', 'not-found', 'passed'];

/** @param {Play[]} plays @param {string} name of the generator */
function merge(plays, name) {
  const undisturbed = plays.filter(({ verdict }) => verdict.outcome !== 'disturbed');
  const all = undisturbed.length > 0 ? undisturbed : plays;
  const rank = (/** @type {Play} */ { verdict }) => WORST.indexOf(verdict.outcome);
  const worst = /** @type {Play} */ ([...all].sort((a, b) => rank(a) - rank(b))[0]);
  const many = all.length > 1;
  const names = [...new Set(all.flatMap(({ found }) => Object.keys(found.metrics)))];
  const spreads = Object.fromEntries(
    names.map((metric) => [
      metric,
      spreadOf(all.map(({ found }) => found.metrics[metric]).filter((value) => value !== undefined)),
    ]),
  );
  return {
    verdict: worst.verdict,
    problems: all.flatMap(({ found }) => found.problems),
    generator: { ...worst.generator, name },
    series: worst.series,
    points: all.flatMap(({ found }, run) =>
      found.points.map((point) => (many ? { run: run + 1, ...point } : point)),
    ),
    metrics: many
      ? Object.fromEntries(Object.entries(spreads).map(([metric, { median }]) => [metric, median]))
      : worst.found.metrics,
    histograms: worst.histograms,
    tables: worst.found.tables,
    repeats: many ? { runs: all.length, spreads } : null,
  };
}

/** @param {string} name @param {number | null} core @returns {Promise<import('../types.js').Rival>} */
async function openRival(name, core) {
  const child = await startChild(new URL(`../bench/rivals/${name.replace('.', '')}.js`, import.meta.url), {
    core,
  });
  const { port } = await child.ask('target');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, close: child.end };
}

/** @param {Out} out @param {Result} result @param {string} report */
function say(out, { verdict, problems }, report) {
  const { word, meaning } = OUTCOMES[verdict.outcome];
  out.write(`\n${word}: ${verdict.headline}\n`);
  if (verdict.outcome !== 'passed') out.write(`  ${verdict.sentence}\n  ${meaning}\n`);
  for (const problem of problems.slice(0, 5)) if (problem !== verdict.sentence) out.write(`  ${problem}\n`);
  for (const claim of verdict.claims) {
    const { words, value, holds, unit = '' } = claim;
    const mark = holds === null ? 'unknown' : holds ? 'holds  ' : 'BROKEN ';
    out.write(
      `  ${mark}  ${words} (${limitOf(claim)}): ${value === null ? 'not measured' : `${value} ${unit}`.trim()}\n`,
    );
  }
  out.write(`  ${report}\n`);
}
