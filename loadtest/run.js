#!/usr/bin/env node
/** Runs the command of the load lab: `npm run loadtest -- <scenario>`. */

import { LabError, EXIT } from './harness/errors.js';
import { HELP, readOptions } from './harness/options.js';
import { helpOf, listScenarios, readScenario } from './harness/scenario.js';
import { runSession } from './harness/session.js';
import { writeComparison } from './report/compare.js';
import { ReportError } from './report/folder.js';

const out = process.stdout;
process.exitCode = await main().catch((error) => {
  if (!(error instanceof LabError || error instanceof ReportError)) throw error;
  process.stderr.write(`${error.message}\n`);
  return EXIT.refused;
});

/** @returns {Promise<number>} the exit code */
async function main() {
  const options = readOptions(process.argv.slice(2), process.env);
  switch (options.command) {
    case 'help':
      out.write(options.scenario === null ? HELP : helpOf((await readScenario(options.scenario)).scenario));
      return EXIT.passed;
    case 'list':
      for (const { name, summary } of await listScenarios()) out.write(`${name.padEnd(11)}${summary}\n`);
      return EXIT.passed;
    case 'compare':
      out.write(`${await writeComparison(...options.runs, options.out ?? 'reports/comparison.html')}\n`);
      return EXIT.passed;
    case 'run':
      return runSession(options, { out, signal: untilCtrlC() });
  }
}

/** Makes the first Ctrl-C end the run and save what was measured; a second one ends the process. */
function untilCtrlC() {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort());
  return stop.signal;
}
