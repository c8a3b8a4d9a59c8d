/** Makes a scenario of an Artillery script, so that it runs beside the same probe and is judged by the same rules. */

/** @import { Claim, Scenario, Table } from '../types.js' */
/** @import { Ensured, Report } from './artillery-run.js' */

import { basename, extname } from 'node:path';
import { count, ms, say } from '../verdict/headline.js';
import { TIMES, runArtillery } from './artillery-run.js';
import { readArtillery } from './artillery-script.js';
import { none } from './claims.js';
import { tell } from './findings.js';
import { fieldsOf } from './lab.js';

/** Artillery needs some seconds to start, and to sum up. */
const SPARE_S = 10;

/**
 * @param {string} file @param {string | null} environment of the script @returns {Promise<Scenario>}
 * @throws {import('./errors.js').LabError} naming what is wrong with the script
 */
export async function artilleryScenario(file, environment) {
  const { users, lastsS } = await readArtillery(file, environment);
  const name = basename(file, extname(file));
  /** Artillery says at its end how it judged `ensure`. @type {Ensured[]} */
  let ensured = [];
  return {
    name: 'artillery',
    title: `Artillery: ${name}`,
    summary: `${users} users of ${basename(file)}`,
    generator: 'Artillery',
    settings: {},
    sizes: {},
    plan: () => ({ connections: users, forS: lastsS + SPARE_S }),
    claims: () => [
      none('artillery.code', 'Artillery ends with 0'),
      none('vusers.failed', 'no user fails'),
      ...ensured.filter(({ strict }) => strict).map(claimOf),
    ],
    async run(lab) {
      lab.phase(`${users} users of ${basename(file)}`, lastsS + SPARE_S);
      const { target, folder, signal, cores } = lab;
      const window = await lab.window(() =>
        runArtillery(
          { file, environment, target: target.url, key: target.key },
          { folder, signal, core: cores?.generators[0] },
        ),
      );
      const { code, counters, rates, histograms, ensure } = window.result;
      ensured = ensure;
      lab.generates({ processes: 1 });
      lab.point({ script: name, users: counters['vusers.created'] ?? null, ...fieldsOf(window) });
      tell(lab, { ...counters, ...rates, 'artillery.code': code });
      for (const [metric, { p50, p99, max }] of Object.entries(histograms))
        tell(lab, { [`${metric}.p50`]: p50, [`${metric}.p99`]: p99, [`${metric}.max`]: max });
      for (const one of ensure) lab.metric(claimOf(one).metric, one.holds ? 1 : 0);
      for (const table of tablesOf(counters, histograms)) lab.table(table);
    },
    conclude({ points: [point], metrics }) {
      const failed = metrics['vusers.failed'];
      return {
        headline: say`${count(metrics['vusers.created'])} users of Artillery, ${count(failed)} failed; beside them, p99 ${ms(point?.['p99Ms'])}`,
      };
    },
  };
}

/** @param {Ensured} ensured @returns {Claim} */
function claimOf({ expression }) {
  return { metric: `ensure: ${expression}`, sign: '==', limit: 1, words: expression, kind: 'count' };
}

/** @param {Report['counters']} counters @param {Report['histograms']} histograms @returns {Table[]} */
function tablesOf(counters, histograms) {
  return [
    { title: 'Counters of Artillery', columns: ['Counter', 'Count'], rows: Object.entries(counters) },
    {
      title: 'Histograms of Artillery, ms',
      columns: ['Histogram', 'Count', 'Min', 'Mean', 'p50', 'p95', 'p99', 'p99.9', 'Max'],
      rows: Object.entries(histograms).map(([name, times]) => [name, ...TIMES.map((one) => times[one])]),
    },
  ];
}
