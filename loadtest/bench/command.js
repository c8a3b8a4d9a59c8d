/** Runs a benchmark as a command: reads its options, and ends with the code of what its bursts are worth. */

/** @import { Read, Value } from '../harness/command-line.js' */
/** @import { Row } from './lab.js' */

import { readOptions } from '../harness/command-line.js';
import { EXIT, LabError } from '../harness/errors.js';
import { OUTCOMES, WORST_FIRST } from '../verdict/outcomes.js';

/**
 * Prints an option that is wrong as a sentence; anything else that goes wrong ends the process with its trace.
 * @template {Record<string, Value>} D
 * @param {D} defaults
 * @param {(options: Read<D>) => Promise<readonly Row[]>} run returns the bursts that its figures come from
 */
export async function command(defaults, run) {
  try {
    const rows = await run(readOptions(defaults));
    const worst = WORST_FIRST.find((validity) => rows.some((row) => row.validity === validity)) ?? 'valid';
    process.exitCode = worst === 'valid' ? EXIT.passed : OUTCOMES[worst].code;
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT.refused;
  }
}
