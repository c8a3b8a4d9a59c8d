#!/usr/bin/env node
/**
 * Lets something go away under a show, and tells what it cost: `node loadtest/faults/run.js redis-gone edge-killed …`, or
 * without names all of them. The processes are real, the phones are in a process beside them. It ends with the code of
 * the worst one, as a run of the lab does.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Fault, Found, Times } from './types.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { printTable } from '../bench/table.js';
import { orRefuse, readCommand } from '../harness/command-line.js';
import { LabError } from '../harness/errors.js';
import { chosenOf, openStage } from '../harness/plays.js';
import { decimal } from '../verdict/headline.js';
import { decide, limitOf } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { validityOf } from '../verdict/validity.js';
import { openCrowd } from './crowd.js';
import { FAULTS } from './faults.js';
import { figuresOf } from './figures.js';
import { createScope, nowMs } from './scope.js';

/** Everybody is given so long to be well again, and to be answered, before it counts as never. */
const PATIENCE_MS = 30_000;
const ANSWERS_MS = 15_000;
/** A generator that stood still for more of the time than this measures itself. */
const MOST_STALLED = 0.05;

const { names, options } = orRefuse(() =>
  readCommand({ phones: 240, before: 5, after: 3, quick: false, list: false, verbose: false }),
);
if (options.list)
  for (const [name, { title }] of Object.entries(FAULTS)) console.log(`${name.padEnd(16)} ${title}`);
else {
  const stage = openStage();
  await stage.each(chosenOf(names.length > 0 ? names : ['all'], FAULTS, 'fault'), (one) =>
    play(one, stage.signal),
  );
}

/** @param {[name: string, fault: Fault]} one @param {AbortSignal} signal @returns {Promise<Outcome>} */
async function play([name, fault], signal) {
  const scope = createScope();
  /** @type {string[]} */
  const problems = [];
  /** @type {Awaited<ReturnType<typeof measure>>} */
  let measured = { metrics: {}, generator: null };
  try {
    const over = new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    over.catch(() => {});
    measured = await Promise.race([measure(fault, scope, problems), /** @type {Promise<never>} */ (over)]);
  } catch (error) {
    if (!(error instanceof LabError)) console.error(error);
    problems.push(/** @type {Error} */ (error).message);
  } finally {
    await scope.close();
  }
  return tell(name, fault, measured, problems);
}

/** @param {Fault} fault @param {import('../../test/support/scope.js').Scope} scope @param {string[]} problems */
async function measure(fault, scope, problems) {
  const [usual, quick] = fault.outageS;
  const size = { phones: options.phones, outageS: options.quick ? quick : usual };
  const show = await fault.open(scope, size);
  const crowd = await openCrowd(scope, show);
  await crowd.begin();
  const calm = await crowd.well(nowMs() + options.before * 500, PATIENCE_MS);
  if (calm !== '') throw new LabError(`Before the fault these receive nothing: ${calm}.`);
  await wait(options.before * 500);

  /** @type {Times} */
  const times = { beganMs: 0, healedMs: 0, endMs: 0 };
  const began = () => void (times.beganMs = nowMs());
  const healed = () => void (times.healedMs = nowMs());
  const found = (await fault.act(show, { outageS: size.outageS, began, healed })) ?? {};
  const late = await crowd.well(times.healedMs, PATIENCE_MS);
  if (late !== '') console.log(`Never back: ${late}.`);
  await wait(options.after * 1000);
  times.endMs = nowMs();
  const unanswered = await crowd.quiet(ANSWERS_MS);
  const words = await crowd.results();
  const log = await crowd.log();
  if (options.verbose)
    console.log(
      JSON.stringify(
        log.witnesses.map(({ answers }) => answers.map(({ code, tookMs }) => [code, Math.round(tookMs)])),
      ),
    );
  for (const { name, over } of log.phones)
    if (over !== '') problems.push(`${name} was turned away: ${over}.`);
  const figures = figuresOf(log, times, { words, unanswered, levels: crowd.levels });
  return { metrics: withFound(figures, found), generator: limitOfGenerator(log.generators) };
}

/** @param {Record<string, number>} figures @param {Found} found @returns {Record<string, number>} */
function withFound(figures, { atPlace }) {
  if (atPlace === undefined) return figures;
  return { ...figures, atPlace, others: Math.max(0, Number(figures['affected']) - atPlace) };
}

/** @param {{ stalledShare: number }[]} generators @returns {string | null} why times say nothing */
function limitOfGenerator(generators) {
  const stalled = Math.max(...generators.map(({ stalledShare }) => stalledShare));
  if (stalled <= MOST_STALLED) return null;
  return `The process of the phones stood still for ${decimal(stalled * 100)} % of the time: its times are its own.`;
}

/**
 * @param {string} name @param {Fault} fault @param {{ metrics: Record<string, number>, generator: string | null }} measured
 * @param {string[]} problems @returns {Outcome}
 */
function tell(name, { title, claims }, { metrics, generator }, problems) {
  const worth = validityOf({
    ...{ probes: metrics['acknowledged'] ?? 0, clockDrift: 0, neighbours: 0, steal: 0 },
    generatorLimit: generator,
  });
  const { outcome, sentence, claims: judged } = decide({ claims, metrics, points: [worth], problems });
  const rows = judged.map((claim) => [
    claim.words,
    claim.value === null ? '–' : `${decimal(claim.value)} ${claim.unit ?? ''}`.trim(),
    limitOf(claim),
    claim.holds === null ? '?' : claim.holds ? 'holds' : 'BROKEN',
  ]);
  printTable(`${name}: ${title}`, ['what must hold', 'measured', 'limit', ''], rows);
  const claimed = new Set(claims.map(({ metric }) => metric));
  const others = Object.entries(metrics).filter(([metric]) => !claimed.has(metric));
  console.log(`\n${others.map(([metric, value]) => `${metric} ${decimal(value)}`).join(', ')}`);
  console.log(`${OUTCOMES[outcome].word}: ${name}. ${sentence}`);
  return outcome;
}
