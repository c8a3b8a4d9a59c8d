/** Makes the report of one run: one HTML file that needs no network, from the result.json of a folder. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTCOMES } from '../verdict/outcomes.js';
import { readAnchors } from './anchors.js';
import { tableOf } from './fields.js';
import { readResult } from './folder.js';
import { makePage } from './page.js';
import { html } from './page/html.js';
import * as sections from './sections.js';
import { metricOf, tell } from './tell.js';
import { ledgerTable } from './views/ledger.js';
import { percentileTable } from './views/percentiles.js';

const RAW = html`Raw data beside this file: <a href="./result.json">result.json</a>,
  <a href="./points.csv">points.csv</a>.`;

/**
 * Writes report.html beside its result.json.
 * @param {string} folder of a run
 * @returns {Promise<string>} the path of the report
 * @throws {import('./folder.js').ReportError} if there is no result of this lab
 */
export async function writeReport(folder) {
  const [result, anchors] = await Promise.all([readResult(folder), readAnchors()]);
  const { metrics, repeats } = result;
  const { facts, figures, charts, overTime, beside } = tell(result, anchors);
  const tables = [
    ledgerTable(result.points),
    percentileTable(result),
    ...result.tables,
    {
      title: repeats ? `Metrics, as medians and quartiles of ${repeats.runs} runs` : 'Metrics',
      note: 'Claims are judged by these, and runs are compared by them.',
      columns: ['', 'Value'],
      rows: Object.keys(metrics).map((name) => [name, metricOf(result, name)]),
    },
  ];
  const body = html`${sections.header(result, result.title, sections.when(result))}
  ${sections.verdict(result, facts)} ${sections.banners(result)} ${sections.claims(result)}
  ${sections.keyFigures(figures)} ${sections.chartSection('Charts', charts)}
  ${sections.tableSection('Beside the published figures', beside)}
  ${sections.tableSection('Figures in full', tables)} ${sections.chartSection('Second by second', overTime)}
  ${sections.measured(result)} ${sections.tableSection('Every point', [tableOf(result.points)])}
  ${sections.footer(RAW)}`;
  const title = `${result.title}: ${OUTCOMES[result.verdict.outcome].word.toLowerCase()}`;
  const file = join(folder, 'report.html');
  await writeFile(file, makePage({ title, body, charts: [...charts, ...overTime] }));
  return file;
}
