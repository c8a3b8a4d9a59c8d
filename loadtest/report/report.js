/** Makes the report of one run: one HTML file that needs no network, from the result.json of a folder. */

/** @import { Result, Table } from '../types.js' */
/** @import { Anchors, Figure } from './types.js' */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTCOMES } from '../verdict/outcomes.js';
import { readAnchors } from './anchors.js';
import { tableOf } from './fields.js';
import { rawFiles, readResult } from './folder.js';
import { html } from './html.js';
import { makePage } from './page.js';
import { short } from './page/format.js';
import * as sections from './sections.js';
import { viewOf } from './views/index.js';
import { ledgerTable } from './views/ledger.js';
import { percentileCharts, percentileTable } from './views/percentiles.js';
import { secondsOf } from './views/seconds.js';

/**
 * Writes report.html beside its result.json.
 * @param {string} folder of a run
 * @returns {Promise<string>} the path of the report
 * @throws {import('./folder.js').ReportError} if there is no result of this lab
 */
export async function writeReport(folder) {
  const [result, anchors] = await Promise.all([readResult(folder), readAnchors()]);
  const file = join(folder, 'report.html');
  await writeFile(file, await makeReport(result, anchors, rawFiles(folder)));
  return file;
}

/**
 * @param {Result} result complete, as folder.js reads it
 * @param {Anchors} anchors
 * @param {string[]} files the raw data beside it
 * @returns {Promise<string>} HTML
 */
function makeReport(result, anchors, files) {
  const told = viewOf(result.scenario)(result, anchors);
  const charts = [...told.charts, ...percentileCharts(result)];
  const overTime = secondsOf(result, charts);
  const varied = (/** @type {Figure[]} */ figures) => figures.map((figure) => withSpread(figure, result));
  const body = html`${sections.header(result)} ${sections.verdict(result, varied(told.facts))}
  ${sections.banners(result)} ${sections.claims(result)} ${sections.keyFigures(varied(told.figures))}
  ${sections.chartSection('Charts', charts)}
  ${sections.tableSection('Beside the published figures', told.beside)}
  ${sections.tableSection('Figures in full', [
    ledgerTable(result.points, told.pointBy),
    percentileTable(result),
    ...result.tables,
    metricsTable(result),
  ])}
  ${sections.chartSection('Second by second', overTime)} ${sections.measured(result)}
  ${sections.tableSection('Every point', [tableOf(result.points)])} ${sections.footer(files)}`;
  const title = `${result.title}: ${OUTCOMES[result.verdict.outcome].word.toLowerCase()}`;
  return makePage({ title, body, charts: [...charts, ...overTime] });
}

/** @param {Figure} figure @param {Result} result @returns {Figure} the median of the repeats, with their quartiles */
export function withSpread(figure, { repeats }) {
  const spreads = repeats?.spreads ?? {};
  const spread =
    figure.metric !== undefined && Object.hasOwn(spreads, figure.metric) ? spreads[figure.metric] : undefined;
  if (!repeats || !spread) return figure;
  const note = `median of ${repeats.runs} runs; the middle half: ${short(spread.lower)} to ${short(spread.upper)}`;
  return { ...figure, value: spread.median, note: [note, figure.note].filter(Boolean).join('; ') };
}

/** @param {Result} result @returns {Table} */
function metricsTable({ metrics, repeats }) {
  const names = [...new Set([...Object.keys(metrics), ...Object.keys(repeats?.spreads ?? {})])];
  const spread = (/** @type {string} */ name) =>
    repeats && Object.hasOwn(repeats.spreads, name) ? repeats.spreads[name] : undefined;
  return {
    title: repeats ? `Metrics, and how they vary over ${repeats.runs} runs` : 'Metrics',
    note: 'Claims are judged by these, and runs are compared by them.',
    columns: repeats ? ['', 'Last', 'Lower quartile', 'Median', 'Upper quartile'] : ['', 'Value'],
    rows: names.map((name) => [
      name,
      Object.hasOwn(metrics, name) ? metrics[name] : null,
      ...(repeats ? [spread(name)?.lower, spread(name)?.median, spread(name)?.upper] : []),
    ]),
  };
}
