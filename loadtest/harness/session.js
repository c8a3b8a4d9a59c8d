/** Takes a run from its first check to its report, once or several times. */

/** @import { Outcome, Result, Row } from '../types.js' */
/** @import { RunOptions } from './options.js' */
/** @import { Out, Play } from './play.js' */
/** @import { Trust } from './trust.js' */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeReport } from '../report/report.js';
import { writeSummaries } from '../report/summary.js';
import { limitOf } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { spreadOf } from '../verdict/spread.js';
import { readClaim } from './abort.js';
import { EXIT, LabError } from './errors.js';
import { layoutOf, moveTo } from './layout.js';
import { describeMachine } from './machine.js';
import { canPin } from './pin.js';
import { play } from './play.js';
import { checkRoom, checkTarget, isHere } from './preflight.js';
import { readScenario } from './scenario.js';
import { runningServer, startServer } from './server.js';

/** A run that neighbours disturbed is played again, up to this many times as often as was asked for. */
const MOST_PLAYS = 2;
/** A source address has 1,000 connections: see swarm/plan.js. */
const PER_SOURCE = 1000;
/** An earlier run may have left these in the same folder: half of this run and half of that one would be a lie. */
const FILES = [
  ...['result.json', 'points.csv', 'report.html', 'summary.md', 'junit.xml'],
  ...['server.log', 'other-server.log'],
];

/**
 * @param {RunOptions} options @param {{ out: Out, signal: AbortSignal }} surroundings
 * @returns {Promise<number>} the exit code @throws {LabError} if nothing ran
 */
export async function runSession(options, { out, signal }) {
  const { scenario, size, settings } = await readScenario(options.scenario, options);
  const aborts = options.abort.map(readClaim);
  const { connections } = scenario.plan(settings);
  const sources = Math.max(1, Math.ceil(connections / PER_SOURCE));
  await checkRoom(Math.ceil(connections / options.generators), { sources });
  const trust = await trustOf(options);
  if (options.target) await checkTarget({ url: options.target, key: options.key, ...trust });
  const folder = await makeFolder(options, scenario.name);
  const startedAt = new Date();
  const machine = await describeMachine();
  const cores = canPin() ? layoutOf(options.generators) : null;
  if (cores) moveTo(cores.probe);

  const plays = /** @type {Play[]} */ ([]);
  const most = options.repeat > 1 ? MOST_PLAYS * options.repeat : 1;
  /** @type {string} */
  let url;
  do {
    const server = options.target
      ? runningServer(options.target, options.key)
      : await startServer({ logFile: join(folder, 'server.log'), core: cores?.server ?? null });
    ({ url } = server);
    const which = options.repeat > 1 ? `, run ${plays.length + 1}` : '';
    out.write(`${scenario.title} (${size}) against ${url}${which}\n`);
    const run = { scenario, settings, server, trust, options, cores, aborts, folder, out, signal };
    plays.push(await play(run));
  } while (!signal.aborted && plays.length < most && undisturbedOf(plays).length < options.repeat);

  const result = {
    .../** @type {const} */ ({ schema: 2, scenario: scenario.name, title: scenario.title, size }),
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    ...merge(plays),
    machine,
    target: { url, isOwn: options.target === null, isRemote: !isHere(url) },
    settings,
  };
  await saveResult(folder, result);
  const [report] = await Promise.all([writeReport(folder), writeSummaries(folder)]);
  say(out, result, report);
  return signal.aborted ? EXIT.stopped : OUTCOMES[result.verdict.outcome].code;
}

/** @param {RunOptions} options @returns {Promise<Trust>} */
async function trustOf({ ca, insecure }) {
  if (ca === null) return { insecure };
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
  for (const file of FILES) await rm(join(folder, file), { force: true });
  return folder;
}

/** @param {Play[]} plays */
function undisturbedOf(plays) {
  return plays.filter(({ verdict }) => verdict.outcome !== 'disturbed');
}

/** The outcomes of several runs, worst first: together they are worth no more than the worst. @type {readonly Outcome[]} */
const WORST = ['failed', 'incomplete', 'invalid', 'throttled', 'disturbed', 'not-found', 'passed'];

/** @param {Play[]} plays of which those that were disturbed count only if all were */
function merge(plays) {
  const undisturbed = undisturbedOf(plays);
  const all = undisturbed.length > 0 ? undisturbed : plays;
  const rank = (/** @type {Play} */ { verdict }) => WORST.indexOf(verdict.outcome);
  const worst = all.reduce((one, other) => (rank(other) < rank(one) ? other : one));
  const { verdict, generator, series, histograms, found } = worst;
  const problems = all.flatMap((one) => one.found.problems);
  const only = { verdict, problems, generator, series, histograms, tables: found.tables };
  if (all.length === 1) return { ...only, points: found.points, metrics: found.metrics, repeats: null };
  const names = [...new Set(all.flatMap((one) => Object.keys(one.found.metrics)))];
  const valuesOf = (/** @type {string} */ name) => all.map((one) => one.found.metrics[name] ?? NaN);
  const spreads = Object.fromEntries(names.map((name) => [name, spreadOf(valuesOf(name))]));
  return {
    ...only,
    points: all.flatMap((one, run) => one.found.points.map((point) => ({ run: run + 1, ...point }))),
    metrics: Object.fromEntries(names.map((name) => [name, spreads[name]?.median ?? NaN])),
    repeats: { runs: all.length, spreads },
  };
}

/** Saves all figures, completely even if the run was incomplete. @param {string} folder @param {Result} result */
async function saveResult(folder, result) {
  const files = {
    'result.json': `${JSON.stringify(result, null, 1)}\n`,
    'points.csv': csvOf(result.points.length > 0 ? result.points : result.series),
  };
  for (const [name, text] of Object.entries(files)) {
    // It is replaced at once, so that no reader finds half of it.
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  }
}

/** @param {Row[]} rows @returns {string} RFC 4180, with a head */
function csvOf(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const field = (/** @type {unknown} */ value) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => names.map((name) => field(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
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
    const figure = value === null ? 'not measured' : `${value} ${unit}`.trim();
    out.write(`  ${mark}  ${words} (${limitOf(claim)}): ${figure}\n`);
  }
  out.write(`  ${report}\n`);
}
