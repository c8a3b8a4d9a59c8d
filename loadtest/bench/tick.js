/**
 * Times ticks by themselves: `node loadtest/bench/tick.js`. Pong folds the levels of 10,000 phones at 4 inputs a second;
 * a quiz has as many players, half of whom have answered, and is stored once a second while it changes.
 */

/** @import { Row } from './lab.js' */
/** @import { Child } from '../harness/child.js' */
/** @import { Column } from './table.js' */

import { resolve } from 'node:path';
import { createCoresMeter } from '../harness/cores.js';
import { startChild } from '../harness/child.js';
import { SERVER_CORE } from '../harness/layout.js';
import { canPin } from '../harness/pin.js';
import { undisturbed } from '../harness/undisturbed.js';
import { validityOf } from '../verdict/validity.js';
import { chosen } from './benchmark.js';
import { command } from './command.js';
import { over, printResults, spread } from './table.js';

const PLAYS = { pong: 'tick', 'pong, nobody moves': 'tick', quiz: 'tick', 'quiz, stored': 'second' };
const BEFORE = ', before';

await command({ phones: [10_000], rounds: 8, only: '', before: '' }, async (options) => {
  const { phones, rounds, before } = options;
  const plays = Object.keys(chosen(PLAYS, options.only));
  const core = canPin() ? SERVER_CORE : null;
  const others = createCoresMeter(core === null ? [] : [core]);
  const start = (/** @type {string} */ name, /** @type {Record<string, string>} */ env) =>
    startChild(new URL('./ticks.js', import.meta.url), { name: `The process "${name}"`, core, env });
  /** @type {Record<string, Child>} */
  const children = { '': start('own', {}) };
  if (before !== '') children[BEFORE] = start('before', { CHECKOUT: resolve(before) });
  /** @type {Row[]} */
  const all = [];

  /** @param {Child} child @param {{ play: string, phones: number }} what @returns {Promise<Row>} */
  async function weigh(child, what) {
    await others();
    const figures = await child.ask('burst', what);
    const taken = await others();
    return { ...figures, ...taken, ...validityOf({ probes: 1, clockDrift: 0, ...taken }) };
  }

  try {
    for (const count of phones) {
      /** @type {Record<string, Row[]>} */
      const results = {};
      for (let round = 0; round < rounds; round++)
        for (const play of plays)
          for (const [which, child] of Object.entries(children)) {
            const once = () => weigh(child, { play, phones: count });
            (results[play + which] ??= []).push(await undisturbed(once, () => {}));
          }
      printResults(
        `Ticks with ${count} phones, ${rounds} rounds: median (quartiles)`,
        columns(before),
        results,
      );
      all.push(...Object.values(results).flat());
    }
    return all;
  } finally {
    await Promise.all(Object.values(children).map((child) => child.close()));
  }
});

/** @param {string} before @returns {Record<string, Column>} */
function columns(before) {
  /** @type {Column} */
  const each = (_rows, _all, name) => PLAYS[/** @type {keyof typeof PLAYS} */ (name.replace(BEFORE, ''))];
  /** @type {Column} */
  const timesBefore = (rows, results, name) => over('cpuMs', name + BEFORE)(rows, results, name);
  return {
    ...{ ms: spread('cpuMs'), each, 'longest turn': spread('mostMs') },
    ...(before !== '' && { 'x before': timesBefore }),
  };
}
