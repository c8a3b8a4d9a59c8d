/**
 * Measures what edges bring and what they cost, with a real home, real edges, a real Redis and phones over real WebSockets:
 * `node loadtest/cluster/run.js`. The parts can be measured one by one, as in `--only bytes`. `--save` writes the rows that
 * the simulator (loadtest/scale) is compared with.
 */

/** @import { Row } from './rows.js' */
/** @import { Prices } from './stream.js' */

import { readFileSync, writeFileSync } from 'node:fs';
import { chosen } from '../bench/benchmark.js';
import { readOptions } from '../harness/command-line.js';
import { EXIT, LabError } from '../harness/errors.js';
import { describeMachine } from '../harness/machine.js';
import { playBytes } from './bytes.js';
import { playEdges } from './edges.js';
import { playRatio } from './ratio.js';
import { playStream } from './stream.js';

const USUAL = Object.freeze({
  ...{ only: '', rounds: 4, seconds: 4 },
  ...{ slice: 50, phones: 2000, hz: 40, save: '' },
});
/** The cost of an input, and the bytes through Redis, may differ so much and still count as the same. */
const FLAT = Object.freeze({ cpu: 0.15, bytes: 0.1 });
/** Two edges on two cores must bring at least so much. A core that brings less than half of itself is not worth its rent. */
const LEAST_RATIO = 1.5;

/** @typedef {typeof USUAL} Options */
/** @typedef {{ claims: [said: string, holds: boolean][], rows?: Row[] | Prices }} Part */

/** @type {Record<string, (options: Options) => Promise<Part>>} */
const PARTS = {
  async ratio({ rounds, seconds, slice }) {
    const { ratio, perCpu } = await playRatio({ rounds, seconds, slice });
    const said = `two edges on two cores fold ${ratio.toFixed(2)} times as much (${perCpu.toFixed(2)} of it for the same CPU time); at least ${LEAST_RATIO}`;
    // On whole cores the generators compete with the edges, and the ratio says nothing about these.
    return { claims: slice < 100 ? [[said, ratio >= LEAST_RATIO]] : [] };
  },
  async edges(options) {
    const { rows, spread } = await playEdges(options);
    return { rows, claims: [flat('CPU per input at 1, 2 and 4 edges', spread, FLAT.cpu)] };
  },
  async bytes({ seconds }) {
    const { rows, spread } = await playBytes({ seconds: 2.5 * seconds });
    return { rows, claims: [flat('bytes through Redis at 100 to 10,000 phones', spread, FLAT.bytes)] };
  },
  stream: async ({ seconds }) => ({ rows: await playStream({ seconds }), claims: [] }),
};

try {
  const options = /** @type {Options} */ (readOptions(USUAL));
  let isGood = true;
  for (const [name, play] of Object.entries(chosen(PARTS, options.only))) {
    const { claims, rows } = await play(options);
    for (const [said, holds] of claims) {
      process.stdout.write(`\n${holds ? 'passed' : 'FAILED'}  ${said}\n`);
      isGood &&= holds;
    }
    if (options.save !== '' && rows) await save(options.save, name, rows);
  }
  process.exitCode = isGood ? EXIT.passed : 1;
} catch (error) {
  if (!(error instanceof LabError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT.refused;
}

/** @param {string} what @param {number} spread @param {number} most @returns {[string, boolean]} */
function flat(what, spread, most) {
  return [`${what} differ by ${Math.round(spread * 100)} %; at most ${most * 100} %`, spread <= most];
}

/** Replaces the rows of one part in a file. @param {string} file @param {string} part @param {Row[] | Prices} rows */
async function save(file, part, rows) {
  /** @type {Record<string, unknown>} */
  let all = {};
  try {
    all = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // It is written for the first time.
  }
  const { cpu, cores, os, node } = await describeMachine();
  const whole = { ...all, machine: { cpu, cores, os, node }, [part]: rows };
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
}
