/** Runs a scenario once, and shuts down everything it started. */

/** @import { Claim, Measured, Result, Scenario } from '../types.js' */
/** @import { Surroundings } from './lab.js' */
/** @import { RunOptions } from './options.js' */

import { NotMeasured } from '../verdict/headline.js';
import { decide } from '../verdict/judge.js';
import { createAbort } from './abort.js';
import { LabError } from './errors.js';
import { openLab } from './lab.js';
import { startLive } from './live.js';
import { startProbe } from './probe.js';
import { createProgress } from './progress.js';

/**
 * @typedef {{ write: (text: string) => unknown, isTTY?: boolean, columns?: number }} Out
 * @typedef {Awaited<ReturnType<typeof openLab>>} Opened
 * @typedef {Pick<Result, 'verdict' | 'series' | 'generator' | 'histograms'> & Pick<Opened, 'found'>} Play
 */

/**
 * @param {Omit<Surroundings, 'probe' | 'generators' | 'stop' | 'onRow'> & { scenario: Scenario,
 *   settings: Record<string, any>, options: RunOptions, aborts: Claim[], out: Out, signal: AbortSignal }} run `server` is
 *   stopped at its end, each of `aborts` may end it, and so does `signal` (Ctrl-C)
 * @returns {Promise<Play>}
 */
export async function play({ scenario, settings, options, aborts, signal, out, ...run }) {
  const { server, trust, cores } = run;
  const stop = new AbortController();
  const end = (/** @type {string} */ sentence) => stop.abort(new LabError(sentence));
  const onCtrlC = () => end('Stopped by Ctrl-C.');
  if (signal.aborted) onCtrlC();
  signal.addEventListener('abort', onCtrlC, { once: true });
  void server.died.then(end);
  const progress = createProgress(out, scenario.plan(settings).forS);
  /** @type {(() => unknown)[]} */
  const closers = [progress.end];
  const abort = createAbort(aborts);
  /** @type {Parameters<typeof concluded>[3]} */
  const ended = { claims: [], metrics: {} };
  try {
    const live = options.metrics === null ? null : await startLive(options.metrics, scenario.name);
    if (live) {
      closers.push(live.close);
      out.write(`  figures for Prometheus: ${live.url}\n`);
    }
    const asks = { url: server.url, ...trust, auth: scenario.probeAuth ?? {} };
    const probe = await startProbe(asks, { core: cores?.probe ?? null, onDied: end });
    closers.push(probe.close);
    const opened = await openLab(settings, {
      ...{ ...run, probe, generators: options.generators, stop },
      onRow(row, phase) {
        progress.show(row, phase);
        live?.show(row, phase.name);
        const broken = abort(row);
        if (!broken || stop.signal.aborted) return;
        ended.claims.push(broken);
        ended.metrics[broken.metric] = Number(row[broken.metric]);
        end(`Ended because "${broken.words}" did not hold: ${row[broken.metric]}.`);
      },
    });
    closers.push(opened.close);
    await untilOver(scenario.run(opened.lab), stop.signal, opened.found.problems);
    return concluded(scenario, settings, opened, ended);
  } finally {
    signal.removeEventListener('abort', onCtrlC);
    for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {});
    await server.stop();
  }
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
    run.catch(() => {});
  }
}

/**
 * @param {Scenario} scenario @param {Record<string, any>} settings @param {Opened} opened
 * @param {{ claims: Claim[], metrics: Record<string, number> }} ended by these claims, if any
 * @returns {Play}
 */
function concluded(scenario, settings, { found, series, generator, histograms }, ended) {
  const { points, metrics, notFound } = found;
  const { outcome, sentence, claims } = decide({
    claims: [...scenario.claims(settings), ...ended.claims],
    // A run ended by a claim has failed: its figure broke the limit three times in a row.
    problems: ended.claims.length > 0 ? [] : found.problems,
    ...{ points, notFound, metrics: { ...metrics, ...ended.metrics }, mostDisturbed: scenario.mostDisturbed },
  });
  const measured = { settings, points, series, metrics, histograms: histograms() };
  const told = conclude(scenario, measured);
  const isEmpty = told === null && outcome === 'passed';
  return {
    verdict: {
      outcome: isEmpty ? 'incomplete' : outcome,
      sentence: isEmpty ? 'What the headline needs was not measured.' : sentence,
      headline: told?.headline ?? 'There is nothing to say: what the headline needs was not measured.',
      limitedBy: outcome === 'invalid' ? 'the generator' : (told?.limitedBy ?? 'not known'),
      claims,
    },
    ...{ found, series, histograms: measured.histograms },
    generator: { name: scenario.generator, ...generator() },
  };
}

/** @param {Scenario} scenario @param {Measured<any>} measured */
function conclude(scenario, measured) {
  try {
    return scenario.conclude(measured);
  } catch (error) {
    if (error instanceof NotMeasured) return null;
    throw error;
  }
}
